"""A warning (RK380) where `stop` was probably written for `skip`: it ends the whole rule instead of one round of a loop.

Intent cannot be proved. The warning is given where a condition about the current member of the loop reaches `stop` before the
round has changed anything, although the round has more sentences: the members after it are then never processed.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.dsl.call_graph import CallGraph, sentence
from rulekit.dsl.operations import has
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Statement

OF_EACH = ("each", "each-player")
HINT = "`skip` goes on with the next one. If the rule is to end for all, say why in a remark"


def check(program: Program, graph: CallGraph) -> None:
    for name in graph.names:
        for x in graph.statements(name):
            if x.op in OF_EACH:
                for stop in _stops(x):
                    text = (
                        f"`stop` leaves more than this round: no other round of `{x.text}` comes, and nothing behind it"
                    )
                    program.report("RK380", text, stop.span, HINT, "warning", (("the loop", x.span),))


def _stops(loop: Statement) -> list[Statement]:
    """The lines `stop` of a round that ask about its member alone, before anything is changed in it."""
    own = {"me"} if loop.op == "each-player" else {loop.data["x"]}
    found = []
    for k, x in enumerate(loop.body):
        if has(x.op, "names a choice") or (x.op == "let" and _speaks(x, own)):
            own.add(x.data["x"])
        if k + 1 < len(loop.body) and x.op == "if" and _speaks(x, own):
            found += [block[-1] for block in [x.body, x.otherwise or []] if _only_leaves(block)]
        if not (has(x.op, "changes nothing") and all(has(y.op, "changes nothing") for y in x.walk())):
            break
    return found


def _speaks(x: Statement, names: set[str]) -> bool:
    """Whether a line speaks of one of these, without the lines below it."""
    return any(n.op == "local" and n.data["name"] in names for value, _ in sentence(x) for n in value.walk())


def _only_leaves(block: Sequence[Statement]) -> bool:
    """Whether a block tells something at most, and then stops."""
    return bool(block) and block[-1].op == "stop" and all(has(x.op, "is told") or x.op == "let" for x in block[:-1])
