"""What stands below a choice: what its options cost and bring, and what is shown with the question.

Each line is a function of its own beside the question, so that one which speaks of what is not there leaves the others alone:
``cost0__n`` gives ``(number, of how many, what they are called)``, ``with0__n`` and ``slot0__n`` give a text, or None while it
is not shown. They are called only when somebody looks.
"""

from __future__ import annotations

from collections import Counter

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import TRUE, compare, number
from rulekit.compiler.ir.types import DATA, NUMBER
from rulekit.compiler.lower import options, templates
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.expressions import condition, value
from rulekit.compiler.lower.scope import Scope, Writer
from rulekit.dsl import accessors as get
from rulekit.dsl.operations import has
from rulekit.dsl.tree import Statement

SORTS = {"costs": "cost", "shown-with": "with", "shown-above": "slot"}
V = ir.Local("v", NUMBER)
"""The option"""
ASKED = ir.Local("asked", NUMBER)
"""Who is asked: so a question need not keep `me` for its notes"""
NOTHING = ir.Const("None", DATA)
NoteBodies = dict[str, tuple[ir.Block, tuple[ir.Local, ...]]]
"""name of the function, without the number of its question -> what it does, and what it is given besides the locals in sight"""


def bodies(low: Lowering, x: Statement, c: Scope) -> NoteBodies:
    """The functions of the lines below a choice."""
    out, count = NoteBodies(), Counter[str]()
    for note in x.body:
        if not has(note.op, "is a note"):
            continue
        sort = SORTS[note.op]
        names, option = c.bind(me=ASKED).at(low.line(note.span)), note.op != "shown-above"
        body = _note(low, x, note, options.about(x, V, names) if option else names)
        out[f"{sort}{count[sort]}"] = body, (ASKED, V) if option else (ASKED,)
        count[sort] += 1
    return out


def _note(low: Lowering, x: Statement, note: Statement, names: Scope) -> ir.Block:
    out, text = Writer(), note.data["note"]
    if note.op != "shown-above" and x.op in ("choose", "choose-band"):
        out.add(
            ir.If(compare(V, "<", number(0)), (ir.Return(NOTHING),))
        )  # none, or enough: it costs and brings nothing
    if note.op == "costs":
        amounts = [value(low, part, names) for part in (get.cost(note), get.means(note))]
        out.add(ir.Return(ir.Tuple((*amounts, templates.reason(low, text, names)), DATA)))
        return tuple(out.block)
    shown = condition(low, get.condition(note), names) if "c" in note.args else TRUE
    out.when(shown, ir.Return(templates.reason(low, text, names)))
    out.add(ir.Return(NOTHING))
    return tuple(out.block)
