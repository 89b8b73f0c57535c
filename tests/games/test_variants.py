"""The variants of SHOGUN: each is clean, passes its rule tests, and keeps every limit of the game in games at random.

Of each are played a fiftieth of the games of SHOGUN itself (:mod:`tests.tiers`).
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import rulekit
from rulekit.rule_tests.runner import run_tests
from tests.games.invariants import BUILDINGS, Broken, Invariants, Terms
from tests.playing import SHOGUN, SHOGUN_SETUPS, play
from tests.tiers import GAMES, MORE, seeds
from tests.wholeness import Wholeness

GAMES_OF_A_TABLE = 4
"""How many games are played with the same number of players and on the same board, before others are compiled."""
FOLDER = SHOGUN / "variants"
MARKETS = {**BUILDINGS, "market": (24, 2)}
TERMS = {
    "dice_battles": Terms(),
    "full_ties": Terms(shared_in_full=True),
    "largest_realm": Terms(realm=3),
    "long_war": Terms(),
    "market_town": Terms(buildings=MARKETS, income=9),
    "merchants": Terms(buildings=MARKETS, income=8 + 24, farmers_hold=True),
    "open_bids": Terms(),
    "rice_market": Terms(rice=18 + 135 // 2),
    "short_war": Terms(majorities=2),
    "spies": Terms(),
    "three_years": Terms(),
}


def test_every_variant_is_looked_at() -> None:
    there = {p.stem for p in FOLDER.iterdir() if p.name != "tests"}
    assert there == TERMS.keys()
    assert {p.stem for p in (FOLDER / "tests").glob("*.rules")} == there


@pytest.mark.apart
@pytest.mark.parametrize("name", TERMS)
def test_a_variant_is_clean_and_passes_its_tests(name: str) -> None:
    path = FOLDER / f"{name}.rules"
    found, _ = rulekit.lint(SHOGUN, [path])
    assert not found
    results = run_tests(SHOGUN, [path])
    assert results
    assert not [f"{r.place}: {r.title}: {r.message}" for r in results if not r.ok]


@pytest.mark.apart
@pytest.mark.parametrize("name", TERMS)
def test_limits_hold_after_every_decision(name: str) -> None:
    game = rulekit.load(SHOGUN, [FOLDER / f"{name}.rules"])
    first = sorted(TERMS).index(name)
    for number, seed in enumerate(seeds(GAMES // 50, MORE // 50)):
        players, options = SHOGUN_SETUPS[(first + number // GAMES_OF_A_TABLE) % len(SHOGUN_SETUPS)]
        match = game.start(players, seed, options, journal=False)
        invariants, whole = Invariants(match, SHOGUN / "map.yaml", options["side"], TERMS[name]), Wholeness(match)
        try:
            for _ in play(match, Random(seed)):
                invariants.check()
            invariants.finish()
        except Broken as broken:
            pytest.fail(f"seed {seed}, {players} players, {options}, decision {match.decided}: {broken}")
        assert not whole.faults()


def test_variants_go_together() -> None:
    """Any that do not contradict each other: here all but those that say how long it lasts, and one of the two markets."""
    names = ["dice_battles", "full_ties", "largest_realm", "market_town", "open_bids", "rice_market", "three_years"]
    found, _ = rulekit.check(SHOGUN, [FOLDER / f"{n}.rules" for n in names])
    assert not found


def test_variants_that_contradict_each_other_are_named() -> None:
    found, _ = rulekit.check(SHOGUN, [FOLDER / "three_years.rules", FOLDER / "short_war.rules"])
    [conflict] = found
    assert conflict.code == "RK350" and Path(conflict.span.file).name == "three_years.rules"
    assert [Path(span.file).name for _, span in conflict.also] == ["short_war.rules"]
