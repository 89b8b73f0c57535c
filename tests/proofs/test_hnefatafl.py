"""Brandub by the rule files: the counts of its tree of moves, and games beside an independent referee."""

from __future__ import annotations

import pytest

import rulekit
from rulekit.native import go_native
from rulekit.perft import PerftOptions, perft
from tests.proofs.hnefatafl_beside import HNEFATAFL, TABLES, Compared, begin, game
from tests.proofs.hnefatafl_referee import ATTACK, DEFENCE, BrandubReferee, TableRules, count

COUNTS = (40, 960, 39_512, 1_007_392)
"""Ways to play so many moves from the start, as the package ``tafl`` 4.0.0 of npm counts them on its board of Brandub, without
shield walls, exit forts and a return to the throne. No king can be taken so early, so how many take him makes no difference."""

pytestmark = pytest.mark.games


@pytest.fixture(scope="module")
def rules() -> rulekit.Game:
    return rulekit.load(HNEFATAFL)


@pytest.mark.parametrize("plies", (1, 2, 3))
def test_counts(rules, plies) -> None:
    assert perft(begin(rules, TableRules()), plies, PerftOptions(turns=True, ended=False)) == COUNTS[plies - 1]


@pytest.mark.parametrize("plies", (1, 2))
def test_the_referee_counts_the_same(plies) -> None:
    assert count(BrandubReferee(), plies) == COUNTS[plies - 1]


@pytest.mark.slow
def test_a_large_count(rules) -> None:
    match = begin(rules, TableRules())
    go_native(match.compiled)
    assert perft(match, 4, PerftOptions(turns=True, ended=False)) == COUNTS[3]


@pytest.mark.parametrize("name", TABLES)
def test_games_beside_the_referee(rules, name) -> None:
    compared = Compared()
    for seed in (1, 2):
        game(rules, TABLES[name], seed, compared)
    assert compared.taken


@pytest.mark.long
@pytest.mark.parametrize("name", TABLES)
def test_many_games_beside_the_referee(rules, name) -> None:
    compared = Compared()
    for seed in range(1, 201):
        game(rules, TABLES[name], seed, compared)
    assert compared.plies > 5_000 and {*compared.ends} == {ATTACK, DEFENCE, "draw"}


@pytest.mark.parametrize("name", [name for name in TABLES if name not in ("as published", "all at once")])
def test_a_referee_with_other_rules_disagrees(rules, name) -> None:
    """Each option makes a difference that the comparison sees."""
    with pytest.raises(AssertionError):
        for seed in range(1, 21):
            game(rules, TableRules(), seed, Compared(), BrandubReferee(TABLES[name]))
