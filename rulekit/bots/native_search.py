"""The search of :mod:`rulekit.bots.search` in the native library: trees, worlds and playouts, without Python's lock.

With the same seat it deals the same worlds, draws the same chance and learns the same numbers.
"""

from __future__ import annotations

from array import array
from ctypes import Structure, byref, c_double, c_longlong, c_ulonglong, c_void_p
from struct import pack, unpack
from weakref import finalize

from rulekit.bots import search
from rulekit.bots.budget import Budget
from rulekit.bots.search import Edge, TreeNode
from rulekit.bots.seat import Seat
from rulekit.runtime.compiled import Compiled
from rulekit.runtime.native_library import ASKED, LeftToPython, NativeLibrary, NativePosition

CHUNK = 32
"""Iterations between two looks at the clock, and at signals"""


class SearchPlan(Structure):
    """``PLAN`` in ``emit/c/search.c``"""

    _fields_ = (
        *((name, c_double) for name in ("explore", "widening", "trust")),
        *((name, c_longlong) for name in ("wide", "deepest", "codes")),
        *((name, c_void_p) for name in ("where", "faces", "sight")),
    )


class NativeSearch:
    """Raises LeftToPython for a decision of a match that the library cannot reach."""

    def __init__(self, seat: Seat, library: NativeLibrary) -> None:
        self.seat, self.done = seat, 0
        self._library, self._index = library, seat.index
        self._worlds: list[NativePosition] = []
        self._scratch = library.position(seat.match)  # each iteration plays here
        self._tables = _tables(seat.match.compiled)
        where, faces, sight, codes = self._tables
        plan = SearchPlan(
            search.EXPLORE,
            search.WIDENING,
            search.TRUST,
            search.WIDE,
            search.DEEPEST,
            codes,
            *(table.buffer_info()[0] for table in (where, faces, sight)),
        )
        c = library.unlocked
        c.search_new.restype = c_void_p
        c.search.restype = c.search_node.restype = c_longlong
        dice = c_ulonglong(seat.rng.getrandbits(64))
        found = c.search_new(c_void_p(self._scratch.area), byref(plan), dice)
        if not found:
            raise LeftToPython
        self._search = c_void_p(found)
        finalize(self, c.search_free, self._search)

    def run(self, budget: Budget) -> None:
        """Plays until the budget is spent. Raises LeftToPython where there is no memory left, and what a device raises that
        is at fault."""
        clock = budget.clock()
        while clock.left(self.done):
            if len(self._worlds) < search.WORLDS:
                world = self.seat.determinised(self.seat.rng.getrandbits(64))
                self._worlds.append(self._library.position(world))
                self._iterate(again=False, times=1)
            else:
                self._iterate(again=True, times=min(CHUNK, budget.playouts - self.done))

    def _iterate(self, again: bool, times: int) -> None:
        worlds = array("q", [world.area for world in self._worlds])
        outcome = self._library.unlocked.search(
            self._search,
            c_void_p(worlds.buffer_info()[0]),
            *map(c_longlong, (len(worlds), self._index, again, times)),
        )
        self._library.raise_what_came_up()
        if outcome != ASKED:
            raise LeftToPython
        self.done += times

    def node(self, key: int) -> TreeNode | None:
        """What is known at a node (:func:`rulekit.bots.search.child_key`)."""
        if self._library.unlocked.search_node(self._search, c_ulonglong(key)) != ASKED:
            return None
        question, visits, *rest = self._library.numbers(self._scratch.area)
        edges = {}
        for k in range(0, len(rest), 4):
            value, tried, available, total = rest[k : k + 4]
            edges[value] = Edge(tried, available, unpack("d", pack("q", total))[0])
        return TreeNode(question, visits, edges)


Tables = tuple["array[int]", "array[int]", "array[int]", int]


def _tables(compiled: Compiled) -> Tables:
    """(for each question where things of its kind are written down, whether they are turned up, for each seat and place what
    is read there, number of places)"""
    image = compiled.image
    kinds = [ask.sort.kind for ask in image.asks]
    where = array("q", [image.where.get(kind, -1) for kind in kinds])
    faces = array("q", [image.faces.get(kind, -1) for kind in kinds])
    codes = len(image.z) + len(image.s)
    sight = array("q", [x for name in image.seats for x in compiled.sight(name).table(codes)])
    return where, faces, sight, codes
