"""Why something can be chosen or not: first in the words of the rules' author, the rules and their values behind `more`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from rulekit.explain.quotes import bare
from rulekit.runtime.outlook import outlook
from rulekit.tabletop.commands import MORE, is_number
from rulekit.tabletop.page import Page
from rulekit.tabletop.refusals import reason

if TYPE_CHECKING:
    from rulekit.runtime.decisions import Decision, Option, Refusal
    from rulekit.tabletop.texts import Texts


class NumberedQuestion(Protocol):
    """A question as it is shown, with numbers; see :class:`rulekit.tabletop.question.QuestionMenu`."""

    texts: Texts
    decision: Decision
    options: list[Option]
    count: int

    @property
    def labels(self) -> Sequence[str]: ...

    @property
    def refused(self) -> Sequence[Refusal]: ...

    @property
    def refused_labels(self) -> Sequence[str]: ...

    @property
    def numbers(self) -> Sequence[int]: ...

    def find(self, answer: str) -> int | Page: ...


class Reasons:
    """The answer to one `why`, as a page."""

    def __init__(self, question: NumberedQuestion) -> None:
        self.question, self.decision = question, question.decision
        self.texts, self.page, self.more = question.texts, Page(), False

    def explain(self, answer: str) -> Page:
        """``answer``: what was typed behind `why`: a number, a name, or nothing, and perhaps `more`."""
        answer = answer.removeprefix("not ").strip()
        first, _, last = answer.rpartition(" ")
        if last.casefold() in MORE:
            self.more, answer = True, first.strip()
        if not answer:
            self._all()
        elif is_number(answer) and self.decision.sort == ["number"] and int(answer) not in self.question.numbers:
            self._number(int(answer))
        else:
            k = self.question.find(answer)
            return k if isinstance(k, Page) else self.of(k)
        return self.page

    def of(self, k: int) -> Page:
        """Of what has the index ``k`` among the options and what is refused."""
        if k < self.question.count:
            self._allowed(k)
        else:
            self._refused([k - self.question.count])
        return self.page

    def _allowed(self, k: int) -> None:
        self.page.line(self.texts("allowed", option=self.question.labels[k]))
        option = self.question.options[k]
        for line in outlook(self.decision, option, self.texts.lang):
            self.page.line(f"  {line}")
        if self.more:
            self._asked()
            self._facts(option.value)

    def _all(self) -> None:
        if self.more:
            self._asked()
        self._refused(range(len(self.question.refused)))
        if not self.question.refused:
            self.page.line(self.texts("no_refusals"))

    def _number(self, n: int) -> None:
        """Explains a number that is too small or too large."""
        self.page.line(self.texts.no_number(n, self.question.numbers[: self.question.count]))
        if self.more:
            self._asked()
        self._facts(n)

    def _refused(self, numbers: Iterable[int]) -> None:
        """Why options are refused. Those that are refused for the same reason are told together."""
        told: dict[tuple[str, ...], list[str]] = {}
        for number in numbers:
            refusal = self.question.refused[number]
            said = reason(refusal, self.texts.lang, self.texts, self.texts.quoting)
            facts: Iterator[str] = iter(())
            if self.more or (refusal.why is None and not refusal.unmet()):
                facts = self._told(refusal.value, but=refusal.rule if refusal.why is None else "")
            rule = refusal.rule if self.more else ""
            told.setdefault((said, rule, *facts), []).append(self.question.refused_labels[number])
        for (said, rule, *lines), options in told.items():
            text = self.texts("not_allowed", option=self.texts.list(options), reason=said)
            self.page.line(f"{text}  ({rule})" if rule else text)
            for line in lines:
                self.page.line(f"  {line}", "dim")

    def _asked(self) -> None:
        text = self.texts.quoting.row(bare(self.decision.text))
        self.page.line("  " + self.texts("asked_by", rule=self.decision.rule, text=text), "dim")

    def _facts(self, value: int) -> None:
        for line in self._told(value):
            self.page.line(f"  {line}", "dim")

    def _told(self, value: int, but: str = "") -> Iterator[str]:
        """The rule lines on which an option rests, with the values that they compare. Of the line ``but`` only the values."""
        for fact in self.decision.facts(value, self.texts.lang):
            word = "holds" if fact.sort == "filter" else "applies"
            said = self.texts(word if fact.holds else f"{word}_not")
            if fact.rule != but and self.more:
                yield f"{fact.rule}  {self.texts.quoting.row(bare(fact.text))}{self.texts.colon}{said}"
            if fact.values:
                indent = "    " if self.more else ""
                yield indent + self.texts.list(map(self.texts.quoting.value, fact.values))
