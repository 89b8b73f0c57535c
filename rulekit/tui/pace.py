"""The pace at which events are told: one by one on a key, slowly with a stop after those that concern the reader, or at once; a
scoring, what the game says stops the telling, and the end of the game wait for a key at each of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from attrs import define, field

from rulekit.tabletop.story import StoryLine, events

Pace = Literal["step", "slow", "fast"]
PACES: tuple[Pace, ...] = ("step", "slow", "fast")
MOMENT = 0.7
"""Seconds for an event at the pace ``slow``."""
STOP = 0.0
"""No time: it goes on when a key is pressed."""


@define
class Pacing:
    """What is being told. ``told``: the lines so far; ``event``: those of the last event; ``places``: what it names, or all that
    came at once; ``more``: bots play on behind it, so that there is a stop behind the last event, too; ``over``: the game is,
    so that one sees how it ended, unless the last scoring has shown that."""

    lines: Sequence[StoryLine]
    pace: Pace
    more: bool = False
    over: bool = False
    told: list[StoryLine] = field(init=False, factory=list)
    event: Sequence[StoryLine] = field(init=False, default=())
    places: set[str] = field(init=False, factory=set)
    _left: list[list[StoryLine]] = field(init=False)
    _scored: bool = field(init=False, default=False)
    """Whether it has stopped at a scoring"""

    def __attrs_post_init__(self) -> None:
        self._left = events(self.lines)

    def next(self) -> float | None:
        """Shows one event, or at the pace ``fast`` everything up to the next stop. Returns the seconds until the next event, 0 to
        wait for a key, and None after the last one, which needs no stop because a question follows it."""
        if not self._left:
            return None
        places: set[str] = set()
        while True:
            self.event = event = self._left.pop(0)
            self.told += event
            places |= {place for line in event for place in line.places}
            scored = any(line.scoring for line in event)
            stops = scored or (bool(self._left) and any(line.stops for line in event))
            if stops or not self._left or self.pace != "fast":
                break
        self.places, self._scored = places, self._scored or scored
        if stops or (self.over and not self._left and not self._scored):
            return STOP
        if not self._left and not (self.more and self.pace != "fast"):
            return None
        return STOP if self.pace == "step" or any(line.concerns for line in event) else MOMENT

    def rest(self) -> None:
        """Shows all remaining events."""
        left = [line for event in self._left for line in event]
        self._left = []
        self.told += left
        if left:
            self.places = {place for line in left for place in line.places}
