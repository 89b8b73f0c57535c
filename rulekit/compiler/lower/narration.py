"""What the author of a rule tells of it: sentences of the story, and what points are given for."""

from __future__ import annotations

from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import TRUE, number
from rulekit.compiler.ir.types import DATA
from rulekit.compiler.lower import templates
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.expressions import condition, range_of
from rulekit.compiler.lower.scope import Scope, Writer
from rulekit.compiler.lower.statements import BodyLowering, sentence
from rulekit.dsl import accessors as get
from rulekit.dsl.program import Program
from rulekit.dsl.symbols import Display
from rulekit.dsl.tree import Statement, TextTemplate

RANKED = ("n", "m")
"""What `end the game, ranking ...` compares"""


@sentence("told-as", "tell")
def _tell(b: BodyLowering, x: Statement, c: Scope, *, told: TextTemplate) -> None:
    note: ir.RowName = "Entitled" if x.op == "told-as" else "Remarked"
    b.journal(c, note, number(templates.template(b.low, told)), templates.values(b.low, told, c))


@sentence("not-told")
def _not_told(b: BodyLowering, x: Statement, c: Scope) -> None:
    b.journal(c, "Silenced")


def gained(b: BodyLowering, x: Statement, mark: str, what: tuple[ir.Expr, ...], c: Scope) -> ir.Block:
    """A score is raised or lowered. ``what``: (index, old, new)."""
    words: TextTemplate | None = x.data.get("told")
    if words is None and mark not in b.low.scores:
        return ()
    said = number(-1) if words is None else number(templates.template(b.low, words))
    return (ir.Log(c.line, c.me, "Gained", (*what, said, templates.values(b.low, words, c))),)


def lower_above(low: Lowering) -> None:
    """``above__n``: ``(line, template, values)`` of what is shown above the table, or None while it is not."""
    names = [f"above__{k}" for k in range(len(low.program.above))]
    for name, display in zip(names, low.program.above, strict=True):
        _shown(low, name, display, [], {})
    low.explaining[-1] = names


def lower_beside(low: Lowering) -> None:
    """``beside__n``, with the thing: the same of what is shown with each member of a kind."""
    for k, display in enumerate(low.program.beside):
        it = ir.Local(low.local_name("it"), range_of(low, display.kind))
        _shown(low, f"beside__{k}", display, [it], {"it": it})
        low.beside.setdefault(display.kind, []).append(f"beside__{k}")


def _shown(low: Lowering, name: str, display: Display, params: list[ir.Local], names: dict[str, ir.Expr]) -> None:
    low.here = display.span
    c, out, text = Scope(names, low.line(display.span)), Writer(), display.text
    found = ir.Tuple((number(c.line), number(templates.template(low, text)), templates.values(low, text, c)), DATA)
    out.when(TRUE if display.condition is None else condition(low, display.condition, c), ir.Return(found))
    out.add(ir.Return(ir.Const("None", DATA)))
    low.function(name, params, out.block, DATA, "explain")


def scores_of(program: Program) -> frozenset[str]:
    """The marks of players that count at the end: those by which players are ranked, and all that say what they are for."""
    found: set[str] = set()
    for point in program.points.values():
        body = [*point.body, *(program.entries[point.name].body if point.name in program.entries else ())]
        body += [y for modifier in point.modifiers for y in modifier.body]
        for x in (y for s in body for y in s.walk()):
            if x.op == "end-game":
                ranked = [x.args[k] for k in RANKED if k in x.args]
                found |= {str(n.data["mark"]) for node in ranked for n in node.walk() if n.op == "mark"}
            elif x.op in ("raise", "lower") and "told" in x.data and get.target(x).op == "mark":
                found.add(str(get.target(x).data["mark"]))
    return frozenset(
        m for m in found if program.marks[m].owners == ["player"] or tuple(program.marks[m].owners) == ("player",)
    )
