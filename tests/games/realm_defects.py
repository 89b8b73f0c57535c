"""Defects, planted one by one in a good position of WAR OF NOBUNAGA'S SUCCESSORS, for the checks of ``realm.py`` to find."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.games.realm import Invariants


def write(invariants: Invariants, mark: str, k: int, value: int) -> Any:
    """Another value of a mark; gives what mends it."""
    s, at = invariants.match.s, invariants.image.marks[mark]["base"] + k
    was, s[at] = s[at], value

    def back() -> None:
        s[at] = was

    return back


def broken(invariants: Invariants) -> Iterator[tuple[str, Any]]:
    """Ways to break a position between two rounds: (clause, a function that breaks it and gives one that mends it)."""
    match, image = invariants.match, invariants.image
    areas = list(invariants.areas)

    def shift(root: str, thing: int, to: int) -> Any:
        base = image.where[root]
        was = match.s[base + thing]
        match.z[was].remove(thing)
        match.z[to].append(thing)
        match.s[base + thing] = to
        return lambda: shift(root, thing, was)

    def together(*deeds: Any) -> Any:
        mended = [deed() for deed in deeds]
        return lambda: [mend() for mend in reversed(mended)]

    def twice(place: str, thing: int) -> Any:
        match.z[image.places[place]["base"]].append(thing)
        return lambda: match.z[image.places[place]["base"]].remove(thing)

    def at(area: str) -> int:
        return int(image.places["area"]["base"]) + areas.index(area)

    def first(condition: Any) -> int:
        return next(u for u, row in enumerate(invariants.rows) if condition(u, row))

    on_map = [k >= 0 for k in invariants.where]
    banner = invariants.mark("banner")
    house = first(lambda u, row: row["class"] == "Daimyo Army" and on_map[u])
    lord = first(lambda u, row: row["class"] == "Minor Lord" and on_map[u] and banner[u] < 0)
    free = first(lambda u, row: row["class"] == "Independent" and on_map[u])
    bare = next(
        k for k, row in enumerate(invariants.grounds) if row["ground"] == "Castle" and not match.z[at(areas[k])]
    )
    here = areas[bare]
    mine, theirs = banner[house], (banner[house] + 1) % len(invariants.players)
    other = first(lambda u, row: row["class"] == "Daimyo Army" and banner[u] == theirs)
    proud = first(lambda u, row: row["class"] == "Daimyo Army" and not invariants.oda[u])
    cousin = first(
        lambda u, row: (
            row["class"] == "Daimyo Army"
            and banner[u] == banner[proud]
            and row["house"] != invariants.rows[proud]["house"]
        )
    )
    army = first(lambda u, row: row["class"] == "Daimyo Army" and row["rank"] == "Army" and banner[u] == mine)
    spare = next(u for u in invariants.place("out-of-play"))

    yield "2.0-01", lambda: twice("waiting", house)
    yield "2.0-01", lambda: twice("discards", invariants.place("hand", 0)[0])
    yield "3.22-01", lambda: write(invariants, "reinforced", lord, 1)
    yield "3.22-01", lambda: write(invariants, "active", lord, 1)
    yield "3.22-02", lambda: shift("counter", lord, at(here))
    yield "3.21-04", lambda: write(invariants, "active", house, 1)
    yield "3.23-02", lambda: write(invariants, "banner", free, 0)
    yield "3.1-03", lambda: write(invariants, "banner", house, theirs)
    yield "13.2-01", lambda: shift("counter", house, image.places["reserve"]["base"] + theirs)
    yield "13.2-01", lambda: shift("counter", house, image.places["fallen"]["base"])
    yield "13.2-03", lambda: shift("counter", lord, image.places["waiting"]["base"])
    yield "10.3-01", lambda: write(invariants, "inside", spare, 1)
    yield "4.15-01", lambda: write(invariants, "marker", areas.index("hitachi"), 0)
    yield "4.15-01", lambda: shift("counter", house, at("kii"))
    yield (
        "4.13-01",
        lambda: together(
            lambda: write(invariants, "marker", bare, mine),
            lambda: shift("counter", house, at(here)),
            lambda: shift("counter", army, at(here)),
            lambda: write(invariants, "inside", house, 1),
            lambda: write(invariants, "inside", army, 1),
        ),
    )
    yield (
        "10.1-01",
        lambda: together(
            lambda: write(invariants, "marker", bare, theirs),
            lambda: shift("counter", house, at(here)),
            lambda: write(invariants, "inside", house, 1),
        ),
    )
    yield (
        "10.3-01",
        lambda: together(
            lambda: write(invariants, "marker", bare, mine),
            lambda: shift("counter", house, at(here)),
            lambda: write(invariants, "inside", house, 1),
        ),
    )
    yield (
        "10.0-03",
        lambda: together(lambda: shift("counter", house, at(here)), lambda: shift("counter", other, at(here))),
    )
    yield (
        "10.3-02",
        lambda: together(
            lambda: write(invariants, "marker", bare, theirs),
            lambda: shift("counter", other, at(here)),
            lambda: write(invariants, "inside", other, 1),
            lambda: shift("counter", army, at(here)),
        ),
    )
    yield (
        "7.2-06",
        lambda: together(
            lambda: write(invariants, "active", lord, 1),
            lambda: write(invariants, "banner", lord, mine),
            lambda: write(invariants, "marker", bare, -1),
            lambda: shift("counter", lord, at(here)),
        ),
    )
    yield (
        "7.2-07",
        lambda: together(lambda: shift("counter", proud, at(here)), lambda: shift("counter", cousin, at(here))),
    )
    yield "9.0-01", lambda: write(invariants, "following", house, 1)
    yield "7.0-01", lambda: write(invariants, "turn", 0, 5)
    yield "5.22-08", lambda: shift("card", invariants.place("hand", 0)[0], image.places["table"]["base"])


def misrecorded(invariants: Invariants) -> Iterator[tuple[str, Any]]:
    """Ways to break what is recorded, when it is asked who begins a round."""
    points, lord = invariants.points(), invariants.mark("tenkabito")[0]
    least = min(invariants.players, key=lambda p: points[p])
    yield "15.1-01", lambda: write(invariants, "victory-points", lord, points[lord] + 1)
    yield "15.2-01", lambda: write(invariants, "honour", 0, invariants.mark("honour")[0] + 1)
    yield "15.2-05", lambda: write(invariants, "shame", 0, 6 - invariants.mark("shame")[0])
    yield "16.2-01", lambda: write(invariants, "tenkabito", 0, least)
    yield "15.2-01", lambda: write(invariants, "rebel", lord, 1)
