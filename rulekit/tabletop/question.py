"""One decision as a question to a player: numbered options, refused ones with their own numbers; reads the answer."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, cast

from rulekit.nearest import nearest
from rulekit.runtime.notes import about_question
from rulekit.tabletop.commands import ENGLISH, is_number
from rulekit.tabletop.costs import noted
from rulekit.tabletop.follow_up import alike
from rulekit.tabletop.numbering import NOTHING, OptionNumbers
from rulekit.tabletop.page import Page, Style, page
from rulekit.tabletop.reasons import Reasons
from rulekit.tabletop.texts import Texts
from rulekit.tabletop.typed import meant

if TYPE_CHECKING:
    from rulekit.runtime.decisions import Decision, Refusal
    from rulekit.runtime.match import Match

MOST_OPTIONS = 240
MOST_REFUSED = 16
"""More that is refused is only counted: who wants to know asks for it."""
MOST_FOUND = 60
MOST_COUNTED = 30
"""Among more options the like ones are not counted before one of them is chosen: that is played ahead for each."""


class QuestionMenu:
    """Options are numbered first, refused ones after them."""

    def __init__(
        self, texts: Texts, decision: Decision, player: str, viewer: str = "", numbering: OptionNumbers | None = None
    ) -> None:
        """``player``: how the player is called; ``viewer``: who sits at the keyboard, when that is somebody else.

        ``numbering``: the numbers that options had before in this run of questions.
        """
        self.texts, self.decision, self.player = texts, decision, player
        self.viewer = viewer or decision.player
        self.numbering = numbering if numbering is not None else OptionNumbers()
        self.options = list(decision.options)
        self.count = len(self.options)
        order = sorted(range(self.count), key=self._place)
        self.options = [self.options[k] for k in order]
        self.numbers = [self._numbered[k] for k in order] + self._numbered[self.count :]
        """The number of each option and refused one: 0 of `none`, `done` and `no`. Amounts are their own numbers: who types 3
        means three."""

    @cached_property
    def labels(self) -> list[str]:
        """The labels of the options, in order."""
        return [option.label(self.texts.lang) for option in self.options]

    @cached_property
    def shown(self) -> list[str]:
        """The labels, each with how many of the same there are, and with what the rules show with the option."""
        match = cast("Match", self.decision.match)
        labels = match.compiled.labels(self.texts.lang)
        counted = not self.decision.final and self.count <= MOST_COUNTED
        counts = [alike(match, self.decision, option.value) if counted else 1 for option in self.options]
        pairs = zip(self.options, self.labels, counts, strict=True)
        said = ((option, label + (labels.times(n) if n > 1 else "")) for option, label, n in pairs)
        return [noted(self.texts, label, self.decision, option.value, whole=True) for option, label in said]

    @cached_property
    def about(self) -> str:
        """What the rules show with the question, and how several things are chosen at once."""
        several = self.decision.about.op == "choose-band" and len(self.options) > 2
        return " · ".join(
            [*about_question(self.decision, self.texts.lang), *([self.texts("several")] if several else ())]
        )

    @cached_property
    def refused(self) -> list[Refusal]:
        """The refused options."""
        return list(self.decision.refused)

    @cached_property
    def refused_labels(self) -> list[str]:
        return [refusal.label(self.texts.lang) for refusal in self.refused]

    def _place(self, k: int) -> tuple[bool, int]:
        """Where an option stands: nobody looks for 14 behind 20, and one declines at the end; but what is given up for good is
        not what stands first."""
        last = self.decision.declines(self.options[k].value) and not self.decision.final
        return last, self._numbered[k]

    @cached_property
    def _numbered(self) -> list[int]:
        """The numbers of the options in the order of the rules, and of what is refused."""
        nothing = [self.decision.declines(option.value) for option in self.options]
        labels = [
            option.label(self.texts.lang)
            for option, declines in zip(self.options, nothing, strict=True)
            if not declines
        ]
        shown = len(labels)
        labels += self.refused_labels
        if all(is_number(label) for label in labels) and len({int(label) for label in labels}) == len(labels):
            found = [int(label) for label in labels]
        else:
            found = self.numbering.of(self.decision, labels, len(labels) if self.shown_refused else shown)
        numbers = iter(found)
        free = NOTHING if NOTHING not in found else max(found) + 1
        return [*(free if declines else next(numbers) for declines in nothing), *numbers]

    def page(self) -> Page:
        """The question, the options, and what is refused."""
        out = Page()
        out.line()
        course = self.decision.course(self.texts.lang, self.viewer)
        if course:  # which card, action or scene asks
            out.line(course[-1].text, "dim")
        out.line(f"{self.player}{self.texts.colon}{self.decision.prompt(self.texts.lang)}", "bold")
        if self.about:
            out.line("  " + self.about, "dim")
        self._list(out, self.shown, 0, MOST_OPTIONS, "")
        if self.shown_refused:
            out.line("  " + self.texts("refused"), "dim")
            self._list(out, self.refused_labels, self.count, MOST_REFUSED, "dim")
        elif self.refused:
            out.line("  " + self.texts("many_refused", n=len(self.refused)), "dim")
        return out

    @property
    def shown_refused(self) -> list[Refusal]:
        """What is refused, if it is not too much to be shown."""
        return self.refused if len(self.refused) <= MOST_REFUSED else []

    def _list(self, out: Page, labels: list[str], first: int, most: int, style: Style) -> None:
        out.choices(list(zip(self.numbers[first:], labels[:most], strict=False)), style)
        if len(labels) > most:
            out.line("  " + self.texts("more", n=len(labels) - most), "dim")

    def choose(self, answer: str) -> int | Page:
        """The index in ``options`` of what is meant, or the reply to an answer that is none of them."""
        k = self.find(answer)
        if isinstance(k, Page) or k < self.count:
            return k
        return Reasons(self).of(k)

    def explain(self, answer: str) -> Page:
        """Why an option is allowed or refused; without an answer, why the refused ones are. With `more`, the rules as well."""
        return Reasons(self).explain(answer)

    def choice(self, value: int, label: str) -> tuple[int, str]:
        """The number of the option with this value, and its label."""
        return self.numbers[[option.value for option in self.options].index(value)], label

    def resembles(self, answer: str) -> bool:
        """Whether something that can be chosen, or that is refused, has an answer in its name."""
        return any(answer.casefold() in label.casefold() for label in (*self.labels, *self.refused_labels))

    def find(self, answer: str) -> int | Page:
        """Interprets an answer: a number, a whole name, or the one name that begins so, as people write it. Gives the index among
        the options and what is refused, or a reply with what is near."""
        everything = [*self.labels, *self.refused_labels]
        if is_number(answer):
            if int(answer) in self.numbers:
                return self.numbers.index(int(answer))
            return page(self.texts.no_number(int(answer), self.numbers[: self.count]))
        wanted = answer.casefold()
        folded = [label.casefold() for label in everything]
        for fits in (
            [i for i, label in enumerate(folded) if label == wanted],
            [i for i, label in enumerate(folded[: self.count]) if label.startswith(wanted)],
        ):
            if len(fits) == 1:
                return fits[0]
        written = meant(answer, self.labels)
        if len(written) == 1:
            return written[0]
        among = [(self.numbers[i], everything[i]) for i, label in enumerate(folded) if wanted in label]
        if among:
            reply = page(self.texts("which"))
            reply.choices(among[:MOST_FOUND])
            return reply
        near = nearest(answer, [*self.labels, *ENGLISH], "") if len(answer) > 1 else ""
        hint = self.texts.suggestion(near) if near.startswith("did") else self.texts("short_help")
        return page(self.texts("unknown", text=answer, hint=hint))
