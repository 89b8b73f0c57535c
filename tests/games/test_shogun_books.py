"""What the actions of SHOGUN cost, bring and leave behind, and what its years score, is what a second set of books says.

36 games at each commit, 2,000 more in the long tier, of the tables of ``test_shogun_invariants.py``: all numbers of players, both
sides, all values of all options.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest

import rulekit
from tests.games.bookkeeper import Bookkeeper
from tests.games.invariants import Broken
from tests.games.test_shogun_invariants import at_a_table
from tests.planted.test_planted import LEFT_OUT, MISTAKES, REFERENCES, Mistake
from tests.playing import SHOGUN, SHOGUN_SETUPS, SetUp, play, said
from tests.tiers import MORE, seeds

FEW = 36
KEPT = ("ACT", "BATTLE", "EVENT-1", "REVOLT", "SCORE", "SPECIAL-0", "WINTER", "YEAR")
"""What the books keep, by the names of clauses"""
SELDOM = ("farmers hold a province alone", "six armies from a supply of five")
"""Mistakes that 24 games at random need not come to"""
AT_EACH_COMMIT = ("a farmer too few in a revolt", "a row of the provisions table", "majorities without minus")
PLANTED = [m for m in MISTAKES if m.clause.startswith(tuple(f"SHG-{x}" for x in KEPT)) and m.says not in SELDOM]


def kept(match: rulekit.Match, setup: SetUp, seed: int) -> Bookkeeper:
    """Plays a game at random, with the books beside it."""
    keeper = Bookkeeper(match, SHOGUN / "map.yaml", setup[1]["side"])
    try:
        for _ in play(match, Random(seed)):
            keeper.check()
        keeper.finish()
    except Broken as broken:
        options = match.compiled.image.options
        raise Broken(
            f"seed {seed}, seats {match.players}, options {options}, decision {match.decided}: {broken}"
        ) from None
    return keeper


@pytest.mark.apart
@pytest.mark.parametrize(("number", "setup"), list(enumerate(SHOGUN_SETUPS)), ids=[said(x) for x in SHOGUN_SETUPS])
def test_the_books_agree_after_every_decision(number: int, setup: SetUp) -> None:
    for seed in seeds(FEW, MORE)[number :: len(SHOGUN_SETUPS)]:
        keeper = kept(at_a_table(setup, seed, journal=True), setup, seed)
        assert keeper.looked and keeper.courses is not None and keeper.courses.actions


@pytest.mark.parametrize(
    "mistake",
    [pytest.param(m, id=m.says, marks=[] if m.says in AT_EACH_COMMIT else pytest.mark.long) for m in PLANTED],
)
def test_a_wrong_rule_is_noticed(mistake: Mistake, tmp_path: Path) -> None:
    """A checker that never complains is worth nothing: 24 games of three and of five with a wrong rule at the most."""
    folder = tmp_path / "shogun"
    shutil.copytree(SHOGUN, folder, ignore=shutil.ignore_patterns(*LEFT_OUT))
    path = folder / mistake.file
    path.write_text(mistake.planted(REFERENCES.sub("", path.read_text(encoding="utf-8"))), encoding="utf-8")
    wrong = rulekit.load(folder)
    with pytest.raises((Broken, rulekit.RuleFailure)):
        for seed in range(24):
            players, setup = (5, SHOGUN_SETUPS[0]) if seed % 2 else (3, SHOGUN_SETUPS[1])
            kept(wrong.start(players, seed, setup[1], journal=True), setup, seed)
