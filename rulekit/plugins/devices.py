"""Devices: equipment with a will of its own (a bag that is shaken, a wheel that is spun), brought by plugins.

A device keeps counted pieces in stores of its own and moves them by chance. The engine owns the numbers: they are part of
the flat state of a match, so a copy, a save and the check that no piece is lost or born know nothing about the device.

Shapes: the state of a match is one flat ``list[int]`` called ``s``. A *token* is one sort of counted piece of one owner
(blue cubes are one token, red cubes another); a device sees tokens as indices ``0 .. len(tokens) - 1``. A place is given
as a tuple of positions in ``s``, one for each token, ``-1`` where the place cannot hold that token.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from attrs import frozen

from rulekit.uniform import uniform

Slots = tuple[int, ...]
"""Positions in the flat state, one for each token, -1 where the place cannot hold the token."""


@frozen
class Parameter:
    """A number that a rule file may set: ``uses plugin wheel with fields 12``."""

    name: str
    default: int
    low: int
    high: int
    doc: str = ""


@frozen
class Word:
    """A phrase that the device teaches the rule language.

    ``phrase`` is written as in a phrase table (``spin the wheel over {a:place}``), ``function`` names the
    callable in what :meth:`Device.bind` returns. ``chance`` says that it draws from the device's stream. ``test`` words
    can be said in rule tests only.
    """

    phrase: str
    function: str
    example: str
    chance: bool = False
    test: bool = False
    gives: str = ""
    """``number`` for a word that is a value (``{p:pieces} in the wheel``): pieces come as a tuple of tokens."""
    asks: str = ""
    """The callable that says what people at the table are asked before the word is carried out, for equipment that
    stands before them: called like the word itself, it gives the next :class:`Question`, or None when all is known. Each
    answer is put at the end of the device's own list ``z[tape]``; then it is called again."""
    question: str = ""
    """How they are asked, with ``{}`` for the sort of piece: ``how many {} fell out?``."""


class Question(NamedTuple):
    """How many pieces of the token with index ``token``? From 0 to ``most``."""

    token: int
    most: int


@frozen
class Setting:
    """The arguments of :meth:`Device.bind`: one game, compiled for a number of players and a choice of options."""

    tokens: tuple[str, ...]
    """Readable names of the tokens, for messages: ``cube of Blue``."""
    parameters: Mapping[str, int]
    stores: tuple[Slots, ...]
    """The device's own stores, in the order of :meth:`Device.stores`."""
    draw: Callable[[list[int]], int]
    """``draw(s)`` gives the next 32 random bits (0 to 2**32 - 1) of the device's own stream and moves the stream on."""
    tape: int
    """Index in ``z`` (the lists of a match) of a list of the device's own: results that are written down or typed in."""
    stream: int = -1
    """Index in ``s`` of the state of the device's stream of chance; :attr:`draw` alone changes it."""
    watched: bool = True
    """Whether all that the device does is looked at afterwards; in matches without a journal only its failures are."""

    def below(self, s: list[int], n: int) -> int:
        """A whole number from 0 to ``n - 1`` by chance."""
        return uniform(self.draw, s, n)

    def lying(self, s: Sequence[int], *places: Slots) -> list[int]:
        """How many of each token lie in these places together. A place that is given twice counts once."""
        return [sum(s[k] for k in {*slots} if k >= 0) for slots in zip(*places, strict=True)]

    def spread(self, s: list[int], places: Sequence[Slots], *shares: tuple[Slots, Sequence[int]]) -> None:
        """Takes up all that lies in ``places`` and lays it down again: in each place of ``shares`` so many of each token.

        Raises DeviceError, before anything has moved, when a place cannot hold a token, or when not exactly what was
        taken up is laid down.
        """
        for token, (name, taken) in enumerate(zip(self.tokens, self.lying(s, *places), strict=True)):
            laid = [(place[token], share[token]) for place, share in shares]
            if any(n < 0 for _, n in laid) or sum(n for _, n in laid) != taken:
                raise DeviceError(f"{name}: there are {taken}, not {sum(n for _, n in laid)}")
            if any(n and slot < 0 for slot, n in laid):
                raise DeviceError(f"{name}: cannot lie in the place where it should come out")
        for place in places:
            for slot in place:
                if slot >= 0:
                    s[slot] = 0
        for place, share in shares:
            for slot, n in zip(place, share, strict=True):
                if n:
                    s[slot] += n

    def move(self, s: list[int], a: Slots, b: Slots, amounts: Sequence[int]) -> None:
        """Moves so many of each token from ``a`` to ``b``.

        Raises DeviceError, before anything has moved, when there are not so many, or ``b`` cannot hold them.
        """
        for name, n, there in zip(self.tokens, amounts, self.lying(s, a), strict=True):
            if not 0 <= n <= there:
                raise DeviceError(f"{name}: {n} should be moved, but the place holds only {there}")
        more = [n + k for n, k in zip(self.lying(s, b), amounts, strict=True)]
        rest = [n - k for n, k in zip(self.lying(s, a), amounts, strict=True)]
        self.spread(s, (a, b), (a, rest), (b, more))

    def write(self, z: list[list[int]], amounts: Sequence[int]) -> None:
        """Writes a result down on the device's own list. Raises DeviceError when one is less than nothing."""
        for name, n in zip(self.tokens, amounts, strict=True):
            if n < 0:
                raise DeviceError(f"{name}: {n} is less than nothing")
        z[self.tape] += amounts

    def written(self, z: list[list[int]], there: Sequence[int]) -> list[int] | None:
        """The next result that was written down, taken off the list; None when there is none.

        Raises DeviceError, and leaves it there, when it asks for more of a token than there are.
        """
        result = z[self.tape][: len(self.tokens)]
        if len(result) < len(self.tokens) or not result:
            return None
        for name, wanted, n in zip(self.tokens, result, there, strict=True):
            if wanted > n:
                raise DeviceError(f"{name}: {wanted} should come out, but there are only {n}")
        del z[self.tape][: len(self.tokens)]
        return result


@frozen
class Native:
    """What a device says of itself for playouts in a native library, if it likes: its functions in C.

    ``source``: each function as ``static I DEV(name)(M *m, const V *a, ...)``, given the match (``m->s`` and ``m->z``), the
    places as lists of positions in ``m->s``, a number as ``I``. It can use what is in ``rulekit/compiler/emit/c/*.h``;
    whatever it leaves to Python (a result that is written down, a refusal) it gives up with ``broken(m)``, and Python plays
    that match again from its start. ``rows``: what the C asks for with ``row_(m, DEVICE, a, b)``: lists of numbers, the same
    at every time. Each is asked for once; then the playout begins anew with it.
    """

    source: str
    rows: Callable[[int, int], Sequence[int]]


class DeviceError(Exception):
    """A device was asked for something impossible (a script that drops more than there is)."""


@runtime_checkable
class Device(Protocol):
    """What a plugin hands to the engine through the hook ``rulekit_devices``."""

    name: str
    doc: str
    parameters: Sequence[Parameter]
    words: Sequence[Word]

    def stores(self, parameters: Mapping[str, int]) -> Sequence[str]:
        """The names of the stores; each holds a count of every token and is hidden from the players."""

    def bind(self, setting: Setting) -> Mapping[str, Callable[..., object]]:
        """The functions behind the words. Each is called with ``(s, z, *slots of the phrase)``: a place comes as
        :data:`Slots`, a number as ``int``, amounts as a tuple of counts, one for each token."""


@runtime_checkable
class PicturedDevice(Device, Protocol):
    """A device that brings a drawing of itself. ``picture``: SVG that begins with ``<svg`` and names its size; it is shown about
    90 pixels high, between what was given to the device and what came of it."""

    picture: str


@runtime_checkable
class NativeDevice(Device, Protocol):
    """A device that may have functions in C as well."""

    def native(self, setting: Setting) -> Native | None:
        """None where it has none for this setting."""
