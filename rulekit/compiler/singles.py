"""Single values: numbers, members, options, marks, columns of tables."""

from __future__ import annotations

from rulekit.compiler.code import (
    Code,
    add,
    multiply,
    number,
    subtract,
    truth,
)
from rulekit.compiler.expressions import Context, Expressions
from rulekit.compiler.impossible import Impossible
from rulekit.dsl.tree import Node


class Singles(Expressions):
    def v_number(self, node: Node, c: Context) -> Code:
        return number(node.data["n"])

    def v_truth(self, node: Node, c: Context) -> Code:
        return truth(node.data["yes"])

    def v_none(self, node: Node, c: Context) -> Code:
        return number(-1)

    def v_text(self, node: Node, c: Context) -> Code:
        return Code(repr(node.data["text"]))

    def v_local(self, node: Node, c: Context) -> Code:
        return c.names[node.data["name"]]

    def v_this_card(self, node: Node, c: Context) -> Code:
        return self.value(node.args["this-card"], c)

    def v_role(self, node: Node, c: Context) -> Code:
        return Code(f"s[{self.layout.roles[node.data['scene'], node.data['role']]}]")

    def v_seated(self, node: Node, c: Context) -> Code:
        seats = self.layout.setup.seats
        return number(seats.index(node.data["name"]) if node.data["name"] in seats else -2)

    def v_entity(self, node: Node, c: Context) -> Code:
        return number(self.layout.bases[node.data["kind"]] + node.data["index"])

    def v_thing_of_group(self, node: Node, c: Context) -> Code:
        return number(self.program.groups[node.data["group"]].pieces.index(node.data["piece"]))

    def v_option(self, node: Node, c: Context) -> Code:
        option = self.program.options[node.data["option"]]
        value = self.layout.setup.options[option.name]
        return truth(bool(value)) if option.sort == "truth" else number(value)

    def v_arithmetic(self, node: Node, c: Context) -> Code:
        a, b = self.value(node.args["a"], c), self.value(node.args["b"], c)
        if node.data["sign"] == "*" and a.const is None and b.const is None:
            return Code(f"product({a}, {b}, {c.line})")
        return {"+": add, "-": subtract, "*": multiply}[node.data["sign"]](a, b)

    def v_half(self, node: Node, c: Context) -> Code:
        n = self.value(node.args["n"], c)
        up = 1 if "up" in node.data else 0
        return (
            number((n.const + up) // 2) if n.const is not None else Code(f"({n} + {up}) // 2" if up else f"({n}) // 2")
        )

    def v_seat(self, node: Node, c: Context) -> Code:
        n = self.within(self.value(node.args["n"], c), 1, self.layout.players, c)
        return subtract(n, number(1))

    def v_mark(self, node: Node, c: Context) -> Code:
        return Code(f"s[{self.mark_index(node, c)}]")

    def mark_index(self, node: Node, c: Context) -> Code:
        if node.op == "role":
            return number(self.layout.roles[node.data["scene"], node.data["role"]])
        mark = self.program.marks[node.data["mark"]]
        codes = self.owner_codes(node, mark.owners, c)
        return add(number(self.layout.marks[mark.name]), self.instance(mark.owners, codes))

    def v_column(self, node: Node, c: Context) -> Code:
        kind = node.data["kind"]
        table = self.unit.column(kind, node.data["column"])
        index = subtract(self.value(node.args["a"], c), number(self.layout.bases[kind]))
        if index.const is not None:
            value = self.unit.column_values(kind, node.data["column"])[index.const]
            if isinstance(value, int):
                return number(value)
        return Code(f"{table}[{index}]")

    def v_copy_number(self, node: Node, c: Context) -> Code:
        kind = node.args["a"].type.of
        card, n = self.value(node.args["a"], c), self.value(node.args["n"], c)
        if card.const is None or n.const is None or kind not in self.program.families:
            raise Impossible("name a card and a number themselves", "for example:  CARD 2")
        copies = self.unit.copies(kind, card.const - self.layout.bases[kind])
        if not 1 <= n.const <= len(copies):
            raise Impossible(f"there are {len(copies)} copies of this card", f"a number from 1 to {len(copies)}")
        return number(copies[n.const - 1])

    def v_copy_with(self, node: Node, c: Context) -> Code:
        """The copy of a card that has a number in a column."""
        kind, column = node.data["kind"], node.data["column"]
        card, n = self.value(node.args["a"], c), self.value(node.args["n"], c)
        if card.const is None or n.const is None:
            raise Impossible("name the card and the number themselves", "for example:  CARD with value 2")
        numbers = self.unit.column_values(kind, column)
        base = self.layout.bases[kind]
        for copy in self.unit.copies(kind, card.const - base):
            if numbers[copy - base] == n.const:
                return number(copy)
        raise Impossible(f"no copy of this card has {column} {n.const}")

    def v_way(self, node: Node, c: Context) -> Code:
        kind = self.program.kinds[node.data["kind"]]
        index = subtract(self.value(node.args["a"], c), number(self.layout.bases[kind.name]))
        way = node.data["way"]
        if index.const is not None and index.const >= 0:
            return number(self.unit.way_values(kind.name, way)[index.const])
        sizes = [self.layout.sizes[k] if k else high - low + 1 for _, k, low, high in kind.ways]
        below = 1
        for n in sizes[way + 1 :]:
            below *= n
        code: Code = index if below == 1 else Code(f"({index}) // {below}")
        if way:
            code = Code(f"({code}) % {sizes[way]}")
        _, of, low, _ = kind.ways[way]
        return add(code, number(self.layout.bases[of] if of else low))

    def v_paired(self, node: Node, c: Context) -> Code:
        kind = self.program.kinds[node.data["kind"]]
        other = kind.ways[0][1]
        return add(self.value(node.args["a"], c), number(self.layout.bases[kind.name] - self.layout.bases[other]))

    def v_rule_table(self, node: Node, c: Context) -> Code:
        table = self.program.tables[node.data["table"]]
        key = next(iter(v for k, v in node.args.items() if k == table.slot[0]))
        return Code(f"{self.unit.rule_table(table.name, node.data['column'])}({self.value(key, c)}, {c.line})")

    def v_index(self, node: Node, c: Context) -> Code:
        thing = node.args["x"]
        code = self.value(thing, c)
        if thing.type.head == "spot":
            return Code(f"{self.unit.spot_numbers()}[{code}]")
        return add(subtract(code, number(self.layout.bases[thing.type.of])), number(1))
