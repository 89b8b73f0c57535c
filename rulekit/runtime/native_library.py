"""A native library through ctypes: positions that can be copied, queried and answered, and playouts.

The library has a work area for each match that is played in it, and no state of its own, so several threads can play in it.
What it cannot carry out (a rule that fails, numbers beyond 64 bits, an end of patience) is left to Python, which then says
what is wrong.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from ctypes import CDLL, CFUNCTYPE, PyDLL, byref, c_longlong, c_ulonglong, c_void_p, cast, pythonapi, string_at
from itertools import repeat
from typing import TYPE_CHECKING
from weakref import finalize

from rulekit.plugins.devices import DeviceError
from rulekit.runtime.flat_state import StateCodec
from rulekit.runtime.outcome import Outcome
from rulekit.runtime.random_answers import Choice

if TYPE_CHECKING:
    from rulekit.image import Image
    from rulekit.runtime.protocols import MatchState

ASKED, ENDED, FAILED, BROKEN = range(1, 5)
"""How it comes out: somebody is asked, or the rules are at their end; the game is over; a rule failed; Python has to go on.
What is interrupted raises what interrupted it."""
Rows = Callable[[int, int], Sequence[int]]
Ask = tuple[int, int, tuple[int, ...]]
"""(player from 0, number of the question, options)"""
MOST = (1 << 63) - 1
ASKS_DEVICE = CFUNCTYPE(c_void_p, c_longlong, c_longlong, c_longlong)
CHUNK = 64
"""Games that are played by one call, before a signal is heard"""


class LeftToPython(Exception):
    """The library cannot carry this out; Python can, or says why not."""


class NativeLibrary:
    """Plays matches of one set-up. ``devices``: what the devices tell their functions in C, by their numbers."""

    def __init__(self, path: str, packing: StateCodec, devices: Mapping[int, Rows]) -> None:
        self.packing, self._devices = packing, devices
        self._rows: dict[tuple[int, int, int], array[int]] = {}
        self._raised: BaseException | None = None
        self._asks_device = ASKS_DEVICE(self._row_of_device)
        self._c = PyDLL(path)  # keeps Python's lock, and raises what came up when Python was asked for signals
        self.unlocked = CDLL(path)
        """The same, called without Python's lock: no signal is heard meanwhile"""
        self._free: list[int] = []
        """Work areas that nobody uses now."""
        for name in ("match_new", "result", "ranking", "question"):
            getattr(self._c, name).restype = c_void_p
        for name in ("put", "copy", "answer_one", "apply", "count", "play", "numbers", "made", "asked", "leaves"):
            getattr(self._c, name).restype = c_longlong
        for name in ("play_games", "playouts"):
            getattr(self.unlocked, name).restype = c_longlong
        self._c.heed(cast(pythonapi.PyErr_CheckSignals, c_void_p))
        finalize(self, _given_back, self._c, self._free)

    # ------------------------------------------------------------ playouts
    def play(self, match: MatchState, chance: int, limit: int) -> int | None:
        """Makes choices at random until the game is over, ``limit`` at most; gives how many there were.

        ``chance``: where the stream of the choices stands. None, and the match as it was, when a rule failed, when there
        would be more choices, or when the match is none that the library could have reached. Raises what a handler of
        signals raises, KeyboardInterrupt say, and what a device raises that is at fault; the match is as it was then, too.
        """
        try:
            position = self.position(match)
            made = position.play(chance, limit)
        except LeftToPython:
            return None
        state = position.state(len(match.s), len(match.z))
        decided = match.decided + made  # and now no call any more, behind which an interrupt could come
        match.s[:], match.z[:], match.st[:], match.asks[:] = *state, (), ()
        match.forks, match.decided, match.ending = 0, decided, position.ending
        return made

    def games(
        self, image: Image, first: int, count: int, limit: int, recorded: bool = False
    ) -> Iterator[Outcome | None]:
        """Games from their beginning, with the seeds ``first``, ``first + 1``, ..., each as bots ``random`` at all seats play it.
        None for one that is left to Python. ``recorded``: with all choices. Other threads go on meanwhile."""
        words = self._row(self.packing.first(image))
        yield from self.outcomes(self.unlocked.play_games, _where(words), first, count, limit, c_longlong(recorded))

    def outcomes(
        self, play: Callable[..., int], begins: c_void_p, first: int, count: int, limit: int, *more: c_longlong
    ) -> Iterator[Outcome | None]:
        """What a function of the library that plays many games tells of them; ``more``: what it is given besides."""
        area = self._area()
        try:
            done = 0
            while done < count:
                most = min(CHUNK, count - done)
                seed = c_ulonglong((first + done) & (1 << 64) - 1)
                given = (seed, c_longlong(most), c_longlong(min(limit, MOST)), *more)
                played = play(c_void_p(area), begins, *given)
                yield from _told(self.numbers(area).tolist(), played)
                done += played
                self.raise_what_came_up()
                if played < most:
                    raise MemoryError(self.packing)
        finally:
            self._free.append(area)

    # ------------------------------------------------------------ positions
    def position(self, match: MatchState) -> NativePosition:
        """Raises LeftToPython for a match that the library could not have reached."""
        try:
            words = self._row(self.packing.packed(match))
        except (OverflowError, TypeError, ValueError, IndexError):  # numbers without end, or the save of somebody else
            raise LeftToPython from None
        made = NativePosition(self)
        made.call("put", _where(words), c_longlong(1))
        made.ending = match.ending
        return made

    def _row(self, words: Sequence[int]) -> array[int]:
        return array("q", words)

    def _area(self) -> int:
        area = self._free.pop() if self._free else self._c.match_new(self._asks_device)
        if not area:
            raise LeftToPython
        return int(area)

    def _row_of_device(self, device: int, a: int, b: int) -> int | None:
        """Called by the library: where a row of numbers is, its length first; None (and later what came up) without one."""
        try:
            found = self._devices[device](a, b)
            row = self._rows[device, a, b] = array("q", [len(found), *found])
        except (DeviceError, OverflowError, LookupError):  # Python will raise it as well
            return None
        except BaseException as raised:  # nothing may be raised through the library
            self._raised = raised
            return None
        return row.buffer_info()[0]

    def raise_what_came_up(self) -> None:
        """Raises the exception of a device."""
        raised, self._raised = self._raised, None
        if raised is not None:
            raise raised

    def numbers(self, area: int) -> array[int]:
        """The row of numbers that the last call left in a work area."""
        count = c_longlong()
        found = self._c.result(c_void_p(area), byref(count))
        return array("q", string_at(found, 8 * count.value))


class NativePosition:
    """A match inside a library. A failure leaves it unusable: to try something, use a copy."""

    __slots__ = ("_library", "area", "ending")

    def __init__(self, library: NativeLibrary) -> None:
        self.area = library._area()
        self._library = library
        self.ending: list[tuple[int, ...]] | None = None
        """As :attr:`rulekit.runtime.match.Match.ending`"""

    def __del__(self) -> None:
        self._library._free.append(self.area)

    def copy(self) -> NativePosition:
        """An independent copy of the position."""
        made = NativePosition(self._library)
        made.call("copy", c_void_p(self.area))
        made.ending = self.ending
        return made

    @property
    def asks(self) -> list[Ask]:
        """The open questions, as in :attr:`rulekit.runtime.match.Match.asks`."""
        c, area = self._library._c, c_void_p(self.area)
        out: list[Ask] = []
        for k in range(c.asked(area)):
            count, player, number = c_longlong(), c_longlong(), c_longlong()
            found = c.question(area, c_longlong(k), byref(count), byref(player), byref(number))
            out.append((player.value, number.value, tuple(array("q", string_at(found, 8 * count.value)))))
        return out

    def answer(self, k: int, value: int) -> None:
        """Answers the k-th open question with one of its options. Raises LeftToPython."""
        self.call("answer_one", c_longlong(k), c_longlong(value))

    @property
    def count(self) -> int:
        """How many options the first open question has; 0 where nobody is asked."""
        return int(self._library._c.count(c_void_p(self.area)))

    def apply(self, k: int) -> None:
        """Answers the first open question with its k-th option. Raises LeftToPython."""
        self.call("apply", c_longlong(k))

    def leaves(self, depth: int, turns: bool, ended: bool) -> int:
        """How many leaves the tree of decisions, or of turns, has from here (:func:`rulekit.perft.perft`). Raises
        LeftToPython."""
        library = self._library
        given = (c_longlong(depth), c_longlong(turns), c_longlong(ended))
        found = int(library._c.leaves(c_void_p(self.area), *given))
        if found < 0:
            library.raise_what_came_up()
            raise LeftToPython
        return found

    def playouts(self, first: int, count: int, limit: int = MOST) -> Iterator[Outcome | None]:
        """Plays to the end from here with the seeds ``first``, ``first + 1``, ..., each as ``Match.play_random(seed)`` does; None
        for one that is left to Python. The position stays where it is; other threads go on meanwhile."""
        library = self._library
        if self.ending is not None:
            return repeat(Outcome(0, self.ending), count)
        return library.outcomes(library.unlocked.playouts, c_void_p(self.area), first, count, limit)

    def play(self, chance: int, limit: int) -> int:
        """Makes choices at random until the game is over; gives how many there were. Raises LeftToPython."""
        self.call("play", c_ulonglong(chance), c_longlong(min(limit, MOST)))
        return int(self._library._c.made(c_void_p(self.area)))

    def state(self, numbers: int, lists: int) -> tuple[list[int], list[list[int]]]:
        """The state and the lists, as in ``Match.s`` and ``Match.z``. Raises LeftToPython."""
        self.call("numbers")
        words = self._library.numbers(self.area).tolist()
        return self._library.packing.unpacked(words, numbers, lists)

    def call(self, function: str, *given: object) -> None:
        """Calls a function of the library. Raises LeftToPython, and what a device raises that is at fault."""
        library, area = self._library, c_void_p(self.area)
        outcome = getattr(library._c, function)(area, *given)
        if outcome == ENDED:
            count, width = c_longlong(), c_longlong()
            found = library._c.ranking(area, byref(count), byref(width))
            self.ending = _rows(array("q", string_at(found, 8 * count.value)), width.value)
        elif outcome != ASKED:
            library.raise_what_came_up()
            raise LeftToPython


def _where(row: array[int]) -> c_void_p:
    return c_void_p(row.buffer_info()[0])


def _told(words: Sequence[int], played: int) -> list[Outcome | None]:
    """The games of a call, each as a head of five numbers (how it stopped, choices, width of a row of the ranking, how many
    numbers the ranking has and the choices that are recorded), the ranking, and these choices."""
    told, at = list[Outcome | None](), 0
    for _ in range(played):
        outcome, made, width, ranking, recorded = words[at : at + 5]
        ranked, at = at + 5 + ranking, at + 5 + ranking + recorded
        ending = _rows(words[ranked - ranking : ranked], width) if outcome == ENDED else None
        choices: tuple[Choice, ...] = ()
        if recorded:
            numbers = iter(words[ranked:at])
            choices = tuple(zip(numbers, numbers, numbers, strict=True))
        told.append(Outcome(made, ending, choices) if outcome in (ENDED, ASKED) else None)
    return told


def _rows(numbers: Sequence[int], width: int) -> list[tuple[int, ...]]:
    return list(zip(*[iter(numbers)] * width, strict=True))


def _given_back(library: CDLL, areas: list[int]) -> None:
    for area in areas:
        library.match_free(c_void_p(area))
