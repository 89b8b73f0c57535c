"""Whether a game can be set up like this: what it needs (`needs C: "reason"`) is evaluated on the first state."""

from __future__ import annotations

from typing import NoReturn

from rulekit.compiler.build import image, whole
from rulekit.compiler.emit.python import Python
from rulekit.compiler.errors import CompileError
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import not_
from rulekit.compiler.ir.types import DATA
from rulekit.compiler.layout import lay_out
from rulekit.compiler.lower import templates
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.deeds import lower_wanted
from rulekit.compiler.lower.expressions import condition
from rulekit.compiler.lower.first_state import first_state
from rulekit.compiler.lower.scope import Scope, Writer
from rulekit.compiler.passes.expand_searches import expand_searches
from rulekit.compiler.passes.meter_work import meter_work
from rulekit.compiler.passes.strip_journal import strip_journal
from rulekit.diagnostics import RulesError, Span, UserError
from rulekit.dsl.program import Program
from rulekit.image import Image, RuleLine, Setup
from rulekit.plugins.devices import DeviceError
from rulekit.runtime.labels import Labels
from rulekit.runtime.machine import Machine
from rulekit.runtime.work import Failure


def refusal(program: Program, setup: Setup) -> UserError | None:
    """The error that says why the game does not let itself be set up like this; None if it does.

    Raises RulesError where that cannot be worked out: a line that cannot be compiled, or fails.
    """
    made = _image(program, setup)
    if any(d.severity == "error" for d in program.found):
        raise RulesError(program.found, program.sources)
    if made is None:
        return None
    machine = Machine(made, program.devices)
    try:
        found = machine.plain["refuses"](None, made.s, made.z)
    except (Failure, DeviceError) as failed:
        _failed(program, made.lines, failed)
    if found is None:
        return None
    reason = Labels(made).template(*found)
    return UserError(reason, names={reason: {lang: Labels(made, lang).template(*found) for lang in made.words}})


def _failed(program: Program, lines: list[RuleLine], failed: Failure | DeviceError) -> NoReturn:
    if isinstance(failed, DeviceError):
        what, span = str(failed), program.needs[0].span
    else:
        line = lines[failed.line]
        said = line.text.partition(": ")[0]
        what = f"this cannot be worked out when the game is set up: {said}"
        span = next(
            (x.span for x in program.needs if (x.span.file, x.span.line) == (line.file, line.number)),
            Span(line.file, line.number),
        )
    program.report("RK502", what, span, "ask first whether it is there, or say `..., if any`")
    raise RulesError(program.found, program.sources) from failed


# ---------------------------------------------------------------- what is asked, as a module
def _image(program: Program, setup: Setup) -> Image | None:
    """An image whose plain module has ``refuses(m, s, z)``: the first reason why the game does not begin like this, as
    ``(template, values)``, or None.

    None where the set-up alone decides that everything needed holds. What cannot be compiled is a finding of the program,
    and None.
    """
    return whole(program, lambda: _compiled(Lowering(program, lay_out(program, setup))))


def _compiled(low: Lowering) -> Image | None:
    out, fixed = Writer(), True
    for node, reason, span in low.program.needs:
        if node is None:
            continue
        low.here = span
        c = Scope({}, low.line(span))
        test = condition(low, node, c)
        if test.const:
            continue
        values = templates.values(low, reason, c)
        assert isinstance(values, ir.Tuple)
        fixed &= test.const is not None and all(x.const is not None for x in values.items)
        out.when(not_(test), ir.Return(templates.reason(low, reason, c)))
        if test.const is not None:
            break
    if not out.block:
        return None
    out.add(ir.Return(ir.Const("None", DATA)))
    low.function("refuses", [], out.block, DATA, "point")
    lower_wanted(low)
    state = _state(low, fixed)
    plain = strip_journal(ir.Module(low.functions, low.tables))
    module = expand_searches(meter_work(plain, low.layout.sizes.values()))
    printer = Python(module, low.layout.streams.values(), devices=low.devices)
    source = printer.source()
    return image(low, "needs", ("", source, ""), state, printer.devices)


def _state(low: Lowering, fixed: bool) -> tuple[list[int], list[list[int]]]:
    """The first state. A set-up that is ``fixed`` to be refused may be one that cannot be laid out: then there is none."""
    try:
        return first_state(low)
    except CompileError:
        if not fixed:
            raise
        return [-1] * low.layout.size, [[] for _ in range(low.layout.lists)]
