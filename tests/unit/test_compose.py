"""Scenes of cards: shapes, icons, turns, ends, clips, parts; and what two cards share."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import SQUARE, THINGS, diagnose, errors, make_project, said, scenes, svg

from hotpnp.diag import Diagnostic
from hotpnp.geometry import Rect
from hotpnp.scene.items import Group, Item, TextRun, fingerprint, flat, ink_box
from hotpnp.scene.items import Path as Drawn
from hotpnp.units import MM, PT

ONE = {"cards/demo/things.yaml": "cards:\n  - {id: card}\n"}
TWO_TONE = svg(
    '<rect width="24" height="12" fill="currentColor"/><circle cx="12" cy="18" r="6" fill="#00ff00"/>'
)
ICONS = {"layouts/demo/icons/square.svg": SQUARE, "layouts/demo/icons/two-tone.svg": TWO_TONE}


def project(tmp_path: Path, *lines: str, head: str = "size: 100mm x 60mm\n", **files: str | bytes) -> Path:
    """A card of 100 x 60 mm with these elements, from line 3 of its layout."""
    layout = f"{head}elements:\n" + "".join(f"  {line}\n" for line in lines)
    return make_project(tmp_path, {**ONE, **ICONS, "layouts/demo/thing.yaml": layout, **files})


def items(tmp_path: Path, *lines: str, head: str = "size: 100mm x 60mm\n") -> tuple[Item, ...]:
    return scenes(project(tmp_path, *lines, head=head))["card"].items


def faults(tmp_path: Path, *lines: str, **files: str | bytes) -> list[Diagnostic]:
    return errors(project(tmp_path, *lines, **files))


def path(found: tuple[Item, ...]) -> Drawn:
    """The only item, a path."""
    (item,) = found
    assert isinstance(item, Drawn)
    return item


def points(item: Item) -> list[tuple[float, float]]:
    """The ends of a path's steps in millimetres."""
    assert isinstance(item, Drawn)
    return [(command[-2] / MM, command[-1] / MM) for command in item.commands if command[0] != "Z"]


BOX = "left: 10mm, top: 10mm, width: 40mm, height: 20mm"


def test_a_rect_fills_its_box(tmp_path: Path) -> None:
    rect = path(items(tmp_path, f"a: {{shape: rect, fill: red, {BOX}}}"))
    assert points(rect) == [(10, 10), (50, 10), (50, 30), (10, 30)]
    assert rect.fill is not None
    assert (rect.fill.hex, rect.stroke) == ("#ff0000", None)


def test_round_corners_stay_in_the_box(tmp_path: Path) -> None:
    rect = path(items(tmp_path, f"a: {{shape: rect, fill: red, radius: 3mm, {BOX}}}"))
    assert ink_box(rect) == Rect(10 * MM, 10 * MM, 40 * MM, 20 * MM)
    assert points(rect)[0] == pytest.approx((13, 10))


def test_a_diamond_has_its_corners_at_the_middles_of_the_edges(tmp_path: Path) -> None:
    diamond = path(items(tmp_path, f"a: {{shape: diamond, fill: red, {BOX}}}"))
    assert points(diamond) == [(30, 10), (50, 20), (30, 30), (10, 20)]


def test_an_ellipse_touches_its_box(tmp_path: Path) -> None:
    ellipse = path(items(tmp_path, f"a: {{shape: ellipse, fill: red, {BOX}}}"))
    assert set(points(ellipse)) == {(50, 20), (30, 30), (10, 20), (30, 10)}


@pytest.mark.parametrize(
    ("keys", "count"),
    [
        ("shape: polygon", 5),
        ("shape: polygon, corners: 6", 6),
        ("shape: star", 10),
        ("shape: star, corners: 3", 6),
    ],
)
def test_polygons_and_stars_have_their_corners_the_first_at_the_top(
    tmp_path: Path, keys: str, count: int
) -> None:
    shape = path(items(tmp_path, f"a: {{{keys}, fill: red, {BOX}}}"))
    assert len(points(shape)) == count
    assert points(shape)[0] == pytest.approx((30, 10), abs=0.001)


def test_the_inner_radius_of_a_star_is_a_share_of_the_outer(tmp_path: Path) -> None:
    star = path(
        items(tmp_path, "a: {shape: star, corners: 4, inner: 0.25, fill: red, width: 40mm, height: 40mm}")
    )
    inner = points(star)[1::2]
    assert all(((x - 20) ** 2 + (y - 20) ** 2) ** 0.5 == pytest.approx(5, abs=0.001) for x, y in inner)


def test_a_stroke_is_centred_on_the_edge(tmp_path: Path) -> None:
    rect = path(items(tmp_path, f"a: {{shape: rect, stroke: '#0000ff', stroke_width: 2mm, {BOX}}}"))
    assert rect.fill is None
    assert rect.stroke is not None
    assert (rect.stroke.hex, rect.stroke_width) == ("#0000ff", 2 * MM)
    assert ink_box(rect) == Rect(9 * MM, 9 * MM, 42 * MM, 22 * MM)


@pytest.mark.parametrize("paint", ["", "fill: none", "fill: none, stroke: none"])
def test_a_shape_without_paint_draws_nothing(tmp_path: Path, paint: str) -> None:
    assert items(tmp_path, f"a: {{shape: rect, {paint}}}") == ()


@pytest.mark.parametrize("typed", ["'#14326E'", "14326e", "'#14326e'"])
def test_colours_are_read_in_any_form(tmp_path: Path, typed: str) -> None:
    fill = path(items(tmp_path, f"a: {{shape: rect, fill: {typed}}}")).fill
    assert fill is not None
    assert fill.hex == "#14326e"


@pytest.mark.parametrize(
    ("typed", "colour"), [("001122", "#001122"), ("123456", "#123456"), ("'#fa0'", "#ffaa00")]
)
def test_a_colour_is_never_read_as_a_number(tmp_path: Path, typed: str, colour: str) -> None:
    fill = path(items(tmp_path, f"a: {{shape: rect, fill: {typed}}}")).fill
    assert fill is not None
    assert fill.hex == colour


def test_an_icon_fills_its_box_in_the_middle_and_keeps_its_shape(tmp_path: Path) -> None:
    icon = path(items(tmp_path, f"a: {{icon: square, {BOX}}}"))
    assert ink_box(icon) == Rect(20 * MM, 10 * MM, 20 * MM, 20 * MM)


def test_an_icon_takes_the_colour_and_keeps_colours_of_its_own(tmp_path: Path) -> None:
    found = items(tmp_path, f"a: {{icon: two-tone, colour: '#804020', {BOX}}}")
    assert [item.fill.hex for item in found if isinstance(item, Drawn) and item.fill] == [
        "#804020",
        "#00ff00",
    ]
    assert ink_box(found[1]) == Rect(25 * MM, 20 * MM, 10 * MM, 10 * MM)


def test_the_box_of_an_icon_holds_its_outline(tmp_path: Path) -> None:
    outline, icon = items(tmp_path, f"a: {{icon: square, stroke: red, stroke_width: 1mm, {BOX}}}")
    assert isinstance(outline, Drawn)
    assert (outline.fill, outline.stroke.hex if outline.stroke else "") == (None, "#ff0000")
    assert ink_box(outline) == Rect(20 * MM, 10 * MM, 20 * MM, 20 * MM)
    assert ink_box(icon) == Rect(21 * MM, 11 * MM, 18 * MM, 18 * MM)


@pytest.mark.parametrize("width", ["1250", "20mm"])
def test_the_width_of_an_svg_does_not_change_its_size(tmp_path: Path, width: str) -> None:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{width}" viewBox="-40 -40 80 80">'
    )
    files = {"layouts/demo/icons/odd.svg": head + '<rect x="-40" y="-40" width="80" height="80"/></svg>'}
    made = scenes(project(tmp_path, "a: {icon: odd, width: 10mm, height: 10mm}", **files))
    assert ink_box(path(made["card"].items)) == Rect(0, 0, 10 * MM, 10 * MM)


def test_a_games_own_icon_comes_before_the_shared_one(tmp_path: Path) -> None:
    files = {"layouts/shared/icons/square.svg": TWO_TONE, "layouts/shared/icons/other.svg": TWO_TONE}
    made = scenes(project(tmp_path, "a: {icon: square}", "b: {icon: other}", **files))
    assert len(made["card"].items) == 1 + 2


@pytest.mark.parametrize(
    ("icon", "file", "code", "words"),
    [
        ("squire", "", "unknown-icon", 'there is no icon "squire"'),
        ("x", svg("<script>alert(1)</script>"), "unsafe-svg", "<script"),
        ("x", svg('<image href="http://a.b/c.png"/>'), "unsafe-svg", "<image"),
        ("x", svg('<use href="other.svg#a"/>'), "unsafe-svg", "href="),
        ("x", svg("<style>@import 'x.css';</style>"), "unsafe-svg", "@import"),
        ("x", svg('<rect fill="url(http://a.b)" width="1" height="1"/>'), "unsafe-svg", "url("),
        ("x", '<!DOCTYPE svg [<!ENTITY a "b">]>' + svg(""), "unsafe-svg", "<!ENTITY"),
        ("x", "<svg", "bad-svg", "cannot be read"),
        ("x", "", "bad-svg", "cannot be read"),
        ("x", svg("<text>x</text>"), "bad-svg", "which cannot be drawn"),
    ],
)
def test_an_icon_that_cannot_be_drawn_is_said(
    tmp_path: Path, icon: str, file: str, code: str, words: str
) -> None:
    (found,) = faults(
        tmp_path, f"a: {{icon: {icon}}}", **{f"layouts/demo/icons/{icon}.svg": file} if icon == "x" else {}
    )
    place = "thing.yaml:3:13" if code == "unknown-icon" else "x.svg"
    assert said([found]) == [f"{place} {code}"]
    assert words in found.message
    if code == "unknown-icon":
        assert found.hint == 'did you mean "square"?'


def test_a_wrong_value_of_a_card_is_said_with_the_card(tmp_path: Path) -> None:
    table = "fields:\n  colour: {}\ncards:\n  - {id: a, colour: red}\n  - {id: b, colour: redd}\n"
    files = {"cards/demo/things.yaml": table}
    (found,) = faults(tmp_path, 'a: {shape: rect, fill: "{colour}"}', **files)
    assert (found.code, found.card) == ("bad-value", "b")
    assert '"redd" is not a colour' in found.message


def test_unknown_icons_of_cards_are_said_at_their_values(tmp_path: Path) -> None:
    table = "fields:\n  icon: {}\ncards:\n  - {id: a, icon: squire}\n  - {id: b, icon: two-ton}\n"
    found = faults(tmp_path, 'a: {icon: "{icon}"}', **{"cards/demo/things.yaml": table})
    assert said(found) == ["things.yaml:4:19 unknown-icon", "things.yaml:5:19 unknown-icon"]


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_turned_element_stays_in_its_box(tmp_path: Path, turn: int) -> None:
    found = items(tmp_path, f"a: {{text: Some words to see, turn: {turn}, {BOX}}}")
    box = Rect(10 * MM, 10 * MM, 40 * MM, 20 * MM)
    assert found
    assert all(
        isinstance(item, TextRun) and item.turn == turn and box.contains(ink_box(item)) for item in found
    )


def test_a_turned_group_turns_all_inside(tmp_path: Path) -> None:
    inner = "b: {shape: rect, fill: red, width: 5mm, height: 10mm}"
    assert points(path(items(tmp_path, f"a: {{turn: 90, group: {{{inner}}}, {BOX}}}"))) == [
        (50, 10),
        (50, 15),
        (40, 15),
        (40, 10),
    ]


def test_a_rotated_element_is_turned_about_the_middle_of_its_box(tmp_path: Path) -> None:
    (found,) = items(tmp_path, f"a: {{shape: rect, fill: red, rotate: 30, {BOX}}}")
    assert isinstance(found, Group)
    assert found.matrix.apply(30 * MM, 20 * MM) == pytest.approx((30 * MM, 20 * MM))
    assert found.matrix.apply(31 * MM, 20 * MM) == pytest.approx(
        (30 * MM + 0.8660254 * MM, 20 * MM + 0.5 * MM), abs=1
    )


ENDS = """\
a:
    left: 10mm
    right: 20mm
    top: 5mm
    bottom: 15mm
    ends:
      bar: {shape: rect, fill: red, left: 5mm, width: 20mm, height: 6mm}
      star: {shape: star, fill: blue, width: 8mm, height: 8mm, top: 8mm}
      icon: {icon: two-tone, right: 3mm, width: 7mm, height: 7mm}
      word: {text: "Some **words** of text", size: 8pt, left: 30mm, width: 15mm, height: 12mm}
"""


def test_ends_draws_a_second_time_turned_by_180_degrees_about_the_middle(tmp_path: Path) -> None:
    found = items(tmp_path, ENDS)
    half = len(found) // 2
    cx, cy = (10 + 70 / 2) * MM, (5 + 40 / 2) * MM
    assert half >= 7
    for upright, turned in zip(found[:half], found[half:], strict=True):
        if isinstance(upright, TextRun):
            assert isinstance(turned, TextRun)
            assert turned == upright._replace(x=2 * cx - upright.x, y=2 * cy - upright.y, turn=180)
            continue
        assert isinstance(upright, Drawn)
        assert isinstance(turned, Drawn)
        assert (turned.fill, turned.stroke) == (upright.fill, upright.stroke)
        for one, other in zip(upright.commands, turned.commands, strict=True):
            assert other[0] == one[0]
            assert [*other[1::2]] == [2 * cx - x for x in one[1::2]]
            assert [*other[2::2]] == [2 * cy - y for y in one[2::2]]


def test_ends_inside_a_turned_group_still_read_from_both_sides(tmp_path: Path) -> None:
    inner = "ends: {w: {text: Word, height: 6mm, size: 8pt}}"
    found = items(tmp_path, f"a: {{turn: 90, group: {{b: {{{inner}}}}}, {BOX}}}")
    assert [item.turn for item in found if isinstance(item, TextRun)] == [90, 270]


def test_a_clip_holds_what_lies_in_it(tmp_path: Path) -> None:
    (found,) = items(tmp_path, f"a: {{clip: diamond, group: {{b: {{shape: rect, fill: red}}}}, {BOX}}}")
    assert isinstance(found, Group)
    assert [(x / MM, y / MM) for name, *xy in found.clip if name != "Z" for x, y in [xy]] == [
        (30, 10),
        (50, 20),
        (30, 30),
        (10, 20),
    ]
    assert len(list(flat([found]))) == 1


def test_elements_are_painted_in_the_order_of_the_file(tmp_path: Path) -> None:
    found = items(
        tmp_path,
        "b: {shape: rect, fill: red}",
        "a: {group: {c: {shape: rect, fill: lime}}}",
        "0: {shape: rect, fill: blue}",
    )
    assert [item.fill.hex for item in found if isinstance(item, Drawn) and item.fill] == [
        "#ff0000",
        "#00ff00",
        "#0000ff",
    ]


PART = """\
size: 100mm x 60mm
parts:
  badge:
    params: {colour: ~, width: 10mm}
    elements:
      ground: {shape: rect, fill: "{colour}", width: "{width}"}
"""


def test_a_part_is_drawn_with_its_parameters(tmp_path: Path) -> None:
    lines = [
        "a: {part: badge, with: {colour: red}}",
        "b: {part: badge, with: {colour: blue, width: 20mm}, left: 50mm}",
    ]
    one, two = items(tmp_path, *lines, head=PART)
    assert (ink_box(one), ink_box(two)) == (
        Rect(0, 0, 10 * MM, 60 * MM),
        Rect(50 * MM, 0, 20 * MM, 60 * MM),
    )


@pytest.mark.parametrize(
    ("line", "code", "words", "hint"),
    [
        ("a: {part: badeg}", "unknown-part", 'no part "badeg"', 'did you mean "badge"?'),
        ("a: {part: badge}", "missing-key", '"badge" needs a value for "colour"', ""),
        (
            "a: {part: badge, with: {colour: red, widht: 3mm}}",
            "unknown-key",
            'has no parameter "widht"',
            'did you mean "width"?',
        ),
    ],
)
def test_a_part_used_wrongly_is_said(tmp_path: Path, line: str, code: str, words: str, hint: str) -> None:
    (found,) = (one for one in errors(project(tmp_path, line, head=PART)) if one.code == code)
    assert words in found.message
    assert found.hint == hint
    assert found.span is not None
    assert found.span[:2] == ("layouts/demo/thing.yaml", 8)


def test_a_parameter_without_a_value_brings_no_other_fault_with_it(tmp_path: Path) -> None:
    assert [one.code for one in errors(project(tmp_path, "a: {part: badge}", head=PART))] == ["missing-key"]


def test_cards_with_the_same_values_share_the_parts_of_their_scenes(tmp_path: Path) -> None:
    table = "fields:\n  name: {}\ncards:\n  - {id: a, name: X}\n  - {id: b, name: Y}\n  - {id: c, name: X}\n"
    layout = ["g: {shape: rect, fill: white}", 'a: {text: "{name}", left: 9mm, top: 9mm}']
    made = scenes(project(tmp_path, *layout, **{"cards/demo/things.yaml": table}))
    a, b, c = (made[card].parts for card in "abc")
    assert a[0] is b[0] is c[0]
    assert a[1] is c[1]
    assert a[1] is not b[1]


def prints(tmp_path: Path, table: str, layout: str) -> dict[str, str]:
    files = {"cards/demo/things.yaml": table, "layouts/demo/thing.yaml": layout}
    return {card: fingerprint(scene) for card, scene in scenes(make_project(tmp_path, files)).items()}


LAYOUT = 'size: poker\nelements:\n  a: {text: "{name} {number}", left: 6mm, top: 6mm, size: 9pt}\n'


def test_cosmetic_edits_keep_the_fingerprints(tmp_path: Path) -> None:
    table = "# a note\n" + THINGS.replace(
        "{id: one, name: First, number: 1}", "{number: 1, name: 'First',   id: one}"
    )
    layout = "about: other words\n" + LAYOUT.replace(
        "  a: {text:", "  # note\n  b: {size: 9pt, text:"
    ).replace(", size: 9pt}", "}")
    assert prints(tmp_path / "a", THINGS, LAYOUT) == prints(tmp_path / "b", table, layout)


def test_an_edit_changes_the_fingerprints_of_the_cards_that_it_alters(tmp_path: Path) -> None:
    before = prints(tmp_path / "a", THINGS, LAYOUT)
    assert len(set(before.values())) == 3
    after = prints(tmp_path / "b", THINGS.replace("Second", "Other"), LAYOUT)
    assert {card for card in before if before[card] != after[card]} == {"two"}
    conditional = LAYOUT + "  b: {shape: rect, fill: red, when: number == 3, top: 50mm}\n"
    after = prints(tmp_path / "c", THINGS, conditional)
    assert {card for card in before if before[card] != after[card]} == {"three"}


@pytest.mark.parametrize(
    ("line", "code", "severity"),
    [
        ("a: {shape: rect, fill: red, left: -1mm}", "off-card", "error"),
        ("a: {text: Word, left: 1mm, top: 9mm, size: 9pt}", "outside-safe-zone", "warning"),
        ("a: {text: Word, left: 9mm, top: 9mm, colour: '#dddddd'}", "low-contrast", "warning"),
        ("a: {text: Word, left: 9mm, top: 9mm, when: 1 > 2}", "element-never-drawn", "warning"),
        ("a: {text: \"{''}\", left: 9mm, top: 9mm}", "empty-text", "warning"),
        ("a: {group: {b: {text: Word}, c: {text: Word}}, left: 9mm, top: 9mm}", "overlap", "warning"),
    ],
)
def test_what_may_be_meant_otherwise_is_said_and_can_be_silenced(
    tmp_path: Path, line: str, code: str, severity: str
) -> None:
    drawn = "z: {shape: rect, fill: white, layered: yes, top: 50mm}"
    (found,) = diagnose(project(tmp_path / "loud", line, drawn))
    assert (found.code, found.severity) == (code, severity)
    assert found.span is not None
    assert found.span[:2] == ("layouts/demo/thing.yaml", 3)
    key = "a: {silence: {" + code + ": it is meant so}, "
    assert diagnose(project(tmp_path / "quiet", line.replace("a: {", key, 1), drawn)) == []
    no_reason = line.replace("a: {", key.replace("it is meant so", "''"), 1)
    assert [one.code for one in diagnose(project(tmp_path / "empty", no_reason, drawn))] == ["bad-value"]


@pytest.mark.parametrize("keys", ["text: Word, when: 1 > 2", "text: \"{''}\""])
def test_what_one_game_does_not_use_of_a_shared_layout_is_not_told(tmp_path: Path, keys: str) -> None:
    layout = f"size: poker\nelements:\n  a: {{{keys}, left: 9mm}}\n  b: {{shape: rect, fill: red}}\n"
    common = {**ONE, "layouts/shared/common.yaml": layout}
    own = {**ONE, "layouts/demo/common.yaml": layout}
    thing = {"layouts/demo/thing.yaml": "extends: common\n"}
    assert len(diagnose(make_project(tmp_path / "own", {**own, **thing}))) == 1
    assert diagnose(make_project(tmp_path / "shared", {**common, **thing})) == []


@pytest.mark.parametrize(("where", "told"), [("number == 2", []), ("number == 9", ["element-never-drawn"])])
def test_what_one_layout_of_a_game_leaves_out_of_its_parent_is_no_fault(
    tmp_path: Path, where: str, told: list[str]
) -> None:
    """Of what two layouts inherit, only that which neither draws is said, once."""
    parent = f"size: poker\nelements:\n  a: {{text: '{{name}}', left: 9mm, top: 9mm, when: {where}}}\n"
    parent += "  b: {text: '{number}', left: 9mm, top: 20mm}\n"
    game = 'title: Demo\nversion: "1.0"\ncomponents:\n'
    game += "  things: {title: Things, table: things, layout: {by: number, 1: one, 2: two, 3: one}}\n"
    files = {
        "cards/demo/game.yaml": game,
        "layouts/demo/thing.yaml": None,
        "layouts/demo/parent.yaml": parent,
    }
    files |= {f"layouts/demo/{name}.yaml": "extends: parent\n" for name in ("one", "two")}
    found = diagnose(make_project(tmp_path, files))
    assert [one.code for one in found] == told
    assert all(one.span is not None and one.span[:2] == ("layouts/demo/parent.yaml", 3) for one in found)


def test_a_silence_of_nothing_is_said(tmp_path: Path) -> None:
    (found,) = diagnose(project(tmp_path, "a: {shape: rect, fill: red, silence: {overlap: once}}"))
    assert said([found]) == ["thing.yaml:3:31 silence-unused"]
    assert found.severity == "warning"


def test_only_warnings_can_be_silenced(tmp_path: Path) -> None:
    (found,) = errors(project(tmp_path, "a: {shape: rect, fill: red, silence: {ovrlap: once}}"))
    assert (found.code, found.hint) == ("unknown-value", 'did you mean "overlap"?')


def test_fields_that_nothing_uses_or_colour_alone_tells_are_said(tmp_path: Path) -> None:
    table = "fields:\n  team: {}\n  other: {}\n  quiet: {silence: {field-unused: for later}}\ncards:\n"
    table += "  - {id: a, team: red, other: x, quiet: y}\n"
    found = diagnose(
        project(tmp_path, 'a: {shape: rect, fill: "{team}"}', **{"cards/demo/things.yaml": table})
    )
    assert said(found) == ["things.yaml:2:3 colour-only", "things.yaml:3:3 field-unused"]


def test_a_misspelt_label_is_said_at_the_cards_value(tmp_path: Path) -> None:
    table = "fields:\n  name: {}\ncards:\n  - {id: a, name: Gain a Privelege}\n"
    table += "  - {id: b, name: Two Privileges}\n"
    game = 'title: T\nversion: "1"\nlabels: [Privilege]\ncomponents:\n'
    game += "  things: {title: T, table: things, layout: thing}\n"
    files = {"cards/demo/things.yaml": table, "cards/demo/game.yaml": game}
    (found,) = diagnose(project(tmp_path, 'a: {text: "{name}", left: 9mm, top: 9mm}', **files))
    assert said([found]) == ["things.yaml:4:19 misspelt-label"]
    assert '"Privelege" looks like a misspelling of "Privilege"' in found.message


def test_the_type_size_stands_in_points(tmp_path: Path) -> None:
    (run,) = items(tmp_path, "a: {text: Word, size: 0.5in, left: 9mm, top: 9mm}")
    assert isinstance(run, TextRun)
    assert run.size == 36 * PT
