"""The tower: floors on which pieces stick and from which they come loose again.

What goes in at the top meets the floors one after the other. Of the pieces that arrive at a floor each stays there with
``sticking`` per cent. Each piece that lay there before the throw comes loose with ``loosening`` per cent, and falls on
with those that passed. What has come through the lowest floor is the result.

Pieces of one token are alike, so it is enough to know how many of them lie on a floor afterwards. That is one draw from
a table for each token and floor, and not one for each piece.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import accumulate
from math import comb
from typing import Any

from rulekit.plugins.devices import DeviceError, Native, Parameter, Setting, Slots, Word

State = list[int]
Lists = list[list[int]]
Amounts = tuple[int, ...]

CROWD = 64
"""More pieces of a token than this on one floor are looked at in groups, so that no table grows without end."""


class BattleTower:
    """A tower with floors inside. It keeps some of what is thrown in, and gives it back in a later throw."""

    name = "battle-tower"
    picture = (files(__package__) / "tower.svg").read_text(encoding="utf-8")
    doc = "A tower that keeps some of the pieces thrown into it and lets others fall that it had kept before."
    parameters: Sequence[Parameter] = (
        Parameter("floors", default=2, low=1, high=4, doc="how many floors a piece has to pass"),
        Parameter("sticking", default=23, low=0, high=100, doc="per cent of the pieces that stay on a floor"),
        Parameter("loosening", default=15, low=0, high=100, doc="per cent of those on a floor that fall on"),
    )
    words: Sequence[Word] = (
        Word(
            "throw {a:place} and {b:place} into the tower",
            function="throw",
            example="throw funnel and tray into the tower",
            chance=True,
        ),
        Word(
            "{p:pieces} in the tower",
            function="inside",
            example="farmers in the tower",
            gives="number",
        ),
        Word(
            "put {x:amounts} from {a:place} into the tower",
            function="put",
            example="put 1 farmer from farmer supply into the tower",
            test=True,
        ),
        Word(
            "the tower will drop {x:amounts}",
            function="script",
            example="the tower will drop 3 armies of Blue, 1 army of Yellow, 1 farmer",
            test=True,
        ),
    )

    def stores(self, parameters: Mapping[str, int]) -> Sequence[str]:
        """A store for each floor, the top floor first."""
        return [f"floor {number}" for number in range(1, parameters["floors"] + 1)]

    def native(self, setting: Setting) -> Native:
        """The throw in C, for playouts; results that are written down are left to Python."""
        floors = tuple(zip(*setting.stores, strict=True))
        numbers = ", ".join(str(slot) for slots in floors for slot in slots)
        said = {
            "TOKENS": len(setting.tokens),
            "FLOORS": len(setting.stores),
            "STREAM": setting.stream,
            "TAPE": setting.tape,
            "CROWD": CROWD,
        }
        text = (files(__package__) / "tower.c").read_text(encoding="utf-8")
        for name, number in said.items():
            text = text.replace(f"${name}", str(number))
        floor = Floor.of(setting.parameters["sticking"], setting.parameters["loosening"])
        return Native(text.replace("$SLOTS", numbers or "0"), floor.row)

    def bind(self, setting: Setting) -> Mapping[str, Callable[..., Any]]:
        """The words as closures over what does not change in a match."""
        tokens, draw, tape = setting.tokens, setting.draw, setting.tape
        top = setting.stores[0]
        floors_of = tuple(zip(*setting.stores, strict=True))  # for each token its slots, from the top floor down
        floor_table = Floor.of(setting.parameters["sticking"], setting.parameters["loosening"])
        known, row = floor_table.rows, floor_table.row

        ways: dict[tuple[int, int], tuple[Slots, Slots, Slots, tuple[tuple[int, int, Slots], ...]]] = {}

        def prepared(a: Slots, b: Slots) -> tuple[Slots, Slots, Slots, tuple[tuple[int, int, Slots], ...]]:
            """What is known of a throw from ``a`` to ``b`` before it: these two, slots that must be empty since nothing can
            fall out of them into ``b``, and the way of every other token: from where, to where, over which floors."""
            tracks = list(zip(a, b, floors_of, strict=True))
            homeless = [slot for into, out, floors in tracks if out < 0 for slot in (into, *floors) if slot >= 0]
            return a, b, tuple(homeless), tuple((into, out, floors) for into, out, floors in tracks if out >= 0)

        def throw(s: State, z: Lists, a: Slots, b: Slots) -> None:
            """Throw what lies in ``a`` and in ``b``; what comes out lies in ``b``."""
            if z[tape]:
                drop(s, z, a, b)
                return
            way = ways.get((id(a), id(b)))  # kept in it, so that nothing else is ever known by these numbers
            if way is None:
                way = ways[id(a), id(b)] = prepared(a, b)
            _, _, homeless, courses = way
            for slot in homeless:
                if s[slot]:
                    refuse_homeless(s, a, b)
            for into, out, floors in courses:
                falling = 0
                if into >= 0 and s[into]:
                    falling = s[into]
                    s[into] = 0
                falling += s[out]
                for floor in floors:
                    lying = s[floor]
                    there = falling + lying
                    if there:
                        if there <= CROWD:
                            s[floor] = stays = bisect(known[falling][lying] or row(falling, lying), draw(s))
                        else:
                            s[floor] = stays = crowd(s, falling, lying)
                        falling = there - stays
                s[out] = falling

        def crowd(s: State, arriving: int, lying: int) -> int:
            """How many of very many stay on a floor: a sum over smaller groups, since no piece cares for the others."""
            stays = 0
            while arriving or lying:
                some, others = min(arriving, CROWD // 2), min(lying, CROWD // 2)
                stays += bisect(row(some, others), draw(s))
                arriving -= some
                lying -= others
            return stays

        def refuse_homeless(s: State, a: Slots, b: Slots) -> None:
            """Name the token that could come out although ``b`` cannot hold it. Nothing has moved yet."""
            for token, into, out, floors in zip(tokens, a, b, floors_of, strict=True):
                if out < 0 and count(s, (into, *floors)):
                    raise DeviceError(f"{token}: could fall out of the tower into a place that cannot hold it")

        def drop(s: State, z: Lists, a: Slots, b: Slots) -> None:
            """A throw whose result stands on the tape."""
            wanted = z[tape][: len(tokens)]
            for token, drops, into, out, floors in zip(tokens, wanted, a, b, floors_of, strict=True):
                there = count(s, {into, out, *floors})
                if drops > there:
                    raise DeviceError(
                        f"{token}: {drops} should come out, but the throw and the tower together hold only {there}"
                    )
                if drops and out < 0:
                    raise DeviceError(f"{token}: should fall out of the tower into a place that cannot hold it")
            del z[tape][: len(tokens)]
            for drops, into, out, floors in zip(wanted, a, b, floors_of, strict=True):
                stays = count(s, {into, out}) - drops
                for slot in (into, out):
                    if slot >= 0:
                        s[slot] = 0
                if out >= 0:
                    s[out] = drops
                if stays >= 0:
                    s[floors[0]] += stays
                    continue
                for floor in reversed(floors):
                    loose = min(s[floor], -stays)
                    s[floor] -= loose
                    stays += loose

        def inside(s: State, z: Lists, which: tuple[int, ...]) -> int:
            """How many pieces of some tokens are inside, on all floors together."""
            return sum(s[floor] for token in which for floor in floors_of[token])

        def put(s: State, z: Lists, x: Amounts, a: Slots) -> None:
            """Move pieces from ``a`` to the top floor."""
            refuse_negative(x)
            for token, amount, source in zip(tokens, x, a, strict=True):
                there = count(s, (source,))
                if amount > there:
                    raise DeviceError(f"{token}: {amount} should go into the tower, but the place holds only {there}")
            for amount, source, floor in zip(x, a, top, strict=True):
                if amount:
                    s[source] -= amount
                    s[floor] += amount

        def script(s: State, z: Lists, x: Amounts) -> None:
            """Write down what the next throw without a script will let fall."""
            refuse_negative(x)
            z[tape].extend(x)

        def refuse_negative(x: Amounts) -> None:
            for token, amount in zip(tokens, x, strict=True):
                if amount < 0:
                    raise DeviceError(f"{token}: {amount} is less than nothing")

        return {"throw": throw, "inside": inside, "put": put, "script": script}


def count(s: State, slots: Sequence[int] | set[int]) -> int:
    """How many pieces lie in these slots. A slot of -1 holds nothing."""
    return sum(s[slot] for slot in slots if slot >= 0)


class Floor:
    """What a floor does, for each number of pieces that arrive and of pieces that lie there.

    ``bisect(row(arriving, lying), bits)`` with 32 random bits is the number of pieces that lie there afterwards. The
    borders are the cumulated probabilities in units of 2**-32, all but the last (which is 1). They come from whole
    numbers throughout, so they are the same on every machine; each row is made when it is first needed, and kept.
    """

    def __init__(self, sticking: int, loosening: int) -> None:
        self.sticking, self.loosening = sticking, loosening
        self.rows: list[list[tuple[int, ...]]] = [[()] * (CROWD + 1) for _ in range(CROWD + 1)]
        """[arriving][lying]; empty where nobody has asked yet."""

    @staticmethod
    @cache
    def of(sticking: int, loosening: int) -> Floor:
        """The table for these parameters, shared by all floors that have them."""
        return Floor(sticking, loosening)

    def row(self, arriving: int, lying: int) -> tuple[int, ...]:
        """The borders for so many pieces, at most ``CROWD`` of a sort."""
        if self.rows[arriving][lying]:
            return self.rows[arriving][lying]
        ways = [0] * (arriving + lying + 1)  # to end with so many pieces, in units of 100**-(arriving + lying)
        for stuck, weight in enumerate(binomial(arriving, self.sticking)):
            for stayed, other in enumerate(binomial(lying, 100 - self.loosening)):
                ways[stuck + stayed] += weight * other
        whole = 100 ** (arriving + lying)
        borders = tuple((so_far << 32) // whole for so_far in accumulate(ways[:-1]))
        self.rows[arriving][lying] = borders
        return borders


def binomial(n: int, per_cent: int) -> list[int]:
    """In how many of 100**n equal cases it happens to 0, 1, ... n of n pieces."""
    return [comb(n, k) * per_cent**k * (100 - per_cent) ** (n - k) for k in range(n + 1)]
