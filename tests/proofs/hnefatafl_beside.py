"""Games of Brandub by the rule files beside the independent referee: the same moves and captures at every ply, the same end.

``python -m tests.proofs.hnefatafl_beside --games N --seed S`` plays N games at random under each set of table rules, and tells
how much was held against each other.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from random import Random

import rulekit
from rulekit import Game, Match
from tests.playing import ROOT
from tests.proofs.hnefatafl_referee import ATTACK, DEFENCE, BrandubReferee, Position, Square, TableRules

HNEFATAFL = ROOT / "games" / "hnefatafl"
TABLES: Mapping[str, TableRules] = {
    "as published": TableRules(),
    "defenders begin": TableRules(defenders_begin=True),
    "edge escape": TableRules(edge_escape=True),
    "strong king": TableRules(strong_king=True),
    "unarmed king": TableRules(armed_king=False),
    "throne again": TableRules(throne_again=True),
    "all at once": TableRules(True, True, True, False, True),
}
"""Every option by itself, and all of them together"""
ENDS = {ATTACK: "won by the attackers", DEFENCE: "won by the defenders", "draw": "drawn"}


@dataclass
class Compared:
    """What was held against the referee so far."""

    plies: int = 0
    moves: int = 0
    taken: int = 0
    ends: tuple[str, ...] = ()


def begin(rules: Game, table: TableRules) -> Match:
    """A game under such table rules."""
    options = {name.replace("_", "-"): "yes" if on else "no" for name, on in asdict(table).items()}
    match = rules.start(2, 1, options, journal=False)
    match.play_quickly()
    return match


def game(rules: Game, table: TableRules, seed: int, compared: Compared, referee: BrandubReferee | None = None) -> None:
    """One game at random, to its end. Raises AssertionError at the first difference."""
    match, referee, chance = begin(rules, table), referee or BrandubReferee(table), Random(seed)
    while True:
        assert placed(match) == referee.board, (seed, placed(match), referee)
        assert bool(match.asks) != referee.over, (seed, referee)
        if referee.over:
            break
        assert match.asks[0][0] == (0 if referee.mover == ATTACK else 1), (seed, referee)
        ways = moves(match)
        assert set(ways) == referee.moves(), (seed, referee, set(ways) ^ referee.moves())
        move = chance.choice(sorted(ways))
        for answer in ways[move]:
            match.answer(0, answer)
        compared.taken += len(referee.move(*move))
        compared.plies += 1
        compared.moves += len(ways)
    assert winner(match) == referee.winner, (seed, referee)
    compared.ends += (referee.winner or "draw",)


def moves(match: Match) -> dict[tuple[Square, Square], list[int]]:
    """Every move of the player who is asked, with the answers that make it."""
    found = {}
    for start in match.asks[0][2]:
        chosen = match.copy()
        chosen.answer(0, start)
        found.update({(square(match, start), square(match, goal)): [start, goal] for goal in chosen.asks[0][2]})
    return found


def square(match: Match, value: int) -> Square:
    """A square of the rules as the referee counts it."""
    name = match.compiled.image.kinds["square"].members[value].name
    return "ABCDEFG".index(name[0]), int(name[1]) - 1


def placed(match: Match) -> Position:
    """Where everybody stands."""
    image = match.compiled.image
    first, found = image.places["square"].base, {}
    for k, man in enumerate(image.kinds["man"].members):
        at = match.s[image.where["man"] + k] - len(match.z) - first
        if at >= 0:
            found[square(match, at)] = "K" if man.name.endswith("King") else man.name[0]
    return found


def winner(match: Match) -> str:
    """The side that has won, nobody after a draw."""
    best = max(row[1] for row in match.ending or ())
    first = [row[0] for row in match.ending or () if row[1] == best]
    return "" if len(first) == 2 else (ATTACK, DEFENCE)[first[0]]


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--games", type=int, default=200)
    given.add_argument("--seed", type=int, default=1)
    wanted = given.parse_args()
    rules = rulekit.load(HNEFATAFL)
    for name, table in TABLES.items():
        compared = Compared()
        for seed in range(wanted.seed, wanted.seed + wanted.games):
            game(rules, table, seed, compared)
        ends = ", ".join(f"{compared.ends.count(end)} {said}" for end, said in ENDS.items())
        print(f"{name}: {wanted.games} games ({ends}), {compared.plies:,} plies, {compared.moves:,} moves and")
        print(f"  {compared.taken:,} captures as the referee has them")


if __name__ == "__main__":
    main()
