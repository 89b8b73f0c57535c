"""A game ends by saying so: one that comes to the end of its first deed is over as well, and nobody is ranked."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.dsl.call_graph import CallGraph
from rulekit.dsl.operations import has
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Statement

HINT = "its last line is, for example:  end the game, ranking players by ... of it"


def check(program: Program, graph: CallGraph) -> None:
    begins = program.begins
    if begins is None or begins not in program.points:
        return
    if any(d.code == "RK340" for d in program.found):
        return  # a rule that comes back to itself has no end
    point = program.points[begins]
    blocks = _blocks(graph, begins)
    if not any(has(x.op, "ends the game") for x in graph.carried_out(x for body in blocks for x in body)):
        text = f"nothing ever ends the game: when `{begins}` is over nobody has won, and nobody is ranked"
    elif not any(_may_end(graph, body) for body in _last(graph, begins)):
        text = f"`{begins}` comes to its end after lines that do not end the game: then nobody has won, and nobody is ranked"
    else:
        return
    program.report("RK365", text, point.span, HINT, "warning")


def _blocks(graph: CallGraph, name: str) -> list[Sequence[Statement]]:
    """The blocks of the first deed; its own are none of them where something always stands in their place."""
    point = graph.program.points[name]
    always = [s.body for s in point.modifiers if s.op == "instead" and s.condition is None and not s.carrier]
    return (
        [*(s.body for s in point.modifiers if s.op in ("before", "after")), *always] if always else graph.bodies(name)
    )


def _last(graph: CallGraph, name: str) -> list[Sequence[Statement]]:
    """The sentences with which it can end."""
    before = [s.body for s in graph.program.points[name].modifiers if s.op == "before"]
    return [body for body in _blocks(graph, name) if not any(body is b for b in before)]


def _may_end(graph: CallGraph, body: Sequence[Statement]) -> bool:
    """Whether the last sentence of a block can end the game, in each branch: what may be is taken for what is meant."""
    if not body:
        return False
    last = body[-1]
    if last.op == "if":
        return _may_end(graph, last.body) and last.otherwise is not None and _may_end(graph, last.otherwise)
    return any(has(x.op, "ends the game") for x in graph.carried_out([last]))
