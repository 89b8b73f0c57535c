"""Calls from one deed to another, to the card of a family, and to a window, with what each of them is given.

``stack`` is `st, ` (in the straight module `draw, `) where the one that is called may ask, and nothing otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.compiler.code import Code, number
from rulekit.compiler.values import Context
from rulekit.dsl.carrying import carried
from rulekit.dsl.tree import Node, Statement

if TYPE_CHECKING:
    from rulekit.compiler.unit import Unit

SETS = ("set", "row", "zone")
"""What is kept as a copy: heads of types whose values are several things."""


def deed(unit: Unit, x: Statement, c: Context, stack: str = "") -> str:
    """A sentence that is a deed of the game."""
    point = unit.program.points[x.data["point"]]
    args = {n: _given(unit, node, c) for n, node in x.args.items()}
    if "me" not in args and "me" in c.names:
        args["me"] = c.names["me"]
    if point.sort == "entry":
        args["this-card"] = c.names["this-card"]
    return f"{unit.deeds.function(point)}(m, s, z, {stack}{unit.deeds.arguments(point, args)})"


def _given(unit: Unit, node: Node, c: Context) -> Code:
    """What a deed is given; a set as it is now, whatever moves away later."""
    code = unit.values.value(node, c)
    return Code(f"tuple({code})") if node.type.head in SETS and not code.atomic else code


def carry_out(unit: Unit, x: Statement, c: Context, stack: str = "") -> str:
    """A card of a family that is carried out, on a thing or not."""
    family = x.args["a"].type.of
    args = [c.names.get("me", Code("-1")), unit.values.value(x.args["a"], c)]
    if unit.program.families[family].slot is not None:
        args.append(unit.values.value(x.args["p"], c) if "p" in x.args else number(-1))
    fails = c.line if "others" in x.data else None
    carry = unit.deeds.carry(family, carried(unit.program, x), fails)
    return f"{carry}(m, s, z, {stack}{', '.join(args)})"


def window(unit: Unit, x: Statement, c: Context) -> str:
    """A window that is opened."""
    made = unit.program.windows[x.data["w"]]
    return f"{unit.deeds.window(made)}(m, s, z, {unit.asker}, {c.names.get('me', '-1')})"
