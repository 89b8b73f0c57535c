"""What lies on the table of SHOGUN, by hand: for the rules that the counted positions need, in `phases.py` and `battles.py`.

Nothing here knows the engine or a rule file; only the tables of `games/shogun` are read. It is not meant to be fast, general or
elegant, only to be right: where an ID (`SHG-...`) is named, the rule was written from the statement of that clause.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from tests.perft.course import Course, Description

GAME = Path(__file__).parents[2] / "games" / "shogun"
ARMIES, FARMERS, CHESTS = 62, 20, ["chest 0", "chest 1", "chest 2", "chest 3", "chest 4"]
SPACES = [
    "Build Castle", "Build Temple", "Build Theater", "Confiscate Rice", "Collect Taxes", "Deploy Five", "Deploy Three",
    "Deploy And Move", "Battle A", "Battle B", "bid",
]  # fmt: skip
PROVISIONS = [(7, 3, 3), (5, 2, 3), (3, 2, 2), (2, 1, 2), (1, 1, 1)]
"""(missing at least, revolts, extra farmers): SHG-WINTER-06"""


@cache
def table(file: str) -> dict[str, Any]:
    """A table of the game."""
    read: dict[str, Any] = YAML(typ="safe").load((GAME / file).read_text(encoding="utf-8"))
    return read


class Table:
    """Everything that lies on the table. ``owner`` has a province only if somebody owns it."""

    def __init__(self, description: Description, course: Course) -> None:
        self.course = course
        self.players: list[str] = description["players"]
        self.side = description.get("side", "Sun")
        self.event = description.get("event", "")
        self.asking, self.declining = description.get("asking", False), description.get("declining", False)
        self.owner: dict[str, str] = {}
        self.armies: dict[str, int] = {}
        for player, provinces in description.get("provinces", {}).items():
            for province, n in provinces.items():
                self.owner[province], self.armies[province] = player, n
        self.buildings: dict[str, list[str]] = dict(description.get("buildings", {}))
        self.markers: dict[str, int] = dict(description.get("markers", {}))
        self.chests: dict[str, int] = {p: description.get("chests", {}).get(p, 0) for p in self.players}
        self.supply: dict[str, int] = {
            p: description.get("supply", {}).get(p, ARMIES - sum(self.armies[x] for x in self.provinces(p)))
            for p in self.players
        } | {"farmers": FARMERS}
        self.tower: dict[str, int] = {}
        self.tray: dict[str, int] = {}
        self.specials: dict[str, str] = dict(description.get("specials", {}))
        self.position: dict[str, int] = dict(description.get("position", {}))
        self.plans: dict[str, dict[str, str]] = {p: dict(description.get("plans", {}).get(p, {})) for p in self.players}
        self.rice: dict[str, int] = dict(description.get("rice", {}))

    def provinces(self, player: str) -> list[str]:
        """The provinces of a player."""
        return [p for p in self.owner if self.owner[p] == player]

    def in_play(self, province: str) -> bool:
        """SHG-SETUP-04: with three players some provinces are out, on either side others."""
        return (
            len(self.players) > 3 or self.side not in table("map.yaml")["provinces"][province]["unused_with_3_players"]
        )

    def neighbours(self, province: str) -> list[str]:
        """SHG-ACT-BATTLE-02, SHG-SETUP-05: by land and by sea, without those that are out of the game."""
        pairs = table("map.yaml")["land_borders"] + table("map.yaml")["sea_routes"]
        return [
            b if a == province else a
            for a, b in pairs
            if province in (a, b) and self.in_play(b if a == province else a)
        ]

    def turn_order(self) -> list[str]:
        """SHG-TURNORDER-08, -10: by position; empty positions are skipped. Without a position nobody came to choose."""
        return sorted(self.players, key=lambda p: self.position.get(p, 0))

    def lose(self, province: str) -> None:
        """SHG-BATTLE-18, SHG-REVOLT-12: bare and neutral."""
        self.give_up_card(province)
        for pile in (self.owner, self.armies, self.buildings, self.markers):
            pile.pop(province, None)

    def give_up_card(self, province: str) -> None:
        """SHG-BATTLE-24: the card goes at once, also from a board."""
        plan = self.plans[self.owner[province]]
        for space in [s for s, card in plan.items() if card == province]:
            del plan[space]

    def throw(self, thrown: dict[str, int]) -> None:
        """SHG-TOWER-01, -02: everything goes in, with the tray; what comes out is chance."""
        for colour in {**self.tower, **self.tray, **thrown}:
            inside = self.tower.get(colour, 0) + self.tray.get(colour, 0) + thrown.get(colour, 0)
            self.tray[colour] = self.course.upto(inside)
            self.tower[colour] = inside - self.tray[colour]

    def farmers(self, wanted: int) -> int:
        """Farmers from the supply, as many as there are (SHG-BATTLE-07)."""
        n = min(wanted, self.supply["farmers"])
        self.supply["farmers"] -= n
        return n

    def back(self, colour: str, number: int | None = None) -> int:
        """Cubes of the tray go to their supply: so many, or all. Gives how many."""
        n = self.tray.get(colour, 0) if number is None else number
        self.tray[colour] = self.tray.get(colour, 0) - n
        self.supply[colour] += n
        return n
