"""What an image says of its game to those who show it: members, places, marks, rule lines, devices, options. Plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulekit.compiler.layout import Layout, spelt_out
from rulekit.compiler.lower import interchangeable, tables
from rulekit.compiler.lower.context import Lowering
from rulekit.dsl.program import Kind, Mark, Program
from rulekit.dsl.types import Type
from rulekit.explain.quoting import said


def kinds(program: Program, low: Lowering) -> dict[str, Any]:
    """Every kind that is no part of another one: its members and what its table says of them."""
    roots = low.layout.roots
    return {name: _kind(program, low, kind) for name, kind in program.kinds.items() if roots[name] == name}


def _kind(program: Program, low: Lowering, root: Kind) -> dict[str, Any]:
    layout = low.layout
    return {
        "members": list(_members(program, low, root)),
        "ranges": {k: [layout.bases[k], layout.sizes[k]] for k, r in layout.roots.items() if r == root.name},
        "sort": root.sort,
        "alike": interchangeable.groups(low, root.name),
        "geometry": root.geometry,
        "facts": _facts(low, root),
        "columns": {c: [list(v) if isinstance(v, tuple) else v for v in col.values] for c, col in root.columns.items()},
    }


def _members(program: Program, low: Lowering, kind: Kind) -> Iterator[list[Any]]:
    """[name, what else it is called by] of each member, in their order."""
    layout = low.layout
    match kind.sort:
        case "player":
            yield from ([seat, {}] for seat in layout.setup.seats)
        case "union":
            for part in kind.parts:
                yield from _members(program, low, program.kinds[part])
        case "each":
            yield from _each_names(program, layout, kind)
        case "many":
            of = kind.ways[0][1]
            display = {"word": kind.name, "of": layout.roots[of]}
            owners = tables.column_values(low, kind.name, of)
            yield from ([n, {**display, "member": m}] for n, m in zip(kind.members, owners, strict=True))
        case _:
            yield from ([name, dict(display)] for name, display in zip(kind.members, kind.display, strict=True))


def _facts(low: Lowering, root: Kind) -> list[Any]:
    """What the table of a kind says about its members, as it holds in this set-up: [[column, sort, values], ...]"""
    out: list[Any] = []
    for name, column in root.columns.items():
        if column.type.head in ("number", "truth", "kind") and root.sort == "table":
            out.append([name, _sort(low.layout, column.type), tables.column_values(low, root.name, name)])
    return out


def _each_names(program: Program, layout: Layout, kind: Kind) -> Iterator[list[Any]]:
    """A card for each town is called like its town; one for each player and number like its kind and number."""
    for k in range(layout.sizes[kind.name]):
        if len(kind.ways) == 1:
            other = program.kinds[kind.ways[0][1]]
            player = other.sort == "player"
            yield [layout.setup.seats[k], {}] if player else [other.members[k], dict(other.display[k])]
        else:
            _, _, low, high = kind.ways[1]
            value = low + k % (high - low + 1)
            yield [f"{kind.name} {value}", {"word": kind.name, "number": str(value)}]


def tokens(program: Program, layout: Layout) -> list[dict[str, Any]]:
    """The sorts of counted pieces, one for each owner where they have owners."""
    return [
        {"piece": t.piece, "owner": t.owner, "name": t.name, "plural": program.pieces[t.piece].plural}
        for t in layout.tokens
    ]


def _fields(thing: object, *names: str) -> dict[str, Any]:
    """What a thing of the program says under these names, as plain data."""
    found = {name: getattr(thing, name) for name in names}
    return {name: list(x) if isinstance(x, Sequence) and not isinstance(x, str) else x for name, x in found.items()}


HOLDER: Mapping[str, Any] = {
    "contents": [],
    "counted": True,
    "spot": False,
    "pile": False,
    "seen": "all",
    "turns": False,
    "row": None,
    "base": None,
    "root": "",
    "holder": True,
    "mine": False,
}
"""A place that is a member of a kind that holds pieces."""


def places(program: Program, layout: Layout) -> dict[str, Any]:
    """Where things can lie, and who sees them there."""
    out = {}
    for p in program.places.values():
        row = None
        if p.row is not None:
            row = [p.row[0], 1 if p.row[0] else p.row[1], layout.row_size(p)]
        out[p.name] = {
            **_fields(p, "owners", "counted", "pile", "seen", "turns", "holder", "mine"),
            "contents": list(spelt_out(program, p.contents)),
            "spot": p.is_spot,
            "row": row,
            "base": layout.spots.get(p.name, layout.zones.get(p.name)),
            "size": layout.instances(p.owners),
            "root": "" if p.counted else layout.roots[p.contents[0]],
        }
    for kind in program.kinds.values():
        if kind.holds:
            out[kind.name] = {**HOLDER, "owners": [kind.name], "size": layout.sizes[kind.name]}
    return out


def marks(program: Program, layout: Layout) -> dict[str, Any]:
    """What is kept in mind, of whom, and where its numbers begin."""
    return {
        m.name: {
            **_fields(m, "owners", "seen", "told", "scene"),
            "type": _sort(layout, m.type),
            "maybe": m.type.maybe,
            "range": _range(layout, m),
            "base": layout.marks[m.name],
            "size": layout.instances(m.owners),
        }
        for m in program.marks.values()
    }


def _range(layout: Layout, mark: Mark) -> list[int | None]:
    """The least and the greatest value, both included; None for no limit. `none` is not counted."""
    match mark.type.head:
        case "kind":
            base = layout.bases[mark.type.of]
            return [base, base + layout.sizes[mark.type.of] - 1]
        case "truth":
            return [0, 1]
    return [mark.low, mark.high]


def _sort(layout: Layout, type_: Type) -> list[str]:
    return ["kind", layout.roots[type_.of]] if type_.head == "kind" else [type_.head]


def lines(program: Program, low: Lowering) -> list[list[Any]]:
    """[file, line, text, clauses] of each rule line, in the order of their numbers."""
    clauses: dict[tuple[str, int], list[str]] = {}
    for clause, span in program.cited:
        clauses.setdefault((span.file, span.line), []).append(clause)
    texts = {file: text.splitlines() for file, text in program.sources.items()}
    out = []
    for span in low.lines:
        rows = texts.get(span.file, [])
        text = said(rows[span.line - 1]).strip() if 0 < span.line <= len(rows) else ""
        out.append([span.file, span.line, text, list(dict.fromkeys(clauses.get((span.file, span.line), [])))])
    return out


def devices(program: Program, layout: Layout) -> dict[str, Any]:
    """The equipment that is used, with its settings and where its stores lie."""
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
    """The options of the game, with what they can be."""
    return {o.name: _fields(o, "sort", "values", "low", "high", "default", "text") for o in program.options.values()}
