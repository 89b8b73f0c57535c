"""Caches layouts on disk: a large board takes a second or two to lay out, with the same result every time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache as once
from pathlib import Path as File
from typing import Any

from attrs import asdict, evolve

from rulekit import cache
from rulekit.board.cells import Cell
from rulekit.board.geometry import Box, Point
from rulekit.board.layout import Layout, Spot
from rulekit.board.paths import Path
from rulekit.board.placement import lay_out
from rulekit.board.places import Board

Data = Mapping[str, Any]


def layout_of(board: Board, language: str = "en") -> Layout:
    """What :func:`rulekit.board.lay_out` gives, from the cache where it is there."""
    key = cache.key("layout", _own_files(), repr(board), language)
    found = cache.read(key)
    if found is not None:
        return _read(board, language, found)
    made = lay_out(board, language)
    cache.write(key, _written(made))
    return made


@once
def _own_files() -> str:
    """Changes with every change of the modules that lay out."""
    found = [(path.name, path.stat()) for path in sorted(File(__file__).parent.glob("*.py"))]
    return " ".join(f"{name}:{stat.st_size}:{stat.st_mtime_ns}" for name, stat in found)


def _written(layout: Layout) -> Data:
    spots = {key: {**asdict(spot), "place": None, "moved": spot.place.at} for key, spot in layout.spots.items()}
    return {
        "frame": asdict(layout.frame),
        "spots": spots,
        "paths": [asdict(path) for path in layout.paths],
        "land": layout.land,
        "water": layout.water,
        "cells": {key: asdict(cell) for key, cell in layout.cells.items()},
    }


def _read(board: Board, language: str, data: Data) -> Layout:
    spots = {key: _spot(board, key, found) for key, found in data["spots"].items()}
    paths = [
        Path(x["sorts"], x["a"], x["b"], _points(x["points"]), Box(**x["frame"])) for x in data["paths"]
    ]  # fmt: skip
    land, water = ([_points(corners) for corners in data[name]] for name in ("land", "water"))
    cells = {key: Cell(_points(x["corners"]), x["beyond"]) for key, x in data["cells"].items()}
    return Layout(board, language, Box(**data["frame"]), spots, paths, land, water, cells)


def _spot(board: Board, key: str, data: Data) -> Spot:
    boxes = {name: _box(data[name]) for name in ("mark", "number", "facts")}
    place = evolve(board.places[key], at=_point(data["moved"]))
    return Spot(place, _point(data["at"]), data["lines"], Box(**data["label"]), Box(**data["stack"]), **boxes)


def _box(data: Data | None) -> Box | None:
    return None if data is None else Box(**data)


def _point(pair: Sequence[float]) -> Point:
    return pair[0], pair[1]


def _points(pairs: Sequence[Sequence[float]]) -> list[Point]:
    return [_point(pair) for pair in pairs]
