"""Games by chance: rule files that nobody would write, in the words of the language, to hold the passes against."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import TypeVar

LOCATIONS = 20
MAP = "\n".join(
    [
        "locations:",
        *(f"  P{k}: {{port: {'no' if k % 3 else 'yes'}, worth: {k % 5}}}" for k in range(LOCATIONS)),
        f"roads: [{', '.join(f'[P{k}, P{(k + 1) % LOCATIONS}]' for k in range(LOCATIONS))}, [P0, P7], [P4, P12]]",
        "leaders:",
        *(f"  L{k}: {{bravery: {k % 4}}}" for k in range(6)),
        "soldiers:",
        *(f"  S{k}: {{weight: {k % 3 + 1}}}" for k in range(18)),
    ]
)
HEAD = """game Chance "Chance":
  played by 2 players, called North, South
  begins with play it
  layers printed, house

kind hue is Red, Blue, Grey
kind location from "map.yaml":
  column port is yes or no
  column worth is a number
  holds units, flags
graph of locations from "map.yaml", with roads
kind leader from "map.yaml":
  column bravery is a number
  at first in camp
kind soldier from "map.yaml":
  column weight is a number
  at first in camp
kind unit is a leader or a soldier
piece flag, flags: 15 of each player, at first in store of that player
family order in {l: location}:
  layer printed
  compulsory, whole or not at all
  at first in order-pile

places seen by all:
  order-pile: orders
  camp: units
  row, one spot for each number from 1 to 20: 1 unit
  store of each player: flags of that player
marks seen by all:
  owner of each location: a player or none, at first none
  level of each location: from 0 to 9, at first 2
  points of each player: from 0 to 9999999
  tally of each player for each hue: from 0 to 999
  side of each unit: a player or none, at first none
  each unit may be tired

set lands of {who: player}, of locations: locations where owner of it is who
set men of {who: player}, of units: units where side of it is who
whether {l: location} is safe for {who: player}:
  yes if owner of l is who
  no if level of l is 3
  there are no (units in l) otherwise
set linked with {l: location} for {who: player}, of locations:
  locations within reach of l, stepping from x to y if STEP
number strength of {u: unit}:
  plus 2 if u is tired
  plus level of P2 if side of u is none
  plus the number of (units in P3) if u is not tired
number might of {l: leader}:
  0 if l is tired
  bravery of l otherwise
number reach of {l: location} for {who: player}: the number of linked with l for who

to play it:
  repeat 3 times:
    each player in players:
      choose start among locations: "where?"
      act for me
      choose o among orders: "which order?"
      carry out o in start
      act again for me
  end the game, ranking players by points of it
"""
STEPS = (
    "owner of y is who or owner of y is none",
    "y is safe for who",
    "owner of y is owner of x",
    "level of y is at least 2 and x is safe for who",
)
Sight = Mapping[str, str]
"""word -> the kind of thing that it stands for"""
Made = TypeVar("Made")


class Program:
    """One program. What is made is well formed but for conditions that what is known already rules out."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.words = 0

    def text(self) -> str:
        me = {"me": "player"}
        deeds = [
            f"to {name} for {{me: player}}:\n" + "\n".join(self.block(me, 1, 6, 2)) for name in ("act", "act again")
        ]
        orders = [
            f'order O{k} "O{k}" in {{l: location}}:\n'
            + "\n".join(self.block({**me, "l": "location"}, 1, 3, 1, fails=True))
            for k in range(3)
        ]
        return "\n\n".join([HEAD.replace("STEP", self.random.choice(STEPS)), *deeds, *orders, ""])

    def word(self, stem: str) -> str:
        self.words += 1
        return f"{stem}{chr(97 + self.words // 26)}{chr(97 + self.words % 26)}"

    def thing(self, kinds: tuple[str, ...], sight: Sight, *named: str) -> str:
        seen = [word for word, kind in sight.items() if kind in kinds]
        return self.random.choice([*seen * 3, *named])

    def location(self, sight: Sight) -> str:
        return self.thing(("location",), sight, "P1", "P7")

    def player(self, sight: Sight) -> str:
        return self.thing(("player",), sight, "seat 1", "seat 2")

    def unit(self, sight: Sight) -> str:
        return self.thing(("unit", "leader"), sight, "L2", "S3")

    def one(self, *makers: Callable[[], Made]) -> Made:
        return self.random.choice(makers)()

    # ------------------------------------------------------------ values
    def number(self, sight: Sight, deep: int = 2) -> str:
        few = (
            lambda: str(self.random.randrange(5)),
            lambda: f"level of {self.location(sight)}",
            lambda: f"bravery of {self.thing(('leader',), sight, 'L1')}",
            lambda: f"tally of {self.player(sight)} for {self.random.choice(('Red', 'Grey'))}",
            lambda: f"flags of {self.player(sight)} in {self.location(sight)}",
        )
        if not deep:
            return self.one(*few)
        inside = deep - 1
        return self.one(
            *few,
            lambda: f"the number of ({self.locations(sight, inside)})",
            lambda: f"the number of ({self.units(sight, inside)})",
            lambda: f"the sum of worth of it over ({self.locations(sight, inside)})",
            lambda: f"({self.number(sight, inside)}) * ({self.number(sight, inside)})",
            lambda: f"the sum of strength of it over ({self.units(sight, inside)})",
            lambda: f"reach of {self.location(sight)} for {self.player(sight)}",
            lambda: f"the most of (level of it) over ({self.locations(sight, inside)})",
            lambda: "the number of (row where it is empty)",
            lambda: f"might of {self.thing(('leader',), sight, 'L3')}",
        )

    def locations(self, sight: Sight, deep: int = 2) -> str:
        few = (
            lambda: "locations",
            lambda: f"neighbours of {self.location(sight)}",
            lambda: f"lands of {self.player(sight)}",
        )
        if not deep:
            return self.one(*few)
        return self.one(
            *few,
            *[lambda: f"locations where {self.condition({**sight, 'it': 'location'}, deep - 1)}"] * 3,
            lambda: f"linked with {self.location(sight)} for {self.player(sight)}",
            lambda: f"({self.locations(sight, deep - 1)}) except {self.location(sight)}",
        )

    def units(self, sight: Sight, deep: int = 2) -> str:
        few = (
            lambda: f"units in {self.location(sight)}",
            lambda: "leaders",
            lambda: f"men of {self.player(sight)}",
        )
        if not deep:
            return self.one(*few)
        return self.one(
            *few,
            lambda: f"units where {self.condition({**sight, 'it': 'unit'}, deep - 1)}",
            lambda: f"leaders where {self.condition({**sight, 'it': 'leader'}, deep - 1)}",
        )

    def condition(self, sight: Sight, deep: int = 2) -> str:
        few = [
            lambda: f"owner of {self.location(sight)} is {self.player(sight)}",
            lambda: f"owner of {self.location(sight)} is none",
            lambda: f"level of {self.location(sight)} is at least {self.random.randrange(5)}",
            lambda: f"{self.unit(sight)} is tired",
            lambda: f"port of {self.location(sight)}",
            lambda: f"side of {self.unit(sight)} is {self.player(sight)}",
            lambda: f"{self.location(sight)} is safe for {self.player(sight)}",
        ]
        if not deep:
            return self.one(*few)
        inside = deep - 1
        return self.one(
            *few,
            lambda: f"there are ({self.locations(sight, inside)})",
            lambda: f"there are no ({self.units(sight, inside)})",
            lambda: f"({self.condition(sight, inside)}) or ({self.condition(sight, inside)})",
            lambda: f"not ({self.condition(sight, inside)})",
            lambda: f"({self.number(sight, inside)}) is more than ({self.number(sight, inside)})",
            lambda: f"{self.location(sight)} is among ({self.locations(sight, inside)})",
        )

    # ------------------------------------------------------------ sentences
    def block(
        self, sight: Sight, far: int, many: int, deep: int, *, fails: bool = False, asks: bool = True
    ) -> list[str]:
        """``far``: how far in. ``deep``: how many blocks may stand inside. ``fails``: whether lines may fail."""
        rows: list[str] = []
        for _ in range(many):
            more, sight = self.sentence(sight, deep, fails, asks)
            rows += [f"{'  ' * far}{row}" for row in more]
        return rows

    def sentence(self, sight: Sight, deep: int, fails: bool, asks: bool) -> tuple[list[str], Sight]:
        """The rows of a sentence, and what is in sight after it."""
        makers: list[Callable[[Sight, int, bool, bool], tuple[list[str], Sight]]] = [self._change, self._count]
        makers += [self._inside, self._round] if deep else []
        makers += [self._choose] if asks else []
        makers += [self._failing] if fails else []
        return self.random.choice(makers)(sight, deep, fails, asks)

    def _change(self, sight: Sight, *_: object) -> tuple[list[str], Sight]:
        spot = f"spot {self.random.randrange(1, 21)} of row"
        row = self.one(
            lambda: f"set owner of {self.location(sight)} to {self.player(sight)}",
            lambda: f"set level of {self.location(sight)} to {self.random.randrange(6)}",
            lambda: f"set side of {self.unit(sight)} to {self.player(sight)}",
            lambda: f"{self.unit(sight)} becomes tired",
            lambda: f"{self.unit(sight)} is no longer tired",
            lambda: f"move {self.unit(sight)} to {self.location(sight)}",
            lambda: f"if {spot} is empty: move {self.unit(sight)} to {spot}",
            lambda: f"move up to 2 of my flags from my store to {self.location(sight)}",
            lambda: f"raise tally of {self.player(sight)} for Red by 1",
        )
        return [row], sight

    def _count(self, sight: Sight, *_: object) -> tuple[list[str], Sight]:
        word = self.word("n")
        rows = [f"let {word} be {self.number(sight)}", f"raise points of {self.player(sight)} by {word}"]
        return rows, sight

    def _inside(self, sight: Sight, deep: int, fails: bool, asks: bool) -> tuple[list[str], Sight]:
        rows = [f"if {self.condition(sight)}:", *self.block(sight, 1, 2, deep - 1, fails=fails, asks=asks)]
        if self.random.random() < 0.5:
            rows += ["otherwise:", *self.block(sight, 1, 1, deep - 1, fails=fails, asks=asks)]
        return rows, sight

    def _round(self, sight: Sight, deep: int, fails: bool, _: bool) -> tuple[list[str], Sight]:
        kind, source = self.random.choice((("location", self.locations), ("unit", self.units)))
        word = self.word(kind[0])
        inner = self.block({**sight, word: kind}, 1, 2, 0, fails=fails, asks=False)
        return [f"each {word} among {source(sight, 1)}:", *inner], sight

    def _choose(self, sight: Sight, *_: object) -> tuple[list[str], Sight]:
        kind = self.random.choice(("location", "unit"))
        word = self.word("c")
        test = self.condition({**sight, "it": kind}, 1)
        rows = [f'choose {word} among {kind}s where {test}: "which?"', "otherwise: stop"]
        return rows, {**sight, word: kind}

    def _failing(self, sight: Sight, *_: object) -> tuple[list[str], Sight]:
        word = self.word("f")
        return self.one(
            lambda: [f"move 1 of my flags from {self.location(sight)} to my store"],
            lambda: [f"let {word} be the card in spot {self.random.randrange(1, 21)} of row", f"{word} becomes tired"],
            lambda: [f"if there are row where the card in it is tired: set level of {self.location(sight)} to 1"],
        ), sight
