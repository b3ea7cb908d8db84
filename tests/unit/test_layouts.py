"""Layouts: keys and values, styles, inheritance; every slip said with its place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers import GAME, errors, make_project, said

from hotpnp.diag import Collector, Diagnostic
from hotpnp.model.game import load_game
from hotpnp.model.layout import Element, Layout
from hotpnp.source.workspace import Workspace
from hotpnp.units import MM, inch, mm

FILE = "layouts/demo/thing.yaml"
BASE = "layouts/demo/base.yaml"
HEAD = "size: poker\n"


def elements(*lines: str) -> str:
    """A layout whose elements stand one a line from line 3."""
    return f"{HEAD}elements:\n" + "".join(f"  {line}\n" for line in lines)


def faults(tmp_path: Path, layout: str, **more: str) -> list[Diagnostic]:
    return errors(make_project(tmp_path, {FILE: layout, **more}))


def layout_of(tmp_path: Path, layout: str, **more: str) -> Layout:
    diagnostics = Collector()
    project = make_project(tmp_path, {FILE: layout, **more})
    (component,) = load_game(Workspace(project, diagnostics), "demo").components
    assert list(diagnostics) == []
    assert component.front is not None
    return component.front.layouts[""]


def element(layout: Layout, name: str) -> Any:
    return next(found.spec for found in layout.elements if found.name == name)


def names(found: tuple[Element, ...]) -> list[Any]:
    return [[one.name, names(one.children)] if one.children else one.name for one in found]


def test_a_layout_has_a_size_and_elements_in_order(tmp_path: Path) -> None:
    layout = layout_of(tmp_path, elements("b: {text: x}", "a: {group: {d: {shape: rect}, c: {icon: i}}}"))
    assert layout.size == (inch("2.5"), inch("3.5"))
    assert layout.path == FILE
    assert names(layout.elements) == ["b", ["a", ["d", "c"]]]
    assert layout.elements[1].span() == (FILE, 4, 6, 1)
    assert layout.elements[0].span("text") == (FILE, 3, 13, 1)


@pytest.mark.parametrize(
    ("typed", "size"),
    [
        ("poker", (inch("2.5"), inch("3.5"))),
        ("TCG", (63 * MM, 88 * MM)),
        ("bridge", (inch("2.25"), inch("3.5"))),
        ("63.5mm x 88.9mm", (inch("2.5"), inch("3.5"))),
        ("63.5x88.9mm", (inch("2.5"), inch("3.5"))),
        ("180pt x 252pt", (inch("2.5"), inch("3.5"))),
        ("5in x 88.9mm", (inch(5), inch("3.5"))),
        ("dixit", (80 * MM, 120 * MM)),
        ("seven-wonders", (65 * MM, 100 * MM)),
        ("tarot-french", (61 * MM, 112 * MM)),
        ("japanese", (59 * MM, 86 * MM)),
        ("mini-european-45", (45 * MM, 68 * MM)),
    ],
)
def test_sizes_by_name_and_by_measure(tmp_path: Path, typed: str, size: tuple[int, int]) -> None:
    assert layout_of(tmp_path, f"size: {typed}\nelements: {{}}\n").size == size


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("pokr", '"pokr" is not a size; did you mean "poker"?'),
        (
            "jumbo",
            '"jumbo" has several meanings: jumbo-us (88.9 mm x 139.7 mm), jumbo-metric (88 mm x 126 mm)',
        ),
        (
            "mini",
            '"mini" has several meanings: mini-us (44.45 mm x 63.5 mm), mini-american (41 mm x 63 mm), '
            "mini-european (44 mm x 68 mm), mini-european-45 (45 mm x 68 mm)",
        ),
        ("tarot", "tarot-metric (70 mm x 120 mm), tarot-french (61 mm x 112 mm)"),
        ("euro", "mini-european-45 (45 mm x 68 mm)"),
        ("5in", "is not a size"),
        ("0mm x 3mm", "is not a size"),
        ("-5mm x 3mm", "is not a size"),
        ("5 x 3", "has no unit"),
        ("1.2.3mm x 3mm", "is not a length"),
        ("'{name}'", "is not a size"),
    ],
)
def test_a_wrong_size_is_said(tmp_path: Path, typed: str, words: str) -> None:
    (found,) = faults(tmp_path, f"size: {typed}\nelements: {{}}\n")
    assert said([found]) == ["thing.yaml:1:7 bad-value"]
    assert words in found.message


def test_a_misspelt_size_gets_the_nearest(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, "size: pokr\nelements: {}\n")
    assert found.message == 'size: "pokr" is not a size; did you mean "poker"?'


@pytest.mark.parametrize(
    ("layout", "place", "key"),
    [
        ("elements: {}\n", "thing.yaml:1:1 missing-key", "size"),
        (elements("a: {grid: {}}"), "thing.yaml:3:3 missing-key", "columns"),
    ],
)
def test_a_missing_key_is_said(tmp_path: Path, layout: str, place: str, key: str) -> None:
    (found,) = faults(tmp_path, layout)
    assert said([found]) == [place]
    assert f'"{key}"' in found.message


@pytest.mark.parametrize(
    ("line", "key", "near"),
    [
        ("a: {text: x, colr: red}", "colr", "colour"),
        ("a: {text: x, siez: 9pt}", "siez", "size"),
        ("a: {shape: rect, fil: red}", "fil", "fill"),
        ("a: {icon: i, color: red}", "color", "colour"),
        ("a: {group: {}, whn: x}", "whn", "when"),
        ("a: {grid: {}, columns: 1, colums: 2}", "colums", "columns"),
        ("a: {text: x, as_: y}", "as_", "as"),
    ],
)
def test_an_unknown_key_of_an_element_gets_the_nearest(
    tmp_path: Path, line: str, key: str, near: str
) -> None:
    (found,) = faults(tmp_path, elements(line))
    assert found.code == "unknown-key"
    assert found.message == f'unknown key "{key}"'
    assert found.hint == f'did you mean "{near}"?'
    assert found.span is not None
    assert (found.span.file, found.span.line) == (FILE, 3)


@pytest.mark.parametrize(
    ("layout", "place"),
    [
        (elements("a: {text: x, colr: red}"), "thing.yaml:3:16 unknown-key"),
        ("size: poker\ngapp: 3mm\nelements: {}\n", "thing.yaml:2:1 unknown-key"),
    ],
)
def test_an_unknown_key_is_said_at_the_key(tmp_path: Path, layout: str, place: str) -> None:
    assert said(faults(tmp_path, layout)) == [place]


@pytest.mark.parametrize(
    ("layout", "near"),
    [
        (elements("a: {row: {b: {text: x, siz: 9pt}}}"), "size"),
        (HEAD + "styles:\n  s: {siez: 9pt}\nelements: {}\n", "size"),
    ],
)
def test_an_unknown_key_further_down_gets_the_nearest_too(tmp_path: Path, layout: str, near: str) -> None:
    (found,) = faults(tmp_path, layout)
    assert (found.code, found.hint) == ("unknown-key", f'did you mean "{near}"?')


def test_all_unknown_keys_are_said_in_one_run(tmp_path: Path) -> None:
    layout = (
        "size: poker\nelemnts: {}\n" + elements("a: {text: x, colr: {}}", "b: {shape: rect, fil: {}}")[12:]
    )
    assert said(faults(tmp_path, layout)) == [
        "thing.yaml:2:1 unknown-key",
        "thing.yaml:4:16 unknown-key",
        "thing.yaml:5:20 unknown-key",
    ]


@pytest.mark.parametrize(
    ("line", "column", "words"),
    [
        ("a: {text: x, left: 5}", 22, '"5" has no unit; write 5in, 5mm or 5pt'),
        ("a: {text: x, top: 5px}", 21, '"px" is not a unit of length'),
        ("a: {text: x, width: 10% 3mm}", 23, "is not a measure; write"),
        ("a: {text: x, width: wide}", 23, "is not a measure"),
        ("a: {text: x, size: ''}", 22, "a measure is empty"),
        ("a: {text: x, turn: 45}", 22, '"45" is not a quarter turn; write 0, 90, 180 or 270'),
        ("a: {text: x, align: center}", 23, '"center" is not one of left, centre, right'),
        ("a: {text: x, line_height: 0}", 29, '"0" must be above 0'),
        ("a: {text: x, line_height: high}", 29, '"high" is not a number'),
        ("a: {text: x, colour: blu}", 24, '"blu" is not a colour'),
        ("a: {text: x, italic: maybe}", 24, '"maybe" is not yes or no'),
        ("a: {shape: rekt}", 14, '"rekt" is not one of rect, ellipse, diamond, polygon, star'),
        ("a: {shape: star, inner: 2}", 27, '"2" must lie between 0 and 1'),
        ("a: {shape: star, inner: x}", 27, '"x" is not a number'),
        ("a: {text: [x]}", 7, "text must be a text"),
        ("a: {text: }", 7, "text must be a text"),
        ("a: {group: x}", 14, '"x" is not a mapping'),
    ],
)
def test_a_wrong_value_of_an_element_is_said(tmp_path: Path, line: str, column: int, words: str) -> None:
    (found,) = faults(tmp_path, elements(line))
    assert said([found]) == [f"thing.yaml:3:{column} bad-value"]
    assert words in found.message


def test_a_misspelt_word_of_a_list_gets_the_nearest(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, elements("a: {text: x, align: center}"))
    assert found.hint == 'did you mean "centre"?'


@pytest.mark.parametrize("typed", ["1.2.3%", ".%"])
def test_a_wrong_percentage_is_said_in_plain_words(tmp_path: Path, typed: str) -> None:
    (found,) = faults(tmp_path, elements(f"a: {{text: x, width: {typed}}}"))
    assert said([found]) == ["thing.yaml:3:23 bad-value"]
    assert "float" not in found.message
    assert typed in found.message


@pytest.mark.parametrize(
    ("line", "column", "limit"),
    [
        ("a: {shape: star, corners: 2}", 29, "3"),
        ("a: {shape: star, corners: 61}", 29, "60"),
        ("a: {grid: {}, columns: 0}", 26, "1"),
    ],
)
def test_a_number_outside_its_limits_is_said_in_plain_words(
    tmp_path: Path, line: str, column: int, limit: str
) -> None:
    (found,) = faults(tmp_path, elements(line))
    assert said([found]) == [f"thing.yaml:3:{column} bad-value"]
    assert "Input should" not in found.message
    assert limit in found.message


@pytest.mark.parametrize(
    ("line", "place", "words"),
    [
        pytest.param("a: {txet: x}", "thing.yaml:3:3 bad-value", "one of the keys text, shape"),
        pytest.param("a: {}", "thing.yaml:3:3 bad-value", "one of the keys text, shape"),
        pytest.param("a: {text: x, icon: y}", "thing.yaml:3:3 bad-value", "not both text and icon"),
        ("a: hello", "thing.yaml:3:6 bad-value", "an element must be a mapping of keys to values"),
        ("a:", "thing.yaml:3:3 bad-value", "an element must be a mapping of keys to values"),
        ("a: [text]", "thing.yaml:3:3 bad-value", "an element must be a mapping of keys to values"),
        ("a: {row: {b: {txet: x}}}", "thing.yaml:3:13 bad-value", "an element needs one of the keys"),
    ],
)
def test_an_element_of_no_kind_or_of_two_is_said(tmp_path: Path, line: str, place: str, words: str) -> None:
    (found,) = faults(tmp_path, elements(line))
    assert said([found]) == [place]
    assert words in found.message


@pytest.mark.parametrize(
    ("line", "column", "words"),
    [
        (
            "a: {text: x, left: 1mm, right: 1mm, width: 3mm}",
            39,
            "left, right, width say more than a box needs",
        ),
        ("a: {text: x, top: 1mm, centre_y: 50%}", 26, "top, centre_y say more than a box needs"),
        ("a: {text: x, top: 1mm, bottom: 1mm, height: 1mm}", 39, "top, bottom, height say more than"),
        ("a: {text: x, right: 1mm, centre_x: 1mm, width: 1mm}", 28, "right, width, centre_x say more than"),
    ],
)
def test_a_box_with_too_many_edges_is_said(tmp_path: Path, line: str, column: int, words: str) -> None:
    (found,) = faults(tmp_path, elements(line))
    assert said([found]) == [f"thing.yaml:3:{column} box-overspecified"]
    assert words in found.message


def test_both_directions_of_a_box_are_checked(tmp_path: Path) -> None:
    line = "a: {group: {b: {text: x, left: 0, right: 0, width: 1mm, top: 0, bottom: 0, height: 1mm}}}"
    found = faults(tmp_path, elements(line))
    assert [one.code for one in found] == ["box-overspecified"] * 2
    assert "left, right, width, or centre_x and width" in found[0].message
    assert "top, bottom, height, or centre_y and height" in found[1].message


def test_two_edges_or_a_middle_and_a_size_are_enough(tmp_path: Path) -> None:
    lines = [
        "a: {text: x, left: 1mm, right: 1mm, top: 1mm, height: 5mm}",
        "b: {text: x, centre_x: 50%, width: 9mm, centre_y: 50%, height: 5mm}",
        "c: {text: x, right: 1mm, width: 9mm, centre_y: 50%}",
    ]
    assert faults(tmp_path, elements(*lines)) == []


STYLED = HEAD + "styles:\n  base: {size: 9pt, weight: bold, colour: red}\n  small: {style: base, size: 7pt}\n"


def test_a_style_takes_over_what_it_builds_on(tmp_path: Path) -> None:
    lines = "elements:\n  a: {text: x, style: small}\n  b: {text: x, style: small, colour: blue}\n"
    layout = layout_of(tmp_path, STYLED + lines)
    a, b = element(layout, "a"), element(layout, "b")
    assert (a.size, a.weight, a.colour) == ("7pt", "bold", "red")
    assert (b.size, b.weight, b.colour) == ("7pt", "bold", "blue")


def test_a_style_may_stand_before_the_one_it_builds_on(tmp_path: Path) -> None:
    text = HEAD + "styles:\n  b: {style: a}\n  a: {size: 7pt}\nelements:\n  x: {text: x, style: b}\n"
    assert element(layout_of(tmp_path, text), "x").size == "7pt"


def test_unknown_styles_get_the_nearest(tmp_path: Path) -> None:
    text = STYLED.replace("style: base", "style: baes") + (
        "elements:\n  a: {text: x, style: smal}\n  g: {group: {b: {text: x, style: q}}}\n"
    )
    found = faults(tmp_path, text)
    assert said(found) == [
        "thing.yaml:4:18 unknown-style",
        "thing.yaml:6:23 unknown-style",
        "thing.yaml:7:35 unknown-style",
    ]
    assert [one.hint for one in found] == [
        'did you mean "base"?',
        'did you mean "small"?',
        "known here: base, small",
    ]


@pytest.mark.parametrize(
    ("styles", "places"),
    [
        ("  s: {style: s}\n", ["thing.yaml:3:14 extends-loop"]),
        ("  s: {style: t}\n  t: {style: s}\n", ["thing.yaml:4:14 extends-loop"]),
    ],
)
def test_styles_that_build_on_themselves_are_said(tmp_path: Path, styles: str, places: list[str]) -> None:
    assert said(faults(tmp_path, f"{HEAD}styles:\n{styles}elements: {{}}\n")) == places


PARENT = (
    "size: tcg\nstyles:\n  s: {size: 7pt}\n  t: {size: 8pt}\n"
    "elements:\n  a: {text: parent a}\n  b: {text: parent b, style: s}\n"
)


def test_a_layout_takes_over_its_parents_and_replaces_by_name(tmp_path: Path) -> None:
    child = (
        "extends: base\nstyles:\n  s: {size: 9pt}\nelements:\n  c: {text: c, style: t}\n  a: {text: own a}\n"
    )
    layout = layout_of(tmp_path, child, **{BASE: PARENT})
    assert layout.size == (63 * MM, 88 * MM)
    assert names(layout.elements) == ["a", "b", "c"]
    assert [element(layout, name).text for name in "abc"] == ["own a", "parent b", "c"]
    assert (element(layout, "b").size, element(layout, "c").size) == ("9pt", "8pt")


def test_an_own_size_stands_over_the_parents(tmp_path: Path) -> None:
    layout = layout_of(tmp_path, "extends: base\nsize: 10mm x 20mm\n", **{BASE: PARENT})
    assert layout.size == (mm(10), mm(20))


def test_of_several_parents_the_later_wins(tmp_path: Path) -> None:
    other = "elements:\n  b: {text: other b}\n  d: {text: d}\n"
    layout = layout_of(
        tmp_path, "extends: [base, other]\n", **{BASE: PARENT, "layouts/demo/other.yaml": other}
    )
    assert names(layout.elements) == ["a", "b", "d"]
    assert element(layout, "b").text == "other b"


def test_parents_have_parents(tmp_path: Path) -> None:
    middle = "extends: base\nelements:\n  m: {text: m}\n"
    layout = layout_of(tmp_path, "extends: middle\n", **{BASE: PARENT, "layouts/demo/middle.yaml": middle})
    assert names(layout.elements) == ["a", "b", "m"]


def test_a_tilde_removes_what_the_parent_has(tmp_path: Path) -> None:
    child = "extends: base\nstyles:\n  t: ~\nelements:\n  a: ~\n"
    assert names(layout_of(tmp_path, child, **{BASE: PARENT}).elements) == ["b"]


def test_a_removed_style_is_gone(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, "extends: base\nstyles:\n  s: ~\n", **{BASE: PARENT})
    assert said([found]) == ["base.yaml:7:30 unknown-style"]


@pytest.mark.parametrize("part", ["elements", "styles"])
def test_removing_what_the_parent_does_not_have_is_said(tmp_path: Path, part: str) -> None:
    child = f"extends: base\n{part}:\n  aa: ~\n"
    (found,) = faults(tmp_path, child, **{BASE: PARENT})
    assert found.span is not None
    assert found.span[:3] == (FILE, 3, 3)


def test_a_layout_of_the_shared_folder_serves_all_games(tmp_path: Path) -> None:
    layout = layout_of(tmp_path, "extends: common\n", **{"layouts/shared/common.yaml": PARENT})
    assert names(layout.elements) == ["a", "b"]


def test_a_games_own_layout_comes_before_the_shared_one(tmp_path: Path) -> None:
    shared = PARENT.replace("parent", "shared")
    layout = layout_of(tmp_path, "extends: base\n", **{BASE: PARENT, "layouts/shared/base.yaml": shared})
    assert element(layout, "a").text == "parent a"


def test_faults_of_a_parent_are_said_in_its_own_file(tmp_path: Path) -> None:
    found = faults(tmp_path, "extends: base\n", **{BASE: PARENT.replace("style: s}", "style: s, turn: 1}")})
    assert said(found) == ["base.yaml:7:39 bad-value"]


@pytest.mark.parametrize(
    ("extends", "place", "path", "hint"),
    [
        ("qqqq", "thing.yaml:1:10", "layouts/demo/qqqq.yaml", "looked in"),
        ("[base, qqqq]", "thing.yaml:1:17", "layouts/demo/qqqq.yaml", "looked in"),
        ("bsae", "thing.yaml:1:10", "layouts/demo/bsae.yaml", 'did you mean "base.yaml"?'),
        (
            "Base",
            "thing.yaml:1:10",
            "layouts/demo/Base.yaml",
            '"base.yaml", which differs only in letter case',
        ),
    ],
)
def test_a_parent_that_is_not_there_is_said(
    tmp_path: Path, extends: str, place: str, path: str, hint: str
) -> None:
    (found,) = faults(tmp_path, f"extends: {extends}\n", **{BASE: PARENT})
    assert said([found]) == [f"{place} file-missing"]
    assert path in found.message
    assert hint in found.hint


@pytest.mark.parametrize(
    ("thing", "base", "place"),
    [
        ("extends: thing\n", PARENT, "thing.yaml:1:10"),
        ("extends: base\n", "extends: thing\n", "base.yaml:1:10"),
    ],
)
def test_layouts_that_inherit_in_a_circle_are_said(tmp_path: Path, thing: str, base: str, place: str) -> None:
    (found,) = faults(tmp_path, thing, **{BASE: base})
    assert said([found]) == [f"{place} extends-loop"]
    assert found.message.endswith("-> layouts/demo/thing.yaml")


def test_an_empty_extends_builds_on_nothing(tmp_path: Path) -> None:
    assert faults(tmp_path, "extends:\n" + elements("a: {text: x}")) == []


def test_an_extends_of_the_wrong_kind_is_said_once_at_its_place(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, "extends: {a: b}\n" + elements("a: {text: x}"))
    assert found.code == "bad-value"
    assert found.span is not None
    assert found.span.line == 1
    assert "extends" in found.message


def test_a_component_names_a_layout_that_is_there(tmp_path: Path) -> None:
    game = GAME.replace("layout: thing", "layout: Thing")
    (found,) = errors(make_project(tmp_path, {"cards/demo/game.yaml": game}))
    assert said([found]) == ["game.yaml:4:50 file-missing"]
    assert found.hint == 'there is "thing.yaml", which differs only in letter case'


@pytest.mark.parametrize("key", ["bleed", "safe"])
def test_a_rim_below_0_is_said_where_it_stands(tmp_path: Path, key: str) -> None:
    (found,) = faults(tmp_path, f"size: poker\n{key}: -2mm\nelements: {{}}\n")
    assert said([found]) == [f"thing.yaml:2:{len(key) + 3} bad-value"]
    assert found.message == f'{key}: "-2mm" must not be below 0'
