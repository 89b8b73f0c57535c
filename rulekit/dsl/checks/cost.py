"""A bound on the work between two questions: no rule file can make a game hang.

Loops run over finite sets or a stated number of times, and no rule comes back to itself, so the worst case can be counted
before anything runs: members of a set times the work inside, and so on through all that is called. A loop that asks somebody
counts as one round of it, since the players are heard in each; how often such loops go round without asking anybody after all
is counted in play (``rulekit.runtime.failures.MOST_STEPS``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import prod

from rulekit.diagnostics import Span
from rulekit.dsl import accessors as get
from rulekit.dsl.call_graph import CallGraph
from rulekit.dsl.checks.sizes import PLAYERS, members
from rulekit.dsl.operations import has
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Node, Statement

BUDGET = 1_000_000_000
"""Most steps that the rules may take in the worst case between two questions. A value counts for no more than VALUE of them:
its worst case takes every set for as large as it can be, all at once, which sets inside sets never are."""
VALUE = 1_000
DEAREST = 1_000_000_000_000
"""What a single value may take in that worst case."""
REPEATS = 1_000
"""What is assumed for a `repeat` whose number is not written there; the runtime refuses more."""
NOTES = 10_000_000
"""Most steps that what stands below a choice may take for all its options together, whenever somebody looks at it."""
MOST_DICE = 200
"""What is assumed for a pool of dice; the runtime refuses more."""


def check(program: Program, graph: CallGraph) -> None:
    if any(d.code == "RK340" for d in program.found):
        return  # a rule that comes back to itself has no worst case
    cost = Cost(program, graph)
    if program.begins is not None and program.begins in program.points:
        for name in graph.bottom_up([program.begins]):
            steps = cost.point(name)  # the last is the beginning, which calls all the others
        if steps > BUDGET:
            name = cost.dearest()
            program.report(
                "RK347",
                f"in the worst case the rules take {_rounded(steps)} steps without a question, where {BUDGET:,} are allowed; "
                f"the most work of `{program.points[name].name}` is in this line",
                cost.dearest_line(name),
                "fewer loops inside each other, or smaller numbers of repetitions; sets inside a `where` count as well",
            )
    for x in (x for name in graph.names for x in graph.statements(name)):
        _check_notes(program, cost, x)


def _check_notes(program: Program, cost: Cost, x: Statement) -> None:
    """What stands below a choice is not a part of the course, so nothing counts it in play."""
    noted = [(cost.note(y), y) for y in x.body if has(y.op, "is a note")]
    steps = cost.options(x) * sum(one for one, _ in noted) if noted else 0
    if steps > NOTES:
        program.report(
            "RK347",
            f"in the worst case these notes take {_rounded(steps)} steps for all options, where {NOTES:,} are allowed; "
            "the most work is in this line",
            max(noted, key=lambda pair: pair[0])[1].span,
            "say less of each option, or offer fewer; sets inside a `where` count as well",
        )


def _rounded(steps: int) -> str:
    """A bound rounded to two significant digits."""
    unit = 10 ** max(len(str(steps)) - 2, 0)
    return f"{-(-steps // unit) * unit:,}" if steps < DEAREST else f"more than {DEAREST:,}"


DEAR = 100
"""From this many steps on a line without a block is reported instead of the loop around it."""
COMPARED = 100
"""What it costs to see whether a round has changed anything."""
TAKEN_BACK = 100
"""What it costs to take back what was only supposed."""


class Cost:
    def __init__(self, program: Program, graph: CallGraph) -> None:
        self.program, self.graph = program, graph
        self.points: dict[str, int] = {}
        self.asking: set[str] = set()
        """The deeds and entries that may ask somebody."""

    def point(self, name: str) -> int:
        """The worst case of a deed, an entry or a value, including everything it calls."""
        if name in self.points:
            return self.points[name]
        self.points[name] = 1
        point = self.program.points.get(name)
        if point is None:
            return 1
        bodies = self.graph.bodies(name)
        total = 1 + sum(self.block(body) for body in bodies)
        for modifier in point.modifiers:
            total += 1 + (self.node(modifier.condition) if modifier.condition is not None else 0)
            total += self.node(modifier.adjustment[1]) if modifier.adjustment is not None else 0
        total += PLAYERS * sum(self.value(n) for n in self.graph.asked(name))
        total += max((self.point(entry) for entry in self.graph.plays(name)), default=0)  # each follows a question
        for clause in point.clauses:
            total += self._clause(clause.value, clause.condition)
        for ruling in point.rulings:
            total += self.node(ruling.condition) if ruling.condition is not None else 0
        self.points[name] = total
        if any(self.may_ask(body) for body in bodies):
            self.asking.add(name)
        return total

    def may_ask(self, body: Sequence[Statement]) -> bool:
        return any(
            has(x.op, "asks") or any(name in self.asking for name in self.graph.leads(x))
            for statement in body
            for x in statement.walk()
        )

    def dearest(self) -> str:
        """The point whose own loops cost most: the dearest that calls nothing dear."""
        dear = [n for n, steps in self.points.items() if steps > BUDGET and n in self.program.points]
        return next(n for n in dear if not any(c in dear for c in self.graph.calls(n)))

    def dearest_line(self, name: str) -> Span:
        """Where the most work of a point is: the innermost loop, or the line inside it whose own values are dear."""
        point = self.program.points[name]
        found = [x for body in self.graph.bodies(name) for x in body]
        if not found:
            clauses = [(self._clause(c.value, c.condition), c.span) for c in point.clauses]
            return max(clauses, key=lambda clause: clause[0])[1] if clauses else point.span
        line = max(found, key=self.statement)
        while inside := [*line.body, *(line.otherwise or ())]:
            dearest = max(inside, key=self.statement)
            own = sum(map(self.value, line.args.values()))
            if own > self.statement(dearest) or not (dearest.body or self.statement(dearest) > DEAR):
                break
            line = dearest
        return line.span

    def _clause(self, *parts: Node | None) -> int:
        return sum(self.node(n) for n in parts if n is not None)

    def block(self, body: Sequence[Statement]) -> int:
        return sum(self.statement(x) for x in body)

    def statement(self, x: Statement) -> int:
        work = 1 + sum(self.value(n) for n in x.args.values())
        inside = self.block(x.body) + self.block(x.otherwise or ()) + (COMPARED if x.op == "repeat-still" else 0)
        match x.op:
            case _ if has(x.op, "loops") and not has(x.op, "asks") and self.may_ask(x.body):
                pass
            case "each" | "each-player":
                inside *= self.size(get.options(x))
            case "at-once":
                inside *= PLAYERS
            case "branch" if "r" in x.args:
                work += self.size(get.options(x)) * self.value(get.row(x))
            case "choose-band":
                work *= self.size(get.options(x))  # it is asked for again and again
            case "repeat" | "repeat-until" | "repeat-while" | "repeat-still":
                n = get.count(x)
                inside *= (
                    n.data["n"]
                    if n.op == "number"
                    else REPEATS
                    if n.op != "option"
                    else self.program.options[n.data["option"]].high
                )
            case "clear":
                work += sum(self.kept(name) for name in self.program.words.mark_groups[x.data["g"]])
            case "do" | "carry-out" | "open":
                work += max((self.point(name) for name in self.graph.leads(x)), default=0)
        return work + inside

    def value(self, node: Node) -> int:
        """A value in a sentence."""
        steps = self.node(node)
        return steps if steps > DEAREST else min(steps, VALUE)

    def note(self, x: Statement) -> int:
        """A line below a choice, for one option."""
        said = (part for part in x.data["note"].parts if isinstance(part, Node))
        return 1 + sum(map(self.node, (*x.args.values(), *said)))

    def options(self, x: Statement) -> int:
        """The largest number of options that a choice can have."""
        if x.op in ("choose", "choose-band"):
            return self.size(get.options(x))
        if x.op == "choose-numbers":
            return len(get.numbers(x).data["items"])
        last = get.most(x)
        return last.data["n"] + 1 if last.op == "number" else REPEATS

    def node(self, node: Node) -> int:
        """A value: what it reads, times the members of the sets that it goes through."""
        parts = {name: self.node(n) for name, n in node.args.items()}
        work = 1 + sum(parts.values())
        if node.op in ("dice", "hits"):
            work += MOST_DICE
        if node.op == "supposed":
            work += TAKEN_BACK + self.statement(node.data["deed"])
        if has(node.op, "searches a graph"):
            asked = parts.get("c", 0) * (2 if node.op == "connected" else 1) + parts.get("p", 0)
            return work + self.search(node, asked)
        if node.op == "straight":
            work += self.size(node) * (1 + parts.get("c", 0))
        if node.op == "each-of":
            work += self.size(node) * self.size(get.members(node)) * parts["n"]
        elif "s" in parts and ("n" in parts or "c" in parts):
            work += self.size(get.members(node)) * parts.get("n", parts.get("c", 0))
        if "point" in node.data:
            work += self.point(node.data["point"]) * (
                self.size(next(iter(node.args.values()))) if node.op == "that-point" else 1
            )
        return work

    def search(self, node: Node, asked: int) -> int:
        """Every route is looked at in both directions; the condition of a step is evaluated each time."""
        graph = self.program.graphs.get(get.start(node).type.of)
        return self.size(get.start(node)) + 2 * len(graph.edges if graph is not None else ()) * (1 + asked)

    def kept(self, name: str) -> int:
        """How many numbers a mark takes."""
        owners = self.program.marks[name].owners
        return prod(members(self.program, owner) for owner in owners)

    def degree(self, kind: str) -> int:
        """The largest number of neighbours in a graph."""
        graph = self.program.graphs.get(kind)
        ends = Counter(end for a, b, _ in (graph.edges if graph is not None else ()) for end in (a, b))
        return max(ends.values(), default=1)

    def size(self, node: Node) -> int:
        """The largest size of a set."""
        if node.op == "where":
            return self.size(get.members(node))
        if node.op == "neighbours":
            return self.degree(node.type.of)
        return members(self.program, node.type.of)
