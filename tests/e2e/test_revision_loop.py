"""The revision loop with the installed command: build, printed, change, diff, build what changed, again."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from helpers import GAME, make_project, run
from pdfread import drawn, open_pdf
from realkit import ROOT

GAME_NAME = "honor-of-trade"
ROUTES = f"cards/{GAME_NAME}/routes.yaml"


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    """The project with Honor of Trade alone, so that the game need not be named."""
    root = tmp_path / "project"
    for folder in (f"cards/{GAME_NAME}", f"layouts/{GAME_NAME}", "layouts/shared"):
        shutil.copytree(ROOT / folder, root / folder)
    return root


def edit(root: Path, path: str, old: str, new: str) -> None:
    file = root / path
    data = file.read_bytes()
    assert data.count(old.encode()) == 1, old
    file.write_bytes(data.replace(old.encode(), new.encode()))


def ask(root: Path, *args: str) -> dict[str, Any]:
    """A command's answer as JSON."""
    done = run(*args, "--format", "json", "--project", root)
    assert done.returncode == 0, done.stdout + done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def texts(file: str) -> list[str]:
    reader = open_pdf(Path(file).read_bytes())
    return [" ".join(words.text for words in drawn(page).words) for page in reader.pages]


def test_the_loop(kit: Path) -> None:
    first = ask(kit, "build")
    assert (first["cards"], first["run"][:2]) == (133, "1-")
    told = ask(kit, "printed", "--date", "2026-03-01")
    assert (told["run"], told["cards"], told["file"]) == (
        first["run"],
        133,
        f"cards/{GAME_NAME}/prints/{first['run']}.yaml",
    )
    edit(kit, ROUTES, "id: A-B, a: A, b: B, number: 5", "id: A-B, a: A, b: B, number: 4")
    (change,) = ask(kit, "diff")["cards"]
    assert (change["id"], change["kind"], change["layout_only"]) == ("A-B", "changed", False)
    assert change["fields"] == [{"field": "number", "old": "5", "new": "4"}]
    second = ask(kit, "build", "--changed")
    assert (second["changed"], second["new"], second["more"], second["gone"]) == (["A-B"], [], [], [])
    assert (second["cards"], second["sheets"]) == (1, 2)
    swap, sheet = texts(second["files"][0])
    assert "Swap list" in swap
    assert "A-B 1 × r1 1 × r2 number 5 to 4" in swap
    assert sheet.count("4") >= 4
    ask(kit, "printed")
    third = ask(kit, "build", "--changed")
    assert (third["files"], third["sheets"], third["cards"], third["changed"]) == ([], 0, 0, [])
    done = run("build", "--changed", "--project", kit)
    assert (done.returncode, "nothing has changed" in done.stdout) == (0, True)
    again = ask(kit, "build", "--run", first["run"])
    assert again["files"][0].endswith(f"run-{first['run']}.pdf")
    assert again["diagnostics"] == []
    assert (
        Counter(texts(again["files"][0])[0].split())["5"] == Counter(texts(first["files"][0])[0].split())["5"]
    )
    faces = ask(kit, "whatis", "A-B")["faces"]
    assert [(face["revision"], face["current"]) for face in faces] == [(1, False), (2, True)]
    old = run("whatis", "A-B", "r1", "--project", kit)
    assert "not current: take it out" in old.stdout
    assert f"printed in run {first['run']} on 2026-03-01" in old.stdout


def test_a_run_printed_again_is_the_same_to_the_byte_of_its_cards(kit: Path) -> None:
    first = ask(kit, "build")
    ask(kit, "printed")
    before = texts(first["files"][0])[:14]
    edit(kit, ROUTES, "id: A-B, a: A, b: B, number: 5", "id: A-B, a: A, b: B, number: 4")
    edit(kit, f"cards/{GAME_NAME}/planets.yaml", 'colour: "#2563b8"', 'colour: "#20a0a0"')
    again = ask(kit, "build", "--run", first["run"])
    assert again["diagnostics"] == []
    assert [page.replace(" of 14 ", " of 19 ") for page in texts(again["files"][0])] == [
        page.replace(" of 14 ", " of 19 ") for page in before
    ]


def test_a_layout_edit_that_changes_twelve_cards_reprints_these_twelve(kit: Path) -> None:
    ask(kit, "build")
    first = ask(kit, "printed")
    edit(
        kit,
        f"layouts/{GAME_NAME}/route.yaml",
        "elements:\n",
        "elements:\n  dot: {when: \"a.letter == 'D'\", shape: ellipse, left: 87pt, width: 5pt, top: 60pt, "
        "height: 5pt, fill: black}\n",
    )
    told = ask(kit, "diff")
    assert told["layouts_changed"] is True
    assert {card["layout_only"] for card in told["cards"]} == {True}
    changed = ask(kit, "build", "--changed")
    assert len(changed["changed"]) == 12
    assert all(card.startswith("D-") or card.endswith("-D") for card in changed["changed"])
    assert changed["cards"] == 12
    again = ask(kit, "build", "--run", first["run"])
    (warning,) = again["diagnostics"]
    assert warning["code"] == "run-differs"
    assert warning["message"].startswith(
        f"12 of 127 cards of run {first['run']} look different now; the layouts"
    )


def project(tmp_path: Path, cards: str, **more: str) -> Path:
    table = f"fields:\n  name: {{}}\n  number: {{type: int}}\ncards:\n{cards}"
    return make_project(tmp_path, {"cards/demo/things.yaml": table, **more})


def row(card: str, number: int = 1, count: int = 1) -> str:
    return f"  - {{id: {card}, name: {card.title()}, number: {number}, count: {count}}}\n"


def table_of(*rows: str) -> str:
    return "fields:\n  name: {}\n  number: {type: int}\ncards:\n" + "".join(rows)


def rewrite(root: Path, *rows: str) -> None:
    (root / "cards/demo/things.yaml").write_text(table_of(*rows), encoding="utf-8")


def test_new_more_fewer_gone_and_renamed(tmp_path: Path) -> None:
    root = project(tmp_path, "".join([row("a"), row("b", count=2), row("c", count=3), row("d"), row("e")]))
    ask(root, "build")
    ask(root, "printed")
    renamed = row("e").replace("id: e", "id: z")
    rewrite(root, row("a", 2), row("b", count=5), row("c", count=1), renamed, row("f", count=2))
    answer = ask(root, "build", "--changed")
    assert (answer["new"], answer["changed"], answer["more"]) == (["f"], ["a"], ["b"])
    assert (answer["fewer"], answer["renamed"], answer["gone"]) == (["c"], ["z"], ["d"])
    assert answer["cards"] == 2 + 1 + 3
    swap = texts(answer["files"][0])[0]
    assert "take out 4, put in 6" in swap
    for words in ("3 × r1", "2 copies to 5", "3 copies to 1", "was e", "gone", "new"):
        assert words in swap
    ask(root, "printed")
    assert ask(root, "build", "--changed")["sheets"] == 0


def test_only_taking_out_prints_the_list_alone(tmp_path: Path) -> None:
    root = project(tmp_path, row("a") + row("b"))
    ask(root, "build")
    ask(root, "printed")
    rewrite(root, row("a"))
    answer = ask(root, "build", "--changed")
    assert (answer["gone"], answer["cards"], answer["sheets"]) == (["b"], 0, 1)
    ask(root, "printed")
    assert ask(root, "diff")["counts"]["same"] == 1


def test_the_last_sheet_of_changes_may_be_filled(tmp_path: Path) -> None:
    root = project(tmp_path, row("a") + row("b"))
    ask(root, "build")
    ask(root, "printed")
    rewrite(root, row("a", 2), row("b"))
    answer = ask(root, "build", "--changed", "--sheet", "nine-up", "--fill", "blanks")
    assert (answer["cards"], answer["blanks"]) == (1, 8)


def test_a_first_build_of_changes_is_the_whole_deck(tmp_path: Path) -> None:
    answer = ask(project(tmp_path, row("a") + row("b", count=2)), "build", "--changed")
    assert (answer["new"], answer["cards"]) == (["a", "b"], 3)


def test_back_to_an_earlier_face_is_its_revision_again(tmp_path: Path) -> None:
    root = project(tmp_path, row("a"))
    ask(root, "build")
    ask(root, "printed")
    for number, revision in ((2, 2), (3, 3), (1, 1)):
        rewrite(root, row("a", number))
        (card,) = ask(root, "diff")["cards"]
        assert card["revision"] == revision
        ask(root, "build", "--changed")
        ask(root, "printed")


def git(root: Path, *args: str) -> str:
    names = ("-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false")
    done = subprocess.run(["git", *names, *args], cwd=root, capture_output=True, text=True, check=True)
    return done.stdout


def test_revisions_of_git_are_read_without_touching_the_working_tree(tmp_path: Path) -> None:
    root = project(tmp_path, row("a") + row("b"))
    git(root, "init", "-q", "-b", "main")
    git(root, "add", "cards", "layouts")
    git(root, "commit", "-qm", "one")
    rewrite(root, row("a", 2), row("b"), row("c"))
    status = git(root, "status", "--porcelain")
    answer = ask(root, "diff", "--since", "git:HEAD")
    assert {card["id"]: card["kind"] for card in answer["cards"]} == {"a": "changed", "c": "new"}
    assert answer["layouts_changed"] is False
    assert git(root, "status", "--porcelain") == status
    wrong = run("diff", "--since", "git:nowhere", "--project", root)
    assert wrong.returncode == 1
    assert "error[unknown-revision]" in wrong.stderr


def test_two_branches_runs_are_merged_by_git(tmp_path: Path) -> None:
    """Two people print from one repository: their runs lie side by side; the box holds what both printed."""
    root = project(tmp_path, "".join(row(card) for card in "abc"))
    git(root, "init", "-q", "-b", "main")
    ask(root, "build")
    ask(root, "printed", "--date", "2026-01-01")
    git(root, "add", "cards", "layouts")
    git(root, "commit", "-qm", "base")
    names = []
    for branch, rows in (
        ("one", (row("a", 2), row("b"), row("c"))),
        ("two", (row("a"), row("b", 2), row("c"))),
    ):
        git(root, "checkout", "-q", "-b", branch, "main")
        rewrite(root, *rows)
        ask(root, "build", "--changed")
        names.append(ask(root, "printed", "--date", "2026-01-02")["run"])
        git(root, "add", "cards")
        git(root, "commit", "-qm", branch)
    git(root, "checkout", "-q", "one")
    rewrite(root, row("a", 2), row("b", 2), row("c"))
    git(root, "commit", "-qam", "both")
    git(root, "merge", "-q", "-X", "ours", "two", "-m", "merge")
    assert names[0] != names[1]
    assert {name[:2] for name in names} == {"2-"}
    assert ask(root, "diff")["counts"]["same"] == 3
    rewrite(root, row("a", 2), row("b", 2), row("c", 2))
    assert ask(root, "build", "--changed")["run"].startswith("3-")
    told = ask(root, "printed")
    text = (root / told["file"]).read_text("utf-8")
    assert all(name in text.split("after:")[1].splitlines()[0] for name in names)


def test_a_card_that_both_printed_differently_is_printed_again(tmp_path: Path) -> None:
    root = project(tmp_path, row("a") + row("b"))
    git(root, "init", "-q", "-b", "main")
    ask(root, "build")
    ask(root, "printed", "--date", "2026-01-01")
    git(root, "add", "cards", "layouts")
    git(root, "commit", "-qm", "base")
    for branch, number in (("one", 2), ("two", 3)):
        git(root, "checkout", "-q", "-b", branch, "main")
        rewrite(root, row("a", number), row("b"))
        ask(root, "build", "--changed")
        ask(root, "printed", "--date", "2026-01-02")
        git(root, "add", "cards")
        git(root, "commit", "-qm", branch)
    git(root, "merge", "-q", "-X", "ours", "one", "-m", "merge")
    (card,) = ask(root, "diff")["cards"]
    assert (card["id"], card["kind"]) == ("a", "changed")


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text.replace("copies: 1", "copies: 2", 1),
        lambda text: text[: len(text) // 2],
        lambda text: text.replace("digest", "digset"),
        lambda text: "",
        lambda text: text + "more: yes\n",
    ],
)
def test_a_damaged_run_is_reported_and_never_guessed_at(tmp_path: Path, damage: Any) -> None:
    root = project(tmp_path, row("a"))
    ask(root, "build")
    file = root / ask(root, "printed")["file"]
    file.write_text(damage(file.read_text("utf-8")), encoding="utf-8")
    rewrite(root, row("a", 2))
    before = (root / "output/demo/kit.pdf").read_bytes()
    for args in (("diff",), ("build", "--changed"), ("build",), ("printed",), ("whatis", "a")):
        done = run(*args, "--project", root)
        assert done.returncode == 1, args
        assert "error[bad-run]" in done.stderr
        assert file.name in done.stderr
    assert (root / "output/demo/kit.pdf").read_bytes() == before


def test_a_missing_run_is_reported(tmp_path: Path) -> None:
    root = project(tmp_path, row("a"))
    ask(root, "build")
    first = root / ask(root, "printed")["file"]
    rewrite(root, row("a", 2))
    ask(root, "build", "--changed")
    ask(root, "printed")
    first.unlink()
    done = run("diff", "--project", root)
    assert done.returncode == 1
    assert "error[run-missing] the run" in done.stderr
    assert first.name in done.stderr


def test_line_ends_that_git_changes_do_no_harm(tmp_path: Path) -> None:
    root = project(tmp_path, row("a"))
    ask(root, "build")
    file = root / ask(root, "printed")["file"]
    file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert ask(root, "diff")["counts"]["same"] == 1


def test_runs_are_only_added(tmp_path: Path) -> None:
    root = project(tmp_path, row("a"))
    assert "error[no-build]" in run("printed", "--project", root).stderr
    ask(root, "build")
    file = root / ask(root, "printed")["file"]
    data = file.read_bytes()
    twice = run("printed", "--project", root)
    assert (twice.returncode, "error[already-printed]" in twice.stderr) == (1, True)
    ask(root, "build")
    assert file.read_bytes() == data
    (root / "output/demo/kit.pdf").write_bytes(b"another file")
    changed = run("printed", "--project", root)
    assert "kit.pdf is not as the last build wrote it" in changed.stderr
    assert [one.name for one in file.parent.iterdir()] == [file.name]


def test_a_build_that_another_run_has_overtaken_is_not_recorded(tmp_path: Path) -> None:
    root = project(tmp_path, row("a"))
    ask(root, "build")
    other = tmp_path / "other"
    shutil.copytree(root, other)
    rewrite(other, row("a", 2))
    ask(other, "build")
    ask(other, "printed")
    shutil.copytree(other / "cards/demo/prints", root / "cards/demo/prints")
    done = run("printed", "--project", root)
    assert (done.returncode, "another run was recorded since this build" in done.stderr) == (1, True)


def test_a_proof_is_not_what_was_printed(tmp_path: Path) -> None:
    root = project(tmp_path, row("a"))
    ask(root, "build", "--proof")
    assert "there is no build of demo to record" in run("printed", "--project", root).stderr


STAMPED = (
    "size: poker\nelements:\n"
    '  name: {text: "{name} {number}", left: 6mm, right: 6mm, top: 6mm, height: 10mm}\n'
    "  stamp: {stamp: KIND, align: right, right: 6mm, width: 20mm, bottom: 6mm, height: 4mm}\n"
)


@pytest.mark.parametrize("kind", ["revision", "version", "run", "fingerprint"])
def test_a_stamp_changes_only_when_its_cards_face_does(tmp_path: Path, kind: str) -> None:
    layout = {"layouts/demo/thing.yaml": STAMPED.replace("KIND", kind)}
    root = project(tmp_path, row("a") + row("b"), **layout)
    first = ask(root, "build")
    words = {"revision": "r1", "version": "1.0", "run": first["run"]}.get(kind, "")
    assert texts(first["files"][0])[0].count(words) >= 2
    ask(root, "printed")
    rewrite(root, row("a", 2), row("b"))
    edit(root, "cards/demo/game.yaml", 'version: "1.0"', 'version: "1.1"')
    assert [card["id"] for card in ask(root, "diff")["cards"]] == ["a"]
    second = ask(root, "build")
    page = texts(second["files"][0])[0]
    if kind == "revision":
        assert ("r2" in page, "r1" in page) == (True, True)
    if kind == "run":
        assert (second["run"] in page, first["run"] in page) == (True, True)
    bare = ask(root, "build", "--no-stamps")
    if kind == "revision":
        assert not {"r1", "r2"} & set(texts(bare["files"][0])[0].split())


def test_stamps_stay_off_pages_for_a_print_shop_unless_asked(tmp_path: Path) -> None:
    root = project(tmp_path, row("a"), **{"layouts/demo/thing.yaml": STAMPED.replace("KIND", "revision")})
    assert "r1" not in texts(ask(root, "build", "--sheet", "single")["files"][0])[0].split()
    assert "r1" in texts(ask(root, "build", "--sheet", "single", "--stamps")["files"][0])[0].split()


def test_the_label_carries_version_and_run(tmp_path: Path) -> None:
    root = project(tmp_path, row("a"))
    first = ask(root, "build")
    assert "Demo 1.0  ·  Things" in texts(first["files"][0])[0]
    assert f"run {first['run']}" in texts(first["files"][0])[0]


def test_the_page_of_differences_needs_nothing_else(tmp_path: Path) -> None:
    root = project(tmp_path, row("a") + row("b") + row("c"))
    ask(root, "build")
    ask(root, "printed")
    rewrite(root, row("a", 2), row("b"), row("d"))
    page = tmp_path / "diff.html"
    ask(root, "diff", "--html", str(page))
    html = page.read_text("utf-8")
    assert html.count("data:image/png;base64,") == 3 + 1 + 1
    assert "what differs" in html
    assert "number 1 to 2" in html
    assert "http" not in html.replace("http-equiv", "")
    lines = run("diff", "--format", "markdown", "--project", root).stdout
    assert "| a | changed | number 1 to 2 |" in lines


def test_an_unknown_run_is_said_with_the_nearest(tmp_path: Path) -> None:
    root = project(tmp_path, row("a"))
    assert "error[unknown-run] demo has no print runs" in run("diff", "--project", root).stderr
    ask(root, "build")
    name = ask(root, "printed")["run"]
    for args in (("diff", "--since", f"{name}x"), ("build", "--run", f"{name}x")):
        done = run(*args, "--project", root)
        assert f'there is no print run "{name}x"' in done.stderr
        assert f'did you mean "{name}"?' in done.stderr
    assert 'no run has printed a card "x"' in run("whatis", "x", "--project", root).stderr
    assert "a was never printed as r7" in run("whatis", "a", "r7", "--project", root).stderr
    assert run("whatis", "a", "seven", "--project", root).returncode == 2


def test_commands_keep_out_of_each_others_way(tmp_path: Path) -> None:
    from hotpnp.diag import Collector, Stopped
    from hotpnp.pipeline.lock import locked

    diagnostics = Collector()
    with locked(tmp_path, diagnostics), pytest.raises(Stopped), locked(tmp_path, diagnostics, patience=0.1):
        pass
    (found,) = diagnostics
    assert (found.code, found.message) == ("locked", "another hotpnp is writing here")
    with locked(tmp_path, diagnostics):
        pass


def test_the_game_file_is_not_needed_for_names(tmp_path: Path) -> None:
    root = make_project(tmp_path, {"cards/demo/game.yaml": GAME})
    assert run("printed", "nothing", "--project", root).returncode == 1


def test_chosen_cards_alone_are_built_and_compared(tmp_path: Path) -> None:
    root = project(tmp_path, "".join(row(card, number) for number, card in enumerate("abcd", 1)))
    answer = ask(root, "build", "--select", "a,c..d")
    assert answer["files"][0].endswith("selected.pdf")
    assert (answer["cards"], [c["cards"] for c in answer["components"]]) == (3, [4])
    assert ask(root, "build", "--select", "number >= 3")["cards"] == 2
    ask(root, "build")
    ask(root, "printed")
    rewrite(root, *(row(card, 5) for card in "abcd"))
    assert [card["id"] for card in ask(root, "diff", "--select", "b")["cards"]] == ["b"]
    assert ask(root, "build", "--changed", "--select", "a,b")["cards"] == 2
    ask(root, "printed")
    assert [card["id"] for card in ask(root, "diff")["cards"]] == ["c", "d"]
    wrong = run("build", "--select", "e", "--project", root)
    assert (wrong.returncode, 'there is no card "e"' in wrong.stderr) == (1, True)


def test_a_release_sets_the_version_tells_the_changes_and_tags_the_run(tmp_path: Path) -> None:
    root = project(tmp_path, "".join(row(card) for card in "abc"))
    note = "# kept\n"
    edit(root, "cards/demo/game.yaml", 'version: "1.0"', f'{note}version: "1.0"  # the deck')
    ask(root, "build")
    first = ask(root, "printed")["run"]
    one = ask(root, "release", "1.1", "-m", "First words.", "--date", "2026-02-01")
    assert (one["version"], one["runs"], one["changes"]) == ("1.1", [first], ["- Things: 3."])
    assert f'{note}version: "1.1"  # the deck' in (root / "cards/demo/game.yaml").read_text("utf-8")
    log = root / "cards/demo/CHANGELOG.md"
    log.write_text(log.read_text("utf-8").replace("First words.", "First words, edited."), encoding="utf-8")
    rewrite(root, row("a", 2), row("b", 2), row("d"))
    ask(root, "build", "--changed")
    second = ask(root, "printed")["run"]
    two = ask(root, "release", "1.2", "--date", "2026-02-09")
    assert two["runs"] == [second]
    assert log.read_text("utf-8").splitlines() == [
        "# Changelog of Demo",
        "",
        "## 1.2 - 2026-02-09",
        "",
        "### Things",
        "",
        "- a, b: number 1 to 2.",
        "- d: new.",
        "- c: gone.",
        "",
        "## 1.1 - 2026-02-01",
        "",
        "First words, edited.",
        "",
        "- Things: 3.",
    ]
    again = run("release", "1.1", "--project", root)
    assert (again.returncode, "error[released] version 1.1 was given out before" in again.stderr) == (1, True)
    assert ask(root, "diff")["counts"]["same"] == 3
    assert "Demo 1.2" in texts(ask(root, "build")["files"][0])[0]


def test_a_release_that_cannot_be_made_writes_nothing(tmp_path: Path) -> None:
    root = project(tmp_path, row("a"))
    edit(root, "layouts/demo/thing.yaml", "{name}", "{nam}")
    before = (root / "cards/demo/game.yaml").read_bytes()
    assert run("release", "1.1", "--project", root).returncode == 1
    assert (root / "cards/demo/game.yaml").read_bytes() == before
    assert not (root / "cards/demo/CHANGELOG.md").exists()
    assert run("release", " ", "--project", root).returncode == 2


def test_statistics_tell_how_the_deck_has_moved_since_a_run(kit: Path) -> None:
    ask(kit, "build")
    first = ask(kit, "printed")["run"]
    edit(kit, ROUTES, "id: A-B, a: A, b: B, number: 5", "id: A-B, a: A, b: B, number: 4")
    done = run("stats", "--component", "routes", "--since", first, "--project", kit)
    assert done.returncode == 0, done.stderr
    assert f"compared with run {first}" in done.stdout
    numbers = [line for line in done.stdout.splitlines() if "(+1)" in line or "(-1)" in line]
    assert any("16 (+1)" in line for line in numbers)
    assert any("7 (-1)" in line for line in numbers)
    same = run("stats", "--component", "routes", "--since", "box", "--select", "A-C..A-F", "--project", kit)
    assert "(+" not in same.stdout.replace("(+1) is one more", "")


def test_the_readmes_loop_has_the_real_figures(kit: Path) -> None:
    readme = " ".join((ROOT / "README.md").read_text("utf-8").split())
    first = ask(kit, "build")
    ask(kit, "printed", "--date", "2026-03-01")
    whole = ask(kit, "plan", "--sheet", "ten-up")["sheets"][0]
    cards = "A-B,C-D,E-F,G-H,I-J"
    done = run("set", "routes", "--select", cards, "number-=1", "--yes", "--project", kit)
    assert done.returncode == 0, done.stderr
    counts = ask(kit, "diff")["counts"]
    changed = ask(kit, "build", "--changed")
    part = ask(kit, "plan", "--sheet", "ten-up", "--select", cards)["sheets"][0]
    for words in (
        f"run {first['run']}: {first['cards']} cards printed on 2026-03-01",
        f'hotpnp set routes --select "{cards}" number-=1',
        f"since run {first['run']}: {counts['changed']} changed, {counts['same']} same",
        f"{changed['cards']} cards on {changed['sheets']} sheets",
        f"run {changed['run']}: {changed['cards']} cards printed",
        f"would take {whole['sheets']} sheets and {whole['strokes']} strokes",
        f"this takes one sheet and {part['strokes']}.",
    ):
        assert words in readme, words
    assert (part["sheets"], changed["sheets"]) == (1, 2)


def test_whatis_finds_the_game_of_a_card_by_its_runs(tmp_path: Path) -> None:
    root = project(tmp_path, row("a"))
    ask(root, "build")
    ask(root, "printed")
    shutil.copytree(root / "cards/demo", root / "cards/other")
    shutil.copytree(root / "layouts/demo", root / "layouts/other")
    shutil.rmtree(root / "cards/other/prints")
    assert "a r1 (" in run("whatis", "a", "r1", "--project", root).stdout
    ask(root, "build", "other")
    ask(root, "printed", "other")
    assert "which game? demo, other" in run("whatis", "a", "r1", "--project", root).stderr
    assert run("whatis", "a", "r1", "--game", "other", "--project", root).returncode == 0
