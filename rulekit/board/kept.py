"""Caches layouts on disk: a large board takes a second or two to lay out, with the same result every time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache as once
from pathlib import Path as File

from attrs import frozen

from rulekit import cache
from rulekit.board.cells import Cell
from rulekit.board.geometry import Box, Point
from rulekit.board.layout import BoardLayout, PlaceLayout
from rulekit.board.paths import Path
from rulekit.board.placement import lay_out
from rulekit.board.places import Board


@frozen
class _CachedLayout:
    """A layout in the cache."""

    frame: Box
    spots: Mapping[str, PlaceLayout]
    paths: Sequence[Path]
    land: Sequence[Sequence[Point]]
    water: Sequence[Sequence[Point]]
    cells: Mapping[str, Cell]


def layout_of(board: Board, language: str = "en") -> BoardLayout:
    """The layout of :func:`rulekit.board.lay_out`, from the cache if it is there."""
    key = cache.key("layout", _own_files(), repr(board), language)
    k = cache.stored(_CachedLayout, key)
    if k is None:
        made = lay_out(board, language)
        k = _CachedLayout(made.frame, made.spots, made.paths, made.land, made.water, made.cells)
        cache.store(key, k)
    return BoardLayout(board, language, k.frame, k.spots, k.paths, k.land, k.water, k.cells)


@once
def _own_files() -> str:
    """A fingerprint of the modules that compute layouts."""
    found = [(path.name, path.stat()) for path in sorted(File(__file__).parent.glob("*.py"))]
    return " ".join(f"{name}:{stat.st_size}:{stat.st_mtime_ns}" for name, stat in found)
