"""Defects, planted one by one in a good position of A MOST DANGEROUS TIME, for ``holdings.py`` and ``lines.py`` to find."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tests.games.holdings import Holdings
from tests.games.victory import ODA

Spoil = Callable[[], Callable[[], object]]
"""Breaks a position, and gives what mends it"""


def misheld(holdings: Holdings) -> Iterator[tuple[str, Spoil]]:
    """Ways to break a good position between two impulses: (clause, what breaks it)."""
    inv, image = holdings.inv, holdings.image
    s, z = inv.match.s, inv.match.z

    def write(mark: str, *changes: tuple[int, int], known: bool = False) -> Callable[[], object]:
        base, before = image.marks[mark].base, list(inv.mark(mark))
        for k, value in changes:
            s[base + k] = value
        if known:
            holdings.held = list(inv.mark("controller"))

        def mend() -> None:
            s[base : base + len(before)] = before

        return mend

    def shift(root: str, thing: int, to: int) -> Callable[[], object]:
        at = image.where[root] + thing
        was = s[at]
        z[was].remove(thing)
        z[to].append(thing)
        s[at] = to
        return lambda: shift(root, thing, was)

    controller = inv.mark("controller")
    location = image.places["location"].base
    alone = next(k for k in holdings.spaces if {inv._side(u) for u in inv.place("location", k)} == {ODA})
    closed = next(k for k in holdings.spaces if controller[k] >= 0 and inv.is_in(controller[k], "waiting"))
    azai, foe = inv.clans.index("Azai"), inv.clans.index("Ikko Ikki")
    empty = next(k for k in holdings.spaces if not inv.place("location", k) and controller[k] == inv.clans.index("Oda"))
    chit = next(k for k in inv.place("cup") if holdings.chit_band[k] >= 0)
    of_chit = [c for c, band in enumerate(holdings.band) if band == holdings.chit_band[chit]]
    soldier = inv.place("location", alone)[0]
    spare = holdings.chit_names.index("Tokugawa Chit")
    yield "4.2-07", lambda: shift("chit", spare, image.places["cup"].base)
    yield "2.3-12", lambda: write("status", *((c, 2) for c in of_chit))
    yield "2.46-09", lambda: write("controller", (alone, foe), known=True)
    yield "2.46-09", lambda: write("controller", (empty, foe))
    yield "2.46-10", lambda: write("controller", (empty, -1))
    yield "15.7-01", lambda: write("controller", (empty, azai), known=True)
    yield "11.4-06", lambda: shift("unit", soldier, location + closed)
    yield "5.2-09", lambda: write("isolated", (soldier, 1 - inv.mark("isolated")[soldier]))
