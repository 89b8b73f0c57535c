"""What is asked beside the course of play: what a position is worth, for bots, and who keeps a thing that is not seen.

Both become functions of the module of explanations: ``worth__0(m, s, z, me)``, a number, and ``keeper__N(m, s, z, it)``, a
player, or -1 for nobody. A game that does not tell what a position is worth is judged by what decides first at its end.
"""

from __future__ import annotations

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import number, subtract
from rulekit.compiler.ir.types import DATA
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.expressions import range_of, value
from rulekit.compiler.lower.scope import Scope
from rulekit.dsl import accessors as get
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Node, Statement


def lower_known(low: Lowering) -> None:
    """Lowers what the game says of either."""
    judge, names, lowest = low.program.judge, "me", False
    if judge is None and (ranking := _ranking(low.program)) is not None:
        judge, names, lowest = (get.count(ranking), ranking.span), "it", "lowest" in ranking.data
    if judge is not None:
        node, span = judge
        low.worth = "worth__0"
        found = value(low, node, Scope({names: low.me}, low.line(span)))
        found = subtract(number(0), found) if lowest else found
        low.function(low.worth, [low.me], (ir.Return(found),), found.type, "explain")
    for k, kind in enumerate(low.program.kinds.values()):
        if kind.keeper is not None:
            node, span = kind.keeper
            low.keepers[kind.name] = f"keeper__{k}"
            it = ir.Local(low.local_name("it"), range_of(low, kind.name))
            found = value(low, node, Scope({"it": it}, low.line(span)))
            low.function(low.keepers[kind.name], [it], (ir.Return(found),), DATA, "explain")


def _ranking(program: Program) -> Statement | None:
    """The sentence that ends the game with a ranking, if what decides first rests on nothing but the player in question."""
    for point in program.points.values():
        for x in (inner for statement in point.body for inner in statement.walk()):
            if x.op == "end-game" and not any(_of_the_moment(n) for n in get.count(x).walk()):
                return x
    return None


def _of_the_moment(node: Node) -> bool:
    """Whether a value is there only while the rule is carried out that names it."""
    return node.op == "role" or (node.op == "local" and node.data["name"] != "it")
