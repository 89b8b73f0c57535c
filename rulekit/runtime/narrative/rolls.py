"""Dice as the story tells them: those that were thrown in an event of a scene, and those that were thrown last at a question."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from rulekit.runtime.labels import Labels, Part
from rulekit.runtime.narrative.event_tree import tree_of
from rulekit.runtime.narrative.rows import Answered, Begun, Rolled, Row

if TYPE_CHECKING:
    from rulekit.runtime.protocols import MatchState

MOST_ROWS = 300
"""So many rows of the journal are looked at for the dice that were thrown last"""


@frozen
class Roll:
    """Dice that were thrown together. ``plus``: what changes each of them; ``hits``: how many hit, -1 where they were added up;
    ``of``: for whom they were thrown, or whose hits they are."""

    dice: tuple[int, ...]
    plus: int
    hits: int
    of: tuple[Part, ...] = ()


def rolls(rows: Iterable[tuple[Row, Sequence[Part]]], labels: Labels) -> tuple[Roll, ...]:
    """The dice among rows of the journal, each with the things about which the rule is that threw them. Those that one rule
    throws one after another for something, and adds up, are thrown together."""
    out: list[Roll] = []
    for row, about in rows:
        if not isinstance(row, Rolled):
            continue
        who = [labels.thing("player", row.me)] if row.hits >= 0 and row.me >= 0 else []
        made = Roll(tuple(row.dice), row.plus, row.hits, tuple(about or who))
        if out and about and made.hits < 0 and (made.of, made.plus, -1) == (out[-1].of, out[-1].plus, out[-1].hits):
            made = Roll(out.pop().dice + made.dice, made.plus, -1, made.of)
        out.append(made)
    return tuple(out)


def last_rolls(match: MatchState, line: int, seat: int, lang: str) -> tuple[Roll, ...]:
    """What was thrown last in the scene that goes on at a question, without a choice in between; nothing where there is none, or
    where another scene has come in between. ``line``: which asks, ``seat``: who is asked, from 0."""
    rules, log = match.compiled.image.rules, match.log
    scenes = [event for event in tree_of(match, match.happened).open(line, seat) if rules[event.rule].sort == "scene"]
    begun = (note for note in reversed(match.events) if isinstance(note, Begun) and rules[note.rule].sort == "scene")
    last = next(begun, None)
    if log is None or last is None or not scenes or scenes[-1].part_of is not None or scenes[-1].at != last.entries:
        return ()
    start = max(last.entries, len(log) - MOST_ROWS)
    end = next((k for k in range(len(log) - 1, start - 1, -1) if isinstance(log[k], Rolled)), start - 1)
    choices = (note.entries for note in reversed(match.events) if isinstance(note, Answered))
    start = max(start, next((entries for entries in choices if entries <= end), start))
    return rolls(((log[k], ()) for k in range(start, end + 1)), match.compiled.labels(lang))
