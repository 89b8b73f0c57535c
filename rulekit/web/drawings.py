"""Drawn boards and the colours of players, kept by what they show: seats that see the same board share its drawing."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypeVar

from attrs import define, field

from rulekit.board import Board, Layout, read_position, svg
from rulekit.web import tables
from rulekit.web.parts import joined

T = TypeVar("T")
MOST_DRAWN, MOST_SIDES = 64, 2000


def board_key(view: Mapping[str, Any], board: Board) -> str:
    """Names what a view shows on a board: two views with the same key have the same drawing, but for its language."""
    wanted = {place.thing for place in board.places.values()}
    found = hashlib.sha256(repr(view["players"]).encode())
    for table in view["tables"]:
        if table["lies"] or any(row["key"] in wanted for row in table["rows"]):
            found.update(joined(table["rows"]))
    return found.hexdigest()[:20]


@define
class Drawings:
    """Safe to use from several threads; two that want the same at once may both make it."""

    _drawn: OrderedDict[Hashable, str] = field(init=False, factory=OrderedDict)
    _sides: OrderedDict[Hashable, list[tables.Json]] = field(init=False, factory=OrderedDict)
    _lock: Any = field(init=False, factory=threading.Lock)

    def svg(self, view: Mapping[str, Any], board: Board, lang: str, title: str, layout: Layout) -> str:
        """The board as it is in a view, as SVG."""
        key = (id(layout), title, board_key(view, board))
        draw = lambda: svg(board, lang, read_position(view, board), title, layout)  # noqa: E731
        return self._once(self._drawn, key, MOST_DRAWN, draw)

    def sides(self, view: Mapping[str, Any], board: Board | None, lang: str) -> list[tables.Json]:
        """The players in their order, see :func:`rulekit.web.tables.sides`."""
        if board is None:
            return tables.sides(view, None, None, lang)
        key = (id(board), lang, board_key(view, board))
        return self._once(
            self._sides, key, MOST_SIDES, lambda: tables.sides(view, board, read_position(view, board), lang)
        )

    def _once(self, kept: OrderedDict[Hashable, T], key: Hashable, most: int, make: Callable[[], T]) -> T:
        with self._lock:
            found = kept.get(key)
            if found is not None:
                kept.move_to_end(key)
                return found
        made = make()
        with self._lock:
            kept[key] = made
            while len(kept) > most:
                kept.popitem(last=False)
        return made
