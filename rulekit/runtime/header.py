"""What stands above the table: what the game says of itself (`shown above "..."`), what is going on, and who is asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from attrs import frozen

from rulekit.runtime.labels import Part, Thing
from rulekit.runtime.story import Teller, Told
from rulekit.runtime.visibility import Look
from rulekit.runtime.work import Failure

if TYPE_CHECKING:
    from rulekit.runtime.protocols import MatchState


@frozen
class Line:
    """A text in parts, and the rule line that it is from as ``FILE:LINE``."""

    parts: tuple[Part, ...]
    rule: str

    @property
    def text(self) -> str:
        return "".join(map(str, self.parts))


@frozen
class Header:
    """``lines``: what the game shows above. ``course``: what is being carried out, the outermost first. ``waiting``: who is
    asked."""

    lines: tuple[Line, ...]
    course: tuple[Told, ...]
    waiting: tuple[Thing, ...]


def header(match: MatchState, viewer: str | None, lang: str) -> Header:
    """``viewer``: a player's name, or None for an onlooker."""
    labels = match.compiled.labels(lang)
    asks = sorted(match.asks, key=lambda ask: match.players[ask[0]] != viewer)
    course = tuple(course_of(match, asks[0][1], asks[0][0], viewer, lang)) if asks else ()
    waiting = dict.fromkeys(ask[0] for ask in match.asks)
    return Header(tuple(_lines(match, viewer, lang)), course, tuple(labels.thing("player", p) for p in waiting))


def _lines(match: MatchState, viewer: str | None, lang: str) -> Iterator[Line]:
    labels, explain = match.compiled.labels(lang), match.compiled.machine.explain
    look = Look(match.compiled.sight(viewer), match.s)
    k = 0
    while f"above__{k}" in explain:
        try:
            said = explain[f"above__{k}"](match, match.s, match.z)
        except Failure:  # what it speaks of is not there now
            said = None
        if said is not None:
            line, template, values = said
            yield Line(tuple(labels.spoken(template, values, look)), labels.line(line))
        k += 1


def course_of(match: MatchState, question: int, player: int, viewer: str | None, lang: str) -> Iterator[Told]:
    """What is going on while a question waits (its number, and the seat of who is asked, from 0), in sentences."""
    teller = Teller(match, viewer, 0, "story", lang)
    line = match.compiled.image.asks[question]["line"]
    for event in teller.tree.open(line, player):
        told = teller.sentence(event)
        if told is not None and event.part_of is None:
            yield told
