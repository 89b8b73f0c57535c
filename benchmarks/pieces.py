"""The same two pieces as the engine has them: the compiled rules, called by themselves on a state of a match."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.baseline import Board
from rulekit import plugins
from rulekit.compiler.build import build
from rulekit.compiler.optimise import optimise
from rulekit.compiler.setup import default_setup
from rulekit.loader import read_program
from rulekit.runtime.game import Compiled
from rulekit.runtime.machine import Machine
from rulekit.runtime.match import Match

ROOT = Path(__file__).resolve().parents[1]
ENTRIES = """
def piece_battle(m, s, z, st, v):
    me, target, here, _ = st.pop()
    return d_attack(m, s, z, me, target, here, v)

def piece_points(m, s, z, st, v):
    return d_score_year(m, s, z, -1)
"""


class Pieces:
    def __init__(self, players: int = 4) -> None:
        found = plugins.find()
        program = read_program(ROOT / "games" / "shogun", found.devices)
        self.image = build(program, default_setup(program, players), "")
        self.image.quiet = optimise(with_pieces(self.image.quiet), len(self.image.z))
        self.compiled = Compiled(self.image, Machine(self.image, found.devices), "pieces")
        self.battle: Callable[..., Any] = self.compiled.machine.quiet["piece_battle"]
        self.points: Callable[..., Any] = self.compiled.machine.quiet["piece_points"]
        self.base = {(sort, name, token): base for sort, name, base, _, token in self.image.columns}

    def attack(self, match: Match, me: int, here: int, target: int, strength: int) -> None:
        self.battle(match, match.s, match.z, [(me, target, here, 0)], strength)

    def score(self, match: Match) -> None:
        self.points(match, match.s, match.z, [], None)

    def board(self, match: Match) -> Board:
        """The position of a match, as the hand-written pieces hold it."""
        s, base, players = match.s, self.base, len(self.image.seats)
        provinces = len(self.image.kinds["province"]["members"])
        farmer, unrest, first_building = players, players + 2, players + 3

        def column(sort: str, name: str, token: int, size: int) -> list[int]:
            return s[base[sort, name, token] :][:size]

        special = [s[base["spot", "privilege", -1] + k] for k in range(players)]
        event = self.image.kinds["event"]["members"][max(s[base["spot", "event-space", -1]], 0)][0]
        there = s[base["spot", "event-space", -1]] >= 0
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
            chance=s[self.image.streams["battle-tower"]],
            attack_card=special.index(3) if 3 in special else -1,
            defence_card=special.index(4) if 4 in special else -1,
            restless=there and event.startswith("Restless Neutrals"),
            garrisons=there and event.startswith("Castle Guard"),
        )

    def region(self, province: int) -> int:
        facts = {name: values for name, _, values in self.image.kinds["province"]["facts"]}
        return int(facts["region"][province])


def with_pieces(source: str) -> str:
    """The module with an entry of its own for each piece."""
    head, steps = source.rsplit("STEPS = (", 1)
    return f"{head}{ENTRIES}\nSTEPS = ({steps.rstrip().removesuffix(')')}piece_battle, piece_points, )\n"
