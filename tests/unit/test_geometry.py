"""Shapes: rectangles, quarter turns, maps and paths."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hotpnp.geometry import (
    Affine,
    Insets,
    Point,
    Rect,
    Segment,
    Size,
    bounds,
    ellipse,
    map_command,
    polygon,
    rounded_rect,
    star_points,
    turn_into,
)

SIDES = st.integers(min_value=1, max_value=10**7)
PLACES = st.integers(min_value=-(10**7), max_value=10**7)
RECTS = st.builds(Rect, PLACES, PLACES, SIDES, SIDES)
TURNS = st.sampled_from([0, 90, 180, 270])


def corners(rect: Rect) -> set[tuple[float, float]]:
    return {(x, y) for x in (rect.x, rect.right) for y in (rect.y, rect.bottom)}


def test_a_rect_knows_its_edges_and_its_middle() -> None:
    rect = Rect(10, 20, 30, 41)
    assert (rect.right, rect.bottom, rect.size, rect.centre) == (40, 61, Size(30, 41), Point(25, 40))
    assert Size(30, 41).turned() == Size(41, 30)


def test_insets_move_each_edge_inward() -> None:
    assert Rect(0, 0, 100, 100).inset(Insets(left=1, right=2, top=3, bottom=4)) == Rect(1, 3, 97, 93)


@given(RECTS, st.integers(min_value=0, max_value=1000))
def test_growing_and_shrinking_back_gives_the_same_rect(rect: Rect, by: int) -> None:
    grown = rect.grown(by)
    assert grown.contains(rect)
    assert grown.grown(-by) == rect


@given(RECTS, PLACES, PLACES)
def test_moving_there_and_back_gives_the_same_rect(rect: Rect, dx: int, dy: int) -> None:
    assert rect.moved(dx, dy).moved(-dx, -dy) == rect


def test_neighbours_that_touch_do_not_overlap() -> None:
    rect = Rect(0, 0, 10, 10)
    assert not rect.overlaps(Rect(10, 0, 10, 10))
    assert not rect.overlaps(Rect(0, 10, 10, 10))
    assert rect.overlaps(Rect(9, 9, 10, 10))


@given(RECTS, RECTS)
def test_bounds_hold_every_rect_and_overlap_is_mutual(one: Rect, other: Rect) -> None:
    whole = bounds([one, other])
    assert whole.contains(one)
    assert whole.contains(other)
    assert one.overlaps(other) == other.overlaps(one)
    assert min(one.x, other.x) == whole.x
    assert max(one.bottom, other.bottom) == whole.bottom


@pytest.mark.parametrize(
    ("segment", "box"),
    [
        (Segment(5, 10, 5, 0, 4), Rect(3, 0, 4, 10)),
        (Segment(10, 5, 0, 5, 4), Rect(0, 3, 10, 4)),
        (Segment(0, 5, 10, 5), Rect(0, 5, 10, 0)),
    ],
)
def test_a_stroke_covers_half_its_weight_on_either_side(segment: Segment, box: Rect) -> None:
    assert segment.box == box


@given(SIDES, SIDES, PLACES, PLACES, TURNS)
def test_a_turned_rect_fills_a_target_of_its_size(
    width: int, height: int, x: int, y: int, degrees: int
) -> None:
    size = Size(width, height)
    target = Rect(x, y, *(size.turned() if degrees in (90, 270) else size))
    matrix = turn_into(size, target, degrees)
    assert {matrix.apply(*corner) for corner in corners(Rect(0, 0, *size))} == corners(target)


@pytest.mark.parametrize(
    ("degrees", "top_left_goes_to"), [(0, (0, 0)), (90, (20, 0)), (180, (10, 20)), (270, (0, 10))]
)
def test_turns_go_clockwise(degrees: int, top_left_goes_to: tuple[int, int]) -> None:
    target = Rect(0, 0, 10, 20) if degrees in (0, 180) else Rect(0, 0, 20, 10)
    assert turn_into(Size(10, 20), target, degrees).apply(0, 0) == top_left_goes_to


@given(SIDES, SIDES, TURNS, PLACES, PLACES)
def test_a_turn_and_its_opposite_come_back(width: int, height: int, degrees: int, x: int, y: int) -> None:
    size = Size(width, height)
    turned = size.turned() if degrees in (90, 270) else size
    there = turn_into(size, Rect(0, 0, *turned), degrees)
    back = turn_into(turned, Rect(0, 0, *size), 360 - degrees)
    assert there.then(back).apply(x, y) == (x, y)


def test_then_does_the_first_map_first() -> None:
    double, shift = Affine(a=2, d=2), Affine(e=10, f=0)
    assert double.then(shift).apply(1, 1) == (12, 2)
    assert shift.then(double).apply(1, 1) == (22, 2)


def test_a_path_step_is_mapped_point_by_point() -> None:
    assert map_command(("C", 1, 2, 3, 4, 5, 6), Affine(e=10, f=20)) == ("C", 11, 22, 13, 24, 15, 26)
    assert map_command(("Z",), Affine(e=10)) == ("Z",)


def test_a_polygon_is_closed() -> None:
    assert polygon([(0, 0), (1, 0), (1, 1)]) == [("M", 0, 0), ("L", 1, 0), ("L", 1, 1), ("Z",)]


def test_a_star_has_twice_as_many_points_as_corners_the_first_at_the_top() -> None:
    points = star_points(5, 0.5, 0, 0, 10, 10)
    assert len(points) == 10
    assert points[0] == pytest.approx((0, -10))
    assert [round(math.hypot(*point), 9) for point in points] == [10, 5] * 5


def test_a_regular_polygon_has_its_corners_on_the_ellipse() -> None:
    points = star_points(6, 1, 100, 200, 10, 20)
    assert len(points) == 6
    assert points[0] == pytest.approx((100, 180))
    for x, y in points:
        assert ((x - 100) / 10) ** 2 + ((y - 200) / 20) ** 2 == pytest.approx(1)


def test_a_rect_without_radius_has_four_corners() -> None:
    assert rounded_rect(0, 0, 20, 10, 0) == polygon([(0, 0), (20, 0), (20, 10), (0, 10)])


@pytest.mark.parametrize("radius", [1, 5, 100])
def test_a_round_rect_stays_within_its_sides(radius: int) -> None:
    commands = rounded_rect(0, 0, 20, 10, radius)
    xs = [number for command in commands for number in command[1::2]]
    ys = [number for command in commands for number in command[2::2]]
    assert (min(xs), max(xs), min(ys), max(ys)) == pytest.approx((0, 20, 0, 10))
    assert commands[0][1] == pytest.approx(min(radius, 5))


def test_an_ellipse_touches_its_box_at_four_points() -> None:
    commands = ellipse(10, 20, 10, 20)
    ends = {(command[-2], command[-1]) for command in commands if command[0] != "Z"}
    assert ends == {(20, 20), (10, 40), (0, 20), (10, 0)}
