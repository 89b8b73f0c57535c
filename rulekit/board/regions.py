"""Assigns tones to regions: neighbours never get the same one, as far as the tones reach."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulekit.board.cells import Cell
from rulekit.board.places import BoardPlace

TONES = ("#efe6d0", "#e6dfc3", "#f2e3cf", "#e3e4cf", "#ece0d8", "#e9e9dc")


def tones(places: Mapping[str, BoardPlace], cells: Mapping[str, Cell]) -> dict[str, str]:
    """Region -> tone. Those with the most neighbours choose first, the tone that is used least among those that are left."""
    touching: dict[str, set[str]] = {place.region: set() for place in places.values() if place.region}
    for key, cell in cells.items():
        for other in cell.beyond:
            a, b = places[key].region, places[other].region if other is not None else ""
            if a and b and a != b:
                touching[a].add(b)
                touching[b].add(a)
    out: dict[str, str] = {}
    for region in sorted(touching, key=lambda name: (-len(touching[name]), name)):
        near = [out[other] for other in touching[region] if other in out]
        out[region] = min(TONES, key=lambda tone: (near.count(tone), list(out.values()).count(tone)))
    return out


def border(key: str, places: Mapping[str, BoardPlace], cells: Mapping[str, Cell]) -> Sequence[tuple[int, int]]:
    """The edges of a cell beyond which another region begins, as the numbers of their corners."""
    cell = cells[key]
    count = len(cell.corners)
    return [
        (k, (k + 1) % count)
        for k, other in enumerate(cell.beyond)
        if other is not None and key < other and places[other].region != places[key].region
    ]
