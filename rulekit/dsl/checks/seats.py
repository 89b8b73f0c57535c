"""A Name of a player who does not sit at every table is used only where they are known to play.

`me is Cherry` and `owner of here is Cherry` are simply not so without them; whatever else speaks of them needs `Cherry plays`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain

from rulekit.diagnostics import Span
from rulekit.dsl import accessors as get
from rulekit.dsl.arguments import by_name
from rulekit.dsl.call_graph import CallGraph, needed
from rulekit.dsl.operations import has
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Node, Statement

Names = frozenset[str]


def check(program: Program, graph: CallGraph) -> None:
    always = frozenset(n for n in program.seats if all(n in s[:k] and len(s) == k for k, s in program.seatings.items()))
    if len(always) == len(program.seats):
        return
    seen: set[tuple[str, int]] = set()
    before = ((value, span, always) for value, span in needed(program))
    for node, span, known in chain(before, *(_values(graph, name, always) for name in graph.names)):
        for name in _needed(node, known):
            key = (span.file, span.line)
            if span.file not in program.test_files and key not in seen:
                seen.add(key)
                text = f"`{name}` does not sit at every table"
                program.report("RK353", text, span, f"ask first:  if {name} plays: ...  or say  seat 1")


def _values(graph: CallGraph, name: str, always: Names) -> Iterator[tuple[Node, Span, Names]]:
    """The values of a point, with their lines and with those who are known to play there."""
    point = graph.program.points[name]
    yield from ((node, point.span, always) for node in graph.asked(name))
    for clause in point.clauses:
        known = always | _plays(clause.condition)
        yield from ((n, clause.span, known) for n in (clause.value, clause.condition) if n is not None)
    for ruling in point.rulings:
        if ruling.condition is not None:
            yield ruling.condition, ruling.span, always
    for modifier in graph.modifiers(name):
        known = always | _plays(modifier.condition)
        if modifier.condition is not None:
            yield modifier.condition, modifier.span, known
        if modifier.adjustment is not None:
            yield modifier.adjustment[1], modifier.span, known
        yield from _block(modifier.body, known)
    own, carried, *_ = graph.bodies(name)  # the others stand under the conditions above
    yield from _block([*own, *carried], always)


def _block(body: Sequence[Statement], known: Names) -> Iterator[tuple[Node, Span, Names]]:
    for x in body:
        test = x.args.get("c") if x.op in ("if", "may", "branch") else None
        inside = known | _plays(test)
        for node in (*x.args.values(), *_nodes(x)):
            yield node, x.span, inside
        yield from _block(x.body, inside)
        yield from _block(x.otherwise or (), known | _plays(Node("not", test.type, {"c": test}) if test else None))


def _nodes(x: Statement) -> Iterator[Node]:
    for value in x.data.values():
        yield from (n for n in (value if isinstance(value, (tuple, list)) else (value,)) if isinstance(n, Node))


def _plays(condition: Node | None) -> Names:
    """Who plays if the condition holds."""
    if condition is None or condition.op not in PLAYING:
        return frozenset()
    return PLAYING[condition.op].of(condition)


def _both(*, a: Node, b: Node) -> Names:
    return _plays(a) | _plays(b)


def _seated(*, a: Node) -> Names:
    return frozenset([a.data["name"]]) if a.op == "seated" else frozenset()


def _not(*, c: Node) -> Names:
    return _seated(a=get.player(c)) if c.op == "plays-not" else frozenset()


_PLAYING: Mapping[str, Callable[..., Names]] = {"and": _both, "plays": _seated, "not": _not}
PLAYING = by_name(_PLAYING, 0, "value")


def _needed(node: Node, known: Names) -> Iterator[str]:
    """Names in a value that stand for a player who has to be there."""
    inner = [*node.args.values()]
    for value in node.data.values():
        inner += [n for n in (value if isinstance(value, (tuple, list)) else (value,)) if isinstance(n, Node)]
    for part in inner:
        if has(node.op, "says who") and part.op == "seated":
            continue
        if has(node.op, "says who") and part.op == "list":
            continue
        yield from _needed(part, known)
    if node.op == "seated" and node.data["name"] not in known:
        yield node.data["name"]
