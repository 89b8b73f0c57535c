"""Program + set-up -> image."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from rulekit.compiler import shown
from rulekit.compiler.beginning import first_state
from rulekit.compiler.code import Lines
from rulekit.compiler.impossible import Impossible
from rulekit.compiler.layout import Layout, lay_out
from rulekit.compiler.resumed import straight_source
from rulekit.compiler.setup import Setup
from rulekit.compiler.tests import compile_test
from rulekit.compiler.trace import Trace
from rulekit.compiler.unit import Unit
from rulekit.compiler.values import Context
from rulekit.diagnostics import Span, UserError
from rulekit.dsl.program import Program, RuleTest
from rulekit.image import Image


def build(
    program: Program,
    setup: Setup,
    content: str,
    tests: Sequence[tuple[int, RuleTest]] = (),
    trace: Trace | None = None,
) -> Image:
    """Compiles a checked program. ``content`` is the hash of the texts it was read from.

    ``tests``: rule tests with their numbers; their lines become functions of the module (:mod:`rulekit.compiler.tests`).
    """
    layout = lay_out(program, setup, bool(tests))
    quiet = unit_for(program, layout, False, None, tests, trace)
    told = unit_for(program, layout, True, quiet, tests, trace)
    s, z = first_state(program, layout, quiet)
    quiet.finish()
    straight = ""
    if not tests and trace is None:
        straight = straight_source(quiet, unit_for(program, layout, False, quiet, straight=True))
    return Image(
        name=program.name,
        title=program.title,
        names=dict(program.names),
        hash=content,
        seats=list(setup.seats),
        options=dict(setup.options),
        quiet=quiet.source(),
        told=told.source(),
        straight=straight,
        s=s,
        z=z,
        streams=dict(layout.streams),
        kinds=shown.kinds(program, quiet),
        tokens=shown.tokens(program, layout),
        columns=[[c.sort, c.name, c.base, c.size, c.token] for c in layout.columns],
        places=shown.places(program, layout),
        marks=shown.marks(program, layout),
        where=dict(layout.where),
        faces=dict(layout.faces),
        asks=quiet.asks,
        templates=quiet.texts.templates,
        lines=shown.lines(program, quiet),
        devices=shown.devices(program, layout),
        script=layout.script,
        bound={**{k: list(v) for k, v in quiet.devices.items()}, **{k: list(v) for k, v in told.devices.items()}},
        words=program.translations,
        option_names=shown.option_names(program),
    )


T = TypeVar("T")
TOO_DEEP = "divide the longest rules and lines:  let NAME be ..., or a rule of its own"


def build_checked(program: Program, setup: Setup, content: str, trace: Trace | None = None) -> Image | None:
    """Like :func:`build`; a set-up that the game refuses raises UserError, an impossible sentence becomes a finding and None."""
    reason = refused(program, setup)
    if reason is not None:
        raise UserError(reason)
    return _whole(program, lambda: build(program, setup, content, (), trace))


def tried(program: Program, setup: Setup) -> None:
    """Finds what only shows when a program is compiled; a set-up that the game refuses raises UserError.

    The module with a journal says all that the other one says, and what is made only once stands in it.
    """
    layout = lay_out(program, setup)
    reason = _refusing(program, layout)
    if reason is not None:
        raise UserError(reason)
    _whole(program, lambda: first_state(program, layout, unit_for(program, layout, True, None)))


def _whole(program: Program, make: Callable[[], T]) -> T | None:
    """What is made; None where it can not be, which becomes a finding."""
    try:
        return make()
    except RecursionError:  # many things that are deep each for itself, inside each other
        program.report("RK103", "the rules of this game are nested too deep", program.span or Span("", 1), TOO_DEEP)
    except Impossible as error:
        program.report(error.code, str(error), error.span or program.span or Span("", 1), error.hint)
    return None


def refused(program: Program, setup: Setup) -> str | None:
    """Why the game does not let itself be set up like this; None if it does."""
    return _refusing(program, lay_out(program, setup))


def _refusing(program: Program, layout: Layout) -> str | None:
    unit = Unit(program, layout, False)
    for node, reason, _ in program.needs:
        if node is not None and not unit.values.condition(node, Context({})).const:
            template, values = eval(unit.texts.reason(reason, Context({})))
            return _filled(unit.texts.templates[template], values)
    return None


def _filled(template: list[Any], values: tuple[Any, ...]) -> str:
    rest = list(values)
    return "".join(p if isinstance(p, str) else str(rest.pop(0)) for p in template)


def unit_for(
    program: Program,
    layout: Layout,
    journal: bool,
    twin: Unit | None,
    tests: Sequence[tuple[int, RuleTest]] = (),
    trace: Trace | None = None,
    straight: bool = False,
) -> Unit:
    unit = Unit(program, layout, journal, twin, trace, straight)
    point = program.points[program.begins]
    asks = unit.deeds.asking.deed(point)
    body = Lines()
    body.add(f"return {unit.deeds.function(point)}(m, s, z, {unit.asker + ', ' if asks else ''}-1)")
    unit.function("begin", ["m", "s", "z", unit.asker], body)
    for k, test in tests:
        compile_test(unit, k, test)
    unit.finish()
    return unit
