"""The metadata of a game in its image, for display: members, places, marks, rule lines, devices, options."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from attrs import evolve

from rulekit import image
from rulekit.compiler.layout import Layout, spelt_out
from rulekit.compiler.lower import interchangeable, tables, templates
from rulekit.compiler.lower.context import Lowering
from rulekit.dsl.program import Program
from rulekit.dsl.symbols import Kind, Mark, Place
from rulekit.explain.quotes import said
from rulekit.image import Fact, GameOption, Member, RowOfSpots, RuleLine

_SLOT = re.compile(r"\{([^{}]*)\}")


def kinds(program: Program, low: Lowering) -> dict[str, image.Kind]:
    """Every kind that is no part of another one: its members and what its table says of them."""
    roots = low.layout.roots
    return {name: _kind(program, low, kind) for name, kind in program.kinds.items() if roots[name] == name}


def _kind(program: Program, low: Lowering, root: Kind) -> image.Kind:
    layout = low.layout
    return image.Kind(
        sort=root.sort,
        members=list(_members(program, low, root)),
        ranges={k: (layout.bases[k], layout.sizes[k]) for k, r in layout.roots.items() if r == root.name},
        alike=interchangeable.groups(low, root.name),
        facts=list(_facts(program, low, root)),
    )


def _members(program: Program, low: Lowering, kind: Kind) -> Iterator[Member]:
    layout = low.layout
    match kind.sort:
        case "player":
            yield from (Member(seat) for seat in layout.setup.seats)
        case "union":
            taken = set[str]()
            for part in kind.parts:
                found = list(_members(program, low, program.kinds[part]))
                yield from (_of_its_part(layout, program.kinds[part], k, x, taken) for k, x in enumerate(found))
                taken.update(x.name for x in found)
        case "each":
            yield from _each_names(program, low, kind)
        case "many":
            of = kind.ways[0][1]
            for name, owner in zip(kind.members, _numbers(low, kind.name, of), strict=True):
                yield Member(name, word=kind.name, owners=((layout.roots[of], owner),))
        case _:
            yield from (Member(name, dict(names)) for name, names in zip(kind.members, kind.display, strict=True))


def _facts(program: Program, low: Lowering, root: Kind) -> Iterator[Fact]:
    """What the tables of a kind and of its parts say about its members, as it holds in this set-up; of things of which each
    player has the same ones, whose they are."""
    base, size = low.layout.bases[root.name], low.layout.sizes[root.name]
    yield from _whose(program, low, root)
    for kind in program.kinds.values():
        if kind.sort != "table" or low.layout.roots[kind.name] != root.name:
            continue
        first = low.layout.bases[kind.name] - base
        for name, column in kind.columns.items():
            if column.shown and column.type.head in ("number", "truth", "kind"):
                said = _numbers(low, kind.name, name)
                values = [*[None] * first, *said, *[None] * (size - first - len(said))]
                yield Fact(name, templates.sort(low, column.type), values)


def _whose(program: Program, low: Lowering, root: Kind) -> Iterator[Fact]:
    """Whose the things of a kind are of which each player has the same ones, by number."""
    values: list[int | None] = [None] * low.layout.sizes[root.name]
    name = ""
    for kind in program.kinds.values():
        if low.layout.roots[kind.name] != root.name or len(kind.ways) != 2 or kind.ways[1][1]:
            continue
        (way, of, _, _), (_, _, least, most) = kind.ways
        if program.kinds[of].sort == "player":
            name = way
            first, count = low.layout.bases[kind.name] - low.layout.bases[root.name], most - least + 1
            for k in range(low.layout.sizes[kind.name]):
                values[first + k] = k // count
    if name:
        yield Fact(name, image.Sort("kind", "player"), values)


def _numbers(low: Lowering, kind: str, column: str) -> list[int]:
    """What a table says of each member of a kind in a column that holds no sets."""
    return [x for x in tables.column_values(low, kind, column) if isinstance(x, int)]


def _each_names(program: Program, low: Lowering, kind: Kind) -> Iterator[Member]:
    """A card for each town is called like its town; one for each suit and number like its kind, suit and number. Of one for each
    player and number every player has the same ones: they are called like their kind and number."""
    layout = low.layout
    if kind.called:
        yield from _called(program, low, kind)
        return
    for k in range(layout.sizes[kind.name]):
        if len(kind.ways) == 1:
            other = program.kinds[kind.ways[0][1]]
            player = other.sort == "player"
            yield Member(layout.setup.seats[k]) if player else Member(other.members[k], dict(other.display[k]))
        elif kind.ways[1][1]:
            (_, first, _, _), (_, second, _, _) = kind.ways
            i, j = divmod(k, layout.sizes[second])
            both = ((layout.roots[first], layout.bases[first] + i), (layout.roots[second], layout.bases[second] + j))
            yield Member(f"{kind.name} {i + 1} {j + 1}", word=kind.name, owners=both)
        else:
            (_, first, _, _), (_, _, least, most) = kind.ways
            i, value = divmod(k, most - least + 1)
            value += least
            if program.kinds[first].sort == "player":  # each has the same ones
                yield Member(f"{kind.name} {value}", word=kind.name, number=str(value))
                continue
            owner = next(islice(_members(program, low, program.kinds[first]), i, None))
            whose = ((layout.roots[first], layout.bases[first] + i),)
            yield Member(f"{kind.name} {owner.name} {value}", word=kind.name, number=str(value), owners=whose)


def _called(program: Program, low: Lowering, kind: Kind) -> Iterator[Member]:
    """The same with a text that says how people call them; in the rules they keep their names."""
    layout, ways = low.layout, [way for way, *_ in kind.ways]
    text = _SLOT.sub("{}", kind.called)
    order = tuple(ways.index(name) for name in _SLOT.findall(kind.called))
    for k, found in enumerate(_each_names(program, low, evolve(kind, called=""))):
        at, owners = k, list[tuple[str, int]]()
        for _, of, least, most in reversed(kind.ways):
            at, nth = divmod(at, layout.sizes[of] if of else most - least + 1)
            owners[:0] = [(layout.roots[of], layout.bases[of] + nth)] if of else []
        yield Member(found.name, word=kind.name, number=found.number, owners=tuple(owners), called=text, order=order)


def _of_its_part(layout: Layout, kind: Kind, k: int, found: Member, taken: set[str]) -> Member:
    """A member of a part; if one of another part is called so, as where both have a card for each town, its sort is said, too."""
    if found.name not in taken:
        return found
    name = f"{kind.name} {found.name}"
    if found.called:
        return evolve(found, name=name)
    if kind.sort == "each" and len(kind.ways) == 1:
        of = kind.ways[0][1]
        return Member(name, word=kind.name, owners=((layout.roots[of], layout.bases[of] + k),))
    return Member(name, word=kind.name, number=found.name)


def places(program: Program, layout: Layout) -> dict[str, image.Place]:
    """Where things can lie, and who sees them there; the members of a kind that holds pieces are places, too."""
    out = {p.name: _place(program, layout, p) for p in program.places.values()}
    for kind in program.kinds.values():
        if kind.holds:
            out[kind.name] = image.Place((kind.name,), layout.sizes[kind.name], holder=True)
    return out


def partners(program: Program, layout: Layout) -> list[list[int]]:
    """The groups of partners of whom two or more play."""
    seats = layout.setup.seats
    groups = [[k for k, name in enumerate(seats) if name in group] for group in program.partners]
    return [group for group in groups if len(group) > 1]


def _place(program: Program, layout: Layout, p: Place) -> image.Place:
    row = None
    if p.row is not None:
        row = RowOfSpots(p.row[0], 1 if p.row[0] else p.row[1], layout.row_size(p))
    return image.Place(
        owners=tuple(p.owners),
        size=layout.instances(p.owners),
        base=layout.spots.get(p.name, layout.zones.get(p.name, -1)),
        contents=tuple(spelt_out(program, p.contents)),
        counted=p.counted,
        spot=p.is_spot,
        pile=p.pile,
        seen=p.seen,
        turns=p.turns,
        row=row,
        root="" if p.counted else layout.roots[p.contents[0]],
        holder=p.holder,
        mine=p.mine,
    )


def marks(program: Program, low: Lowering) -> dict[str, image.Mark]:
    """What is marked on what, and where its numbers begin."""
    return {m.name: _mark(low, m) for m in program.marks.values()}


def _mark(low: Lowering, mark: Mark) -> image.Mark:
    layout, least, most = low.layout, mark.low, mark.high
    match mark.type.head:
        case "kind":
            least = layout.bases[mark.type.of]
            most = least + layout.sizes[mark.type.of] - 1
        case "truth":
            least, most = 0, 1
    return image.Mark(
        owners=tuple(mark.owners),
        type=templates.sort(low, mark.type),
        base=layout.marks[mark.name],
        size=layout.instances(mark.owners),
        low=least,
        high=most,
        maybe=mark.type.maybe,
        seen=mark.seen,
        told=mark.told,
        scene=mark.scene is not None,
        states=mark.type.head == "kind" and low.program.kinds[mark.type.of].sort == "states",
    )


def lines(program: Program, low: Lowering) -> list[RuleLine]:
    """Each rule line, in the order of their numbers."""
    clauses: dict[tuple[str, int], dict[str, None]] = {}
    for clause, span in program.cited:
        clauses.setdefault((span.file, span.line), {})[clause] = None
    sources = {file: text.splitlines() for file, text in program.sources.items()}
    out = []
    for span in low.lines:
        rows = sources.get(span.file, [])
        text = said(rows[span.line - 1]).strip() if 0 < span.line <= len(rows) else ""
        cited = tuple(clauses.get((span.file, span.line), ()))
        out.append(RuleLine(span.file, span.line, text, cited, program.variant_of.get(span.file, "")))
    return out


def devices(program: Program, layout: Layout) -> dict[str, image.Device]:
    """The equipment that is used, with its settings and where its stores lie."""
    out = {}
    for name, used in program.used.items():
        device = program.devices[name]
        settings = {p.name: used.settings.get(p.name, p.default) for p in device.parameters}
        stores = [list(x) for x in layout.stores[name]]
        names = list(device.stores(settings))
        out[name] = image.Device(settings, stores, layout.tapes[name], layout.streams[name], names)
    return out


def options(program: Program) -> dict[str, GameOption]:
    """The options of the game, with what they can be."""
    return {
        o.name: GameOption(o.sort, list(o.values), o.low, o.high, o.default, o.text) for o in program.options.values()
    }
