"""Searches over a graph as Python: one function for each, with the condition of a step written into its loop."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import indent

from rulekit.compiler.ir import nodes as ir

STEP = """\
for {y} in {near}:
    if {y} not in seen and ({test}):
        seen.add({y})
        edge.append({y})
"""
ROUND = f"""\
last, edge = edge, []
for {{x}} in last:
{indent(STEP, "    ")}"""
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
REACH = f"""\
seen = {{{{*starts}}}}
edge = [*starts]
for {{x}} in edge:
{indent(STEP, "    ")}return sorted(seen)
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
TEMPLATES = {
    "path": PATH,
    "reach": REACH,
    "within": WITHIN,
    "nearest": NEAREST,
    "fewest": FEWEST,
    "connected": CONNECTED,
    "within-points": WITHIN_POINTS,
    "fewest-points": FEWEST_POINTS,
}


def search_function(x: ir.Search, text: Callable[[ir.Expr], str]) -> tuple[list[str], str]:
    """(parameters besides the locals that are read, body); ``text`` prints an expression."""
    near = f"{x.near.name}[{x.x.name}{f' - {x.base}' if x.base else ''}]"
    if x.leave.const is None:
        near = f"({near} if {text(x.leave)} else ())"
    elif not x.leave.const:
        near = "()"
    if x.weight:
        near = f"counted({near}, {x.weight}, 0)"
    body = TEMPLATES[x.sort].format(
        x=x.x.name,
        y=x.y.name,
        near=near,
        test=text(x.step),
        back=text(x.back) if x.back is not None else "",
        cost=text(x.cost) if x.cost is not None else "1",
        line=x.line,
    )
    params = ["starts", *(["ends"] if x.ends is not None else []), *(["most"] if x.most is not None else [])]
    return params, indent(body, "    ")
