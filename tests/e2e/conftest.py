"""The real kit, built once for each test process."""

from __future__ import annotations

import pytest
from realkit import GAME, ROOT, Built, build_kit, lay_out

from hotpnp.diag import Collector
from hotpnp.model.game import Game, load_game
from hotpnp.pipeline import Kit
from hotpnp.source.workspace import Workspace


@pytest.fixture(scope="session")
def game() -> Game:
    """The game's database."""
    return load_game(Workspace(ROOT, Collector()), GAME)


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The kit as the game's own settings give it."""
    return build_kit(ROOT, tmp_path_factory.mktemp("kit"))


@pytest.fixture(scope="session")
def with_backs() -> Kit:
    """The kit laid out with backs."""
    return lay_out(ROOT, backs="with")
