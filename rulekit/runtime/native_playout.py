"""Playouts of matches in a library in C: a match goes there as numbers, and comes back as they then are."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from ctypes import POINTER, PyDLL, byref, c_longlong, c_ulonglong, c_void_p, cast, pythonapi, string_at
from threading import Lock
from typing import TYPE_CHECKING, Any

from rulekit.devices import DeviceError

if TYPE_CHECKING:
    from rulekit.runtime.match import Ask, Match

MASK = (1 << 64) - 1
PLAYED, ENDED, FAILED, BROKEN, WANTED = range(5)
"""How a playout comes out: so many choices were made; the game is over; a rule failed; Python has to play it; a device has to
be asked for numbers first. One that was interrupted raises what interrupted it."""
Rows = Callable[[int, int], Sequence[int]]
MOST = (1 << 63) - 1
_one_at_a_time: dict[str, Lock] = {}
"""Of each library, however often it was opened: it has one state."""


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
        self._busy = _one_at_a_time.setdefault(path, Lock())
        self._c.play.restype = self._c.tell.restype = c_longlong
        self._c.result.restype = self._c.ranking.restype = c_void_p
        self._c.wanted.restype = POINTER(c_longlong)
        self._c.heed(cast(pythonapi.PyErr_CheckSignals, c_void_p))

    def play(self, match: Match, chance: int, limit: int) -> int | None:
        """Makes choices at random until the game is over, ``limit`` at most; gives how many there were.

        ``chance``: where the stream of the choices stands. None, and the match as it was, when a rule failed, when the
        match is none that the library could have come to, or when another match is being played in it (a handler of signals
        may let others in). Raises what a handler of signals raises, KeyboardInterrupt say, and what a device raises that is
        at fault; the match is as it was then, too.
        """
        try:
            words = array("q", self._packed(match))
        except (OverflowError, TypeError, ValueError, IndexError):  # numbers without end, or the save of somebody else
            return None
        if not self._busy.acquire(blocking=False):
            return None
        try:
            return self._played(match, words, chance, min(limit, MOST))
        finally:
            self._busy.release()

    def _played(self, match: Match, words: array[int], chance: int, limit: int) -> int | None:
        made = c_longlong()
        there, begins = c_void_p(words.buffer_info()[0]), c_ulonglong(chance)
        while (outcome := self._c.play(there, begins, c_longlong(limit), byref(made))) == WANTED:
            if not self._told():
                return None
        if outcome not in (PLAYED, ENDED):
            return None
        self._unpack(match, made.value, self._ranking() if outcome == ENDED else match.ending)
        return made.value

    def _told(self) -> bool:
        """Whether a device could be asked for the row that the library wants, and the library has it now."""
        device, a, b = self._c.wanted()[:3]
        try:
            found = self._devices[device](a, b)
            row = array("q", [len(found), *found])
        except (DeviceError, OverflowError):  # Python will come to it as well, and say so
            return False
        return bool(self._c.tell(c_void_p(row.buffer_info()[0])))

    # ------------------------------------------------------------ there
    def _packed(self, match: Match) -> list[int]:
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
        words += (match.forks, len(match.asks))
        others = 0
        for player, question, options, stack in match.asks:
            others += stack is not match.st
            words += (player, question, 0 if stack is match.st else others, len(options), *options)
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
    def _unpack(self, match: Match, made: int, ending: list[tuple[int, ...]] | None) -> None:
        count = c_longlong()
        found = self._c.result(byref(count))
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
        stacks: list[list[tuple[Any, ...]]] = []
        at += 1
        for _ in range(words[at - 1]):
            n = words[at]
            stacks.append(self._stack(words[at + 1 : at + 1 + n]))
            at += 1 + n
        main, stacks[0] = stacks[0], match.st
        forks = words[at]
        asks: list[Ask] = []
        at += 2
        for _ in range(words[at - 1]):
            player, question, stack, n = words[at : at + 4]
            asks.append((player, question, words[at + 4 : at + 4 + n], stacks[stack]))
            at += 4 + n
        if match.kept is not None:  # what was worked out before
            match.play_quickly()
        decided = match.decided + made  # and now no call any more, behind which an interrupt could come
        match.s[:], match.z[:], match.st[:], match.asks[:] = numbers, piles, main, asks
        match.forks, match.decided, match.ending = forks, decided, ending

    def _stack(self, words: list[int]) -> list[tuple[Any, ...]]:
        frames: list[tuple[Any, ...]] = []
        while words:
            step = words.pop()
            slots: list[Any] = [step]
            for sort in reversed(self.frames[step]):
                if sort == "list":
                    n = words.pop()
                    slots.append(tuple(words[len(words) - n :]))
                    del words[len(words) - n :]
                else:
                    slots.append(bool(words.pop()) if sort == "bool" else words.pop())
            frames.append(tuple(slots[::-1]))
        return frames[::-1]

    def _ranking(self) -> list[tuple[int, ...]]:
        count, width = c_longlong(), c_longlong()
        found = self._c.ranking(byref(count), byref(width))
        numbers = array("q", string_at(found, 8 * count.value)).tolist()
        return [tuple(numbers[k : k + width.value]) for k in range(0, count.value, width.value)]
