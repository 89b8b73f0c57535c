"""Drawn boards and the colours of players, kept by what they show: seats that see the same board share its drawing."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import TypeVar

from attrs import define, field

from rulekit.board import Board, BoardLayout, read_position, svg
from rulekit.runtime.view_json import EncodedView
from rulekit.web import tables
from rulekit.web.state import SideState

T = TypeVar("T")
MOST_DRAWN, MOST_SIDES = 64, 2000


def board_key(view: EncodedView, board: Board) -> str:
    """A key for what a view shows on a board: views with the same key have the same drawing, apart from its language."""
    wanted = {place.thing for place in board.places.values()}
    found = hashlib.sha256(repr(view.shown.players).encode())
    for table in view.tables:
        if table.shown.lies or any(row.key in wanted for row in table.shown.rows):
            found.update(table.digests)
    return found.hexdigest()[:20]


@define
class Drawings:
    """Safe to use from several threads; two that need the same drawing at once may both make it."""

    _drawn: OrderedDict[Hashable, str] = field(init=False, factory=OrderedDict)
    _sides: OrderedDict[Hashable, list[SideState]] = field(init=False, factory=OrderedDict)
    _lock: threading.Lock = field(init=False, factory=threading.Lock)

    def svg(self, view: EncodedView, board: Board, lang: str, title: str, layout: BoardLayout) -> str:
        """The board as it is in a view, as SVG."""
        key = (id(layout), title, board_key(view, board))
        draw = lambda: svg(board, lang, read_position(view.shown, board), title, layout)  # noqa: E731
        return self._once(self._drawn, key, MOST_DRAWN, draw)

    def sides(self, view: EncodedView, board: Board | None, lang: str) -> list[SideState]:
        """The players in their order, see :func:`rulekit.web.tables.sides`."""
        if board is None:
            return tables.sides(view.shown, None, None, lang)
        key = (id(board), lang, board_key(view, board))
        return self._once(
            self._sides,
            key,
            MOST_SIDES,
            lambda: tables.sides(view.shown, board, read_position(view.shown, board), lang),
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
