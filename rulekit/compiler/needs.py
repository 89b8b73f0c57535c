"""What a set-up needs (`needs C: "reason"` under the heading of the game), as a module of one function over the first state."""

from __future__ import annotations

from rulekit.compiler.build import image, whole
from rulekit.compiler.emit.python import Python
from rulekit.compiler.errors import CompileError
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import not_
from rulekit.compiler.ir.types import DATA
from rulekit.compiler.layout import lay_out
from rulekit.compiler.lower import texts
from rulekit.compiler.lower.begin import SUBJECTS
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.deeds import lower_wanted
from rulekit.compiler.lower.expressions import condition
from rulekit.compiler.lower.first_state import first_state
from rulekit.compiler.lower.scope import Scope, Writer
from rulekit.compiler.passes.count_work import count_work
from rulekit.compiler.passes.strip_journal import strip_journal
from rulekit.compiler.setup import Setup
from rulekit.dsl.program import Program
from rulekit.image import Image


def needs_image(program: Program, setup: Setup) -> Image | None:
    """An image whose plain module has ``refuses(m, s, z)``: the first reason why the game does not begin like this, as
    ``(template, values)``, or None.

    None where the set-up alone decides that everything needed holds. What can not be compiled is a finding of the program,
    and None.
    """
    assert SUBJECTS  # loaded: they register what they lower
    return whole(program, lambda: _made(Lowering(program, lay_out(program, setup))))


def _made(low: Lowering) -> Image | None:
    out, fixed = Writer(), True
    for node, reason, span in low.program.needs:
        if node is None:
            continue
        low.here = span
        c = Scope({}, low.line(span))
        test = condition(low, node, c)
        if test.const:
            continue
        values = texts.values(low, reason, c)
        assert isinstance(values, ir.Tuple)
        fixed &= test.const is not None and all(x.const is not None for x in values.items)
        out.when(not_(test), ir.Return(texts.reason(low, reason, c)))
        if test.const is not None:
            break
    if not out.block:
        return None
    out.add(ir.Return(ir.Const("None", DATA)))
    low.function("refuses", [], out.block, DATA, "point")
    lower_wanted(low)
    state = _state(low, fixed)
    module = count_work(strip_journal(ir.Module(low.functions, low.tables)), low.layout.sizes.values())
    printer = Python(module, low.layout.streams.values(), devices=low.devices)
    source = printer.source()
    return image(low, "needs", ("", source, ""), state, printer.devices)


def _state(low: Lowering, fixed: bool) -> tuple[list[int], list[list[int]]]:
    """The first state. A set-up that is ``fixed`` to be refused may be one that can not be laid out: then there is none."""
    try:
        return first_state(low)
    except CompileError:
        if not fixed:
            raise
        return [-1] * low.layout.size, [[] for _ in range(low.layout.lists)]
