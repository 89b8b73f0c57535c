"""Program + set-up -> image, and the forms of its module that are made on demand."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TypeVar

from rulekit.compiler import metadata
from rulekit.compiler.emit.c_source import native_source
from rulekit.compiler.emit.c_tables import Unsupported
from rulekit.compiler.emit.python import Python
from rulekit.compiler.errors import CompileError
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.layout import lay_out
from rulekit.compiler.lower.context import Lowering, Trace
from rulekit.compiler.lower.deeds import lower_program, lower_wanted
from rulekit.compiler.lower.first_state import first_state
from rulekit.compiler.pipeline import Forms
from rulekit.diagnostics import Span
from rulekit.dsl.program import Program
from rulekit.image import DeviceFunction, Image, NativeForm, PythonForm, Ranking, Setup, rivals

More = Callable[[Lowering], None]
"""Adds functions of its own to a game: the lines of rule tests, say."""
Bound = dict[str, DeviceFunction]


def default_setup(
    program: Program, players: int | Sequence[str] | None = None, options: Mapping[str, int] | None = None
) -> Setup:
    """The usual players, with the default options."""
    if players is None:
        players = program.fewest
    seats = (
        tuple(program.seatings.get(players, program.seats)[:players]) if isinstance(players, int) else tuple(players)
    )
    values = {o.name: o.default for o in program.options.values()}
    return Setup(seats, {**values, **(options or {})})


def lowered(program: Program, setup: Setup, more: More | None = None, trace: Trace | None = None) -> Lowering:
    """A checked program for one set-up. Raises CompileError for what cannot be compiled."""
    low = Lowering(program, lay_out(program, setup, scripted=more is not None), trace)
    lower_program(low)
    if more is not None:
        more(low)
        lower_wanted(low)
    return low


def build(program: Program, setup: Setup, content: str, trace: Trace | None = None) -> Image:
    """Compiles a checked program. ``content`` is the hash of the texts it was read from."""
    return built(Forms(lowered(program, setup, trace=trace)), content)


def built(made: Forms, content: str, forms: Collection[str] = ("journaled", "plain", "explain")) -> Image:
    """The image of a lowered program, with these of its forms."""
    state, bound = first_state(made.low), Bound()
    journaled, plain, explain = (
        printed(made, form, bound) if form in forms else "" for form in ("journaled", "plain", "explain")
    )
    return image(made.low, content, (journaled, plain, explain), state, bound)


def image(
    low: Lowering,
    content: str,
    modules: tuple[str, str, str],
    state: tuple[list[int], list[list[int]]],
    bound: Bound,
) -> Image:
    """What the runtime needs of a set-up. ``modules``: the sources with a journal, without one, and of explanations."""
    program, layout = low.program, low.layout
    return Image(
        name=program.name,
        title=program.title,
        names=dict(program.names),
        hash=content,
        seats=list(layout.setup.seats),
        options=dict(layout.setup.options),
        journaled=modules[0],
        plain=modules[1],
        explain=modules[2],
        s=state[0],
        z=state[1],
        streams=dict(layout.streams),
        kinds=metadata.kinds(program, low),
        tokens=layout.tokens,
        columns=layout.columns,
        places=metadata.places(program, layout),
        marks=metadata.marks(program, low),
        where=dict(layout.where),
        faces=dict(layout.faces),
        asks=low.questions,
        templates=low.templates,
        lines=metadata.lines(program, low),
        rules=low.rules,
        rule_of=[low.rule_of.get(k, -1) for k in range(len(low.lines))],
        scores=sorted(low.scores),
        rankings=[Ranking(line, keys) for line, keys in low.rankings.items()],
        devices=metadata.devices(program, layout),
        script=layout.script,
        drawn=layout.drawn,
        keepers=dict(low.keepers),
        beside={kind: list(names) for kind, names in low.beside.items()},
        worth=low.worth,
        bound=bound,
        words=program.translations,
        option_names=metadata.options(program),
        variants={v.name: {"en": v.title, **v.names} for v in program.variants.values()},
        partners=metadata.partners(program, layout),
    )


def printed(made: Forms, form: str, bound: Bound) -> str:
    """One form as Python. ``bound`` takes up the functions of devices that it calls."""
    printer = python_printer(made, form)
    source = printer.source()
    bound.update(printer.devices)
    return source


def python_printer(made: Forms, form: str) -> Python:
    """The printer of one form as Python, as a whole or function by function."""
    module: ir.Module = getattr(made, form)
    return Python(module, made.low.layout.streams.values(), form == "journaled", made.low.devices)


def python_form(made: Forms, form: str) -> PythonForm:
    """``fast`` or ``playout``. Only made when somebody plays without a journal."""
    bound = Bound()
    return PythonForm(printed(made, form, bound), bound)


def native_form(made: Forms) -> NativeForm:
    """The playouts in C, or the reason why they cannot be written in C."""
    low, layout = made.low, made.low.layout
    devices = metadata.devices(low.program, layout)
    try:
        against = rivals(metadata.partners(low.program, layout), layout.players)
        return native_source(made.native, layout.size, layout.lists, against, layout.streams, devices, low.worth)
    except Unsupported as error:
        return NativeForm(refused=str(error), line=error.line)


T = TypeVar("T")
TOO_DEEP = "divide the longest rules and lines:  let NAME be ..., or a rule of its own"


def build_checked(program: Program, setup: Setup, content: str, trace: Trace | None = None) -> Image | None:
    """Like :func:`build`; an impossible sentence becomes a finding and None."""
    return whole(program, lambda: build(program, setup, content, trace))


def tried(program: Program, setup: Setup) -> None:
    """Finds the mistakes that only show when a program is compiled."""

    def make() -> None:
        made = Forms(lowered(program, setup))
        first_state(made.low)
        printed(made, "journaled", {})

    whole(program, make)


def whole(program: Program, make: Callable[[], T]) -> T | None:
    """The result of the compilation; None where it fails, which becomes a finding."""
    try:
        return make()
    except RecursionError:  # many things that are deep each for itself, inside each other
        program.report("RK103", "the rules of this game are nested too deep", program.span or Span("", 1), TOO_DEEP)
    except CompileError as error:
        program.report(error.code, str(error), error.span or program.span or Span("", 1), error.hint)
    return None
