"""Playouts in a native library through ctypes: a match is packed into numbers, played, and unpacked."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from ctypes import POINTER, PyDLL, byref, c_longlong, c_ulonglong, c_void_p, cast, pythonapi, string_at
from typing import TYPE_CHECKING, Any
from weakref import finalize

from rulekit.plugins.devices import DeviceError

if TYPE_CHECKING:
    from rulekit.runtime.protocols import MatchState

MASK = (1 << 64) - 1
PLAYED, ENDED, FAILED, BROKEN, WANTED = range(1, 6)
"""How a playout comes out: the rules came to their end; the game is over; a rule failed; Python has to play it; a device has to
be asked for numbers first. One that was interrupted raises what interrupted it."""
Rows = Callable[[int, int], Sequence[int]]
MOST = (1 << 63) - 1


class NativePlayout:
    """Plays the matches of one set-up in its library.

    ``frames``: for each step what lies in its frames; ``streams``: where the numbers without a sign are; ``devices``: what
    the devices of the set-up tell their functions in C, by the numbers of the devices.
    """

    def __init__(
        self, path: str, frames: Sequence[Sequence[str]], streams: Sequence[int], devices: Mapping[int, Rows]
    ) -> None:
        self.frames, self.streams, self._devices = frames, streams, devices
        self._c = PyDLL(path)  # keeps Python's lock, and raises what came up when Python was asked for signals
        self._free: list[int] = []
        """Work areas for matches, of which nobody plays one now."""
        self._c.match_new.restype = self._c.result.restype = self._c.ranking.restype = c_void_p
        self._c.play.restype = self._c.tell.restype = c_longlong
        self._c.wanted.restype = POINTER(c_longlong)
        self._c.heed(cast(pythonapi.PyErr_CheckSignals, c_void_p))
        finalize(self, _given_back, self._c, self._free)

    def play(self, match: MatchState, chance: int, limit: int) -> int | None:
        """Makes choices at random until the game is over, ``limit`` at most; gives how many there were.

        ``chance``: where the stream of the choices stands. None, and the match as it was, when a rule failed, when there
        would be more choices, or when the match is none that the library could have come to. Raises what a handler of
        signals raises, KeyboardInterrupt say, and what a device raises that is at fault; the match is as it was then, too.
        """
        try:
            words = array("q", self._packed(match))
        except (OverflowError, TypeError, ValueError, IndexError):  # numbers without end, or the save of somebody else
            return None
        area = self._free.pop() if self._free else self._c.match_new()
        if not area:
            return None
        try:
            return self._played(c_void_p(area), match, words, chance, min(limit, MOST))
        finally:
            self._free.append(area)

    def _played(self, area: c_void_p, match: MatchState, words: array[int], chance: int, limit: int) -> int | None:
        made = c_longlong()
        there, begins = c_void_p(words.buffer_info()[0]), c_ulonglong(chance)
        while (outcome := self._c.play(area, there, begins, c_longlong(limit), byref(made))) == WANTED:
            if not self._told(area):
                return None
        if outcome not in (PLAYED, ENDED):
            return None
        self._unpack(area, match, made.value, self._ranking(area) if outcome == ENDED else match.ending)
        return made.value

    def _told(self, area: c_void_p) -> bool:
        """Whether a device could be asked for the row that the library wants, and the library has it now."""
        device, a, b = self._c.wanted(area)[:3]
        try:
            found = self._devices[device](a, b)
            row = array("q", [len(found), *found])
        except (DeviceError, OverflowError):  # Python will come to it as well, and say so
            return False
        return bool(self._c.tell(area, c_void_p(row.buffer_info()[0])))

    # ------------------------------------------------------------ there
    def _packed(self, match: MatchState) -> list[int]:
        words = match.s[:]
        for k in self.streams:
            if words[k] > MASK >> 1:
                words[k] -= MASK + 1
        for cards in match.z:
            words.append(len(cards))
            words += cards
        stacks = [match.st]
        for ask in match.asks:
            if ask[3] is not match.st:
                stacks.append(ask[3])
        words.append(len(stacks))
        for stack in stacks:
            frames = self._frames(stack)
            words.append(len(frames))
            words += frames
        words.append(len(match.asks))
        others = 0
        for _, _, options, stack in match.asks:
            others += stack is not match.st
            words += (0 if stack is match.st else others, len(options), *options)
        return words

    def _frames(self, stack: Sequence[tuple[Any, ...]]) -> list[int]:
        words: list[int] = []
        for *slots, step in stack:
            if step < 0:
                raise IndexError(step)
            for value, sort in zip(slots, self.frames[step], strict=True):
                if sort == "list":
                    words += value
                    words.append(len(value))
                else:
                    words.append(value)
            words.append(step)
        return words

    # ------------------------------------------------------------ and back
    def _unpack(self, area: c_void_p, match: MatchState, made: int, ending: list[tuple[int, ...]] | None) -> None:
        """Nothing is open any more: a playout goes to the end."""
        count = c_longlong()
        found = self._c.result(area, byref(count))
        words = array("q", string_at(found, 8 * count.value)).tolist()
        at = len(match.s)
        numbers = words[:at]
        for k in self.streams:
            numbers[k] &= MASK
        piles: list[list[int]] = []
        for _ in match.z:
            n = words[at]
            piles.append(words[at + 1 : at + 1 + n])
            at += 1 + n
        if match.kept is not None:  # what was worked out before
            match.play_quickly()
        decided = match.decided + made  # and now no call any more, behind which an interrupt could come
        match.s[:], match.z[:], match.st[:], match.asks[:] = numbers, piles, (), ()
        match.forks, match.decided, match.ending = 0, decided, ending

    def _ranking(self, area: c_void_p) -> list[tuple[int, ...]]:
        count, width = c_longlong(), c_longlong()
        found = self._c.ranking(area, byref(count), byref(width))
        numbers = array("q", string_at(found, 8 * count.value)).tolist()
        return [tuple(numbers[k : k + width.value]) for k in range(0, count.value, width.value)]


def _given_back(library: Any, areas: list[int]) -> None:
    for area in areas:
        library.match_free(c_void_p(area))
