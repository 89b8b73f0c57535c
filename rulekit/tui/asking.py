"""One decision as the full screen shows it: choices with numbers, and the places on the map that they stand for."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from rulekit.cli.table.question import Question
from rulekit.tui.naming import PlaceNames
from rulekit.tui.question_view import Choice

if TYPE_CHECKING:
    from rulekit.runtime.decisions import Decision
    from rulekit.tui.paper import Paper


class Asked:
    """A question at the prompts, with what the map needs of it."""

    def __init__(self, question: Question, names: PlaceNames | None) -> None:
        self.question, self.names = question, names

    @property
    def decision(self) -> Decision:
        return self.question.decision

    @property
    def viewer(self) -> str:
        return self.question.viewer

    @property
    def paper(self) -> Paper:
        from rulekit.tui.paper import Paper

        assert isinstance(self.question.screen, Paper)
        return self.question.screen

    @cached_property
    def choices(self) -> list[Choice]:
        """The options, then what is refused, if it is not too much."""
        question = self.question
        numbers = question.numbers
        labels = [*question.labels, *(question.refused_labels if question.shown_refused else ())]
        return [
            Choice(number, label, k < question.count)
            for k, (number, label) in enumerate(zip(numbers, labels, strict=False))
        ]

    @cached_property
    def places(self) -> list[str]:
        """For each option the place that it stands for, or nothing."""
        if self.names is None:
            return [""] * self.question.count
        options = zip(self.decision.options, self.question.labels, strict=True)
        return [self.names.of_option(option.id, label) for option, label in options]

    @cached_property
    def numbered(self) -> dict[str, int]:
        """Place -> the number of its option; not of places for which several options stand."""
        found = [place for place in self.places if place]
        pairs = zip(self.places, self.question.numbers, strict=False)
        return {place: number for place, number in pairs if place and found.count(place) == 1}

    def at(self, place: str) -> int | None:
        """The index of the only option that stands for a place."""
        return self.places.index(place) if place in self.numbered else None
