"""The view of a match for one seat: everything that a player is given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rulekit.image import Image
from rulekit.image import Mark as MarkInfo
from rulekit.image import Place as PlaceInfo
from rulekit.runtime.labels import Labels
from rulekit.runtime.view_types import (
    Card,
    CardPlace,
    Device,
    Fact,
    Mark,
    Member,
    PiecePlace,
    Pieces,
    Place,
    PlaceGroup,
    Row,
    Spot,
    Table,
    View,
)
from rulekit.runtime.visibility import Sight

if TYPE_CHECKING:
    from rulekit.runtime.protocols import MatchState


def view(match: MatchState, viewer: str | None, lang: str = "en") -> View:
    """``viewer``: a player's name, or None for an onlooker."""
    labels, sight = match.compiled.labels(lang), match.compiled.sight(viewer)
    image = match.compiled.image
    return framed(
        match,
        viewer,
        labels,
        [mark(match, labels, name, 0) for name, info in marks_of(image, "") if sight.mark(info, 0)],
        [place(match, labels, sight, name, 0) for name in places_of(image, "")],
        list(_tables(match, labels, sight)),
        [device(match, labels, name) for name in image.devices],
    )


def framed(
    match: MatchState,
    viewer: str | None,
    labels: Labels,
    marks: Sequence[Mark],
    places: Sequence[Place],
    tables: Sequence[Table],
    devices: Sequence[Device],
) -> View:
    """The view with what is seen of the table, and with what is neither a mark nor a place nor a thing."""
    seats = match.compiled.image.seats
    return View(
        game=match.compiled.image.name,
        you=viewer,
        players=[labels.word(x) for x in seats],
        seats=list(seats),
        over=match.over,
        waiting=sorted({seats[a[0]] for a in match.asks}),
        marks=marks,
        places=places,
        tables=tables,
        devices=devices,
    )


def marks_of(image: Image, kind: str) -> list[tuple[str, MarkInfo]]:
    """The marks of a kind, or of the whole table for None, before visibility is applied."""
    owners = (kind,) if kind else ()
    return [(name, m) for name, m in image.marks.items() if m.owners == owners and not m.scene]


def places_of(image: Image, kind: str) -> list[str]:
    """The places of each of a kind, or of the whole table for no kind."""
    return [name for name, p in image.places.items() if (p.owners[:1] == (kind,) if kind else not p.owners)]


def mark(match: MatchState, labels: Labels, name: str, instance: int) -> Mark:
    """A mark of the ``instance``-th of its kind."""
    found = match.compiled.image.marks[name]
    value = match.s[found.base + instance]
    said, id = labels.value(found.type, value), labels.id(found.type, value)
    return Mark(labels.word(name), name, said, value, id, found.type.head, found.told)


def place(match: MatchState, labels: Labels, sight: Sight, name: str, k: int) -> Place:
    """A place of the ``k``-th of its kind: with one owner it is one; with two a spot for each of the second kind."""
    about = match.compiled.image.places[name]
    if len(about.owners) < 2:
        return _place(match, labels, sight, name, about, k)
    root, (base, size) = labels.range_of(about.owners[1])
    spots = [
        Spot(labels.member(root, base + j), _place(match, labels, sight, name, about, k * size + j))
        for j in range(size)
    ]
    number = sum(spot.place.number for spot in spots if isinstance(spot.place, CardPlace))
    return PlaceGroup(labels.word(name), name, spots, number)


def _place(
    match: MatchState, labels: Labels, sight: Sight, name: str, place: PlaceInfo, instance: int
) -> PiecePlace | CardPlace:
    s, image = match.s, match.compiled.image
    if place.counted:
        seen = sight.pieces(name, instance)
        pieces = list(_pieces(match, labels, name, place, instance)) if seen else []
        return PiecePlace(labels.word(name), name, pieces, not seen)
    lists = len(image.z)
    if place.spots:
        codes = [place.base + instance * place.spots + k for k in range(place.spots)]
        pairs = [(lists + k, s[k]) for k in codes if place.row is not None or s[k] >= 0]
    else:
        code = place.base + instance
        pairs = [(code, card) for card in match.z[code]]
    faces = image.faces.get(place.root)
    cards: list[Card | None] = []
    hidden = 0
    for code, card in pairs:
        if card < 0:
            cards.append(Card("", ""))
        elif sight.card(code, faces is not None and bool(s[faces + card])):
            cards.append(Card(labels.member(place.root, card), labels.key(place.root, card)))
        else:
            hidden += 1
            cards.append(None)
    if place.row is None and hidden:  # the order of hidden cards tells nothing
        cards = [x for x in cards if x is not None] + [None] * hidden
    return CardPlace(
        name=labels.word(name),
        key=name,
        row=place.row is not None if place.spots else None,
        cards=cards,
        of=place.root,
        kind=labels.word(place.root),
        number=len(pairs) if place.row is None else sum(1 for _, card in pairs if card >= 0),
        hidden=hidden,
        holder=place.holder,
    )


def _pieces(match: MatchState, labels: Labels, name: str, place: PlaceInfo, instance: int) -> Iterator[Pieces]:
    for block in labels.counts.get(name, ()):
        token, base = block.token, block.base
        owner = match.compiled.image.tokens[token].owner
        if place.mine and owner >= 0:
            if owner != instance:
                continue
            n = match.s[base]
        else:
            n = match.s[base + instance]
        if n:
            yield Pieces(labels.pieces(token, n), match.compiled.image.tokens[token].piece, owner, n)


def kinds_with_rows(image: Image) -> list[str]:
    """The kinds whose members have marks or places."""
    shown = [*(p.owners for p in image.places.values()), *(m.owners for m in image.marks.values() if not m.scene)]
    return list(dict.fromkeys(owners[0] for owners in shown if owners))


def _tables(match: MatchState, labels: Labels, sight: Sight) -> Iterator[Table]:
    image = match.compiled.image
    lying = {info.root for info in image.places.values() if not info.counted}  # (`place` here trips CPython 3.12.1)
    for kind in kinds_with_rows(image):
        marks, places = marks_of(image, kind), places_of(image, kind)
        rows = [
            Row(
                member.name,
                member.key,
                member.facts,
                [mark(match, labels, name, k) for name, info in marks if sight.mark(info, k)],
                [place(match, labels, sight, name, k) for name in places],
            )
            for k, member in enumerate(match.compiled.members(kind, labels.lang))
        ]
        root, _ = labels.range_of(kind)
        yield Table(kind, labels.word(kind), root in lying, rows)


def members(image: Image, labels: Labels, kind: str) -> list[Member]:
    """The members of a kind, with what is the same on them in every state."""
    root, (base, size) = labels.range_of(kind)
    return [_member(image, labels, root, k) for k in range(base, base + size)]


def _member(image: Image, labels: Labels, root: str, k: int) -> Member:
    facts = [
        Fact(
            labels.word(fact.name),
            fact.name,
            labels.value(fact.sort, raw),
            raw,
            labels.id(fact.sort, raw),
            fact.sort.head,
        )
        for fact in image.kinds[root].facts
        if (raw := fact.values[k]) is not None
    ]
    return Member(labels.member(root, k), labels.key(root, k), facts)


def device(match: MatchState, labels: Labels, name: str) -> Device:
    """Everything that equipment on the table holds."""
    stores = match.compiled.image.devices[name].stores
    totals = [sum(match.s[store[t]] for store in stores) for t in range(len(match.compiled.image.tokens))]
    return Device(labels.word(name), name, [labels.pieces(t, n) for t, n in enumerate(totals) if n])
