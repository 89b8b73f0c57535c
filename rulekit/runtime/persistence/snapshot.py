"""Everything that stands on the table, by name: how a compilation lays out the state plays no part in it.

A save holds one, so that a position can be compared with the one that other rules, or another version of rulekit, lead to.
Nothing here is shown to players: it holds all secrets.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from rulekit.image import Sort
from rulekit.runtime.persistence.choices import question_key

if TYPE_CHECKING:
    from rulekit.runtime.labels import Labels
    from rulekit.runtime.protocols import MatchState

Snapshot = Mapping[str, object]
"""The contents of each place: ``{"purse: coin": [7, 3, 9], "hand": [["Levy"], []], ...}``, one value for each instance"""


def snapshot(match: MatchState) -> Snapshot:
    """The named position of a match, fit for JSON: pieces, cards, marks, devices, chance, who is asked what, and the ending."""
    labels = match.compiled.labels("en")
    return {
        **dict(_pieces(match)),
        **dict(_cards(match, labels)),
        **dict(_marks(match, labels)),
        **{f"chance of {name}": match.s[index] for name, index in match.compiled.image.streams.items()},
        "asked": [_ask(match, labels, player, question, options) for player, question, options, _ in match.asks],
        "ending": None if match.ending is None else [list(row[:-1]) for row in match.ending],
    }


def difference(before: Snapshot, now: Snapshot) -> str:
    """The first difference in words; "" where there is none."""
    for name in (*before, *(name for name in now if name not in before)):
        if name not in before:
            return f"{name} is new"
        if name not in now:
            return f"there is no {name} any more"
        a, b = before[name], now[name]
        if a != b:
            return f"{name} was {_short(a, b)}, and is {_short(b, a)}"
    return ""


def _short(this: object, other: object) -> str:
    """A value as text; of two lists only the first item that differs."""
    if isinstance(this, list) and isinstance(other, list):
        k = next((k for k, (x, y) in enumerate(zip(this, other, strict=False)) if x != y), min(len(this), len(other)))
        this = this[k] if k < len(this) else "nothing"
    return str(this)[:80]


def _pieces(match: MatchState) -> Iterator[tuple[str, object]]:
    image = match.compiled.image
    for c in image.columns:
        if c.sort == "count":
            yield f"{c.name}: {image.tokens[c.token].name}", match.s[c.base : c.base + c.size]
    for name, device in image.devices.items():
        for floor, store in zip(device.names, device.stores, strict=True):
            for token, index in zip(image.tokens, store, strict=True):
                yield f"{name}, {floor}: {token.name}", match.s[index] if index >= 0 else 0


def _cards(match: MatchState, labels: Labels) -> Iterator[tuple[str, object]]:
    image, s = match.compiled.image, match.s
    for name, place in image.places.items():
        if place.counted:
            continue
        sort, base = Sort("kind", place.root), place.base
        if place.listed:
            yield name, [[labels.id(sort, card) for card in match.z[base + k]] for k in range(place.size)]
        else:
            yield name, [labels.id(sort, card) for card in s[base : base + place.size * place.spots]]
    for root, base in image.faces.items():
        members = image.kinds[root].members
        yield f"{root} face up", [member.name for k, member in enumerate(members) if s[base + k]]


def _marks(match: MatchState, labels: Labels) -> Iterator[tuple[str, object]]:
    for name, mark in match.compiled.image.marks.items():
        values = match.s[mark.base : mark.base + mark.size]
        named = mark.type.head in ("kind", "spot")
        yield name, [labels.id(mark.type, value) for value in values] if named else values


def _ask(match: MatchState, labels: Labels, player: int, question: int, options: list[int]) -> list[object]:
    asked = match.compiled.image.asks[question]
    names = [labels.id(asked.sort, value) for value in options]
    return [match.compiled.image.seats[player], question_key(asked), names]
