"""Ways over a graph: what can be reached, by how many steps, at what cost.

Every search becomes a function of the module, with the condition of a step written into its loop. The graph never changes:
it is a tuple of the neighbours of each member.
"""

from __future__ import annotations

import re
import symtable
from collections.abc import Iterator
from itertools import count
from textwrap import indent

from rulekit.compiler.code import TRUE, Code, number
from rulekit.compiler.expressions import Context
from rulekit.compiler.sets import Sets
from rulekit.dsl.tree import Node

ROUND = """\
last, edge = edge, []
for {x} in last:
    for {y} in {near}:
        if {y} not in seen and ({test}):
            seen.add({y})
            edge.append({y})
"""
"""One step further from everything that was found last."""
PATH = """\
goal = frozenset(ends)
seen = {{*starts}}
if not goal.isdisjoint(seen): return True
edge = [*starts]
for {x} in edge:
    for {y} in {near}:
        if {y} not in seen and ({test}):
            if {y} in goal: return True
            seen.add({y})
            edge.append({y})
return False
"""
REACH = """\
seen = {{*starts}}
edge = [*starts]
for {x} in edge:
    for {y} in {near}:
        if {y} not in seen and ({test}):
            seen.add({y})
            edge.append({y})
return sorted(seen)
"""
WITHIN = f"""\
if most < 0: return []
seen = {{{{*starts}}}}
edge = [*starts]
while edge and most > 0:
    most -= 1
{indent(ROUND, "    ")}return sorted(seen)
"""
NEAREST = f"""\
goal = frozenset(ends)
seen = {{{{*starts}}}}
edge = [*starts]
while edge and goal.isdisjoint(edge):
{indent(ROUND, "    ")}met = frozenset(edge)
return [x for x in ends if x in met]
"""
"""Those that are met in the first round in which one is met, in their order in the set."""
FEWEST = f"""\
goal = frozenset(ends)
seen = {{{{*starts}}}}
edge = [*starts]
n = 0
while goal.isdisjoint(edge):
    if not edge: raise Failure({{line}})
    n += 1
{indent(ROUND, "    ")}return n
"""
CONNECTED = """\
left = {{*starts}}
best = []
for first in starts:
    if first not in left: continue
    left.discard(first)
    edge = [first]
    for {x} in edge:
        for {y} in {near}:
            if {y} in left and (({test}) or ({back})):
                left.discard({y})
                edge.append({y})
    if len(edge) > len(best): best = edge
return sorted(best)
"""
"""The first of the largest, in the order of the set. A step in either direction connects."""
COSTS = """\
edge = [(0, x) for x in sorted({{*starts}})]
seen = {{x: 0 for _, x in edge}}
while edge:
    d, {x} = heappop(edge)
    FOUND
    if d > seen[{x}]: continue
    for {y} in {near}:
        if {test}:
            e = {cost}
            if e < 0: raise Failure({line})
            e += d
            if LIMITe < seen.get({y}, e + 1):
                seen[{y}] = e
                heappush(edge, (e, {y}))
"""
"""``seen``: what each member costs, as far as it is known; the cheapest that is still open goes first."""
WITHIN_POINTS = f"""\
if most < 0: return []
{COSTS.replace("FOUND", "pass").replace("LIMIT", "e <= most and ")}return sorted(seen)
"""
FEWEST_POINTS = f"""\
goal = frozenset(ends)
{COSTS.replace("FOUND", "if {x} in goal: return d").replace("LIMIT", "")}raise Failure({{line}})
"""


class Ways(Sets):
    """Words about a graph: ``a`` is where the ways begin, ``c`` the condition and ``p`` the cost of a step from x to y."""

    def c_path(self, node: Node, c: Context) -> Code:
        return self._search(PATH, node, c, starts="a", ends="s")

    def c_path_through(self, node: Node, c: Context) -> Code:
        kind = node.args["a"].type.of
        starts, ends, through = (
            self._some(node.args["a"], c),
            self._some(node.args["s"], c),
            self.value(node.args["t"], c),
        )
        return Code(f"path({self.unit.neighbours(kind)}, {self.layout.bases[kind]}, {starts}, {ends}, {through})")

    def v_reach(self, node: Node, c: Context) -> Code:
        return self._search(REACH, node, c, starts="a")

    def v_within_steps(self, node: Node, c: Context) -> Code:
        return self._search(WITHIN, node, c, starts="a", most="n")

    def v_nearest(self, node: Node, c: Context) -> Code:
        return self._search(NEAREST, node, c, starts="a", ends="s")

    def v_connected(self, node: Node, c: Context) -> Code:
        return self._search(CONNECTED, node, c, starts="a")

    def v_fewest_steps(self, node: Node, c: Context) -> Code:
        return self._search(FEWEST, node, c, starts="a", ends="b")

    def v_within_points(self, node: Node, c: Context) -> Code:
        return self._search(WITHIN_POINTS, node, c, starts="a", most="n")

    def v_fewest_points(self, node: Node, c: Context) -> Code:
        return self._search(FEWEST_POINTS, node, c, starts="a", ends="b")

    def _some(self, node: Node, c: Context) -> Code:
        """A thing or a set as a set."""
        code = self.value(node, c)
        return Code(f"({code},)") if node.type.head == "kind" else code

    def _search(self, template: str, node: Node, c: Context, **slots: str) -> Code:
        """A call of the search as a function of its own, which is told the names that its condition speaks of."""
        kind = node.args["a"].type.of
        base = self.layout.bases[kind]
        local = {n for code in c.names.values() for n in re.findall(r"[A-Za-z_]\w*", code)}
        depth = next(k for k in count() if f"from{k}" not in local)  # a search may stand in the condition of another
        x, y = Code(f"from{depth}"), Code(f"to{depth}")
        inner = c.bind(**{node.data["x"]: x, node.data["y"]: y}) if "x" in node.data else c
        turned = c.bind(**{node.data["x"]: y, node.data["y"]: x}) if "x" in node.data else c
        leaving, stepping = _parted(node.args["c"], node.data["y"]) if "c" in node.args else ([], [])
        if "{back}" in template:
            leaving, stepping = [], [*leaving, *stepping]
        near = f"{self.unit.neighbours(kind)}[{x}{f' - {base}' if base else ''}]"
        may_leave = " and ".join(f"({self.condition(p, inner)})" for p in leaving)
        body = template.format(
            x=x,
            y=y,
            back=self.condition(node.args["c"], turned) if "c" in node.args and "{back}" in template else TRUE,
            near=f"({near} if {may_leave} else ())" if may_leave else near,
            test=" and ".join(f"({self.condition(p, inner)})" for p in stepping) or TRUE,
            cost=self.value(node.args["p"], inner) if "p" in node.args else number(1),
            line=c.line,
        )
        given = {
            k: self._some(node.args[v], c) if k != "most" else self.value(node.args[v], c) for k, v in slots.items()
        }
        told = sorted(local & set(_unbound(body, ["m", "s", "z", *given])))
        name = self.unit.shared("w", ["m", "s", "z", *told, *given], indent(body, "    "))
        return Code(f"{name}({', '.join(['m', 's', 'z', *told, *given.values()])})")


def _parted(condition: Node, target: str) -> tuple[list[Node], list[Node]]:
    """The parts of a condition of a step: those about the place that is left, which are asked once for it, and the others."""
    parts, leaving, stepping = [condition], [], []
    while parts:
        part = parts.pop(0)
        if part.op == "and":
            parts[:0] = [part.args["a"], part.args["b"]]
        elif any(n.op == "local" and n.data.get("name") == target for n in part.walk()):
            stepping.append(part)
        else:
            leaving.append(part)
    return leaving, stepping


def _unbound(body: str, params: list[str]) -> Iterator[str]:
    """The names that a function's body reads and does not make itself."""
    whole = symtable.symtable(f"def f({', '.join(params)}):\n{indent(body, '    ')}", "<search>", "exec")
    tables = whole.get_children()
    while tables:
        table = tables.pop()
        tables += table.get_children()
        yield from (symbol.get_name() for symbol in table.get_symbols() if symbol.is_global())
