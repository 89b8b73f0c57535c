"""The text of one place or mark of a view in a table cell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rulekit.runtime.view_types import Card, CardPlace, Device, Fact, PiecePlace, Place, PlaceGroup, Spot
from rulekit.tabletop.texts import Texts

Cell = Fact | Place | Device
"""What is shown in a cell; marks are facts, too"""

FEW = 3
"""So many cards are named in a cell; more are counted there."""
RANGE = 3
"""From so many names on that differ by the next number, they are a range."""
TRUTHS = ("truth", "yesno")
"""Sorts of values that hold or do not"""
NOTHING = "–"
FACE_DOWN = "?"


def is_empty(cell: Cell) -> bool:
    """Whether there is nothing to see: no pieces, no cards, a mark that stands on none, on "no" or on the number 0."""
    if isinstance(cell, Fact):
        if cell.sort in TRUTHS:
            return not cell.raw
        return cell.raw == -1 or (cell.raw == 0 and cell.value == "0")
    if isinstance(cell, PiecePlace):
        return not cell.pieces and not cell.hidden
    if isinstance(cell, Device):
        return not cell.pieces
    if isinstance(cell, PlaceGroup):
        return all(is_empty(spot.place) for spot in cell.spots)
    return not cell.number


def is_open(place: Place | Device) -> bool:
    """Whether at least one card there can be read."""
    return any(card.name for _, part in card_places(place) for card in part.cards if card is not None)


def card_places(place: Place | Device) -> Iterator[tuple[str, CardPlace]]:
    """(the member for which it is, or "", place) for a place of cards, and for each of a group."""
    if isinstance(place, CardPlace):
        yield "", place
    elif isinstance(place, PlaceGroup):
        yield from ((spot.member, spot.place) for spot in place.spots if isinstance(spot.place, CardPlace))


def full(texts: Texts, cell: Cell, most: int | None = None) -> str:
    """The whole contents; of more than ``most`` cards in a pile only the first are named."""
    match cell:
        case Fact():
            return "" if cell.raw == -1 else cell.value
        case PiecePlace() if cell.hidden:
            return FACE_DOWN
        case PiecePlace():
            return texts.list(pieces.text for pieces in cell.pieces)
        case Device():
            return texts.list(cell.pieces)
        case PlaceGroup():
            return _spots(texts, cell.spots)
    if cell.row:
        return "  ".join(f"{k}. {_card(card)}" for k, card in enumerate(cell.cards, 1))
    named = counted(card.name for card in cell.cards if card is not None and card.name)
    shown = named[:most]
    if len(named) > len(shown):
        shown.append(f"... +{len(named) - len(shown)}")
    if cell.hidden:
        shown.append(texts("hidden", n=cell.hidden))
    return texts.list(shown)


def short(texts: Texts, cell: Cell) -> str:
    """The same for a column of a table: many cards are only counted."""
    if isinstance(cell, Fact) and cell.sort in TRUTHS and not cell.raw:
        return ""
    if isinstance(cell, CardPlace):
        if cell.number == 0:
            return ""
        if cell.holder or (cell.number <= FEW and not cell.hidden):
            return full(texts, cell)
        return str(cell.number)
    if isinstance(cell, PlaceGroup) and cell.number:
        return str(cell.number)
    return full(texts, cell)


def are_counts(cells: Sequence[Cell]) -> bool:
    """Whether a column says enough with bare numbers: one place of each player, with their own pieces of one sort at most.

    ``cells`` are in the order of the seats.
    """
    places = [cell for cell in cells if isinstance(cell, PiecePlace)]
    heaps = [(seat, pieces) for seat, place in enumerate(places) for pieces in place.pieces]
    return (
        len(places) == len(cells)
        and all(len(place.pieces) <= 1 for place in places)
        and len({pieces.piece for _, pieces in heaps}) == 1
        and all(pieces.owner in (-1, seat) for seat, pieces in heaps)
    )


def count(cell: Cell) -> str:
    """How many pieces lie there, as a bare number; "" for what is no place of pieces, "?" where nobody else may see it."""
    if not isinstance(cell, PiecePlace):
        return ""
    return FACE_DOWN if cell.hidden else str(sum(pieces.count for pieces in cell.pieces))


def counted(names: Iterable[str]) -> list[str]:
    """The names, each once; how many there are stands behind it. Three and more that differ by a number, which goes up by one,
    are a range: ``lot 0–4``."""
    found: dict[str, int] = {}
    for name in names:
        found[name] = found.get(name, 0) + 1
    out: list[str] = []
    for run in _runs(found):
        if len(run) >= RANGE and all(found[name] == 1 for name in run):
            out.append(f"{run[0]}–{_number(run[-1])[1]}")
        else:
            out += [name if found[name] == 1 else f"{name} ×{found[name]}" for name in run]
    return out


def _runs(names: Iterable[str]) -> Iterator[list[str]]:
    """Names in groups: each begins like the one before it and ends with the next number."""
    run: list[str] = []
    for name in names:
        stem, number = _number(name)
        if run and (not number or _number(run[-1]) != (stem, str(int(number) - 1))):
            yield run
            run = []
        run.append(name)
    if run:
        yield run


def _number(name: str) -> tuple[str, str]:
    """A name without the number at its end, and that number; empty where there is none."""
    stem = name.rstrip("0123456789")
    return stem, name[len(stem) :]


def _spots(texts: Texts, spots: Sequence[Spot]) -> str:
    filled = [(spot.member, full(texts, spot.place)) for spot in spots if not is_empty(spot.place)]
    return texts.list(f"{name}{texts.colon}{text}" for name, text in filled)


def _card(card: Card | None) -> str:
    return FACE_DOWN if card is None else card.name or NOTHING
