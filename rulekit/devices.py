"""Devices: equipment with a will of its own (a bag that is shaken, a wheel that is spun), brought by plugins.

A device keeps counted pieces in stores of its own and moves them by chance. The engine owns the numbers: they are part of
the flat state of a match, so a copy, a save and the check that no piece is lost or born know nothing about the device.

Shapes: the state of a match is one flat ``list[int]`` called ``s``. A *token* is one sort of counted piece of one owner
(blue armies are one token, red armies another); a device sees tokens as indices ``0 .. len(tokens) - 1``. A place is given
as a tuple of positions in ``s``, one for each token, ``-1`` where the place can not hold that token.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from attrs import frozen

Slots = tuple[int, ...]
"""Positions in the flat state, one for each token, -1 where the place can not hold the token."""


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


@frozen
class Setting:
    """What a device is told when a game is compiled for a number of players and a choice of options."""

    tokens: tuple[str, ...]
    """Readable names of the tokens, for messages: ``army of Blue``."""
    parameters: Mapping[str, int]
    stores: tuple[Slots, ...]
    """The device's own stores, in the order of :meth:`Device.stores`."""
    draw: Callable[[list[int]], int]
    """``draw(s)`` gives the next 32 random bits (0 to 2**32 - 1) of the device's own stream and moves the stream on."""
    tape: int
    """Index in ``z`` (the lists of a match) of a list of the device's own, for scripted results. Empty in play."""


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

    def bind(self, setting: Setting) -> Mapping[str, Callable[..., Any]]:
        """The functions behind the words. Each is called with ``(s, z, *slots of the phrase)``: a place comes as
        :data:`Slots`, a number as ``int``, amounts as a tuple of counts, one for each token."""
