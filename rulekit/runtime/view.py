"""The view of a match for one seat, as plain data. Players are given nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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
    image = match.compiled.image
    labels, sight = match.compiled.labels(lang), match.compiled.sight(viewer)
    marks = [
        _mark(match, labels, name, m, 0)
        for name, m in image.marks.items()
        if not m["owners"] and not m["scene"] and sight.mark(m, 0)
    ]
    places = [_place(match, labels, sight, name, p, 0) for name, p in image.places.items() if not p["owners"]]
    return {
        "game": image.name,
        "you": viewer,
        "players": [labels.word(x) for x in image.seats],
        "seats": list(image.seats),
        "over": match.over,
        "marks": marks,
        "places": places,
        "tables": _tables(match, labels, sight),
        "devices": _devices(match, labels),
        "waiting": sorted({image.seats[a[0]] for a in match.asks}),
    }


def _mark(match: MatchState, labels: Labels, name: str, mark: dict[str, Any], instance: int) -> dict[str, Any]:
    value = match.s[mark["base"] + instance]
    return {
        "name": labels.word(name),
        "key": name,
        "value": labels.value(mark["type"], value),
        "raw": value,
        "id": labels.id(mark["type"], value),
        "sort": mark["type"][0],
        "told": mark["told"],
    }


def _place(
    match: MatchState, labels: Labels, sight: Sight, name: str, place: dict[str, Any], instance: int
) -> dict[str, Any]:
    out: dict[str, Any] = {"name": labels.word(name), "key": name}
    s, image = match.s, match.compiled.image
    if place["counted"]:
        seen = sight.pieces(name, instance)
        out["pieces"] = _pieces(match, labels, name, place, instance) if seen else []
        out["hidden"] = not seen
        return out
    lists = len(image.z)
    if place["row"] is not None or place["spot"]:
        size = place["row"][2] if place["row"] is not None else 1
        codes = [place["base"] + instance * size + k for k in range(size)]
        pairs = [(lists + k, s[k]) for k in codes if place["row"] is not None or s[k] >= 0]
        out["row"] = place["row"] is not None
    else:
        code = place["base"] + instance
        pairs = [(code, card) for card in match.z[code]]
    faces = image.faces.get(place["root"])
    cards: list[dict[str, Any] | None] = []
    hidden = 0
    for code, card in pairs:
        if card < 0:
            cards.append({"name": "", "key": ""})
        elif sight.card(code, faces is not None and bool(s[faces + card])):
            cards.append({"name": labels.member(place["root"], card), "key": labels.id(["kind", place["root"]], card)})
        else:
            hidden += 1
            cards.append(None)
    if place["row"] is None and hidden:  # the order of hidden cards tells nothing
        cards = [x for x in cards if x is not None] + [None] * hidden
    out.update(
        cards=cards,
        of=place["root"],
        kind=labels.word(place["root"]),
        number=len(pairs) if place["row"] is None else sum(1 for _, card in pairs if card >= 0),
        hidden=hidden,
        holder=bool(place.get("holder")),
    )
    return out


def _pieces(match: MatchState, labels: Labels, name: str, place: dict[str, Any], instance: int) -> list[dict[str, Any]]:
    out = []
    for sort, column, base, _, token in match.compiled.image.columns:
        if sort != "count" or column != name:
            continue
        owner = match.compiled.image.tokens[token]["owner"]
        if place["mine"] and owner >= 0:
            if owner != instance:
                continue
            n = match.s[base]
        else:
            n = match.s[base + instance]
        if n:
            out.append(
                {
                    "text": labels.pieces(token, n),
                    "piece": match.compiled.image.tokens[token]["piece"],
                    "owner": owner,
                    "count": n,
                }
            )
    return out


def _tables(match: MatchState, labels: Labels, sight: Sight) -> list[dict[str, Any]]:
    image = match.compiled.image
    kinds: dict[str, None] = {}
    for thing in (*image.places.values(), *image.marks.values()):
        if thing["owners"] and not thing.get("scene"):
            kinds[thing["owners"][0]] = None
    lying = {place["root"] for place in image.places.values() if not place["counted"]}
    out = []
    for kind in kinds:
        root, (base, size) = labels.range_of(kind)
        rows = []
        for k in range(size):
            marks = [
                _mark(match, labels, n, m, k)
                for n, m in image.marks.items()
                if m["owners"] == [kind] and not m["scene"] and sight.mark(m, k)
            ]
            places = []
            for name, place in image.places.items():
                if place["owners"][:1] != [kind]:
                    continue
                if len(place["owners"]) == 1:
                    places.append(_place(match, labels, sight, name, place, k))
                else:
                    places.append(_spread(match, labels, sight, name, place, k))
            facts = [
                {
                    "name": labels.word(name),
                    "key": name,
                    "value": labels.value(sort, values[k]),
                    "raw": values[k],
                    "id": labels.id(sort, values[k]),
                    "sort": sort[0],
                }
                for name, sort, values in image.kinds[root]["facts"]
            ]
            rows.append(
                {
                    "name": labels.member(root, base + k),
                    "key": labels.id(["kind", root], base + k),
                    "facts": facts,
                    "marks": marks,
                    "places": places,
                }
            )
        out.append({"of": kind, "name": labels.word(kind), "lies": root in lying, "rows": rows})
    return out


def _spread(
    match: MatchState, labels: Labels, sight: Sight, name: str, place: dict[str, Any], first: int
) -> dict[str, Any]:
    """A place of a player for each of something: one row of spots with their names."""
    other = place["owners"][1]
    root, (base, size) = labels.range_of(other)
    spots = []
    for k in range(size):
        found = _place(match, labels, sight, name, place, first * size + k)
        spots.append({"for": labels.member(root, base + k), **found})
    return {"name": labels.word(name), "key": name, "spots": spots, "number": sum(x.get("number", 0) for x in spots)}


def _devices(match: MatchState, labels: Labels) -> list[dict[str, Any]]:
    out = []
    for name, device in match.compiled.image.devices.items():
        totals = [sum(match.s[store[t]] for store in device["stores"]) for t in range(len(match.compiled.image.tokens))]
        out.append(
            {"name": labels.word(name), "key": name, "pieces": [labels.pieces(t, n) for t, n in enumerate(totals) if n]}
        )
    return out
