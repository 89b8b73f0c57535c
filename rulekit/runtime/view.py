"""The view of a match for one seat, as plain data. Players are given nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulekit.image import Image, Place, Sort
from rulekit.runtime.labels import Labels
from rulekit.runtime.visibility import Sight

if TYPE_CHECKING:
    from rulekit.runtime.protocols import MatchState

View = dict[str, Any]


def view(match: MatchState, viewer: str | None, lang: str = "en") -> View:
    """``viewer``: a player's name, or None for an onlooker.

    ``tables``: for each kind that has marks or places, one row for each member. ``marks`` and ``places``: those that belong to
    the whole table. ``devices``: what they hold in all. A hidden card is None, so that its place in a row stays visible.
    A mark says with ``told`` whether the journal tells of it, and with ``sort`` what it is: a truth, a number, a kind and so
    on. ``id`` is its value as the rules call it, in every language; so are ``seats`` for the players. A table says with
    ``lies`` whether its members lie at places, as cards and counters do. A place for cards says with ``of`` for which kind,
    and with ``kind`` what that is called.
    """
    labels, sight = match.compiled.labels(lang), match.compiled.sight(viewer)
    image = match.compiled.image
    return {
        **frame(match, viewer, labels),
        "marks": [mark(match, labels, name, 0) for name in marks_of(image, "", 0, sight)],
        "places": [place(match, labels, sight, name, 0) for name in places_of(image, "")],
        "tables": _tables(match, labels, sight),
        "devices": [device(match, labels, name) for name in image.devices],
    }


def frame(match: MatchState, viewer: str | None, labels: Labels) -> View:
    """What of a view is neither a mark nor a place nor a thing."""
    seats = match.compiled.image.seats
    return {
        "game": match.compiled.image.name,
        "you": viewer,
        "players": [labels.word(x) for x in seats],
        "seats": list(seats),
        "over": match.over,
        "waiting": sorted({seats[a[0]] for a in match.asks}),
    }


def marks_of(image: Image, kind: str, k: int, sight: Sight) -> list[str]:
    """The marks of the ``k``-th of a kind that can be seen; those of the whole table for no kind."""
    owners = (kind,) if kind else ()
    return [name for name, m in image.marks.items() if m.owners == owners and not m.scene and sight.mark(m, k)]


def places_of(image: Image, kind: str) -> list[str]:
    """The places of each of a kind, or of the whole table for no kind."""
    return [name for name, p in image.places.items() if (p.owners[:1] == (kind,) if kind else not p.owners)]


def mark(match: MatchState, labels: Labels, name: str, instance: int) -> dict[str, Any]:
    """A mark of the ``instance``-th of its kind."""
    found = match.compiled.image.marks[name]
    value = match.s[found.base + instance]
    return {
        "name": labels.word(name),
        "key": name,
        "value": labels.value(found.type, value),
        "raw": value,
        "id": labels.id(found.type, value),
        "sort": found.type.head,
        "told": found.told,
    }


def place(match: MatchState, labels: Labels, sight: Sight, name: str, k: int) -> dict[str, Any]:
    """A place of the ``k``-th of its kind: with one owner it is one; with two a row of spots with their names, one for each of
    the second kind."""
    about = match.compiled.image.places[name]
    if len(about.owners) < 2:
        return _place(match, labels, sight, name, about, k)
    root, (base, size) = labels.range_of(about.owners[1])
    spots = [
        {"for": labels.member(root, base + j), **_place(match, labels, sight, name, about, k * size + j)}
        for j in range(size)
    ]
    return {"name": labels.word(name), "key": name, "spots": spots, "number": sum(x.get("number", 0) for x in spots)}


def _place(match: MatchState, labels: Labels, sight: Sight, name: str, place: Place, instance: int) -> dict[str, Any]:
    out: dict[str, Any] = {"name": labels.word(name), "key": name}
    s, image = match.s, match.compiled.image
    if place.counted:
        seen = sight.pieces(name, instance)
        out["pieces"] = _pieces(match, labels, name, place, instance) if seen else []
        out["hidden"] = not seen
        return out
    lists = len(image.z)
    if place.spots:
        codes = [place.base + instance * place.spots + k for k in range(place.spots)]
        pairs = [(lists + k, s[k]) for k in codes if place.row is not None or s[k] >= 0]
        out["row"] = place.row is not None
    else:
        code = place.base + instance
        pairs = [(code, card) for card in match.z[code]]
    faces = image.faces.get(place.root)
    cards: list[dict[str, Any] | None] = []
    hidden = 0
    for code, card in pairs:
        if card < 0:
            cards.append({"name": "", "key": ""})
        elif sight.card(code, faces is not None and bool(s[faces + card])):
            cards.append({"name": labels.member(place.root, card), "key": labels.id(Sort("kind", place.root), card)})
        else:
            hidden += 1
            cards.append(None)
    if place.row is None and hidden:  # the order of hidden cards tells nothing
        cards = [x for x in cards if x is not None] + [None] * hidden
    out.update(
        cards=cards,
        of=place.root,
        kind=labels.word(place.root),
        number=len(pairs) if place.row is None else sum(1 for _, card in pairs if card >= 0),
        hidden=hidden,
        holder=place.holder,
    )
    return out


def _pieces(match: MatchState, labels: Labels, name: str, place: Place, instance: int) -> list[dict[str, Any]]:
    out = []
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
            out.append(
                {
                    "text": labels.pieces(token, n),
                    "piece": match.compiled.image.tokens[token].piece,
                    "owner": owner,
                    "count": n,
                }
            )
    return out


def kinds_with_rows(image: Image) -> list[str]:
    """The kinds of which something is kept: marks or places."""
    shown = [*(p.owners for p in image.places.values()), *(m.owners for m in image.marks.values() if not m.scene)]
    return list(dict.fromkeys(owners[0] for owners in shown if owners))


def _tables(match: MatchState, labels: Labels, sight: Sight) -> list[dict[str, Any]]:
    image = match.compiled.image
    lying = {place.root for place in image.places.values() if not place.counted}
    out = []
    for kind in kinds_with_rows(image):
        root, (_, size) = labels.range_of(kind)
        rows = [row(match, labels, sight, kind, k) for k in range(size)]
        out.append({"of": kind, "name": labels.word(kind), "lies": root in lying, "rows": rows})
    return out


def row(match: MatchState, labels: Labels, sight: Sight, kind: str, k: int) -> dict[str, Any]:
    """What is printed on the ``k``-th of a kind, its marks, and its places with what lies there."""
    image = match.compiled.image
    return {
        **printed(image, labels, kind, k),
        "marks": [mark(match, labels, name, k) for name in marks_of(image, kind, k, sight)],
        "places": [place(match, labels, sight, name, k) for name in places_of(image, kind)],
    }


def printed(image: Image, labels: Labels, kind: str, k: int) -> dict[str, Any]:
    """What is the same on the ``k``-th of a kind in every state."""
    root, (base, _) = labels.range_of(kind)
    facts = [
        {
            "name": labels.word(fact.name),
            "key": fact.name,
            "value": labels.value(fact.sort, fact.values[base + k]),
            "raw": fact.values[base + k],
            "id": labels.id(fact.sort, fact.values[base + k]),
            "sort": fact.sort.head,
        }
        for fact in image.kinds[root].facts
        if fact.values[base + k] is not None
    ]
    return {"name": labels.member(root, base + k), "key": labels.id(Sort("kind", root), base + k), "facts": facts}


def device(match: MatchState, labels: Labels, name: str) -> dict[str, Any]:
    """What equipment on the table holds in all."""
    stores = match.compiled.image.devices[name].stores
    totals = [sum(match.s[store[t]] for store in stores) for t in range(len(match.compiled.image.tokens))]
    return {"name": labels.word(name), "key": name, "pieces": [labels.pieces(t, n) for t, n in enumerate(totals) if n]}
