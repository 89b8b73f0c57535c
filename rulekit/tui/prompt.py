"""Prepares one decision for the full screen: numbered choices, and the place on the map for each."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from rulekit.tabletop.follow_up import FollowUp
from rulekit.tabletop.form_entry import FormEntry
from rulekit.tabletop.names import PlaceNames
from rulekit.tabletop.question import QuestionMenu
from rulekit.tui.question_view import ChoiceRow

if TYPE_CHECKING:
    from rulekit.runtime.decisions import Decision
    from rulekit.tabletop.page import Page


class Prompt:
    """A question of the prompts, with the places of its options for the map."""

    form: FormEntry | None = None
    cursor = -1
    """what is pointed at first"""

    def __init__(self, question: QuestionMenu, names: PlaceNames | None) -> None:
        self.question, self.names = question, names

    @cached_property
    def prompt(self) -> str:
        """The text of the question."""
        return self.decision.prompt(self.question.texts.lang)

    @cached_property
    def note(self) -> str:
        """The line below the choices."""
        question = self.question
        hidden = bool(question.refused) and not question.shown_refused
        return question.texts("many_refused", n=len(question.refused)) if hidden else question.about

    @property
    def decision(self) -> Decision:
        return self.question.decision

    @property
    def viewer(self) -> str:
        return self.question.viewer

    @cached_property
    def choices(self) -> list[ChoiceRow]:
        """The options, then the refused ones, unless there are too many."""
        question = self.question
        numbers = question.numbers
        labels = [*question.shown, *(question.refused_labels if question.shown_refused else ())]
        return [
            ChoiceRow(number, label, k < question.count)
            for k, (number, label) in enumerate(zip(numbers, labels, strict=False))
        ]

    @cached_property
    def places(self) -> list[str]:
        """For each option its place, or an empty text."""
        if self.names is None:
            return [""] * self.question.count
        options = zip(self.question.options, self.question.labels, strict=True)
        return [self.names.of_option(option.id, label) for option, label in options]

    @cached_property
    def numbered(self) -> dict[str, int]:
        """Place -> the number of its option; places with several options are left out."""
        found = [place for place in self.places if place]
        pairs = zip(self.places, self.question.numbers, strict=False)
        return {place: number for place, number in pairs if place and found.count(place) == 1}

    def at(self, place: str) -> int | None:
        """The index of the only option of a place."""
        return self.places.index(place) if place in self.numbered else None

    def explain(self, answer: str) -> Page:
        """Why something can be chosen or not. ``answer``: what was typed behind `why`."""
        return self.question.explain(answer)


class FollowUpPrompt(Prompt):
    """What the table asks before a choice is made: how many of the same, or whether it is meant. ``index``: of the option."""

    def __init__(self, question: QuestionMenu, names: PlaceNames | None, more: FollowUp, index: int) -> None:
        super().__init__(question, names)
        self.more, self.index = more, index

    @cached_property
    def prompt(self) -> str:
        return self.more.prompt

    @cached_property
    def note(self) -> str:
        return ""

    @cached_property
    def choices(self) -> list[ChoiceRow]:
        """No and yes, or the amounts from 0; the index of each is how many times it is chosen."""
        labels = self.question.texts("answers").split() if self.more.most == 1 else map(str, range(self.more.most + 1))
        return [ChoiceRow(number, label) for number, label in enumerate(labels)]

    @cached_property
    def places(self) -> list[str]:
        return [""] * (self.more.most + 1)


class FormPrompt(Prompt):
    """A form: its lines as choices, or the options of the line that is being filled in. Made anew after every change."""

    def __init__(self, question: QuestionMenu, names: PlaceNames | None, form: FormEntry) -> None:
        super().__init__(question, names)
        self.form = form
        wanted = form.next_open() if form.line is None else self._unused()
        self.cursor = -1 if wanted is None else wanted

    def _unused(self) -> int | None:
        """The first option that no line holds yet."""
        used = self.entry.used()
        return next((k for k, (_, label) in enumerate(self.entry.options()) if label not in used), None)

    @property
    def entry(self) -> FormEntry:
        assert self.form is not None
        return self.form

    def explain(self, answer: str) -> Page:
        """Of a line of the form: its own question, with what stands in the lines before it."""
        return self.entry.explain(self.question, answer)

    @cached_property
    def prompt(self) -> str:
        return self.entry.asked() or self.entry.headed()

    @cached_property
    def note(self) -> str:
        return self.question.texts("form_hint" if self.entry.line is None else "form_back")

    @cached_property
    def labels(self) -> list[str]:
        if self.entry.line is None:
            return self.entry.rows()
        return self.entry.shown()

    @cached_property
    def choices(self) -> list[ChoiceRow]:
        if self.entry.line is not None:
            return [ChoiceRow(n, label) for n, label in zip(self.entry.numbers(), self.labels, strict=True)]
        rows = enumerate(zip(self.labels, self.entry.bare_rows(), strict=True), 1)
        return [ChoiceRow(number, label, short=short) for number, (label, short) in rows]

    @cached_property
    def places(self) -> list[str]:
        """For each line the place that it holds, or for each option its place."""
        if self.names is None:
            return [""] * len(self.labels)
        if self.entry.line is not None:
            return [self.names.of_option("", label) for _, label in self.entry.options()]
        lines = self.entry.form.lines(self.question.texts.lang)
        return [self.names.of_option("", line.label) for line in lines]

    @cached_property
    def numbered(self) -> dict[str, int]:
        found = [place for place in self.places if place]
        return {place: number for number, place in enumerate(self.places, 1) if place and found.count(place) == 1}
