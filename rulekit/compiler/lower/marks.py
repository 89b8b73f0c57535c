"""Sentences that set marks, roles of scenes and locals. A change of a mark that is told leaves an entry of the journal."""

from __future__ import annotations

from rulekit.compiler.errors import CompileError
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import (
    add,
    arithmetic,
    between,
    compare,
    not_,
    number,
    subtract,
)
from rulekit.compiler.ir.types import LARGEST, Int
from rulekit.compiler.lower import narration
from rulekit.compiler.lower.expressions import value
from rulekit.compiler.lower.failures import fail_for, known
from rulekit.compiler.lower.scope import Scope
from rulekit.compiler.lower.statements import BodyLowering, sentence
from rulekit.compiler.lower.tables import constant
from rulekit.compiler.lower.values import (
    adjective_index,
    can_be,
    first_value,
    limits,
    mark_index,
    mark_type,
    state_code,
)
from rulekit.dsl.symbols import Mark
from rulekit.dsl.tree import Node, Statement


@sentence("set")
def _set(b: BodyLowering, said: Statement, c: Scope, *, x: Node, v: ir.Expr) -> None:
    _assign(b, x, v, c, told=_told(b, said, x, c))


@sentence("raise", "lower", "raise-to", "lower-to")
def _raise(b: BodyLowering, said: Statement, c: Scope, *, x: Node, n: Node, m: Node | None = None) -> None:
    now, by = value(b.low, x, c), value(b.low, n, c)
    raised = said.op.startswith("raise")
    found = add(now, by) if raised else subtract(now, by)
    if m is not None:
        found = arithmetic("min" if raised else "max", found, value(b.low, m, c))
    _assign(b, x, found, c, said, told=_told(b, said, x, c))


def _told(b: BodyLowering, said: Statement, target: Node, c: Scope) -> bool:
    """Whether everybody may know what a sentence sets: the mark, and all that it speaks of."""
    mark = b.low.program.marks[target.data["mark"]] if target.op == "mark" else None
    return mark is not None and mark.seen == "all" and known(b.low, c, *said.args.values())


def _assign(
    b: BodyLowering, target: Node, code: ir.Expr, c: Scope, x: Statement | None = None, told: bool = False
) -> None:
    """``x``: the sentence that raises or lowers what may be a score. ``told``: whether everybody may know the number."""
    if target.op == "local":
        local = c.names[target.data["name"]]
        assert isinstance(local, ir.Local)
        b.add(ir.Let(local, _small(target, code, c)))
        return
    index = mark_index(b.low, target, c)
    if target.op == "role":
        b.add(ir.Store(index, _small(target, code, c)))
        return
    mark = b.low.program.marks[target.data["mark"]]
    if mark.type.head == "truth" and code.const is not None:
        code = number(code.const)
    code, index = b.atom(code, "v"), b.atom(index, "i")
    if code.const is not None and not can_be(mark, code.const):
        raise CompileError(
            f"`{mark.name}` cannot be {code.const}: it goes {limits(mark)}",
            f"set it to a number in its range, or let it go further where `{mark.name}` is declared",
        )
    if code.const is None and mark.type.head == "number" and mark.low is not None:
        most = LARGEST if mark.high is None else mark.high
        b.add(ir.If(not_(between(mark.low, code, most)), (fail_for(b.low, c, "limits", told, index, code),)))
    gain = narration.gained(b, x, mark.name, (index, ir.Load(index), code), c) if x is not None else ()
    _store_mark(b, mark, index, code, c, gain)


def _store_mark(b: BodyLowering, mark: Mark, index: ir.Expr, code: ir.Expr, c: Scope, gain: ir.Block = ()) -> None:
    if mark.told:
        now = ir.Load(index)
        b.add(ir.If(compare(now, "!=", code), (*gain, ir.Log(c.line, c.me, "Marked", (index, now, code)))))
    b.add(ir.Store(index, code))


def _small(target: Node, code: ir.Expr, c: Scope) -> ir.Expr:
    """A number without limits of its own: it does not grow for ever."""
    if code.const is not None or target.type.head != "number":
        return code
    return ir.Op("within", (code, number(-LARGEST), number(LARGEST)), c.line)


@sentence("becomes")
def _becomes(
    b: BodyLowering, said: Statement, c: Scope, *, a: ir.Expr, mark: str, state: int | None = None, no: str = ""
) -> None:
    kept = b.low.program.marks[mark]
    index = b.atom(adjective_index(b.low, mark, a), "i")
    if state is None:
        _store_mark(b, kept, index, number(not no), c)
    elif not no:
        _store_mark(b, kept, index, number(state_code(b.low, mark, state)), c)
    else:
        with b.out.inner() as made:
            _store_mark(b, kept, index, number(state_code(b.low, mark, 0)), c)
        b.add(ir.If(compare(ir.Load(index), "==", number(state_code(b.low, mark, state))), tuple(made)))


@sentence("clear")
def _clear(b: BodyLowering, x: Statement, c: Scope, *, g: str) -> None:
    """Marks that are cleared together: each is what it was at first."""
    for name in b.low.program.words.mark_groups[g]:
        mark, layout = b.low.program.marks[name], b.low.layout
        firsts = tuple(first_value(b.low, mark, it, Scope()).const or 0 for it in layout.first_owners(mark))
        k = b.low.variable("k", Int(0, len(firsts) - 1))
        same = len({*firsts}) == 1
        code = (
            number(firsts[0])
            if same
            else ir.Subscript(constant(b.low, f"first {name}", firsts, mark_type(b.low, name)), k)
        )
        with b.out.inner() as made:
            _store_mark(b, mark, b.atom(add(number(layout.marks[name]), k), "i"), b.atom(code, "v"), c)
        b.add(ir.For(k, ir.Range(number(0), number(len(firsts))), tuple(made)))
