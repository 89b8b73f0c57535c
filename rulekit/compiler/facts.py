"""What an option rests on, for whoever asks why: each rule line that is looked at, how it was answered, the values compared.

``facts_n(m, s, z, frame ..., v)`` of a question gives, for its option ``v``, a list of ``(line, sort, holds, [(template,
values), ...])`` in the order in which the rules look. It stands beside the rules in the module with a journal only, and takes
the same conditions as they do; it ends with the line that refuses the option, so that nothing is asked which the rules would
not ask. What somebody at the table may not see is not among the values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.compiler import bands
from rulekit.compiler.code import Code, Lines
from rulekit.compiler.impossible import Impossible
from rulekit.compiler.values import Context
from rulekit.dsl.bands import peel
from rulekit.dsl.points import VALUES, Point
from rulekit.dsl.spoken import say
from rulekit.dsl.tree import Node, Statement

if TYPE_CHECKING:
    from rulekit.compiler.unit import Unit

COMPARING = ("is", "is-not", "more", "less", "at-least", "at-most", "among", "not-among")
PLAIN = ("entity", "number", "none", "truth", "group-member")
WORKING = ("move-count", "move-up-to", "raise", "lower", "raise-to", "lower-to", "set", "let", "do")
"""Sentences whose numbers can be computed beforehand"""
SHOWN = ("number", "kind", "truth")
"""Sorts of values that say something to a person"""


class Facts:
    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.made: dict[str, str] = {}
        self._open: dict[str, bool] = {}

    def question(self, number: int, x: Statement, kept: list[str], c: Context) -> None:
        """Writes the function of one question."""
        body, unit = Lines(), self.unit
        body.add("out = []")
        option = Code("v")
        match x.op:
            case "choose-one":
                for k, branch in enumerate(x.body):
                    if "c" in branch.args:
                        self._one(branch.args["c"], c, unit.line(branch.span), body, f"v == {k}")
            case "may":
                if "c" in x.args:
                    self._one(x.args["c"], c, c.line, body, "v")
            case "choose-number":
                self._bounds(x, c, body)
                self._outside(x, option, c.bind(it=option, **{x.data["x"]: option}), body)
            case "choose":
                names = c.bind(it=option, **{x.data["x"]: option})
                body.add("if v < 0: return out")
                for condition in peel(x.args["s"])[1]:
                    self._condition(condition, names, c.line, body)
                self._outside(x, option, names, body)
            case "choose-band":
                body.add("if v < 0: return out")
                found, names = bands.parts(unit.program, x), c.bind(it=option)
                for condition in (*found.fixed, *found.moving):
                    self._condition(condition, names, c.line, body)
                self._outside(x, option, names, body)
        body.add("return out")
        unit.function(f"facts_{number}", ["m", "s", "z", *kept, "v"], body)

    def statement(self, x: Statement, c: Context, out: Lines) -> None:
        """Before a sentence of a rule: the values that it works with, for whoever listens (:mod:`rulekit.causes`)."""
        if x.op not in WORKING and x.op not in ("if", "may", "repeat-until", "repeat-while"):
            return
        body = Lines(out.depth)
        body.add("w = []")
        for slot, node in x.args.items():
            if slot == "c":
                self._leaves(node, c, body, calls=False)
            elif node.type.head == "number" and x.op in WORKING:
                self._value(node, c, body)
        if len(body.rows) > 1:
            out.rows += body.rows
            out.add(f"compared({c.line}, w)")

    # ------------------------------------------------------------ what is looked at
    def _one(self, condition: Node, c: Context, line: int, body: Lines, when: str) -> None:
        body.add(f"if {when}:")
        body.depth += 1
        self._condition(condition, c, line, body)
        body.add("pass")
        body.depth -= 1

    def _bounds(self, x: Statement, c: Context, body: Lines) -> None:
        body.add("w = []")
        for slot in "ab":
            self._value(x.args[slot], c, body)
        low, high = (self.unit.values.value(x.args[slot], c) for slot in "ab")
        body.add(f"out.append(({c.line}, 'filter', {low} <= v <= {high}, w))")

    def _condition(self, condition: Node, names: Context, line: int, body: Lines) -> None:
        """A condition that has to hold; where it does not, nothing more is looked at."""
        test = self.unit.values.condition(condition, names)
        if test.const is not None:
            return
        body.add("w = []")
        body.add(f"out.append(({line}, 'filter', not not ({test}), w))")
        self._leaves(condition, names, body)
        body.add(f"if not ({test}): return out")

    def _call(self, condition: Node, names: Context) -> str:
        permission = condition.args["p"]
        point = self.unit.program.points[permission.data["point"]]
        args = [self.unit.values.value(permission.args[n], names) for n in point.slots]
        return f"{self._permission(point)}({', '.join(['m', 's', 'z', *args])})"

    def _outside(self, x: Statement, option: Code, names: Context, body: Lines) -> None:
        """Refusals by cards and variants, as far as they are in force."""
        unit = self.unit
        point = unit.program.choices.get(x.data.get("choice", ""))
        for saying in unit.points.said(point) if point is not None else ():
            if saying.op == "refuse":
                self._refusal(unit.points.heard(saying, names), unit.points.in_force(saying, names), saying.condition,
                              unit.points.seen(saying, names), unit.line(saying.span), body)  # fmt: skip

    def _permission(self, point: Point) -> str:
        if point.name in self.made:
            return self.made[point.name]
        unit = self.unit
        name = self.made[point.name] = unit.python_name("facts", point.name)
        params = [unit.local_name(n) for n in point.slots]
        names = Context({n: Code(p) for n, p in zip(point.slots, params, strict=True)}, unit.line(point.span))
        body = Lines()
        body.add("out = []")
        for ruling, saying, test, seen in unit.points.refusals(point, names, body):
            source = ruling or saying
            if test.const is None and source is not None:
                force = Code("True", 1) if saying is None else unit.points.in_force(saying, names)
                self._refusal(test, force, source.condition, seen, unit.line(source.span), body)
        body.add("return out")
        unit.function(name, ["m", "s", "z", *params], body)
        return name

    def _refusal(self, test: Code, force: Code, condition: Node | None, names: Context, line: int, body: Lines) -> None:
        if test.const is not None or force.const == 0:
            return
        body.add(f"if {force}:")
        body.depth += 1
        body.add("w = []")
        body.add(f"out.append(({line}, 'refusal', not not ({test}), w))")
        if condition is not None:
            self._leaves(condition, names, body)
        body.add(f"if {test}: return out")
        body.depth -= 1

    # ------------------------------------------------------------ values
    def _leaves(self, condition: Node, names: Context, body: Lines, calls: bool = True) -> None:
        """What a condition compares; what stands behind an `and` is looked at only where the rules would do so."""
        match condition.op:
            case "and" | "or":
                first = self.unit.values.condition(condition.args["a"], names)
                self._leaves(condition.args["a"], names, body, calls)
                if first.const is None:
                    body.add(f"if {first}:" if condition.op == "and" else f"if not ({first}):")
                    body.depth += 1
                    self._leaves(condition.args["b"], names, body, calls)
                    body.add("pass")
                    body.depth -= 1
                elif bool(first.const) == (condition.op == "and"):
                    self._leaves(condition.args["b"], names, body, calls)
            case "not" if condition.args["c"].op in (*COMPARING, "and", "or", "not", "allowed"):
                self._leaves(condition.args["c"], names, body, calls)
            case op if op in COMPARING:
                for node in condition.args.values():
                    self._value(node, names, body)
            case "allowed" | "not-allowed":
                if calls:
                    body.add(f"out += {self._call(condition, names)}")
            case _:
                self._value(condition, names, body)

    def _value(self, node: Node, names: Context, body: Lines) -> None:
        sort = self.unit.texts.sort(node.type)
        if node.op in PLAIN or sort[0] not in SHOWN or not self._seen_by_all(node) or _by_chance(node):
            return
        try:
            code = self.unit.values.value(node, names)
        except Impossible:
            return
        if code.const is not None:
            return
        body.add(f"w.append(({self.unit.texts.named(say(node), node)}, ({code},)))")

    def _seen_by_all(self, node: Node) -> bool:
        """Whether everybody at the table can see what the value rests on."""
        return all(self._one_seen(n) for n in node.walk())

    def _one_seen(self, node: Node) -> bool:
        program = self.unit.program
        mark, place = program.marks.get(str(node.data.get("mark"))), program.places.get(str(node.data.get("place")))
        if mark is not None and mark.seen != "all":
            return False
        if place is not None and not place.counted and (place.seen != "all" or place.turns):
            return False
        point = program.points.get(str(node.data.get("point")))
        return point is None or self._open_point(point)

    def _open_point(self, point: Point) -> bool:
        if point.name not in self._open:
            self._open[point.name] = True  # a rule never comes back to itself
            nodes = [n for clause in point.clauses for n in (clause.value, clause.condition) if n is not None]
            nodes += [r.condition for r in point.rulings if r.condition is not None]
            nodes += [n for s in point.said for n in (s.condition, s.adjustment and s.adjustment[1]) if n is not None]
            open_ = point.sort in (*VALUES, "permission") and all(self._seen_by_all(n) for n in nodes)
            self._open[point.name] = open_
        return self._open[point.name]


def _by_chance(node: Node) -> bool:
    """Whether to look at the value would be to draw it."""
    return any(n.phrase is not None and "chance" in n.phrase.data for n in node.walk())
