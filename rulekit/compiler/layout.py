"""Where every number of a match lives, for one set-up.

``s`` is one flat list of integers: marks, counted pieces (a column for each token over the instances of a place), spots (the
card that lies there, -1 for none), for each card its place and whether it lies face up, the roles of scenes, the states of
the chance streams. ``z`` is a list of lists: the places that hold any number of cards. A place of a card is written as one
number: the index in ``z``, or ``len(z) + index in s`` for a spot.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import prod

from attrs import define, field

from rulekit.dsl.program import Program
from rulekit.dsl.symbols import Kind, Mark, Place
from rulekit.image import STREAM_WIDTH, PieceType, Setup, StateColumn


@define(slots=False)
class Layout:
    program: Program
    setup: Setup
    size: int = 0
    lists: int = 0
    columns: list[StateColumn] = field(factory=list)
    bases: dict[str, int] = field(factory=dict)
    """kind -> first id of its members in the id space of its root"""
    sizes: dict[str, int] = field(factory=dict)
    roots: dict[str, str] = field(factory=dict)
    tokens: list[PieceType] = field(factory=list)
    counts: dict[tuple[str, int], StateColumn] = field(factory=dict)
    """(place or holder kind, token) -> its column"""
    spots: dict[str, int] = field(factory=dict)
    zones: dict[str, int] = field(factory=dict)
    marks: dict[str, int] = field(factory=dict)
    where: dict[str, int] = field(factory=dict)
    """root kind -> first index of its members' places"""
    faces: dict[str, int] = field(factory=dict)
    roles: dict[tuple[str, str], int] = field(factory=dict)
    success: int = -1
    """Where it is kept whether the card that was just played in a window has succeeded"""
    streams: dict[str, int] = field(factory=dict)
    tapes: dict[str, int] = field(factory=dict)
    script: int | None = None
    """With rule tests: the list in ``z`` of the dice that a test has said."""
    drawn: int | None = None
    """With rule tests: the list in ``z`` of the things that chance will bring (:mod:`rulekit.runtime.scripted`)."""
    stores: dict[str, list[tuple[int, ...]]] = field(factory=dict)

    @property
    def players(self) -> int:
        return len(self.setup.seats)

    def take(self, sort: str, name: str, size: int, token: int = -1) -> int:
        base = self.size
        self.columns.append(StateColumn(base, size, sort, name, token))
        self.size += size
        return base

    def code_of(self, place: str) -> int:
        """The first instance of a place of cards as one number, as it is written of the cards that lie there."""
        return self.zones[place] if place in self.zones else self.lists + self.spots[place]

    # ------------------------------------------------------------ instances of places and marks
    def instances(self, owners: Sequence[str]) -> int:
        n = 1
        for owner in owners:
            n *= self.sizes[owner]
        return n

    def first_owners(self, mark: Mark) -> Iterator[int]:
        """For each instance of a mark the thing that it belongs to (of two, the first)."""
        rest = self.instances(mark.owners[1:])
        base = self.bases[mark.owners[0]] if mark.owners else 0
        return (base + k // rest for k in range(self.instances(mark.owners)))

    def row_size(self, place: Place) -> int:
        assert place.row is not None
        kind, low, high = place.row
        return self.sizes[kind] if kind else high - low + 1

    def tokens_of(self, piece: str) -> list[int]:
        return self._by_piece.get(piece, [])

    @cached_property
    def left_by_cards(self) -> tuple[tuple[int, int], ...]:
        """The ranges of the state that lifting a card may change: spots, and which cards are face up."""
        return tuple((x.base, x.base + x.size) for x in self.columns if x.sort in ("spot", "face"))

    @cached_property
    def _by_piece(self) -> dict[str, list[int]]:
        out: dict[str, list[int]] = {}
        for k, token in enumerate(self.tokens):
            out.setdefault(token.piece, []).append(k)
        return out

    @cached_property
    def pieces_at(self) -> dict[str, list[str]]:
        """Place or holder kind -> the pieces that are counted there, in the order of the tokens."""
        out: dict[str, dict[str, None]] = {}
        for name, token in self.counts:
            out.setdefault(name, {})[self.tokens[token].piece] = None
        return {name: list(pieces) for name, pieces in out.items()}

    def count_index(self, place: str, token: int, instance: int) -> int | None:
        """Where in ``s`` the count of a token at an instance of a place is; None where it cannot lie."""
        column = self.counts.get((place, token))
        if column is None:
            return None
        made = self.program.places.get(place)
        if made is not None and made.mine:
            return column.base if self.tokens[token].owner == instance else None
        return column.base + instance

    def slots(self, place: str, instance: int) -> tuple[int, ...]:
        """For devices: the index of every token at an instance of a place, -1 where it cannot lie."""
        found = (self.count_index(place, t, instance) for t in range(len(self.tokens)))
        return tuple(-1 if k is None else k for k in found)


def spelt_out(program: Program, contents: Sequence[str]) -> Iterator[str]:
    for name in contents:
        if name in program.groups:
            yield from program.groups[name].pieces
        else:
            yield name


def lay_out(program: Program, setup: Setup, scripted: bool = False) -> Layout:
    """``scripted``: with lists for what rule tests say of chance."""
    layout = Layout(program, setup)
    _kinds(layout)
    for piece in program.pieces.values():
        for owner in range(layout.players) if piece.each else (-1,):
            name = piece.name if owner < 0 else f"{piece.name} of {setup.seats[owner]}"
            layout.tokens.append(PieceType(piece.name, owner, name, piece.plural))
    for mark in program.marks.values():
        layout.marks[mark.name] = layout.take("mark", mark.name, layout.instances(mark.owners))
    _counted(layout)
    _cards(layout)
    for scene in program.scenes.values():
        for slot in scene.slots:
            layout.roles[scene.name, slot] = layout.take("role", f"{slot} of {scene.name}", 1)
    if program.windows:
        layout.success = layout.take("role", "success in a window", 1)
    for stream in ("cards", "dice", *program.used):
        layout.streams[stream] = layout.take("stream", stream, STREAM_WIDTH)
    for name, used in program.used.items():
        device = program.devices[name]
        settings = {p.name: used.settings.get(p.name, p.default) for p in device.parameters}
        stores = []
        for store in device.stores(settings):
            base = layout.take("store", f"{name}: {store}", len(layout.tokens))
            stores.append(tuple(range(base, base + len(layout.tokens))))
        layout.stores[name] = stores
        layout.tapes[name] = layout.lists
        layout.lists += 1
    if scripted:
        layout.script, layout.drawn = layout.lists, layout.lists + 1
        layout.lists += 2
    return layout


def _kinds(layout: Layout) -> None:
    kinds = layout.program.kinds.values()
    inner = {p for kind in kinds for p in kind.parts}
    for kind in kinds:
        if kind.name not in inner:
            _number(layout, kind, kind.name, 0)


def _number(layout: Layout, kind: Kind, root: str, base: int) -> None:
    """The members of a kind, and of its parts one after another, have numbers from ``base`` on."""
    layout.roots[kind.name], layout.bases[kind.name], layout.sizes[kind.name] = root, base, _size(layout, kind)
    for name in kind.parts:
        part = layout.program.kinds[name]
        _number(layout, part, root, base)
        base += _size(layout, part)


def _size(layout: Layout, kind: Kind) -> int:
    kinds = layout.program.kinds
    match kind.sort:
        case "player":
            return layout.players
        case "each":
            return prod(_size(layout, kinds[name]) if name else high - low + 1 for _, name, low, high in kind.ways)
        case "union":
            return sum(_size(layout, kinds[name]) for name in kind.parts)
    return len(kind.members)


def _counted(layout: Layout) -> None:
    program = layout.program
    holders = [
        (
            k.name,
            [program.words.pieces.get(h) or program.words.group_plurals.get(h, h) for h in k.holds],
            False,
            layout.sizes[k.name],
        )
        for k in program.kinds.values()
        if k.holds
    ]
    places = [
        (p.name, list(p.contents), p.mine, layout.instances(p.owners)) for p in program.places.values() if p.counted
    ]
    for name, contents, mine, size in [*holders, *places]:
        for t in sorted(t for piece in set(spelt_out(program, contents)) for t in layout.tokens_of(piece)):
            n = 1 if mine and layout.tokens[t].owner >= 0 else size
            layout.counts[name, t] = StateColumn(layout.take("count", name, n, t), n, "count", name, t)


def _cards(layout: Layout) -> None:
    program = layout.program
    turning: set[str] = set()
    placed: set[str] = set()
    for place in program.places.values():
        if place.counted:
            continue
        root = layout.roots[place.contents[0]]
        placed.add(root)
        if place.turns:
            turning.add(root)
        if place.row is not None:
            layout.spots[place.name] = layout.take(
                "spot", place.name, layout.row_size(place) * layout.instances(place.owners)
            )
        elif place.is_spot:
            layout.spots[place.name] = layout.take("spot", place.name, layout.instances(place.owners))
        else:
            layout.zones[place.name] = layout.lists
            layout.lists += layout.instances(place.owners)
    for root in program.kinds:
        if root in placed:
            layout.where[root] = layout.take("where", root, layout.sizes[root])
            if root in turning:
                layout.faces[root] = layout.take("face", root, layout.sizes[root])
