"""How one place or mark of a view reads in the cell of a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rulekit.tabletop.texts import Texts

Thing = Mapping[str, Any]
"""A mark, a place or a row of a view (:mod:`rulekit.runtime.view`)."""

FEW = 3
"""So many cards are named in a cell; more are counted there."""
NOTHING = "–"
FACE_DOWN = "?"


def is_empty(thing: Thing) -> bool:
    """Whether there is nothing to see: no pieces, no cards, a mark that stands on none, on "no" or on the number 0."""
    if "raw" in thing:
        if thing.get("sort") in ("truth", "yesno"):
            return not thing["raw"]
        return thing["raw"] in (None, -1) or (thing["raw"] == 0 and str(thing["value"]) == "0")
    if "pieces" in thing:
        return not thing["pieces"]
    return not thing.get("number")


def is_open(place: Thing) -> bool:
    """Whether at least one card there can be read."""
    if "spots" in place:
        return any(is_open(spot) for spot in place["spots"])
    return any(card is not None and card["name"] for card in place.get("cards", ()))


def full(texts: Texts, thing: Thing, most: int | None = None) -> str:
    """Everything that lies there; of more than ``most`` cards in a heap only the first are named."""
    if "raw" in thing:
        return "" if thing["raw"] is None or thing["raw"] == -1 else str(thing["value"])
    if "pieces" in thing:
        return texts.list(str(p if isinstance(p, str) else p["text"]) for p in thing["pieces"])
    if "spots" in thing:
        return _spots(texts, thing["spots"])
    cards: Sequence[Thing | None] = thing["cards"]
    if thing.get("row"):
        return "  ".join(f"{k}. {_card(card)}" for k, card in enumerate(cards, 1))
    named = _counted(card["name"] for card in cards if card is not None and card["name"])
    shown = named[:most]
    if len(named) > len(shown):
        shown.append(f"... +{len(named) - len(shown)}")
    if thing.get("hidden"):
        shown.append(texts("hidden", n=thing["hidden"]))
    return texts.list(shown)


def short(texts: Texts, thing: Thing) -> str:
    """The same for a column of a table: many cards are only counted."""
    if thing.get("sort") in ("truth", "yesno") and is_empty(thing):
        return ""
    if "raw" in thing or "pieces" in thing:
        return full(texts, thing)
    number = thing.get("number", 0)
    if not number:
        return ""
    if thing.get("holder") or ("cards" in thing and number <= FEW and not thing.get("hidden")):
        return full(texts, thing)
    return str(number)


def are_counts(places: Sequence[Thing]) -> bool:
    """Whether a column says enough with bare numbers: one place of each player, with his own pieces of one sort at most.

    ``places`` are in the order of the seats.
    """
    heaps = [(seat, piece) for seat, place in enumerate(places) for piece in place.get("pieces", ())]
    return (
        all("pieces" in place and len(place["pieces"]) <= 1 for place in places)
        and len({piece["piece"] for _, piece in heaps}) == 1
        and all(piece["owner"] in (-1, seat) for seat, piece in heaps)
    )


def count(place: Thing) -> str:
    """How many pieces lie there, as a bare number."""
    return str(sum(piece["count"] for piece in place["pieces"]))


def _counted(names: Iterable[str]) -> list[str]:
    """The names, each once; how many there are stands behind it."""
    found: dict[str, int] = {}
    for name in names:
        found[name] = found.get(name, 0) + 1
    return [name if n == 1 else f"{name} ×{n}" for name, n in found.items()]


def _spots(texts: Texts, spots: Sequence[Thing]) -> str:
    filled = [(spot["for"], full(texts, spot)) for spot in spots if not is_empty(spot)]
    return texts.list(f"{name}{texts.colon}{text}" for name, text in filled)


def _card(card: Thing | None) -> str:
    return FACE_DOWN if card is None else card["name"] or NOTHING
