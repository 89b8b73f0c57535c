"""Shows one decision: numbered options, refused ones with their own numbers; reads the answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from rulekit.cli.nearest import nearest
from rulekit.cli.screen import Screen
from rulekit.cli.table.words import ENGLISH, is_number
from rulekit.cli.texts import Texts
from rulekit.explain.quoting import bare

if TYPE_CHECKING:
    from rulekit.runtime.decisions import Decision, Refusal

MOST_OPTIONS = 240
MOST_REFUSED = 16
"""More that is refused is only counted: who wants to know asks for it."""
MOST_FOUND = 60


class Question:
    """Shows one decision and finds what an answer means. Options are numbered first, refused ones after them."""

    def __init__(self, screen: Screen, texts: Texts, decision: Decision, player: str, viewer: str = "") -> None:
        """``player``: how the player is called; ``viewer``: who sits at the keyboard, when that is somebody else."""
        self.screen, self.texts, self.decision, self.player = screen, texts, decision, player
        self.viewer = viewer or decision.player
        self.count = len(decision.options)

    @cached_property
    def labels(self) -> list[str]:
        """What the options are called, in their order."""
        return [option.label(self.texts.lang) for option in self.decision.options]

    @cached_property
    def refused(self) -> list[Refusal]:
        """What would be an option if no rule refused it."""
        return list(self.decision.refused)

    @cached_property
    def refused_labels(self) -> list[str]:
        return [refusal.label(self.texts.lang) for refusal in self.refused]

    @cached_property
    def numbers(self) -> list[int]:
        """The number of each option and refused one. Amounts are their own numbers: who types 3 means three."""
        labels = [*self.labels, *self.refused_labels]
        if all(is_number(label) for label in labels) and len({int(label) for label in labels}) == len(labels):
            return [int(label) for label in labels]
        return list(range(1, len(labels) + 1))

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
        """The index of the option that is meant. None when it is none; the player has been told then."""
        k = self._find(answer)
        if k is None:
            return None
        if k < self.count:
            return k
        self._explain(k)
        return None

    def explain(self, answer: str) -> None:
        """Why something is an option or none, by which rules; without an answer, who asks and why the refused ones are none."""
        answer = answer.removeprefix("not ").strip()
        if not answer:
            self._asked()
            self._refusals(range(len(self.refused)))
            if not self.refused:
                self.screen.line(self.texts("no_refusals"))
            return
        if is_number(answer) and self.decision.sort == ["number"] and int(answer) not in self.numbers:
            self._asked()
            self._facts(int(answer))
            return
        k = self._find(answer)
        if k is not None:
            self._explain(k)

    def _explain(self, k: int) -> None:
        if k < self.count:
            self.screen.line(self.texts("allowed", option=self.labels[k]))
            self._asked()
            self._facts(self.decision.options[k].value)
            return
        self._refusals([k - self.count])

    def _refusals(self, numbers: Iterable[int]) -> None:
        """Why options are refused. Those that are refused for the same reason are told together."""
        told: dict[tuple[str, ...], list[str]] = {}
        for number in numbers:
            refusal = self.refused[number]
            facts = (f"  {line}" for line in self._told(refusal.value, but=refusal.rule if refusal.why is None else ""))
            reason = refusal.reason(self.texts.lang)
            if refusal.why is None:
                reason = f"“{self.texts.quoting.row(reason.strip('“”'))}”"
            told.setdefault((reason, refusal.rule, *facts), []).append(self.refused_labels[number])
        for (reason, rule, *lines), options in told.items():
            text = self.texts("not_allowed", option=self.texts.list(options), reason=reason)
            self.screen.line(f"{text}  ({rule})" if rule else text)
            for line in lines:
                self.screen.line(line, "dim")

    def _asked(self) -> None:
        text = self.texts.quoting.row(bare(self.decision.text))
        self.screen.line("  " + self.texts("asked_by", rule=self.decision.rule, text=text), "dim")

    def _facts(self, value: int) -> None:
        for line in self._told(value):
            self.screen.line(f"  {line}", "dim")

    def _told(self, value: int, but: str = "") -> Iterator[str]:
        """The rule lines on which an option rests, with the values that they compare. Of the line ``but`` only the values."""
        for fact in self.decision.facts(value, self.texts.lang):
            word = "holds" if fact.sort == "filter" else "applies"
            said = self.texts(word if fact.holds else f"{word}_not")
            if fact.rule != but:
                yield f"{fact.rule}  {self.texts.quoting.row(bare(fact.text))}{self.texts.colon}{said}"
            if fact.values:
                yield f"    {self.texts.list(map(self.texts.quoting.value, fact.values))}"

    def _find(self, answer: str) -> int | None:
        """What an answer stands for: a number, a whole name, or the one name that begins so. Else says what is near."""
        everything = [*self.labels, *self.refused_labels]
        if is_number(answer):
            if int(answer) in self.numbers:
                return self.numbers.index(int(answer))
            allowed = self.numbers[: self.count]
            self.screen.line(self.texts("no_number", n=int(answer), first=min(allowed), last=max(allowed)))
            return None
        wanted = answer.casefold()
        folded = [label.casefold() for label in everything]
        for fits in (
            [i for i, label in enumerate(folded) if label == wanted],
            [i for i, label in enumerate(folded[: self.count]) if label.startswith(wanted)],
        ):
            if len(fits) == 1:
                return fits[0]
        among = [(self.numbers[i], everything[i]) for i, label in enumerate(folded) if wanted in label]
        if among:
            self.screen.line(self.texts("which"))
            self.screen.choices(among[:MOST_FOUND])
        else:
            near = nearest(answer, [*self.labels, *ENGLISH], "") if len(answer) > 1 else ""
            hint = near if near.startswith("did") else self.texts("short_help")
            self.screen.line(self.texts("unknown", text=answer, hint=hint))
        return None
