"""A MOST DANGEROUS TIME: games at random end by the rules and keep its limits; its clauses and rulings are whole.

A set-up of this game takes seconds to compile, so few are played here: every number of players, every scenario, two games of
each; in the long tier (:mod:`tests.tiers`) five more.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from random import Random

import pytest

from rulekit.dsl.program import Program
from rulekit.loader import read_program
from rulekit.plugins.manager import find_plugins
from tests.games.impulses import Broken, Invariants, broken
from tests.playing import ROOT, game, play, start
from tests.tiers import seeds

FOLDER = ROOT / "plugins" / "most_dangerous_time" / "rulekit_most_dangerous_time" / "game"
SEEDS = seeds(2, 5)
ODA, CAMPS = "Oda Player", ["Hideyoshi Player", "Katsuie Player", "Tokugawa Player"]
TABLES: Mapping[str, tuple[int, Mapping[str, str], int]] = {
    "short": (2, {"scenario": "Short"}, 10),
    "standard": (2, {"scenario": "Standard", "wide-regroup": "yes", "good-fortune": "no"}, 30),
    "campaign": (2, {"scenario": "Campaign", "last-turn": "32", "free-set-up": "no"}, 32),
    "three": (3, {"last-turn": "20"}, 20),
    "four": (4, {}, 30),
}
"""name: players, options, the last turn"""


@cache
def program() -> Program:
    return read_program(FOLDER, find_plugins().devices, tests=True)


def test_every_clause_and_every_ruling_has_its_tests() -> None:
    named = {clause for test in program().tests for clause in test.covers}
    missing = set(program().clauses) - named
    assert missing == set()


def test_every_ruling_is_told() -> None:
    text = (FOLDER / "rulings.md").read_text(encoding="utf-8")
    told = set(re.findall(r"^### (MDT-AMB-\d+)", text, flags=re.MULTILINE))
    ruled = {name for name in program().clauses if name.startswith("MDT-AMB-")}
    assert told == ruled
    options = set(re.findall(r"^- Option: `([a-z-]+)`", text, flags=re.MULTILINE))
    assert options and options <= set(game(FOLDER).options)


@pytest.mark.apart
@pytest.mark.parametrize("name", TABLES)
def test_games_end_by_the_rules_and_keep_the_limits(name: str) -> None:
    players, options, last = TABLES[name]
    impulses = 0
    for seed in SEEDS:
        match = start((players, options), seed, folder=FOLDER)
        invariants = Invariants(match, FOLDER)
        try:
            for k, _ in enumerate(play(match, Random(seed))):
                invariants.check(wholly=k % 10 == 0)
        except Broken as found:
            pytest.fail(f"{name}, seed {seed}, decision {match.decided}: {found}")
        impulses += invariants.impulses
        turn = invariants.mark("turn")[0]
        assert 1 <= turn <= last
        winners = [x.name for x in match.standings if x.rank == 1]
        assert len(winners) == 1
        if name == "short":
            assert turn == last
    assert impulses > 10 * len(SEEDS) or name in ("three", "four")


def test_what_is_broken_is_noticed() -> None:
    """A checker that never complains is worth nothing: breaks a good position in one place after the other."""
    match = start((2, {"scenario": "Short"}), 1, folder=FOLDER)
    invariants = Invariants(match, FOLDER)
    for _ in play(match, Random(1), 800):
        invariants.check()
        if invariants.impulses >= 6 and invariants.marching():
            break
    for clause, spoil in broken(invariants):
        mend = spoil()
        invariants.moment = None
        with pytest.raises(Broken, match=f"MDT-{clause}"):
            invariants.check()
        mend()
        invariants.gone = set()
    invariants.moment = None
    invariants.check()
