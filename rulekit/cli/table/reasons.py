"""Why something can be chosen or not: first in the words of the rules' author, the rules and their values behind `more`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from rulekit.cli.table.words import MORE, is_number
from rulekit.explain.quoting import bare
from rulekit.runtime.outlook import outlook
from rulekit.tabletop.refusals import reason

if TYPE_CHECKING:
    from rulekit.cli.screen import Screen
    from rulekit.cli.texts import Texts
    from rulekit.runtime.decisions import Decision, Option, Refusal


class Shown(Protocol):
    """A question as it is shown, with numbers; see :class:`rulekit.cli.table.question.Question`."""

    screen: Screen
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

    def find(self, answer: str) -> int | None: ...


class Reasons:
    """Tells them on the screen of a question."""

    def __init__(self, question: Shown) -> None:
        self.question, self.decision = question, question.decision
        self.screen, self.texts = question.screen, question.texts
        self.more = False

    def tell(self, answer: str) -> None:
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
            if k is not None:
                self.of(k)

    def of(self, k: int) -> None:
        """Of what has the index ``k`` among the options and what is refused."""
        if k >= self.question.count:
            self._refused([k - self.question.count])
            return
        self.screen.line(self.texts("allowed", option=self.question.labels[k]))
        option = self.question.options[k]
        for line in outlook(self.decision, option, self.texts.lang):
            self.screen.line(f"  {line}")
        if self.more:
            self._asked()
            self._facts(option.value)

    def _all(self) -> None:
        if self.more:
            self._asked()
        self._refused(range(len(self.question.refused)))
        if not self.question.refused:
            self.screen.line(self.texts("no_refusals"))

    def _number(self, n: int) -> None:
        """Of a number that is too small or too large."""
        numbers = self.question.numbers[: self.question.count]
        self.screen.line(self.texts("no_number", n=n, first=min(numbers), last=max(numbers)))
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
            self.screen.line(f"{text}  ({rule})" if rule else text)
            for line in lines:
                self.screen.line(f"  {line}", "dim")

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
            if fact.rule != but and self.more:
                yield f"{fact.rule}  {self.texts.quoting.row(bare(fact.text))}{self.texts.colon}{said}"
            if fact.values:
                indent = "    " if self.more else ""
                yield indent + self.texts.list(map(self.texts.quoting.value, fact.values))
