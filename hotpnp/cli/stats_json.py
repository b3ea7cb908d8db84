"""Statistics for programs."""

from __future__ import annotations

from typing import Any

from hotpnp.expand.expect import Expectation
from hotpnp.expand.report import Report, Section
from hotpnp.expand.stats import Cells, Grid, Outlier


def report_json(found: Report) -> dict[str, Any]:
    """A report as one JSON object."""
    return {
        "game": found.game.name,
        "since": found.since or None,
        "expectations": [_expectation(one) for one in found.expectations],
        "components": [_section(section) for section in found.sections],
        "gone": found.gone,
    }


def _section(section: Section) -> dict[str, Any]:
    now, moved = section.now, section.moved
    told: dict[str, Any] = {
        "name": section.name,
        "title": section.title,
        "kind": section.kind,
        "cards": now.cards,
        "pieces": now.pieces,
        "tables": [_grid(grid, then, change) for grid, then, change in section.grids],
        "missing": [
            {"fields": [m.down, m.across], "occur": len(m.occurring), "apart": m.apart, "pairs": m.pairs}
            for m in now.missing
        ],
        "unused": {one.axis: one.labels for one in now.unused},
        "outliers": [_outlier(one) for one in now.outliers],
        "expectations": [_expectation(one) for one in section.expectations],
    }
    if moved is not None:
        told["moved"] = {
            "cards": moved.cards,
            "pieces": moved.pieces,
            "combinations": [
                {"fields": [m.down, m.across], "new": new, "gone": gone}
                for m, new, gone in zip(now.missing, moved.appeared, moved.vanished, strict=True)
            ],
            "outliers": {
                "new": [_outlier(one) for one in moved.new_outliers],
                "gone": [_outlier(one) for one in moved.old_outliers],
            },
        }
    return told


def _grid(grid: Grid, then: Grid | None, moved: Cells | None) -> dict[str, Any]:
    told: dict[str, Any] = {
        "kind": grid.kind,
        "title": grid.title,
        "down": grid.down,
        "across": grid.across,
        "rows": grid.rows,
        "columns": grid.columns,
        "cells": _inner(grid, grid.cells),
    }
    if grid.totals:
        *rows, last = grid.cells
        told["row_totals"] = [row[-1] for row in rows]
        told["column_totals"] = last[:-1]
        told["total"] = last[-1]
    if then is not None and moved is not None:
        told["then"] = _inner(grid, then.cells)
        told["moved"] = _inner(grid, moved)
    return told


def _inner(grid: Grid, cells: Cells) -> list[tuple[float | None, ...]]:
    """The cells without the totals."""
    return [row[: len(grid.columns)] for row in cells[: len(grid.rows)]]


def _outlier(one: Outlier) -> dict[str, Any]:
    return {
        "kind": one.kind,
        "field": one.axis,
        "value": one.label,
        "number": one.number,
        "fences": [one.low, one.high],
        "cards": one.cards,
    }


def _expectation(one: Expectation) -> dict[str, Any]:
    return {"of": one.source, "expected": one.text, "found": one.found, "holds": one.holds}
