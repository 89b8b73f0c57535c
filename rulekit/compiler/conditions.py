"""Conditions as Python expressions; what options decide is folded away."""

from __future__ import annotations

from rulekit.compiler.code import FALSE, TRUE, Code, add, and_, compare, not_, number, or_, subtract, truth
from rulekit.compiler.expressions import Context
from rulekit.compiler.spots import Spots
from rulekit.compiler.ways import Ways
from rulekit.dsl.tree import Node


class Conditions(Ways, Spots):
    def c_and(self, node: Node, c: Context) -> Code:
        first = self.condition(node.args["a"], c)
        return FALSE if first.const == 0 else and_(first, self.condition(node.args["b"], c))

    def c_or(self, node: Node, c: Context) -> Code:
        return or_(self.condition(node.args["a"], c), self.condition(node.args["b"], c))

    def c_not(self, node: Node, c: Context) -> Code:
        return not_(self.condition(node.args["c"], c))

    def c_is(self, node: Node, c: Context) -> Code:
        a, b = node.args["a"], node.args["b"]
        for x, y in ((a, b), (b, a)):  # an entry with several copies is any of them
            if y.op == "entity" and y.data["kind"] in self.program.families:
                same = self.unit.copies(y.data["kind"], y.data["index"])
                if len(same) > 1:
                    return Code(f"{same[0]} <= {self.value(x, c)} <= {same[-1]}")
        return compare(self.value(a, c), "==", self.value(b, c))

    def c_is_not(self, node: Node, c: Context) -> Code:
        return not_(self.c_is(node, c))

    def _compared(self, node: Node, sign: str, c: Context) -> Code:
        return compare(self.value(node.args["a"], c), sign, self.value(node.args["b"], c))

    def c_more(self, node: Node, c: Context) -> Code:
        return self._compared(node, ">", c)

    def c_less(self, node: Node, c: Context) -> Code:
        return self._compared(node, "<", c)

    def c_at_least(self, node: Node, c: Context) -> Code:
        return self._compared(node, ">=", c)

    def c_at_most(self, node: Node, c: Context) -> Code:
        return self._compared(node, "<=", c)

    def c_is_a(self, node: Node, c: Context) -> Code:
        return self.in_range(self.value(node.args["a"], c), node.data["k"])

    def c_is_not_a(self, node: Node, c: Context) -> Code:
        return not_(self.c_is_a(node, c))

    def c_among(self, node: Node, c: Context) -> Code:
        source = self.value(node.args["s"], c)
        out = FALSE
        for x in self.meant(node.args["a"], c) if source != "()" else ():
            out = or_(out, Code(f"{x} in {source}"))
        return out

    def c_not_among(self, node: Node, c: Context) -> Code:
        return not_(self.c_among(node, c))

    def c_is_in(self, node: Node, c: Context) -> Code:
        code, thing = self.place_code(node.args["b"], c), node.args["a"]
        out = FALSE
        for x in self.meant(thing, c):  # a card with several copies is there when one of them is
            out = or_(out, Code(f"s[{self.where_index(thing.type, x)}] == {code}"))
        return out

    def meant(self, node: Node, c: Context) -> list[Code]:
        """The cards that a name stands for: all copies of an entry."""
        if node.op == "entity" and node.data["kind"] in self.program.families:
            return [number(k) for k in self.unit.copies(node.data["kind"], node.data["index"])]
        return [self.value(node, c)]

    def c_is_not_in(self, node: Node, c: Context) -> Code:
        return not_(self.c_is_in(node, c))

    def c_face_up(self, node: Node, c: Context) -> Code:
        root = self.layout.roots[node.args["a"].type.of]
        if root not in self.layout.faces:
            return TRUE
        return Code(f"s[{add(number(self.layout.faces[root]), self.value(node.args['a'], c))}]")

    def c_empty(self, node: Node, c: Context) -> Code:
        return not_(self.c_not_empty(node, c))

    def c_not_empty(self, node: Node, c: Context) -> Code:
        place = node.args["a"]
        if place.type.head == "spot":
            return Code(f"s[{self.value(place, c)}] >= 0")
        if place.type.head == "zone":
            return Code(f"len({self.value(place, c)}) > 0")
        name, instance = self.holder(place, c)
        pieces = self.layout.pieces_at.get(name, [])
        codes = [f"s[{index}]" for _, index in self.columns_at(name, instance, pieces)]
        out = Code((codes[0] if len(codes) == 1 else "(" + " or ".join(codes) + ")") + " > 0") if codes else FALSE
        if self.program.words.kinds.houses(place.type):  # a thing that holds pieces and things
            zone = add(number(self.layout.zones[self.program.words.kinds.housing[place.type.of][1]]), instance)
            out = or_(out, Code(f"len(z[{zone}]) > 0"))
        return out

    def c_exist(self, node: Node, c: Context) -> Code:
        source = node.args["s"]
        if source.op in ("where", "that-point"):
            code = self.value(source, c)
            return FALSE if code == "()" else Code(f"len({code}) > 0")
        return Code(f"len({self.value(source, c)}) > 0")

    def c_plays(self, node: Node, c: Context) -> Code:
        who = node.args["a"]
        return truth(who.data["name"] in self.layout.setup.seats) if who.op == "seated" else TRUE

    def c_plays_not(self, node: Node, c: Context) -> Code:
        return not_(self.c_plays(node, c))

    def c_exist_no(self, node: Node, c: Context) -> Code:
        return not_(self.c_exist(node, c))

    def c_holds(self, node: Node, c: Context) -> Code:
        return Code(f"{_sum(self.v_count(node, c))} > 0")

    def c_holds_no(self, node: Node, c: Context) -> Code:
        return Code(f"{_sum(self.v_count(node, c))} == 0")

    def c_adjective(self, node: Node, c: Context) -> Code:
        mark = self.program.marks[node.data["mark"]]
        shift = self.layout.marks[mark.name] - self.layout.bases[mark.owners[0]]
        return Code(f"s[{add(number(shift), self.value(node.args['a'], c))}]")

    def c_route(self, node: Node, c: Context) -> Code:
        kind = node.args["a"].type.of
        a, b = self.value(node.args["a"], c), self.value(node.args["b"], c)
        a = subtract(a, number(self.layout.bases[kind]))
        return Code(f"{b} in {self.unit.route(kind, node.data['r'])}[{a}]")

    def c_no_route(self, node: Node, c: Context) -> Code:
        return not_(self.c_route(node, c))


def _sum(code: Code) -> str:
    return f"({code})" if " + " in code else code
