"""What the README shows works as it stands there."""

from __future__ import annotations

import re
from pathlib import Path

from helpers import run

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_small_game_builds_as_shown(tmp_path: Path) -> None:
    blocks = re.findall(
        r"`((?:cards|layouts)/lanterns/[\w.-]+)`[^\n]*:\n\n```yaml\n(.*?)```", README, re.DOTALL
    )
    assert [name for name, _ in blocks] == [
        "cards/lanterns/game.yaml",
        "cards/lanterns/spirits.yaml",
        "layouts/lanterns/spirit.yaml",
    ]
    for name, text in blocks:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    done = run("build", "lanterns", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "4 cards on 1 sheet" in done.stdout


def test_its_pictures_are_there() -> None:
    for name in re.findall(r"\]\((\.readme/[\w.]+)\)", README):
        assert (ROOT / name).read_bytes().startswith(b"\x89PNG")


def test_the_printer_profile_is_one(tmp_path: Path) -> None:
    (text,) = re.findall(r"```yaml\n(home:\n.*?)```", README, re.DOTALL)
    (tmp_path / "printers.yaml").write_text(text, encoding="utf-8")
    done = run("printer", "home", cwd=tmp_path, env={"HOTPNP_CONFIG": str(tmp_path)})
    assert done.returncode == 0, done.stderr
    assert "  margins  top 3 mm, right 3 mm, bottom 14 mm, left 3 mm\n" in done.stdout
