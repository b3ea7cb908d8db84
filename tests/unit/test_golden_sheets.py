"""The named sheets stay what they are, to the hundredth of a millimetre."""

from __future__ import annotations

from pathlib import Path

import pytest
from golden_sheets import FOLDER, SHEETS, trace


@pytest.mark.parametrize("name", SHEETS)
def test_a_named_sheet_is_as_it_was(tmp_path: Path, name: str) -> None:
    """After a change that is meant: python tests/golden_sheets.py."""
    assert trace(tmp_path, name).splitlines() == (FOLDER / f"{name}.txt").read_text("utf-8").splitlines()
