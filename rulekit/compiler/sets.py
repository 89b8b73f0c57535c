"""Sets as Python expressions; a filter over a filter becomes one loop."""

from __future__ import annotations

from collections.abc import Callable

from rulekit.compiler.code import Code, Filtered, add, and_, compare, not_, number, subtract
from rulekit.compiler.expressions import Context, Expressions
from rulekit.dsl.tree import Node


class Sets(Expressions):
    def v_all(self, node: Node, c: Context) -> Code:
        return self.all_of(node.data["kind"])

    def all_of(self, kind: str) -> Code:
        base = self.layout.bases[kind]
        return Code(f"range({base}, {base + self.layout.sizes[kind]})")

    def filtered(self, source: Code, condition: Callable[[Code], Code]) -> Code:
        x = source.var if isinstance(source, Filtered) else Code(self.name("x"))
        test = condition(x)
        if test.const is not None:
            return source if test.const else Code("()")
        if isinstance(source, Filtered):
            return Filtered.of(source.source, x, and_(source.test, test))
        return Filtered.of(source, x, test)

    def v_where(self, node: Node, c: Context) -> Code:
        return self.filtered(self.value(node.args["s"], c), lambda x: self.condition(node.args["c"], c.bind(it=x)))

    def v_that_point(self, node: Node, c: Context) -> Code:
        point = self.program.points[node.data["point"]]
        head = next(iter(point.slots))

        def test(x: Code) -> Code:
            args = {k: (x if k == head else self.value(v, c)) for k, v in node.args.items()}
            code = self.unit.points.read(point, args, c)
            return not_(code) if "no" in node.data else code

        return self.filtered(self.value(node.args[head], c), test)

    def v_that_adjective(self, node: Node, c: Context) -> Code:
        mark = self.program.marks[node.data["mark"]]
        base, first = self.layout.marks[mark.name], self.layout.bases[mark.owners[0]]

        def test(x: Code) -> Code:
            code = Code(f"s[{add(number(base - first), x)}]")
            return not_(code) if "no" in node.data else code

        return self.filtered(self.value(node.args["a"], c), test)

    def v_that_are(self, node: Node, c: Context) -> Code:
        return self.filtered(self.value(node.args["s"], c), lambda x: self.in_range(x, node.data["k"]))

    def in_range(self, x: Code, kind: str) -> Code:
        base, size = self.layout.bases[kind], self.layout.sizes[kind]
        if base == 0:
            return compare(x, "<", number(size)) if x.const is not None else Code(f"0 <= {x} < {size}")
        return Code(f"{base} <= {x} < {base + size}")

    def v_things_in(self, node: Node, c: Context) -> Code:
        source = self.value(node.args["a"], c)
        kind = node.data["k"]
        if node.args["a"].type.of == kind:
            return source
        return self.filtered(source, lambda x: self.in_range(x, kind))

    def v_except(self, node: Node, c: Context) -> Code:
        other = self.value(node.args["x"], c)
        return self.filtered(self.value(node.args["s"], c), lambda x: compare(x, "!=", other))

    def v_together(self, node: Node, c: Context) -> Code:
        return Code(f"together({self.value(node.args['s'], c)}, {self.value(node.args['x'], c)})")

    def v_first_of(self, node: Node, c: Context) -> Code:
        return Code(f"firsts({self.value(node.args['s'], c)}, {self.value(node.args['n'], c)}, {c.line})")

    def v_list(self, node: Node, c: Context) -> Code:
        return Code("(" + "".join(f"{self.value(item, c)}, " for item in node.data["items"]) + ")")

    def _keys(self, node: Node, key: str, source: str, c: Context) -> str:
        if isinstance(source, Filtered):
            return source.mapped(self.value(node.args[key], c.bind(it=source.var)))
        x = Code(self.name("x"))
        return f"[{self.value(node.args[key], c.bind(it=x))} for {x} in {source}]"

    def _ranked(self, node: Node, c: Context, call: str) -> Code:
        source = self.value(node.args["s"], c)
        return Code(f"{call}({source}, {self._keys(node, 'n', source, c)})")

    def v_with_most(self, node: Node, c: Context) -> Code:
        return self._ranked(node, c, "with_most")

    def v_with_least(self, node: Node, c: Context) -> Code:
        return self._ranked(node, c, "with_least")

    def v_ranked(self, node: Node, c: Context) -> Code:
        call = "ranked_high" if "high" in node.data else "ranked_low"
        if "shuffled" in node.data:
            source = self.value(node.args["s"], c)
            return Code(
                f"ranked_shuffled(s, {self.layout.streams['cards']}, {source}, {self._keys(node, 'n', source, c)})"
            )
        return self._ranked(node, c, call)

    def v_random_one(self, node: Node, c: Context) -> Code:
        return Code(f"pick(s, {self.layout.streams['cards']}, {self.value(node.args['s'], c)}, {c.line})")

    def v_clockwise_after(self, node: Node, c: Context) -> Code:
        n = self.layout.players
        return self._clockwise(node, c, "AFTER", [tuple((k + j) % n for j in range(1, n)) for k in range(n)])

    def v_clockwise_from(self, node: Node, c: Context) -> Code:
        n = self.layout.players
        return self._clockwise(node, c, "FROM", [tuple((k + j) % n for j in range(n)) for k in range(n)])

    def _clockwise(self, node: Node, c: Context, name: str, rows: list[tuple[int, ...]]) -> Code:
        return Code(f"{self.unit.constant(name, tuple(rows))}[{self.value(node.args['w'], c)}]")

    def v_neighbours(self, node: Node, c: Context) -> Code:
        kind = node.args["x"].type.of
        member = subtract(self.value(node.args["x"], c), number(self.layout.bases[kind]))
        return Code(f"{self.unit.neighbours(kind)}[{member}]")

    def v_size(self, node: Node, c: Context) -> Code:
        source = node.args["s"]
        if source.op == "all":
            return number(self.layout.sizes[source.data["kind"]])
        return Code(f"len({self.value(source, c)})")

    def v_sum(self, node: Node, c: Context) -> Code:
        source = self.value(node.args["s"], c)
        return Code(f"sum({self._keys(node, 'n', source, c)})")

    def v_most_of(self, node: Node, c: Context) -> Code:
        source = self.value(node.args["s"], c)
        return Code(f"max({self._keys(node, 'n', source, c)}, default=0)")
