"""What stands above the table: the lines that the game declares, what is going on, and who is asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from attrs import frozen

from rulekit.runtime.labels import Thing
from rulekit.runtime.narrative.narrator import Narrator
from rulekit.runtime.narrative.sentence import Sentence
from rulekit.runtime.shown_lines import HeaderLine, names_above, shown_lines

if TYPE_CHECKING:
    from rulekit.runtime.protocols import MatchState


@frozen
class Header:
    """``lines``: what the game shows above. ``course``: what is being carried out, the outermost first. ``waiting``: who is
    asked. ``declared``: whether the rules say what is shown above, though it may be nothing now."""

    lines: tuple[HeaderLine, ...]
    course: tuple[Sentence, ...]
    waiting: tuple[Thing, ...]
    declared: bool = False


def header(match: MatchState, viewer: str | None, lang: str) -> Header:
    """``viewer``: a player's name, or None for an onlooker."""
    labels = match.compiled.labels(lang)
    asks = sorted(match.asks, key=lambda ask: match.players[ask[0]] != viewer)
    course = tuple(course_of(match, asks[0][1], asks[0][0], viewer, lang)) if asks else ()
    waiting = dict.fromkeys(ask[0] for ask in match.asks)
    declared = [*names_above(match)]
    lines = tuple(shown_lines(match, declared, (), viewer, lang))
    return Header(lines, course, tuple(labels.thing("player", p) for p in waiting), bool(declared))


def course_of(match: MatchState, question: int, player: int, viewer: str | None, lang: str) -> Iterator[Sentence]:
    """What is going on while a question waits (its number, and the seat of who is asked, from 0), in sentences."""
    narrator = Narrator(match, viewer, match.happened, "story", lang)
    line = match.compiled.image.asks[question].line
    for event in narrator.tree.open(line, player):
        told = narrator.sentence(event)
        if told is not None and event.part_of is None:
            yield told
