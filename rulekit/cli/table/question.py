"""Shows one decision: numbered options, refused ones with their own numbers; reads the answer."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from rulekit.cli.nearest import nearest
from rulekit.cli.screen import Screen
from rulekit.cli.table.numbering import Numbering
from rulekit.cli.table.reasons import Reasons
from rulekit.cli.table.words import ENGLISH, is_number
from rulekit.cli.texts import Texts
from rulekit.tabletop.typed import meant

if TYPE_CHECKING:
    from rulekit.runtime.decisions import Decision, Refusal

MOST_OPTIONS = 240
MOST_REFUSED = 16
"""More that is refused is only counted: who wants to know asks for it."""
MOST_FOUND = 60


class Question:
    """Shows one decision and interprets the answer. Options are numbered first, refused ones after them."""

    def __init__(
        self, screen: Screen, texts: Texts, decision: Decision, player: str, viewer: str = "",
        numbering: Numbering | None = None,
    ) -> None:  # fmt: skip
        """``player``: how the player is called; ``viewer``: who sits at the keyboard, when that is somebody else.

        ``numbering``: the numbers that options had before in this run of questions.
        """
        self.screen, self.texts, self.decision, self.player = screen, texts, decision, player
        self.viewer = viewer or decision.player
        self.numbering = numbering if numbering is not None else Numbering()
        self.options = list(decision.options)
        if decision.final:  # what is given up for good is not what stands first
            self.options.sort(key=lambda option: option.value >= 0)
        self.count = len(self.options)
        order = sorted(range(self.count), key=self._numbered.__getitem__)  # nobody looks for 14 behind 20
        self.options = [self.options[k] for k in order]
        self.numbers = [self._numbered[k] for k in order] + self._numbered[self.count :]
        """The number of each option and refused one. Amounts are their own numbers: who types 3 means three."""

    @cached_property
    def labels(self) -> list[str]:
        """The labels of the options, in order."""
        return [option.label(self.texts.lang) for option in self.options]

    @cached_property
    def refused(self) -> list[Refusal]:
        """The options that rules refuse."""
        return list(self.decision.refused)

    @cached_property
    def refused_labels(self) -> list[str]:
        return [refusal.label(self.texts.lang) for refusal in self.refused]

    @cached_property
    def _numbered(self) -> list[int]:
        labels = [*(option.label(self.texts.lang) for option in self.options), *self.refused_labels]
        if all(is_number(label) for label in labels) and len({int(label) for label in labels}) == len(labels):
            return [int(label) for label in labels]
        return self.numbering.of(self.decision, labels, len(labels) if self.shown_refused else self.count)

    def show(self) -> None:
        """The question, the options, and what is refused."""
        self.screen.line()
        course = self.decision.course(self.texts.lang, self.viewer)
        if course:  # which card, action or scene asks
            self.screen.line(course[-1].text, "dim")
        self.screen.line(f"{self.player}{self.texts.colon}{self.decision.prompt(self.texts.lang)}", "bold")
        self._list(self.labels, 0, MOST_OPTIONS, "")
        if self.shown_refused:
            self.screen.line("  " + self.texts("refused"), "dim")
            self._list(self.refused_labels, self.count, MOST_REFUSED, "dim")
        elif self.refused:
            self.screen.line("  " + self.texts("many_refused", n=len(self.refused)), "dim")

    @property
    def shown_refused(self) -> list[Refusal]:
        """What is refused, if it is not too much to be shown."""
        return self.refused if len(self.refused) <= MOST_REFUSED else []

    def _list(self, labels: list[str], first: int, most: int, style: str) -> None:
        self.screen.choices(list(zip(self.numbers[first:], labels[:most], strict=False)), style)
        if len(labels) > most:
            self.screen.line("  " + self.texts("more", n=len(labels) - most), "dim")

    def choose(self, answer: str) -> int | None:
        """The index in ``options`` of what is meant. None when it is none; the player has been told then."""
        k = self.find(answer)
        if k is None:
            return None
        if k < self.count:
            return k
        Reasons(self).of(k)
        return None

    def explain(self, answer: str) -> None:
        """Why something is an option or none; without an answer, why the refused ones are none. Behind `more` with the rules."""
        Reasons(self).tell(answer)

    def resembles(self, answer: str) -> bool:
        """Whether something that can be chosen, or that is refused, has an answer in its name."""
        return any(answer.casefold() in label.casefold() for label in (*self.labels, *self.refused_labels))

    def find(self, answer: str) -> int | None:
        """Interprets an answer: a number, a whole name, or the one name that begins so, as people write it. Else says what is
        near."""
        everything = [*self.labels, *self.refused_labels]
        if is_number(answer):
            if int(answer) in self.numbers:
                return self.numbers.index(int(answer))
            allowed = self.numbers[: self.count]
            key = "no_number" if len(allowed) > 1 else "only_number"
            self.screen.line(self.texts(key, n=int(answer), first=min(allowed), last=max(allowed)))
            return None
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
            self.screen.line(self.texts("which"))
            self.screen.choices(among[:MOST_FOUND])
        else:
            near = nearest(answer, [*self.labels, *ENGLISH], "") if len(answer) > 1 else ""
            hint = self.texts.mistake(near) if near.startswith("did") else self.texts("short_help")
            self.screen.line(self.texts("unknown", text=answer, hint=hint))
        return None
