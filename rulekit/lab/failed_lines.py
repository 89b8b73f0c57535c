"""Lines of the game itself that cannot be carried out, and the lines of a variant that cause this.

Whether a line fails depends on the values that it reads. So its causes are the lines of the variant that change these values, or
that carry it out, if they did so in the game in which it failed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import define, field, frozen

from rulekit.diagnostics import Span
from rulekit.dsl.call_graph import CallGraph, sentence
from rulekit.dsl.checks.suppositions import can_be_supposed
from rulekit.dsl.operations import has
from rulekit.dsl.program import Program
from rulekit.dsl.touched import Touched, changed_by
from rulekit.dsl.tree import Node, Statement
from rulekit.explain.quotes import said
from rulekit.lab.records import Record, TakenBack
from rulekit.lab.statistics import holm, mean, p_value
from rulekit.lab.tracing import Tracer

CARRIED_OUT, CHANGED = "carried out by", "changed by"
"""How a line of a variant causes the failure of another line: keys of sentences (:mod:`rulekit.lab.try_messages`)"""
REACHED = ("line", "yes", "alone", "shared", "changed")
"""The sorts of trace points that show that a line of a variant had an effect"""


@frozen
class CauseLine:
    """A line of a variant that causes the failure of a line of the game. ``supposed``: its sentence, if a condition with `would`
    can test its outcome first."""

    how: str
    span: Span
    text: str
    supposed: str = ""

    def as_json(self) -> dict[str, object]:
        return {"how": self.how, "place": self.span.place, "text": self.text}


@frozen
class FailedLine:
    """A line of the game that failed more often with the variant than without it, so that its action was taken back. ``times``,
    ``base``: how often, with the variant and without."""

    span: Span
    text: str
    times: int
    games: int
    base: int
    first: TakenBack
    behind: Sequence[CauseLine]

    def as_json(self) -> dict[str, object]:
        numbers = {"times": self.times, "games": self.games, "base": self.base}
        return {"place": self.span.place, "text": self.text, **numbers, "behind": [c.as_json() for c in self.behind]}


@define
class FailureCauses:
    """Finds the causes of failures in the games of a tryout."""

    tracer: Tracer
    program: Program = field(init=False)
    graph: CallGraph = field(init=False)
    touched: Touched = field(init=False)
    own: Sequence[tuple[str, Statement]] = field(init=False)
    """(name of a point, sentence) of the variants"""

    def __attrs_post_init__(self) -> None:
        self.program = self.tracer.program
        self.graph = CallGraph(self.program)
        self.touched = Touched(self.program, self.graph)
        self.own = [(name, x) for name, x in self._sentences() if x.span.file in self.tracer.files]

    def _sentences(self) -> Iterator[tuple[str, Statement]]:
        return ((name, x) for name in self.graph.names for x in self.graph.statements(name))

    def behind(self, file: str, line: int, record: Record) -> list[CauseLine]:
        """The lines of the variants that caused the failure of a line in a game."""
        failing = [(name, x) for name, x in self._sentences() if (x.span.file, x.span.line) == (file, line)]
        if file in self.tracer.files or not failing:
            return []
        found: dict[tuple[str, int], CauseLine] = {}
        for how, span, supposed in (*self._carrying_out({name for name, _ in failing}), *self._changing(failing)):
            if (span.file, span.line) not in found and self._did_something(span, record):
                row = self.program.sources[span.file].splitlines()[span.line - 1]
                found[span.file, span.line] = CauseLine(how, span, said(row).strip(), supposed)
        return [*found.values()]

    def _did_something(self, span: Span, record: Record) -> bool:
        keys = [self.tracer.trace.of(span, sort) for sort in REACHED]
        return any(key in record.counts.lines for key in keys)

    def _carrying_out(self, deeds: set[str]) -> Iterator[tuple[str, Span, str]]:
        """Sentences of the variants that lead to one of some deeds."""
        for _, x in self.own:
            if deeds & {*self.graph.reached(self.graph.leads(x))}:
                can_be = x.op == "do" and can_be_supposed(self.program, self.graph, x)
                yield CARRIED_OUT, x.span, x.text if can_be else ""

    def _changing(self, failing: Sequence[tuple[str, Statement]]) -> Iterator[tuple[str, Span, str]]:
        """Modifiers of the numbers and conditions that some sentences read, and sentences that change the values read there."""
        nodes = [n for name, x in failing for n in self._values(name, x)]
        points = self.graph.reached(str(n.data["point"]) for whole in nodes for n in whole.walk() if "point" in n.data)
        for name in points:
            yield from ((CHANGED, m.span, "") for m in self.graph.modifiers(name) if m.span.file in self.tracer.files)
        read = [self.touched.values(nodes), *(self.touched.room(x) for _, x in failing)]
        for _, x in self.own:
            if any(changed_by(one, self.touched.sentence(x)) for one in read):
                yield CHANGED, x.span, ""

    def _values(self, name: str, x: Statement) -> list[Node]:
        """The values that a sentence reads; for a name also those that `let` and the callers of the deed give it."""
        found: list[Node] = []
        seen: set[tuple[str, str]] = set()
        work = [(name, node) for node, _ in sentence(x)]
        while work:
            where, node = work.pop()
            found.append(node)
            for local in {(where, str(n.data["name"])) for n in node.walk() if n.op == "local"} - seen:
                seen.add(local)
                work += self._given(*local)
        return found

    def _given(self, name: str, local: str) -> Iterator[tuple[str, Node]]:
        """The values that a name of a deed is given, each with the deed that gives it."""
        for y in self.graph.statements(name):
            target = y.args.get("x")
            named = y.data.get("x") if target is None else target.data.get("name") if target.op == "local" else None
            if named == local and not has(y.op, "names a choice"):
                yield from ((name, node) for node, _ in sentence(y) if node is not target)
        if local in self.program.points[name].slots:
            for caller, y in self._sentences():
                if local in y.args and name in self.graph.leads(y):
                    yield caller, y.args[local]


def more_often(
    causes: FailureCauses, base: Tracer, records: Sequence[Record], others: Mapping[int, Record]
) -> list[FailedLine]:
    """The lines of the game that fail more often because of the variants: significantly more often, or at all if they never
    failed without them. ``others``: the games without the variants, by their numbers."""
    pairs = [(r, others[r.game]) for r in records if r.game in others and r.stopped is None]
    found, chances = [], []
    for (file, line), first in _failing(causes.tracer, [r for r, _ in pairs]).items():
        counts = [(_times(causes.tracer, r, file, line), _times(base, b, file, line)) for r, b in pairs]
        times, before = (sum(x[k] for x in counts) for k in (0, 1))
        behind = causes.behind(file, line, first) if times > before else []
        if behind:
            text = said(causes.program.sources[file].splitlines()[line - 1]).strip()
            games, back = sum(n > 0 for n, _ in counts), _at(causes.tracer, first, file, line)[0]
            found.append(FailedLine(Span(file, line), text, times, games, before, back, behind))
            chances.append(p_value(mean([n - b for n, b in counts])))
    return [x for x, chance in zip(found, holm(chances), strict=True) if chance < 0.05 or not x.base]


def _failing(tracer: Tracer, records: Sequence[Record]) -> dict[tuple[str, int], Record]:
    """The lines of the game that failed, each with the first game in which it failed."""
    found: dict[tuple[str, int], Record] = {}
    for r in records:
        for number in r.counts.taken_back:
            line = tracer.compiled.image.lines[int(number)]
            if line.file not in tracer.files:
                found.setdefault((line.file, line.number), r)
    return found


def _at(tracer: Tracer, record: Record, file: str, line: int) -> list[TakenBack]:
    lines = tracer.compiled.image.lines
    found = ((lines[int(number)], back) for number, back in record.counts.taken_back.items())
    return [back for at, back in found if (at.file, at.number) == (file, line)]


def _times(tracer: Tracer, record: Record, file: str, line: int) -> int:
    return sum(back.times for back in _at(tracer, record, file, line))
