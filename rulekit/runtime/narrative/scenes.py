"""Scenes in the story, such as a battle: what is a part of one, and where the telling of one begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulekit.runtime.narrative.event_tree import Event, tree_of

if TYPE_CHECKING:
    from rulekit.image import Rule
    from rulekit.runtime.protocols import MatchState


def in_scene(event: Event | None, rules: Sequence[Rule]) -> bool:
    """Whether an event is a scene or a part of one. ``rules``: those of the image."""
    while event is not None:
        if event.rule >= 0 and rules[event.rule].sort == "scene":
            return True
        event = event.outer
    return False


def beginning(match: MatchState, number: int) -> int:
    """Where the sentence begins that tells of a scene in which ``number`` of what has happened lies, so that it can be told as a
    whole; the number itself where there is none."""
    if number >= match.happened:
        return number
    event: Event | None = tree_of(match, match.happened).root
    while event is not None:
        if event.said is not None and in_scene(event, match.compiled.image.rules):
            return event.number
        parts = (x.what for x in reversed(event.inside) if isinstance(x.what, Event))
        event = next((x for x in parts if x.number < number <= x.last and x.part_of is None), None)
    return number
