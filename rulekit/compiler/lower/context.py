"""The state of lowering one set-up: its functions, constants, rule lines, questions, texts, and what is still to be lowered."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import ClassVar

from attrs import define, field

from rulekit.compiler.identifiers import NameTable
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import number
from rulekit.compiler.ir.types import VOID, Int, Type
from rulekit.compiler.layout import Layout
from rulekit.diagnostics import Span
from rulekit.dsl.hidden_information import Secrets
from rulekit.dsl.points import Point
from rulekit.dsl.program import Program
from rulekit.dsl.symbols import Cell
from rulekit.image import Question, Rule, Template, Value


@define
class Trace:
    """What a traced module can tell: which rule lines it came to, and how its conditions were answered.

    ``numbers``: of places in the rules, the same over all set-ups of a game; their sort is line, yes or no, or of one that
    measures changed, same, alone or shared.
    """

    listens: ClassVar[bool] = False
    """Whether it also records the values that sentences work with"""
    measures: ClassVar[bool] = False
    """Whether it also records what adjustments and refusals change, and why a line fails"""
    numbers: dict[tuple[str, int, str], int] = field(factory=dict)
    hits: set[int] = field(factory=set)

    def number(self, span: Span, sort: str) -> int:
        return self.numbers.setdefault((span.file, span.line, sort), len(self.numbers))

    def watches(self, span: Span) -> bool:
        """Whether a line tells that it was carried out; conditions tell it always."""
        return True

    def words(self) -> Mapping[str, Callable[..., object]]:
        """The functions that traced code calls, by name."""
        return {"seen": self.seen, "asked": self.asked, "compared": self.compared}

    # ------------------------------------------------------------ called by traced code
    def seen(self, number: int, value: object) -> object:
        self.hits.add(number)
        return value

    def asked(self, yes: int, no: int, value: object) -> object:
        self.hits.add(yes if value else no)
        return value

    def compared(self, line: int, values: list[tuple[int, tuple[Value, ...], int]]) -> None:
        """What a sentence works with, for a trace that listens."""


@define(eq=False, repr=False)
class Lowering:
    """With a ``trace`` the functions report which rule lines and branches they reach."""

    program: Program
    layout: Layout
    trace: Trace | None = None
    points: ChainMap[str, Point] = field(init=False)
    """Those of the program, and before them the deeds that lowering makes; the program itself serves many set-ups"""
    functions: dict[str, ir.Function] = field(factory=dict)
    lines: list[Span] = field(factory=list)
    here: Span | None = None
    """The rule line that is being lowered."""
    questions: list[Question] = field(factory=list)
    explaining: dict[int, list[str]] = field(factory=dict)
    """question -> the functions that are given its frame"""
    keepers: dict[str, str] = field(factory=dict)
    """kind -> the function that says who keeps one of its members"""
    beside: dict[str, list[str]] = field(factory=dict)
    """kind -> the functions that say what is shown with one of its members"""
    worth: str = ""
    """The function that says what a position is worth; empty where the game does not tell"""
    names: NameTable = field(factory=NameTable)
    devices: NameTable = field(factory=NameTable)
    made: dict[str, str] = field(factory=dict)
    """What a function is for (``deed march``, ``point tax``, ``why entering``) -> its name"""
    wanted: list[tuple[str, object, str]] = field(factory=list)
    """(deed, entry, window, carry or can-play; what; name of the function): called already, to be lowered"""
    tables: dict[str, object] = field(factory=dict)
    """Constants of the module"""
    known_tables: dict[tuple[str, ...], ir.ConstantTable] = field(factory=dict)
    """(sort, about what) -> the constant that holds it (:mod:`rulekit.compiler.lower.tables`)"""
    columns: dict[tuple[str, str], Sequence[Cell]] = field(factory=dict)
    """(kind, column) -> what it says of each member in this set-up"""
    templates: list[Template] = field(factory=list)
    template_numbers: dict[int, int] = field(factory=dict)
    large_points: set[str] = field(factory=set)
    """Points that are not written into the expressions that read them: these would grow without bound."""
    inside: int = 0
    """How many points are being written into each other"""
    rules: list[Rule] = field(factory=list)
    rankings: dict[int, list[str]] = field(factory=dict)
    """line that ends the game -> what its numbers are called"""
    """Deeds, entries, scenes and windows, as the story speaks of them (:mod:`rulekit.compiler.lower.story`)"""
    rule_numbers: dict[str, int] = field(factory=dict)
    rule_of: dict[int, int] = field(factory=dict)
    """rule line -> the rule that it belongs to"""
    rule: int = -1
    """The rule that is being lowered"""
    belongs_to: dict[str, str] = field(factory=dict)
    """A deed that was made of what is said around another one -> that one"""
    scores: frozenset[str] = frozenset()
    """Marks that count at the end"""
    secrets: Secrets = field(init=False)
    _numbers: dict[tuple[str, int], int] = field(factory=dict)
    _fresh: int = 0

    def __attrs_post_init__(self) -> None:
        self.points = ChainMap({}, self.program.points)
        self.secrets = Secrets(self.program)

    # ------------------------------------------------------------ names and numbers
    def variable(self, stem: str, type_: Type) -> ir.Local:
        """A variable that no other place of the module binds."""
        self._fresh += 1
        return ir.Local(f"{stem}{self._fresh}", type_)

    def local_name(self, name: str) -> str:
        """The local of a function for a name of the rules."""
        return self.names.kept("v", name, name)

    def line(self, span: Span) -> int:
        """The number of a rule line in the image."""
        key = (span.file, span.line)
        if key not in self._numbers:
            self._numbers[key] = len(self.lines)
            self.lines.append(span)
        return self._numbers[key]

    def question(self, about: Question) -> int:
        """The number of a new question."""
        self.questions.append(about)
        return len(self.questions) - 1

    def copies(self, family: str, index: int) -> list[int]:
        """All cards of the entry that card ``index`` belongs to."""
        for entry in self.program.entries.values():
            if entry.family == family and index in entry.indices and entry.over is None:
                return [self.layout.bases[family] + k for k in entry.indices]
        return [self.layout.bases[family] + index]

    @property
    def me(self) -> ir.Local:
        """The player who carries out a deed; -1 for nobody."""
        return ir.Local("me", Int(-1, max(self.layout.players - 1, 0)))

    @property
    def cards_stream(self) -> ir.Expr:
        """Where the stream of chance for cards is kept."""
        return number(self.layout.streams["cards"])

    # ------------------------------------------------------------ functions
    def function(
        self, name: str, params: Sequence[ir.Local], body: ir.Block, gives: Type = VOID, sort: str = "deed"
    ) -> None:
        self.functions[name] = ir.Function(name, tuple(params), body, gives, sort=sort)

    def want(self, sort: str, what: object, key: str, prefix: str, text: str) -> str:
        """The name of a function that is lowered when the present one is done: so no rule is too long, no chain too deep."""
        if key not in self.made:
            self.made[key] = self.names.new(prefix, text)
            self.wanted.append((sort, what, self.made[key]))
        return self.made[key]

    # ------------------------------------------------------------ tracing
    def seen(self, span: Span, value: ir.Expr) -> ir.Expr:
        """The value; with a trace that wants to know it tells that its line was carried out."""
        if self.trace is None or not self.trace.watches(span):
            return value
        return ir.Probe((self.trace.number(span, "line"),), value)

    def asked(self, span: Span, test: ir.Expr) -> ir.Expr:
        """The condition; with a trace it tells how it was answered. What options decide is no branch."""
        return test if test.const is not None else self._told(span, ("yes", "no"), test)

    def measured(self, span: Span, sorts: tuple[str, str], test: ir.Expr) -> ir.Block:
        """With a trace that measures: a statement that tells whether something made a difference."""
        return (ir.Do(self._told(span, sorts, test)),) if self.measures else ()

    @property
    def measures(self) -> bool:
        """Whether a trace wants to be told what makes a difference."""
        return self.trace is not None and self.trace.measures

    @contextmanager
    def untraced(self) -> Iterator[None]:
        """What is lowered now does not count: it is asked for a measurement, and not by the rules."""
        trace, self.trace = self.trace, None
        yield
        self.trace = trace

    def _told(self, span: Span, sorts: tuple[str, str], test: ir.Expr) -> ir.Expr:
        if self.trace is None:
            return test
        yes, no = (self.trace.number(span, sort) for sort in sorts)
        return ir.Probe((yes, no), test)
