"""The same two pieces as the engine has them: the compiled rules, called by themselves on a state of a match."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from struct import pack
from typing import Any

import rulekit
from benchmarks.baseline import Board
from rulekit.image import STREAM_WIDTH
from rulekit.runtime.match import Match

ROOT = Path(__file__).resolve().parents[1]


class Pieces:
    def __init__(self, players: int = 4) -> None:
        self.compiled = rulekit.load(ROOT / "games" / "shogun").start(players, 1, journal=False).compiled
        self.image = self.compiled.image
        self._attack: Callable[..., Any] = self.compiled.machine.fast["d_attack"]
        self._score_year: Callable[..., Any] = self.compiled.machine.fast["d_score_year"]
        self.base = {(c.sort, c.name, c.token): c.base for c in self.image.columns}

    def attack(self, match: Match, me: int, here: int, target: int, strength: int) -> None:
        self._attack(match, match.s, match.z, me, target, here, strength)

    def score(self, match: Match) -> None:
        self._score_year(match, match.s, match.z, -1)

    def board(self, match: Match) -> Board:
        """The position of a match, as the hand-written pieces hold it."""
        s, base, players = match.s, self.base, len(self.image.seats)
        provinces = len(self.image.kinds["province"].members)
        farmer, unrest, first_building = players, players + 2, players + 3

        def column(sort: str, name: str, token: int, size: int) -> list[int]:
            return s[base[sort, name, token] :][:size]

        special = [s[base["spot", "privilege", -1] + k] for k in range(players)]
        event = self.image.kinds["event"].members[max(s[base["spot", "event-space", -1]], 0)].name
        there = s[base["spot", "event-space", -1]] >= 0
        tower = self.image.streams["battle-tower"]
        return Board(
            regions=[self.region(k) for k in range(provinces)],
            owner=column("mark", "owner", -1, provinces),
            armies=[column("count", "province", k, provinces) for k in range(players)],
            unrest=column("count", "province", unrest, provinces),
            buildings=[column("count", "province", first_building + k, provinces) for k in range(3)],
            reserve=[
                *(s[base["count", "supply", k]] for k in range(players)),
                s[base["count", "farmer-supply", farmer]],
            ],
            unrest_stock=s[base["count", "stock", unrest]],
            building_stock=[s[base["count", "stock", first_building + k]] for k in range(3)],
            tray=[s[base["count", "tray", k]] for k in range(players + 1)],
            floors=[s[base["store", f"battle-tower: floor {k}", -1] :][: players + 1] for k in (1, 2)],
            key=pack("<4Q", *s[tower + 1 : tower + STREAM_WIDTH]),
            drawn=s[tower],
            attack_card=special.index(3) if 3 in special else -1,
            defence_card=special.index(4) if 4 in special else -1,
            restless=there and event.startswith("Restless Neutrals"),
            garrisons=there and event.startswith("Castle Guard"),
        )

    def region(self, province: int) -> int:
        facts = {fact.name: fact.values for fact in self.image.kinds["province"].facts}
        region = facts["region"][province]
        assert region is not None
        return region
