"""Faces in little ink: what becomes white, outlined, dark or faint, and what stays as it is."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

import pytest
from PIL import Image as Raster

from hotpnp.assets.colour import BLACK, WHITE, Colour, Gradient, Solid, contrast
from hotpnp.assets.images import read_picture
from hotpnp.geometry import Affine, Command, Rect, Size, corner_rect, ellipse, rounded_rect
from hotpnp.scene.items import Group, Image, Inset, Item, Part, Path, Scene, TextRun, ink_box, placed_path
from hotpnp.scene.low_ink import FAINT, LINE, LowInk
from hotpnp.units import MM, PT, Length

CARD = Size(60 * MM, 90 * MM)
NAVY, GOLD, PALE = Colour(20, 30, 90), Colour(240, 200, 60), Colour(200, 210, 245)


def box(
    x: float, y: float, width: float, height: float, fill: Solid | Gradient | None, **more: object
) -> Path:
    """A rectangle in millimetres."""
    numbers = [round(value * MM) for value in (x, y, width, height)]
    return placed_path(rounded_rect(*numbers, 0), fill)._replace(**more)  # type: ignore[arg-type]


def dot(x: float, y: float, radius: float, fill: Solid) -> Path:
    """A disc in millimetres."""
    return placed_path(ellipse(x * MM, y * MM, radius * MM, radius * MM), fill)


def run(text: str, x: float, y: float, colour: Solid, **more: object) -> TextRun:
    """Letters of 10 pt that start at a point in millimetres."""
    width = 5 * PT * len(text)
    made = TextRun(text, "f", "bold", False, 10 * PT, colour, round(x * MM), round(y * MM), 0, width)
    return made._replace(**more)  # type: ignore[arg-type]


def scene(*items: Item, size: Size = CARD) -> Scene:
    return Scene(size, (Part(tuple(items)),))


def drawn(*items: Item) -> list[Item]:
    return list(LowInk().scene(scene(*items)).items)


def art(pixels: int = 4) -> Image:
    """A picture without its place."""
    stream = BytesIO()
    Raster.new("RGB", (pixels, pixels), "navy").save(stream, "PNG")
    return Image(read_picture(stream.getvalue()), Affine())


def placed(image: Image, x: float, y: float, width: float, height: float) -> Image:
    return image._replace(matrix=Affine(width * MM, 0, 0, height * MM, x * MM, y * MM))


def test_a_ground_becomes_white_and_its_pale_letters_black() -> None:
    ground, title, body = drawn(
        box(-3, -3, 66, 96, NAVY), run("Title", 5, 10, WHITE), run("Body", 5, 20, PALE)
    )
    assert ground == box(-3, -3, 66, 96, WHITE)
    assert title == run("Title", 5, 10, BLACK)
    assert isinstance(body, TextRun)
    assert contrast(body.colour, WHITE) >= 4.5
    assert body == run("Body", 5, 20, body.colour)


def test_a_larger_shape_becomes_an_outline_in_its_colour() -> None:
    (shape,) = drawn(box(5, 5, 30, 20, NAVY))
    assert shape == box(5, 5, 30, 20, WHITE, stroke=NAVY, stroke_width=LINE)
    assert LINE == PT // 2


def test_a_pale_shape_gets_an_outline_that_is_seen() -> None:
    (shape,) = drawn(box(5, 5, 30, 20, GOLD))
    assert isinstance(shape, Path)
    assert shape.stroke is not None
    assert contrast(shape.stroke, WHITE) >= 3
    red, green, blue = shape.stroke.rgb
    assert red > green > blue


def test_a_gradient_gets_an_outline_in_its_darkest_colour() -> None:
    (shape,) = drawn(box(5, 5, 30, 20, Gradient(90, (GOLD, NAVY, PALE))))
    assert shape == box(5, 5, 30, 20, WHITE, stroke=NAVY, stroke_width=LINE)


def test_an_outline_of_its_own_stays() -> None:
    own = box(5, 5, 30, 20, GOLD, stroke=NAVY, stroke_width=2 * PT)
    assert drawn(own) == [own._replace(fill=WHITE)]


def test_white_on_white_gets_no_outline() -> None:
    panel = box(5, 5, 30, 20, WHITE)
    assert drawn(panel) == [panel]


def test_a_white_panel_on_a_dark_ground_is_outlined() -> None:
    _, panel = drawn(box(0, 0, 60, 90, NAVY), box(5, 5, 30, 20, WHITE))
    assert panel == box(5, 5, 30, 20, WHITE, stroke=BLACK, stroke_width=LINE)


def test_a_small_dark_shape_stays_with_the_pale_letter_on_it() -> None:
    items: list[Item] = [dot(20, 20, 2, NAVY), run("3", 19.2, 21.3, WHITE)]
    assert drawn(*items) == items


def test_a_small_dark_shape_on_a_dark_ground_comes_to_light() -> None:
    """Nobody could see it before; on white it is as dark as it was."""
    _, shape = drawn(box(0, 0, 60, 90, NAVY), dot(20, 20, 2, BLACK))
    assert shape == dot(20, 20, 2, BLACK)


def test_a_small_pale_shape_on_a_dark_ground_is_outlined_with_the_dark_letter_on_it() -> None:
    _, shape, letter = drawn(box(0, 0, 60, 90, NAVY), dot(20, 20, 2, WHITE), run("3", 19.2, 21.3, NAVY))
    assert shape == dot(20, 20, 2, WHITE)._replace(stroke=BLACK, stroke_width=LINE)
    assert letter == run("3", 19.2, 21.3, NAVY)


def test_a_long_thin_bar_stays() -> None:
    bar = box(5, 40, 50, 0.8, NAVY)
    assert drawn(bar) == [bar]


def test_a_path_of_small_pieces_stays_as_a_qr_code_must() -> None:
    commands: list[Command] = []
    for x in range(20):
        for y in range(20):
            commands += corner_rect(Rect(x * 2 * MM, y * 2 * MM, MM, MM), (0, 0, 0, 0))
    code = placed_path(commands, BLACK)
    assert ink_box(code).width > 30 * MM
    assert drawn(code) == [code]


def test_faint_letters_on_white_stay_faint() -> None:
    watermark = run("DRAFT", 5, 50, Colour(225, 225, 225))
    assert drawn(watermark) == [watermark]


def test_letters_in_a_hole_of_a_dark_frame_stand_on_what_is_beneath() -> None:
    """The frame's box holds them, the frame does not."""
    frame = placed_path(
        [*rounded_rect(0, 0, *CARD, 0), *rounded_rect(5 * MM, 5 * MM, 50 * MM, 80 * MM, 0)], NAVY
    )
    frame = frame._replace(even_odd=True)
    ring, letters = drawn(frame, run("grey", 20, 40, Colour(190, 190, 190)))
    assert ring == frame._replace(fill=WHITE, stroke=NAVY, stroke_width=LINE)
    assert letters == run("grey", 20, 40, Colour(190, 190, 190))


def test_pictures_are_faint_and_letters_on_them_dark() -> None:
    picture = placed(art(), 0, 0, 60, 45)
    image, letters = drawn(picture, run("Dusk", 5, 20, WHITE))
    assert image == picture._replace(opacity=FAINT)
    assert letters == run("Dusk", 5, 20, BLACK)


def test_a_picture_that_is_half_seen_through_becomes_fainter_still() -> None:
    (image,) = drawn(placed(art(), 0, 0, 60, 45)._replace(opacity=0.5))
    assert isinstance(image, Image)
    assert image.opacity == pytest.approx(0.5 * FAINT)


def test_a_small_picture_is_an_icon_and_stays_with_what_is_written_on_it() -> None:
    items: list[Item] = [placed(art(), 5, 5, 9, 9), run("2", 8, 10, WHITE)]
    assert drawn(*items) == items


def test_a_dark_veil_over_a_picture_becomes_a_white_one() -> None:
    picture, veil, letters = drawn(
        placed(art(), 0, 0, 60, 90),
        box(5, 60, 50, 20, BLACK, opacity=0.7),
        run("Text", 10, 70, WHITE),
    )
    assert veil == box(5, 60, 50, 20, WHITE, opacity=0.7, stroke=BLACK, stroke_width=LINE)
    assert letters == run("Text", 10, 70, BLACK)
    assert isinstance(picture, Image)


def test_a_broad_line_becomes_its_two_edges() -> None:
    line = Path((("M", 0, 9 * MM), ("L", 60 * MM, 9 * MM)), None, NAVY, 3 * MM)
    assert drawn(line) == [line, line._replace(stroke=WHITE, stroke_width=3 * MM - 2 * LINE)]
    thin = line._replace(stroke_width=PT)
    assert drawn(thin) == [thin]


def test_a_pale_line_on_a_dark_ground_becomes_dark() -> None:
    _, line = drawn(
        box(0, 0, 60, 90, NAVY), Path((("M", 0, 9 * MM), ("L", 60 * MM, 9 * MM)), None, WHITE, PT)
    )
    assert isinstance(line, Path)
    assert line.stroke == BLACK


def test_outlined_letters_keep_their_white_where_the_outline_shows_them() -> None:
    ground = box(0, 0, 60, 90, Colour(0, 130, 60))
    letters = run("Go", 5, 20, WHITE, stroke=BLACK, stroke_width=PT)
    assert drawn(ground, letters)[1] == letters
    pale = run("Go", 5, 20, WHITE, stroke=PALE, stroke_width=PT)
    assert drawn(ground, pale)[1] == pale._replace(colour=BLACK, stroke=BLACK)


def test_a_fill_that_a_clip_cuts_is_outlined_by_the_clip() -> None:
    clip = tuple(rounded_rect(10 * MM, 10 * MM, 20 * MM, 20 * MM, 3 * MM))
    group, edge = drawn(Group((box(0, 0, 60, 90, NAVY), run("in", 15, 20, WHITE)), clip))
    assert edge == Path(clip, None, NAVY, LINE)
    assert isinstance(group, Group)
    assert group.items[1] == run("in", 15, 20, BLACK)


def test_a_clip_covers_nothing_outside_itself() -> None:
    clip = tuple(rounded_rect(0, 0, 20 * MM, 20 * MM, 0))
    letters = run("out", 35, 50, Colour(200, 200, 200))
    assert drawn(Group((box(0, 0, 60, 90, NAVY),), clip), letters)[-1] == letters


def test_a_turned_group_covers_where_it_lies() -> None:
    """A bar that a quarter turn about the card's middle brings upright."""
    turn = Affine.rotation(90, CARD.width / 2, CARD.height / 2)
    bar = Group((box(0, 40, 60, 10, NAVY),), (), turn)
    _, inside, outside = drawn(bar, run("l", 29, 20, WHITE), run("l", 5, 46, Colour(200, 200, 200)))
    assert inside == run("l", 29, 20, BLACK)
    assert outside == run("l", 5, 46, Colour(200, 200, 200))


def test_a_card_in_a_document_is_drawn_in_little_ink_too() -> None:
    card = scene(box(0, 0, 60, 90, NAVY), run("A", 5, 10, WHITE))
    low = LowInk()
    page = low.scene(scene(Inset(card, Affine()), size=Size(200 * MM, 200 * MM)))
    (inset,) = page.items
    assert isinstance(inset, Inset)
    assert inset.scene is low.scene(card)
    assert inset.scene.items[1] == run("A", 5, 10, BLACK)


def test_size_bleed_and_shared_parts_stay() -> None:
    shared = Part((box(0, 0, 60, 90, NAVY),))
    scenes = [Scene(CARD, (shared, Part((run(t, 5, 10, WHITE),))), 3 * MM, 4 * MM) for t in "ab"]
    low = LowInk()
    one, other = (low.scene(each) for each in scenes)
    assert (one.size, one.bleed, one.safe) == (CARD, 3 * MM, 4 * MM)
    assert one.parts[0] is other.parts[0]
    assert one.parts[1] is not other.parts[1]


def _places(items: Sequence[Item]) -> list[tuple[str, Length, Length]]:
    return [(item.text, item.x, item.y) for item in items if isinstance(item, TextRun)]


def test_the_order_of_painting_and_all_places_stay() -> None:
    items = [box(0, 0, 60, 90, NAVY), run("a", 5, 5, WHITE), box(9, 9, 30, 30, GOLD), run("b", 12, 20, BLACK)]
    found = drawn(*items)
    assert [type(item) for item in found] == [type(item) for item in items]
    assert _places(found) == _places(items)
