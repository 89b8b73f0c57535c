"""A playout of a match in its native library: the match goes there as numbers, and comes back as they then are."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from ctypes import CFUNCTYPE, PyDLL, byref, c_longlong, c_ulonglong, c_void_p, string_at
from threading import Lock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulekit.runtime.match import Ask, Match

MASK = (1 << 64) - 1
PLAYED, ENDED, FAILED, BROKEN = range(4)
"""How a playout comes out: so many choices were made; the game is over; a rule failed; Python has to play it."""
Rows = Callable[[int, int], Sequence[int]]
ROWS = CFUNCTYPE(c_void_p, c_longlong, c_longlong, c_longlong)
MOST = (1 << 63) - 1
_one_at_a_time: dict[str, Lock] = {}
"""Of each library, however often it was opened: it has one state."""


class NativePlayout:
    """Plays the matches of one set-up in its library.

    ``frames``: for each step what lies in its frames; ``streams``: where the numbers without a sign are; ``devices``: what
    each device of the set-up tells its functions in C.
    """

    def __init__(
        self, path: str, frames: Sequence[Sequence[str]], streams: Sequence[int], devices: Sequence[Rows | None]
    ) -> None:
        self.frames, self.streams, self._devices = frames, streams, devices
        self._rows: dict[tuple[int, int, int], array[int]] = {}
        self._c = PyDLL(path)  # keeps Python's lock; but a device may let others in
        self._busy = _one_at_a_time.setdefault(path, Lock())
        self._c.play.restype = self._c.failed_at.restype = c_longlong
        self._c.result.restype = self._c.ranking.restype = c_void_p
        self._answer = ROWS(self._row)

    def play(self, match: Match, chance: int, limit: int) -> int | None:
        """Makes choices at random until the game is over, ``limit`` at most; gives how many there were.

        ``chance``: where the stream of the choices stands. None, and the match as it was, when a rule failed, when the
        match is none that the library could have come to, or when another match is being played in it.
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
        self._c.rows(self._answer)  # of whoever plays now
        outcome = self._c.play(c_void_p(words.buffer_info()[0]), c_ulonglong(chance), c_longlong(limit), byref(made))
        if outcome in (FAILED, BROKEN):
            return None
        self._unpack(match)
        match.decided += made.value
        if outcome == ENDED:
            match.ending = self._ranking()
        return made.value

    def _row(self, device: int, a: int, b: int) -> int | None:
        """The address of a row for a device: how many numbers, and then the numbers. None where it has nothing to say."""
        key = device, a, b
        if key not in self._rows:
            tell = self._devices[device]
            if tell is None:
                return None
            found = tell(a, b)
            self._rows[key] = array("q", [len(found), *found])
        return self._rows[key].buffer_info()[0]

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
    def _unpack(self, match: Match) -> None:
        count = c_longlong()
        found = self._c.result(byref(count))
        words = array("q", string_at(found, 8 * count.value)).tolist()
        size = len(match.s)
        match.s[:] = words[:size]
        for k in self.streams:
            match.s[k] &= MASK
        at = size
        for cards in match.z:
            n = words[at]
            cards[:] = words[at + 1 : at + 1 + n]
            at += 1 + n
        stacks: list[list[tuple[Any, ...]]] = []
        at += 1
        for _ in range(words[at - 1]):
            n = words[at]
            stacks.append(self._stack(words[at + 1 : at + 1 + n]))
            at += 1 + n
        match.st[:] = stacks[0]
        stacks[0] = match.st
        match.forks = words[at]
        asks: list[Ask] = []
        at += 2
        for _ in range(words[at - 1]):
            player, question, stack, n = words[at : at + 4]
            asks.append((player, question, words[at + 4 : at + 4 + n], stacks[stack]))
            at += 4 + n
        match.asks[:] = asks
        if match.kept is not None:  # what was worked out before
            match.play_quickly()

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
