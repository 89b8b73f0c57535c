"""Conservation and liveness over all tables: ``python -m tests.games.conservation --games 20`` plays so many games of each.

After every decision the state is whole (pieces conserved, every card in one place, marks in range), somebody is asked or the game
is over, whoever is asked has something to choose, and no game is longer than ``MOST``. The games have further tests of their own
(`test_shogun_invariants.py` and others); this looks at all of them with one measure.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from random import Random

from attrs import define, field

import rulekit
from tests.secrecy.harness import TABLES, Table
from tests.wholeness import Wholeness

MOST = 20_000
"""Decisions in one game; the longest that have been seen have 3,000"""
SHARE = 0.2
"""Of how many decisions the state is looked at in games after the first of a table; in the first it is all"""


@define
class Result:
    games: int = 0
    decisions: int = 0
    looked: int = 0
    faults: list[str] = field(factory=list)

    def line(self) -> str:
        return (
            f"{self.games} games, {self.decisions} decisions, {self.looked} states looked at: {len(self.faults)} faults"
        )


def run(tables: Sequence[Table], games: int, seed: int = 1) -> Result:
    """Plays so many games of each table at random."""
    result = Result()
    for table in tables:
        game = table.load()
        for number in range(games):
            match = game.start(table.players, seed * 1000 + number, table.options, journal=False)
            try:
                fault = play(match, Random(seed * 1000 + number), result, SHARE if number else 1.0)
            except rulekit.RuleFailure as error:
                fault = str(error)
            result.games += 1
            if fault:
                result.faults.append(f"{table.name}, seed {match.seed}, after {match.decided} choices: {fault}")
    return result


def play(match: rulekit.Match, random: Random, result: Result, share: float) -> str:
    """Plays to the end; gives the first thing that is wrong, "" for nothing."""
    whole = Wholeness(match)
    while match.asks:
        if random.random() < share:
            result.looked += 1
            if faults := whole.faults():
                return faults[0]
        if any(not options for _, _, options, _ in match.asks):
            return "somebody is asked and has no choice"
        if match.decided > MOST:
            return f"no end after {MOST} decisions"
        k = random.randrange(len(match.asks))
        match.decide(k, random.choice(match.asks[k][2]))
        result.decisions += 1
    if match.ending is None:
        return "a dead end: nobody is asked, and the game is not over"
    result.looked += 1
    return next(iter(whole.faults()), "")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=2, help="of each table")
    parser.add_argument("--seed", type=int, default=1)
    said = parser.parse_args()
    result = run(TABLES, said.games, said.seed)
    for fault in result.faults[:20]:
        print(fault, file=sys.stderr)
    print(f"conservation: {result.line()}")
    return int(bool(result.faults))


if __name__ == "__main__":
    sys.exit(main())
