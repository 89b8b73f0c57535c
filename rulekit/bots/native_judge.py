"""Judges options in the native library: the twin of what :mod:`rulekit.bots.greedy` does in Python, with the same numbers."""

from __future__ import annotations

from contextlib import suppress
from ctypes import byref, c_longlong, c_ulonglong, c_void_p

from rulekit.bots.seat import Seat
from rulekit.plugins.devices import DeviceError
from rulekit.runtime.match import Match
from rulekit.runtime.native_library import ASKED, NativeLibrary


class NativeJudge:
    """One world in which a seat tries its options. Raises LeftToPython for one that the library could not have reached."""

    def __init__(self, library: NativeLibrary, seat: Seat, world: Match) -> None:
        self._library, self._index = library, seat.index
        self._world, self._tried = library.position(world), library.position(world)

    def advantage(self, value: int, chance: int, further: int) -> int | None:
        """:func:`rulekit.bots.greedy.after`; None for an option that is left to Python."""
        found = c_longlong()
        outcome = self._library.unlocked.judge(
            c_void_p(self._tried.area),
            c_void_p(self._world.area),
            c_longlong(self._index),
            c_longlong(value),
            c_ulonglong(chance),
            c_longlong(further),
            byref(found),
        )
        with suppress(DeviceError):  # Python comes to it again, and knows what it means
            self._library.raise_what_came_up()
        return found.value if outcome == ASKED else None
