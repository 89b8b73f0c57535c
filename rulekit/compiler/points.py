"""Numbers, values, sets, conditions and permissions as functions, or inline where that is cheaper.

A point that nothing can touch is a plain expression. Otherwise: the general rule from the top, then its exceptions, then
what cards and variants say, layer by layer, each behind the test whether it is in force.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from attrs import evolve

from rulekit.compiler.code import FALSE, TRUE, Code, Lines, and_, not_, or_
from rulekit.compiler.values import Context
from rulekit.dsl.points import Point, Saying
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Clause, Node, Ruling
from rulekit.dsl.types import Type

if TYPE_CHECKING:
    from rulekit.compiler.unit import Unit

MOST_VALUES = 30
"""Values in a point that is written into the expressions that read it."""
MOST_INSIDE = 6
"""Points that are written into each other before a function is made of one."""
LONGEST_INSIDE = 1000
"""Characters of a point that is written into an expression."""


class Points:
    def __init__(self, unit: Unit) -> None:
        self.unit, self.program, self.layout = unit, unit.program, unit.layout
        self.made: dict[str, str] = {}
        """point -> name of its function"""
        self.large: set[str] = set()
        """Points that are not written into the expressions that read them: these would grow without bound."""
        self.inside = 0
        """How many points are being written into each other."""

    # ------------------------------------------------------------ reading a point
    def read(self, point: Point, args: Mapping[str, Code], c: Context) -> Code:
        if self.unit.trace is None and point.name not in self.large and self.inside < MOST_INSIDE:
            self.inside += 1
            inline = self._inline(point, args, c)
            self.inside -= 1
            if inline is not None and (len(inline) <= LONGEST_INSIDE or inline.const is not None):
                return inline
            if inline is not None:
                self.large.add(point.name)
        given = ", ".join(args[name] for name in point.slots)
        return Code(f"{self.function(point)}(m, s, z, {given})" if given else f"{self.function(point)}(m, s, z)")

    def _inline(self, point: Point, args: Mapping[str, Code], c: Context) -> Code | None:
        if self.said(point) or len(point.clauses) != 1 or point.sort == "permission":
            if point.sort == "permission" and not self.said(point):
                return self._inline_permission(point, args, c)
            return None
        clause = point.clauses[0]
        if clause.op != "be" or clause.condition is not None or clause.value is None:
            return None
        if sum(1 for _ in clause.value.walk()) > MOST_VALUES:
            return None
        for name, type_ in point.slots.items():
            if not args[name].atomic and (type_.head == "set" or self._uses(clause.value, name) > 1):
                return None  # it would be worked out more than once
        names = Context({n: args[n] for n in point.slots}, self.unit.line(clause.span))
        value = self.unit.values
        return value.condition(clause.value, names) if point.sort == "whether" else value.value(clause.value, names)

    def _inline_permission(self, point: Point, args: Mapping[str, Code], c: Context) -> Code | None:
        if any(r.op != "refuse" for r in point.rulings) or not all(a.atomic for a in args.values()):
            return None
        names = Context({n: args[n] for n in point.slots})
        out = TRUE
        for ruling in point.rulings:
            assert ruling.condition is not None
            out = and_(out, not_(self.unit.values.condition(ruling.condition, names)))
        return out

    def _uses(self, node: Node, name: str) -> int:
        return sum(1 for n in node.walk() if n.op == "local" and n.data["name"] == name)

    def said(self, point: Point) -> list[Saying]:
        """What is said about a point from outside, in the order of the layers; of a row of cards, what each of them says."""
        layers = list(self.program.layers)
        ordered = sorted(point.said, key=lambda x: layers.index(x.layer) if x.layer in layers else len(layers))
        return [one for x in ordered for one in self._each_card(x)]

    def _each_card(self, saying: Saying) -> list[Saying]:
        entry = self.program.entries.get(saying.carrier)
        if entry is None or (entry.over is None and not saying.speaks_of("this-card")):
            return [saying]
        return [evolve(saying, card=k) for k in range(len(entry.indices))]

    def own(self, saying: Saying) -> dict[str, Node]:
        """What the card that speaks calls its own: itself, and its row."""
        if saying.card is None:
            return {}
        entry = self.program.entries[saying.carrier]
        found = {"this-card": _member(self.program, entry.family, entry.indices[saying.card])}
        if entry.over is not None:
            found[entry.over[0]] = _member(self.program, entry.over[1], saying.card)
        return found

    def seen(self, saying: Saying, names: Context) -> Context:
        """What is in sight of a saying: the names of the point, and its card's own."""
        return names.bind(**{n: self.unit.values.value(node, names) for n, node in self.own(saying).items()})

    # ------------------------------------------------------------ whether a card is in force
    def in_force(self, saying: Saying, names: Context) -> Code:
        if not saying.carrier:
            return TRUE
        indices = self.program.entries[saying.carrier].indices
        if saying.card is not None:
            indices = [indices[saying.card]]
        return self.card_in_force(saying.family, indices, names)

    def card_in_force(self, family_name: str, indices: list[int], names: Context) -> Code:
        family = self.program.families[family_name]
        if family.zone is None:
            return TRUE
        cards = [self.layout.bases[family_name] + k for k in indices]
        if family.mine and "me" not in names.names:
            return FALSE
        values = self.unit.values
        if family.zone.type.head == "spot":
            spot = f"s[{values.value(family.zone, names)}]"
            return Code(f"{spot} == {cards[0]}" if len(cards) == 1 else f"{cards[0]} <= {spot} <= {cards[-1]}")
        where = self.layout.where[self.layout.roots[family_name]]
        code = values.place_code(family.zone, names)
        out = FALSE
        for card in cards:
            out = or_(out, Code(f"s[{where + card}] == {code}"))
        return out

    def _speaks_of_me(self, saying: Saying) -> bool:
        family = self.program.families.get(saying.family)
        if family is not None and family.mine:
            return True
        nodes = saying.condition.walk() if saying.condition is not None else ()
        return any(n.op == "owned-mine" or (n.op == "local" and n.data["name"] == "me") for n in nodes)

    def heard(self, saying: Saying, names: Context) -> Code:
        test = self.in_force(saying, names)
        if saying.op in ("before", "after", "instead") and self._speaks_of_me(saying):
            test = and_(Code(f"{names.names['me']} >= 0"), test)  # a deed may be carried out by nobody
        if saying.condition is not None:
            test = and_(test, self.unit.values.condition(saying.condition, self.seen(saying, names)))
        return self.unit.asked(saying.span, test)

    # ------------------------------------------------------------ functions
    def function(self, point: Point) -> str:
        if point.name in self.made:
            return self.made[point.name]
        name = self.made[point.name] = self.unit.python_name("p", point.name)
        params = [self.unit.local_name(n) for n in point.slots]
        names = Context({n: Code(p) for n, p in zip(point.slots, params, strict=True)}, self.unit.line(point.span))
        body = Lines()

        def write() -> None:
            self.unit.here = point.span
            if point.sort == "permission":
                self._permission(point, names, body)
            else:
                self._value(point, names, body)
            self.unit.function(name, ["m", "s", "z", *params], body)

        self.unit.later(write)
        return name

    def _value(self, point: Point, names: Context, body: Lines) -> None:
        sayings = [x for x in self.said(point) if x.op == "adjust"]
        exceptions = [x for x in point.clauses if x.op == "exception"]
        general = [x for x in point.clauses if x.op != "exception"]
        direct = not sayings and not exceptions
        tally = any(x.op in ("plus", "minus") for x in general)
        if tally and not direct and any(x.op == "be" for x in general):
            # a plain clause ends the tally, but not what others say about it: the general rule becomes a function of its own
            body.add(f"it = {self._printed(point, general)}({', '.join(['m', 's', 'z', *names.names.values()])})")
            general, tally = [], False
        elif tally:
            body.add("it = 0")
        names = self._clauses(point, general, names, body, "return {}" if direct and not tally else "it = {}", tally)
        names = names.bind(it=Code("it"))
        overridden = {x.despite for x in exceptions if x.despite}
        for clause in sorted(exceptions, key=lambda x: x.name not in overridden):
            assert clause.value is not None
            test = self._condition(clause, names)
            value = self._result(point, clause, names)
            if test.const is None:
                body.add(f"if {test}: it = {value}")
            elif test.const:
                body.add(f"it = {value}")
        for saying in sayings:
            self._adjust(saying, names, body)
        if not direct or tally:
            body.add("return it")
        elif not body:
            body.add("return 0")

    def _printed(self, point: Point, general: list[Clause]) -> str:
        name = self.unit.python_name("p", f"{point.name} as printed")
        params = [self.unit.local_name(n) for n in point.slots]
        names = Context({n: Code(p) for n, p in zip(point.slots, params, strict=True)}, self.unit.line(point.span))
        body = Lines()
        body.add("it = 0")
        self._clauses(point, general, names, body, "return {}", True)
        body.add("return it")
        self.unit.function(name, ["m", "s", "z", *params], body)
        return name

    def _clauses(
        self, point: Point, clauses: list[Clause], names: Context, body: Lines, put: str, tally: bool
    ) -> Context:
        """The general rule from the top: the first that holds; in a tally, plain clauses end it and `plus` adds."""
        depth = body.depth
        opened = False
        for clause in clauses:
            names = Context(names.names, self.unit.line(clause.span))
            self.unit.here = clause.span
            if clause.op == "let":
                assert clause.value is not None
                local = self.unit.local_name(clause.name)
                if opened and not put.startswith("return"):
                    body.add("else:")
                    body.depth += 1
                    opened = False
                body.add(f"{local} = {self.unit.seen(clause.span, self.unit.values.value(clause.value, names))}")
                names = names.bind(**{clause.name: Code(local)})
                continue
            assert clause.value is not None
            test = self._condition(clause, names)
            if test.const == 0:
                continue
            if clause.op in ("plus", "minus"):
                sign = "+=" if clause.op == "plus" else "-="
                line = f"it {sign} {self._result(point, clause, names)}"
                body.add(line if test.const else f"if {test}: {line}")
                continue
            line = (put if not tally else "return {}").format(self._result(point, clause, names))
            if test.const:
                if opened and not put.startswith("return"):
                    body.add(f"else: {line}")
                else:
                    body.add(line)
                break
            if opened and not put.startswith("return"):
                body.add(f"elif {test}: {line}")
            else:
                body.add(f"if {test}: {line}")
            opened = True
        body.depth = depth
        return names

    def _result(self, point: Point, clause: Clause, names: Context) -> Code:
        values, node = self.unit.values, clause.value
        assert node is not None
        code = values.condition(node, names) if point.sort == "whether" else values.value(node, names)
        return self.unit.seen(clause.span, code)

    def _condition(self, clause: Clause, names: Context) -> Code:
        if clause.condition is None:
            return TRUE
        return self.unit.asked(clause.span, self.unit.values.condition(clause.condition, names))

    def _adjust(self, saying: Saying, names: Context, body: Lines) -> None:
        if saying.adjustment is None:
            return
        test = self.heard(saying, names)
        if test.const == 0:
            return
        op, node = saying.adjustment
        n = self.unit.seen(saying.span, self.unit.values.value(node, self.seen(saying, names)))
        many = n if node.type.head in ("set", "zone", "row") else f"({n},)"
        match op:
            case "plus":
                line = f"it += {n}"
            case "minus":
                line = f"it -= {n}"
            case "becomes" | "yes" | "no":
                line = f"it = {n}"
            case "with":
                line = f"it = united(it, {many})"
            case "without":
                line = f"it = without(it, {many})"
            case "at-most":
                line = f"it = min(it, {n})"
            case _:
                line = f"it = max(it, {n})"
        body.add(line if test.const else f"if {test}: {line}")

    # ------------------------------------------------------------ permissions
    def _permission(self, point: Point, names: Context, body: Lines) -> None:
        for _, _, test, _ in self.refusals(point, names, body):
            if test.const == 0:
                continue
            body.add("return False" if test.const else f"if {test}: return False")
        body.add("return True")

    def refusals(
        self, point: Point, names: Context, body: Lines
    ) -> Iterator[tuple[Ruling | None, Saying | None, Code, Context]]:
        """Each refusal in its order with the test for it; what is allowed despite it is taken out of the test."""
        values = self.unit.values
        allowances = [(r.despite, r.condition, None) for r in point.rulings if r.op == "allow"]
        for ruling in point.rulings:
            if ruling.op == "let" and ruling.condition is not None:
                local = self.unit.local_name(ruling.name)
                body.add(f"{local} = {values.value(ruling.condition, names)}")
                names = names.bind(**{ruling.name: Code(local)})
            elif ruling.op == "refuse" and ruling.condition is not None:
                test = values.condition(ruling.condition, names)
                test = and_(test, self._despite(point, ruling.name, allowances, names))
                yield ruling, None, self.unit.asked(ruling.span, test), names
        for saying in self.said(point):
            if saying.op == "refuse":
                test = self.heard(saying, names)
                test = and_(test, self._despite(point, saying.carrier, allowances, names))
                yield None, saying, test, self.seen(saying, names)

    def _despite(
        self, point: Point, name: str, allowances: list[tuple[str, Node | None, None]], names: Context
    ) -> Code:
        """True unless something allows it despite the refusal of this name."""
        out = TRUE
        if not name:
            return out
        for despite, condition, _ in allowances:
            if despite == name and condition is not None:
                out = and_(out, not_(self.unit.values.condition(condition, names)))
        for saying in self.said(point):
            if saying.op == "allow" and saying.despite == name:
                out = and_(out, not_(self.heard(saying, names)))
        return out


def _member(program: Program, kind: str, index: int) -> Node:
    if kind in program.groups:
        return Node(
            "thing-of-group", Type("kind", kind), data={"group": kind, "piece": program.groups[kind].pieces[index]}
        )
    return Node("entity", Type("kind", kind), data={"kind": kind, "index": index})
