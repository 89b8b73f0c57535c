"""What is asked beside the course of play: what a position is worth, for bots, and who keeps a thing that is not seen.

Both become functions of the module of explanations: ``worth__0(m, s, z, me)``, a number, and ``keeper__N(m, s, z, it)``, a
player, or -1 for nobody.
"""

from __future__ import annotations

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.types import DATA
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.expressions import range_of, value
from rulekit.compiler.lower.scope import Scope


def lower_known(low: Lowering) -> None:
    """Lowers what the game says of either."""
    if low.program.judge is not None:
        node, span = low.program.judge
        low.worth = "worth__0"
        found = value(low, node, Scope({"me": low.me}, low.line(span)))
        low.function(low.worth, [low.me], (ir.Return(found),), DATA, "explain")
    for k, kind in enumerate(low.program.kinds.values()):
        if kind.keeper is not None:
            node, span = kind.keeper
            low.keepers[kind.name] = f"keeper__{k}"
            it = ir.Local(low.local_name("it"), range_of(low, kind.name))
            found = value(low, node, Scope({"it": it}, low.line(span)))
            low.function(low.keepers[kind.name], [it], (ir.Return(found),), DATA, "explain")
