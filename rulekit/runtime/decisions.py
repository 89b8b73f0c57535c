"""Decisions as data: player, question, options; labels, reasons and facts are computed on demand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

from attrs import define, field, frozen

from rulekit.image import Question
from rulekit.runtime.facts import OptionFact, facts_of
from rulekit.runtime.failures import Refused
from rulekit.runtime.hidden_options import HiddenOptions
from rulekit.runtime.interchangeable import key, told_apart
from rulekit.runtime.labels import NO_MORE, Labels
from rulekit.runtime.narrative.rows import Reason
from rulekit.runtime.visibility import Perspective
from rulekit.runtime.work import Failure

if TYPE_CHECKING:
    from rulekit.runtime.narrative.sentence import Sentence
    from rulekit.runtime.protocols import MatchState, Stack


@frozen(eq=False)
class Option:
    """``value`` is the machine form, ``id`` a stable name, ``index`` its position among the options."""

    decision: Decision
    index: int
    value: int

    @property
    def id(self) -> str:
        """The same in every language and in every match of this game; of a card that the player may not read, its place."""
        return self.decision.id(self.value)

    def label(self, lang: str = "en") -> str:
        """What the player reads."""
        return self.decision.label(self.value, lang)


@frozen(eq=False)
class Refusal:
    """An option that a rule line refuses, and why."""

    decision: Decision
    value: int
    line: int
    why: Reason | None
    """The reason that an author has written"""

    @property
    def id(self) -> str:
        """The same in every language and in every match of this game."""
        return self.decision.id(self.value)

    @property
    def rule(self) -> str:
        """Where the line stands that refuses: ``FILE:LINE``."""
        return self.decision.labels("en").line(self.line)

    def label(self, lang: str = "en") -> str:
        """What the player reads."""
        return self.decision.label(self.value, lang)

    def reason(self, lang: str = "en") -> str:
        """Why: the reason that the author wrote, or else the line itself."""
        labels = self.decision.labels(lang)
        if self.why is not None:
            return labels.template(self.why[0], self.why[1], self.decision.look)
        return "“" + labels.image.lines[self.line].text.partition(': "')[0].rstrip(":") + "”"

    def unmet(self) -> list[str]:
        """Where the author wrote no reason: the conditions of the line that do not hold, as the rules put them."""
        facts = self.decision.facts(self.value) if self.why is None else ()
        return [words for fact in facts if fact.rule == self.rule for words in fact.unmet]

    def named(self, lang: str = "en") -> dict[str, str]:
        """The values of the names in the conditions of the line: ``goal`` -> ``Alder``."""
        return self.decision.named(lang)


class Options(Sequence[Option]):
    """The options of a decision; each is made when it is accessed."""

    def __init__(self, decision: Decision, values: Sequence[int]) -> None:
        self.decision, self.values = decision, values

    def __len__(self) -> int:
        return len(self.values)

    @overload
    def __getitem__(self, k: int) -> Option: ...
    @overload
    def __getitem__(self, k: slice) -> Sequence[Option]: ...
    def __getitem__(self, k: int | slice) -> Option | Sequence[Option]:
        if isinstance(k, slice):
            return [self[j] for j in range(*k.indices(len(self)))]
        k = range(len(self.values))[k]
        return Option(self.decision, k, self.values[k])

    def __iter__(self) -> Iterator[Option]:
        return (Option(self.decision, k, v) for k, v in enumerate(self.values))


@define(eq=False)
class Decision:
    """A pending question. It is valid until it is answered."""

    match: MatchState
    seat: int
    """The player's seat, from 1."""
    question: int
    values: list[int]
    stack: Stack
    _found: tuple[int, HiddenOptions | None] | None = field(init=False, default=None)
    """How many choices had been made, and which options were hidden then"""

    @property
    def player(self) -> str:
        """The name of the player who is asked."""
        return self.match.compiled.image.seats[self.seat - 1]

    @property
    def about(self) -> Question:
        """What the compiler recorded about the question."""
        return self.match.compiled.image.asks[self.question]

    @property
    def sort(self) -> list[str]:
        """What the options are: ``["kind", "town"]``, ``["number"]``, ``["yesno"]``, ``["branch"]`` and the like."""
        return self.about.sort.words

    @property
    def name(self) -> str:
        """The name by which cards and variants refer to this choice: ``target in march``."""
        return self.about.choice

    @property
    def of_the_table(self) -> bool:
        """Whether it asks for the result of equipment on the table: anybody who sees that may answer."""
        return self.about.op == "device"

    @property
    def final(self) -> bool:
        """Whether the rules say that what is chosen is given up for good: a table then asks for confirmation."""
        return self.about.final

    @property
    def rule(self) -> str:
        """Where the line stands that asks: ``FILE:LINE``."""
        return self.labels("en").line(self.about.line)

    @property
    def text(self) -> str:
        """The rule line that asks, as it stands in its file."""
        return self.match.compiled.image.lines[self.about.line].text

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that the line which asks cites."""
        return self.match.compiled.image.lines[self.about.line].clauses

    @property
    def options(self) -> Options:
        """What can be chosen, in the order of the rules; cards that the player may not read come last, in random order."""
        hidden = self._hidden
        return Options(self, self.values if hidden is None else hidden.order(self.values))

    def unread(self, value: int) -> bool:
        """Whether an option is a card that the player may not read."""
        hidden = self._hidden
        return hidden is not None and value in hidden

    @property
    def look(self) -> Perspective:
        """The match as the player sees it."""
        return Perspective(self.match.compiled.sight(self.player), self.match.s)

    @property
    def _hidden(self) -> HiddenOptions | None:
        """The cards among the options that the player may not read; None where there are none."""
        if not self.about.secret:
            return None
        if self._found is None or self._found[0] != self.match.decided:
            found = HiddenOptions(self.match, self.look, self.about.sort.of, self.values)
            self._found = (self.match.decided, found if found.cards else None)
        return self._found[1]

    def labels(self, lang: str) -> Labels:
        """How things are called in a language."""
        return self.match.compiled.labels(lang)

    def _frame(self) -> tuple[object, ...]:
        return self.stack[-1][:-1]

    def explains(self, name: str) -> bool:
        """Whether there is such a function beside the question."""
        return f"{name}__{self.question}" in self.match.compiled.machine.explain

    def explained(self, name: str, *more: int) -> Any:
        """What a function beside the question returns (``prompt``, ``label``, ``facts``, ``refused``); None without one."""
        function = self.match.compiled.machine.explain.get(f"{name}__{self.question}")
        m = self.match
        return function(m, m.s, m.z, *self._frame(), *more) if function is not None else None

    def _written(self, name: str, *more: int) -> Reason | None:
        written: Reason | None = self.explained(name, *more)
        return written

    def prompt(self, lang: str = "en", viewer: str | None = "") -> str:
        """The question as the player, or somebody else (a name, or None for an onlooker), reads it."""
        return "".join(self.prompt_parts(lang, viewer))

    @property
    def subject(self) -> object:
        """What the question asks about: equal for two questions that ask the same about the same things."""
        written = self._written("prompt")
        return self.prompt() if written is None else (written[0], tuple(written[1]))

    def prompt_parts(self, lang: str = "en", viewer: str | None = "") -> list[str]:
        """The same in parts: fixed text, and the things that it names."""
        labels = self.labels(lang)
        written = self._written("prompt")
        if written is not None:
            look = self.look if viewer == "" else Perspective(self.match.compiled.sight(viewer), self.match.s)
            return list(map(str, labels.spoken(written[0], written[1], look)))
        if self.about.sort.head == "yesno":
            return [self.label(1, lang) + ("？" if labels.base in ("zh", "ja") else "?")]
        if self.about.op == "window":
            return [labels.word("play a card?")]
        return [labels.word(self.about.name) if self.about.name else labels.word("choose one")]

    def course(self, lang: str = "en", viewer: str | None = "") -> list[Sentence]:
        """What is being carried out while this question waits, outermost first, as the player or somebody else reads it."""
        from rulekit.runtime.header import course_of

        who = self.player if viewer == "" else viewer
        return list(course_of(self.match, self.question, self.seat - 1, who, lang))

    def label(self, value: int, lang: str = "en") -> str:
        """What the player reads for a value; options with the same name are told apart."""
        labels = self.labels(lang)
        if self.about.sort.head in ("branch", "yesno"):
            written = self._written("label", value)
            if written is not None:
                return labels.template(written[0], written[1], self.look)
        if self.about.sort.head == "kind" and value >= 0:
            hidden = self._hidden
            if hidden is not None and value in hidden:
                return hidden.label(labels, value)
            return told_apart(self.match, labels, self.about.sort.of, value, self.values, self.player)
        return labels.answer(self.about, value, self.look)

    def id(self, value: int) -> str:
        """The stable name of a value; with its owner where another player's thing of the same name is among the options."""
        hidden, labels, sort = self._hidden, self.labels("en"), self.about.sort
        if hidden is not None and value in hidden:
            return hidden.id(labels, value)
        name, full = labels.id(sort, value), labels.full_id(sort, value)
        beside = name != full and any(other != value and labels.id(sort, other) == name for other in self.values)
        return full if beside else name

    def _secret(self, value: int) -> bool:
        """Whether a value, even one that is not an option, is a card that the player may not read."""
        return self.about.secret and not self.look.reads(self.about.sort.of, value)

    def declines(self, value: int) -> bool:
        """Whether an option declines everything that is offered: `none`, `done`, `pass`, or `no` to a yes-or-no question."""
        head = self.about.sort.head
        if value < 0:
            return head in ("kind", "spot") or self.about.op in NO_MORE
        return value == 0 and head == "yesno"

    def key(self, value: int) -> object:
        """Equal for two values that the player cannot tell apart: the same value, or things that are alike."""
        root = self.about.sort.kind
        return key(self.match.compiled.image, self.match.s, root, value) if root else value

    def facts(self, value: int, lang: str = "en") -> list[OptionFact]:
        """What an option, or a refused one, rests on: line by line in the order of the rules, with the values."""
        if self._secret(value):
            return []
        try:
            rows = self.explained("facts", value) or ()
        except Failure:  # an option of another sort than any that there could be
            return []
        return facts_of(rows, self.labels(lang), self.look)

    def named(self, lang: str = "en") -> dict[str, str]:
        """The values of the names in the conditions on the options: ``goal`` -> ``Alder``."""
        labels = self.labels(lang)
        said = (labels.template(number, values, self.look) for number, values in self.explained("named") or ())
        return {name: value for name, _, value in (text.partition(": ") for text in said)}

    @property
    def refused(self) -> list[Refusal]:
        """What would be an option if no rule refused it; of things that are alike only one, of hidden cards none."""
        taken, out = {self.key(v) for v in self.values}, []
        for v, line, why in self.explained("refused") or ():
            if self.key(v) not in taken and not self._secret(v):
                taken.add(self.key(v))
                out.append(Refusal(self, v, line, why))
        return out

    def find(self, said: Option | int | str) -> Option:
        """The option that is meant by an option, an index, an id or a label. Raises Refused with the reason."""
        options = self.options
        if isinstance(said, Option):
            said = said.index if said.index < len(options) and options[said.index].value == said.value else said.id
        if isinstance(said, int):
            if 0 <= said < len(options):
                return options[said]
            raise Refused(f"there are {len(options)} options, counted from 0", self.rule)
        for option in options:
            if option.id == said:
                return option
        for option in options:
            if option.label().lower() == said.lower():
                return option
        for refusal in self.refused:
            if said in (refusal.id, refusal.label()):
                raise Refused(refusal.reason(), refusal.rule)
        raise Refused(f"{said} is not among the options", self.rule)

    def why_not(self, said: str) -> str | None:
        """Why something is not an option; None when it is one."""
        try:
            self.find(said)
        except Refused as refused:
            return refused.reason
        return None
