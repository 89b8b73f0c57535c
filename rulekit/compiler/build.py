"""Program + set-up -> image."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from rulekit.compiler.code import Lines, number
from rulekit.compiler.impossible import Impossible
from rulekit.compiler.layout import Layout, lay_out, spelt_out
from rulekit.compiler.setup import Setup
from rulekit.compiler.tests import compile_test
from rulekit.compiler.trace import Trace
from rulekit.compiler.unit import Unit
from rulekit.compiler.values import Context
from rulekit.diagnostics import Span, UserError
from rulekit.dsl.program import Kind, Mark, Program, RuleTest
from rulekit.dsl.tree import Node
from rulekit.dsl.types import Type
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
    return Image(
        name=program.name,
        title=program.title,
        names=dict(program.names),
        hash=content,
        seats=list(setup.seats),
        options=dict(setup.options),
        quiet=quiet.source(),
        told=told.source(),
        s=s,
        z=z,
        streams=dict(layout.streams),
        kinds={
            root: _members(program, quiet, program.kinds[root]) for root in program.kinds if layout.roots[root] == root
        },
        tokens=[
            {"piece": t.piece, "owner": t.owner, "name": t.name, "plural": program.pieces[t.piece].plural}
            for t in layout.tokens
        ],
        columns=[[c.sort, c.name, c.base, c.size, c.token] for c in layout.columns],
        places=_places(program, layout),
        marks=_marks(program, layout),
        where=dict(layout.where),
        faces=dict(layout.faces),
        asks=quiet.asks,
        templates=quiet.texts.templates,
        lines=_lines(program, quiet),
        devices=_devices(program, layout),
        script=layout.script,
        bound={**{k: list(v) for k, v in quiet.devices.items()}, **{k: list(v) for k, v in told.devices.items()}},
        words=program.translations,
        option_names=option_names(program),
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
) -> Unit:
    unit = Unit(program, layout, journal, twin, trace)
    point = program.points[program.begins]
    asks = unit.deeds.asking.deed(point)
    body = Lines()
    body.add(f"return {unit.deeds.function(point)}(m, s, z, {'st, ' if asks else ''}-1)")
    unit.function("begin", ["m", "s", "z", "st"], body)
    for k, test in tests:
        compile_test(unit, k, test)
    unit.finish()
    return unit


def first_state(program: Program, layout: Layout, unit: Unit) -> tuple[list[int], list[list[int]]]:
    """Everything at its place before the first rule is carried out."""
    s, z = [0] * layout.size, [[] for _ in range(layout.lists)]  # type: list[int], list[list[int]]
    for mark in program.marks.values():
        base = layout.marks[mark.name]
        for k, it in enumerate(layout.first_owners(mark)):
            s[base + k] = _first_value(mark, layout, unit, it)
    for t, token in enumerate(layout.tokens):
        piece = program.pieces[token.piece]
        that = Context({"that-player": number(token.owner)})
        name, instance = unit.values.holder(piece.home, that)
        index = layout.count_index(name, t, instance.const or 0)
        assert index is not None
        s[index] = piece.count
    for column in layout.columns:
        if column.sort in ("spot", "where"):
            s[column.base : column.base + column.size] = [-1] * column.size
    for kind in program.kinds.values():
        if kind.first is None:
            continue
        for k in range(layout.sizes[kind.name]):
            card = layout.bases[kind.name] + k
            zone = _first_zone(kind.first, unit, _owners(program, layout, kind, k, unit).bind(it=number(card)))
            if zone < 0:
                continue
            z[zone].append(card)
            s[layout.where[layout.roots[kind.name]] + card] = zone
    for place in program.places.values():
        if not place.pile and place.name in layout.zones:
            start = layout.zones[place.name]
            for cards in z[start : start + layout.instances(place.owners)]:
                cards.sort()
    return s, z


def _first_zone(first: Node, unit: Unit, c: Context) -> int:
    """Where a thing lies at the beginning; -1 where its table says none."""
    if first.type.head == "kind":  # a thing that is a place
        place, kind = unit.program.words.kinds.housing[first.type.of][1], first.type.of
        member = unit.values.value(first, c).const
        assert member is not None
        return -1 if member < 0 else unit.layout.zones[place] + member - unit.layout.bases[kind]
    zone = unit.values.zone(first, c).const
    assert zone is not None
    return zone


def _first_value(mark: Mark, layout: Layout, unit: Unit, it: int) -> int:
    """What a mark of ``it`` is at the beginning."""
    if mark.first is None:
        return -1 if mark.type.maybe else layout.bases[mark.type.of] if mark.type.head == "kind" else mark.low or 0
    first = unit.values.value(mark.first, Context({"it": number(it)})).const
    if first is None or not _possible(mark, first):
        end = "up" if mark.high is None else f"to {mark.high}"
        bounds = "" if mark.low is None else f": it goes from {mark.low} {end}"
        error = Impossible(
            f"`{mark.name}` can not be that at first{bounds}",
            f"write a number from {mark.low} {end}" if mark.low is not None else "what it is at first is a fixed value",
        )
        error.span = mark.span
        raise error
    return first


def _possible(mark: Mark, first: int | None) -> bool:
    if first is None:
        return False
    return mark.type.head != "number" or (
        (mark.low is None or first >= mark.low) and (mark.high is None or first <= mark.high)
    )


def _owners(program: Program, layout: Layout, kind: Kind, k: int, unit: Unit) -> Context:
    names = {}
    if kind.sort == "many":
        of = kind.ways[0][1]
        return Context({f"that-{of}": number(unit.column_values(kind.name, of)[k])})
    for name, of, low, high in reversed(kind.ways):
        size = layout.sizes[of] if of else high - low + 1
        value = k % size + (layout.bases[of] if of else low)
        names[f"that-{name}"] = number(value)
        k //= size
    return Context(names)


# ---------------------------------------------------------------- what the runtime shows
def _facts(unit: Unit, root: Kind) -> list[Any]:
    """What the table of a kind says about its members, as it holds in this set-up: [[column, sort, values], ...]"""
    out: list[Any] = []
    for name, column in root.columns.items():
        if column.type.head in ("number", "truth", "kind") and root.sort == "table":
            out.append([name, _sort(unit.layout, column.type), unit.column_values(root.name, name)])
    return out


def _members(program: Program, unit: Unit, root: Kind) -> dict[str, Any]:
    members: list[Any] = []
    layout = unit.layout

    def collect(kind: Kind) -> None:
        match kind.sort:
            case "player":
                for seat in layout.setup.seats:
                    members.append([seat, {}])
            case "union":
                for part in kind.parts:
                    collect(program.kinds[part])
            case "each":
                members.extend(_each_names(program, layout, kind))
            case "many":
                of = kind.ways[0][1]
                owners = unit.column_values(kind.name, of)
                display = {"word": kind.name, "of": layout.roots[of]}
                members.extend([n, {**display, "member": m}] for n, m in zip(kind.members, owners, strict=True))
            case _:
                members.extend([name, dict(display)] for name, display in zip(kind.members, kind.display, strict=True))

    collect(root)
    ranges = {k: [layout.bases[k], layout.sizes[k]] for k, r in layout.roots.items() if r == root.name}
    return {
        "members": members,
        "ranges": ranges,
        "sort": root.sort,
        "alike": unit.alike_sorts(root.name),
        "geometry": root.geometry,
        "facts": _facts(unit, root),
        "columns": {c: [list(v) if isinstance(v, tuple) else v for v in col.values] for c, col in root.columns.items()},
    }


def _each_names(program: Program, layout: Layout, kind: Kind) -> list[Any]:
    """A card for each town is called like its town; one for each player and number like its kind and number."""
    out: list[Any] = []
    for k in range(layout.sizes[kind.name]):
        if len(kind.ways) == 1:
            other = program.kinds[kind.ways[0][1]]
            member = (
                [layout.setup.seats[k], {}] if other.sort == "player" else [other.members[k], dict(other.display[k])]
            )
            out.append(member)
        else:
            _, _, low, high = kind.ways[1]
            out.append(
                [
                    f"{kind.name} {low + k % (high - low + 1)}",
                    {"word": kind.name, "number": str(low + k % (high - low + 1))},
                ]
            )
    return out


def _places(program: Program, layout: Layout) -> dict[str, Any]:
    out = {}
    for p in program.places.values():
        row = None
        if p.row is not None:
            row = [p.row[0], 1 if p.row[0] else p.row[1], layout.row_size(p)]
        out[p.name] = {
            "owners": list(p.owners),
            "contents": list(spelt_out(program, p.contents)),
            "counted": p.counted,
            "spot": p.is_spot,
            "pile": p.pile,
            "seen": p.seen,
            "turns": p.turns,
            "row": row,
            "base": layout.spots.get(p.name, layout.zones.get(p.name)),
            "size": layout.instances(p.owners),
            "root": "" if p.counted else layout.roots[p.contents[0]],
            "holder": p.holder,
            "mine": p.mine,
        }
    for kind in program.kinds.values():
        if kind.holds:
            out[kind.name] = {
                "owners": [kind.name],
                "contents": [],
                "counted": True,
                "spot": False,
                "pile": False,
                "seen": "all",
                "turns": False,
                "row": None,
                "base": None,
                "size": layout.sizes[kind.name],
                "root": "",
                "holder": True,
                "mine": False,
            }
    return out


def _marks(program: Program, layout: Layout) -> dict[str, Any]:
    return {
        m.name: {
            "owners": list(m.owners),
            "type": _sort(layout, m.type),
            "maybe": m.type.maybe,
            "seen": m.seen,
            "told": m.told,
            "scene": m.scene,
            "base": layout.marks[m.name],
            "size": layout.instances(m.owners),
        }
        for m in program.marks.values()
    }


def _sort(layout: Layout, type_: Type) -> list[str]:
    return ["kind", layout.roots[type_.of]] if type_.head == "kind" else [type_.head]


def _lines(program: Program, unit: Unit) -> list[list[Any]]:
    clauses: dict[tuple[str, int], list[str]] = {}
    for clause, span in program.cited:
        clauses.setdefault((span.file, span.line), []).append(clause)
    texts = {file: text.splitlines() for file, text in program.sources.items()}
    out = []
    for span in unit.lines:
        rows = texts.get(span.file, [])
        text = rows[span.line - 1].split("[")[0].split("#")[0].strip() if 0 < span.line <= len(rows) else ""
        out.append([span.file, span.line, text, list(dict.fromkeys(clauses.get((span.file, span.line), [])))])
    return out


def _devices(program: Program, layout: Layout) -> dict[str, Any]:
    out = {}
    for name, used in program.used.items():
        device = program.devices[name]
        settings = {p.name: used.settings.get(p.name, p.default) for p in device.parameters}
        out[name] = {
            "parameters": settings,
            "stores": [list(x) for x in layout.stores[name]],
            "tape": layout.tapes[name],
            "stream": layout.streams[name],
            "names": list(device.stores(settings)),
        }
    return out


def option_names(program: Program) -> dict[str, Any]:
    return {
        o.name: {
            "sort": o.sort,
            "values": list(o.values),
            "low": o.low,
            "high": o.high,
            "default": o.default,
            "text": o.text,
        }
        for o in program.options.values()
    }
