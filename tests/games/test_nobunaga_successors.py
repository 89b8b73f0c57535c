"""WAR OF NOBUNAGA'S SUCCESSORS: games at random end by the rules and keep its limits; its clauses and rulings are whole.

Card points, markers, battles and rebels are worked out a second time beside the games. A set-up takes seconds to compile, so
few are played here: three players, and four in both scenarios, a hundredth of the games of SHOGUN (:mod:`tests.tiers`) of
each, and a fiftieth in the long tier; as many again, of three players, in which people look for a fight.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from random import Random

import pytest

import rulekit
from rulekit.dsl.program import Program
from rulekit.loader import read_program
from rulekit.plugins.manager import find_plugins
from tests.games.directed import DirectedGames, out_of_course
from tests.games.journal_replay import JournalReplay
from tests.games.quarrels import quarrel
from tests.games.realm import BETWEEN_ROUNDS, RECORDED, Broken, Invariants
from tests.games.realm_defects import broken, misrecorded
from tests.games.rebels import Rebels
from tests.games.rebels_defects import altered_replays
from tests.games.standing import Standing, misplaced
from tests.games.wrong_rules import WrongRule, wrong_rules
from tests.playing import ROOT, play, start
from tests.tiers import GAMES, LONG, MORE, seeds

FOLDER = ROOT / "plugins" / "nobunaga_successors" / "rulekit_nobunaga_successors" / "game"
SEEDS = seeds(GAMES // 100, MORE // 50)
DIRECTED = seeds(10, MORE // 20)
FIRST_FIGHT = 8
"""The seed of a game in which Tennozan comes to a battle; others follow, if it does so no more"""
TABLES: Mapping[str, tuple[int, Mapping[str, str]]] = {
    "three": (3, {}),
    "historical": (4, {"scenario": "Historical"}),
    "hypothetical": (4, {"scenario": "Hypothetical", "winter": "yes", "true-places": "yes", "akechi-yoriki": "yes"}),
}
ENOUGH = 15
"""rounds of players in a game that ends with its first turn"""


@cache
def program() -> Program:
    return read_program(FOLDER, find_plugins().devices, tests=True)


def test_every_clause_and_every_ruling_has_its_tests() -> None:
    named = {clause for test in program().tests for clause in test.covers}
    assert set(program().clauses) - named == set()


def test_every_ruling_is_told() -> None:
    text = (FOLDER / "rulings.md").read_text(encoding="utf-8")
    told = re.findall(r"^### (NS-[AB]-\d+)$", text, flags=re.MULTILINE)
    ruled = {name for name in program().clauses if re.match(r"NS-[AB]-\d", name)}
    assert len(told) == len(set(told)) and set(told) == ruled


def played(match: rulekit.Match, seed: int, quarrelsome: bool = False) -> tuple[Invariants, Rebels]:
    """Plays a game at random to its end, with all that is worked out a second time beside it."""
    invariants = Invariants(match, FOLDER)
    standing = Standing(invariants, FOLDER)
    rebels = Rebels(invariants, JournalReplay(match))
    for _ in quarrel(match, Random(seed), standing.near) if quarrelsome else play(match, Random(seed)):
        invariants.check()
        standing.check()
        rebels.check()
    invariants.finish()
    return invariants, rebels


@pytest.mark.apart
@pytest.mark.parametrize("name", TABLES)
def test_games_end_by_the_rules_and_keep_the_limits(name: str) -> None:
    rounds = records = battles = 0
    for seed in SEEDS:
        match = start(TABLES[name], seed, journal=True, folder=FOLDER)
        try:
            invariants, rebels = played(match, seed)
        except Broken as found:
            pytest.fail(f"{name}, seed {seed}, decision {match.decided}: {found}")
        rounds += invariants.rounds
        records += invariants.records
        battles += rebels.meets.fought
    assert rounds >= ENOUGH * len(SEEDS) and records >= 5 * len(SEEDS) and battles > len(SEEDS)


def test_games_keep_the_limits_where_people_look_for_a_fight() -> None:
    """With Tennozan, which compares legitimacy in the moment of an attack."""
    worthier = 0
    for seed in [*range(FIRST_FIGHT, FIRST_FIGHT + 40), *seeds(0, MORE // 50)]:
        if worthier and not LONG:
            break
        match = start(TABLES["three"], seed, journal=True, folder=FOLDER)
        try:
            worthier += played(match, seed, quarrelsome=True)[1].meets.worthier
        except Broken as found:
            pytest.fail(f"a fight, seed {seed}, decision {match.decided}: {found}")
    assert worthier


def before(choice: str, after: int) -> rulekit.Match:
    """A game of three at the first such question after so many decisions."""
    match = start(TABLES["three"], 2, folder=FOLDER)
    for _ in play(match, Random(2)):
        if match.decided > after and match.compiled.image.asks[match.asks[0][1]].choice == choice:
            return match
    raise LookupError(choice)


def test_what_is_broken_is_noticed() -> None:
    """A checker that never complains is worth nothing: breaks a good position in one place after the other."""
    checks(before(BETWEEN_ROUNDS, 160), "between rounds")
    checks(before(RECORDED, 100), "recorded")


def checks(match: rulekit.Match, when: str) -> None:
    sound = Invariants(match, FOLDER)
    sound.rounds = 1
    sound.check()
    for clause, spoil in broken(sound) if when == "between rounds" else misrecorded(sound):
        mend = spoil()
        watching = Invariants(match, FOLDER)
        watching.rounds = 1
        with pytest.raises(Broken, match=f"NS-{clause}"):
            watching.check()
        mend()
        sound.check()


def test_what_is_over_stays_over() -> None:
    """The dead, a rebel, the burnt Azuchi: each comes back once, and is noticed."""
    match = before(BETWEEN_ROUNDS, 100)
    for clause, name in [("16.3-08", "rebel"), ("4.16-05", "azuchi-burnt")]:
        invariants = Invariants(match, FOLDER)
        invariants.once[name] = [1 for _ in invariants.once[name]]
        match.s[match.compiled.image.marks[name].base] = 0
        with pytest.raises(Broken, match=f"NS-{clause}"):
            invariants.check()
    invariants = Invariants(match, FOLDER)
    invariants.dead = {0}
    with pytest.raises(Broken, match=r"NS-4\.3-06"):
        invariants.check()


def test_a_wrong_end_is_noticed() -> None:
    match = start(TABLES["three"], 0, folder=FOLDER)
    for _ in play(match, Random(0)):
        pass
    invariants = Invariants(match, FOLDER)
    invariants.check()
    invariants.finish()
    at = match.compiled.image.marks
    for p in invariants.players:  # a winner who is not the tenkabito, and nobody has played a victory check
        match.s[at["tenkabito"].base] = p
        match.s[at["turn"].base] = 4
        for k in range(at["check-by"].size):
            match.s[at["check-by"].base + k] = -1
        if invariants.image.seats[p] == match.standings[0].name:
            invariants.finish()
            continue
        with pytest.raises(Broken, match=r"NS-17\.2-01"):
            invariants.finish()
    match.s[at["turn"].base] = 2
    with pytest.raises(Broken, match=r"NS-7\.0-01"):
        invariants.finish()


def test_what_stands_or_is_offered_wrongly_is_noticed() -> None:
    match = before("here in mark for value", 600)
    for clause, spoil in misplaced(Standing(Invariants(match, FOLDER), FOLDER)):
        invariants = Invariants(match, FOLDER)
        standing = Standing(invariants, FOLDER)
        invariants.check()
        standing.check()
        mend = spoil()
        with pytest.raises(Broken, match=f"NS-{clause}"):
            standing.check()
        mend()


def test_what_is_told_wrongly_is_noticed() -> None:
    """A rebel too few, a die too many, and the like: what the journal tells is changed in one place after the other."""
    for clause, told in altered_replays():
        match = start(TABLES["three"], 1, journal=True, folder=FOLDER)
        invariants = Invariants(match, FOLDER)
        rebels = Rebels(invariants, told(match))
        with pytest.raises(Broken, match=f"NS-{clause}"):
            for _ in play(match, Random(1)):
                invariants.check()
                rebels.check()


def beside(match: rulekit.Match) -> Callable[[], None]:
    """What is worked out a second time beside a directed game."""
    invariants = Invariants(match, FOLDER)
    standing = Standing(invariants, FOLDER)
    rebels = Rebels(invariants, JournalReplay(match, from_here=True))

    def check() -> None:
        invariants.check()
        standing.check()
        rebels.check()

    return check


def beside_any(match: rulekit.Match) -> Callable[[], None]:
    """What of it holds in positions to which no game leads, too; those of no turn are put in the first.

    Nobody has so little legitimacy that a rebel could not lose three.
    """
    turn, honour = match.compiled.image.marks["turn"].base, match.compiled.image.marks["honour"]
    match.s[turn] = match.s[turn] or 1
    for k in range(honour.base, honour.base + honour.size):
        match.s[k] = max(match.s[k], 3)
    invariants = Invariants(match, FOLDER)
    rebels = Rebels(invariants, JournalReplay(match, from_here=True))

    def check() -> None:
        invariants.one_place_each()
        rebels.check()

    return check


def test_directed_games_keep_the_limits() -> None:
    """Moments that hardly any game at random comes to."""
    assert not list(DirectedGames(program()).alarms(beside, DIRECTED))


@pytest.mark.long
def test_games_from_all_rule_tests_keep_the_limits() -> None:
    """Whatever the tests lay out, also positions to which no game leads."""
    games, without = DirectedGames(program(), wholly=True), out_of_course("nobunaga_successors")
    assert without <= games.tests.keys()
    assert not list(games.alarms(beside_any, seeds(1, 2), without))


@pytest.mark.long
@pytest.mark.parametrize("wrong", wrong_rules("nobunaga_successors", directed=True), ids=lambda wrong: wrong.says)
def test_a_wrong_rule_is_noticed_in_a_directed_game(wrong: WrongRule, tmp_path: Path) -> None:
    games = DirectedGames.in_copy(wrong.written(FOLDER, tmp_path), FOLDER / "tests")
    with pytest.raises(Broken):
        for seed in range(20):
            for _ in games.played_on(wrong.directed, seed, beside):
                pass


@pytest.mark.long
@pytest.mark.parametrize("wrong", wrong_rules("nobunaga_successors"), ids=lambda wrong: wrong.says)
def test_a_wrong_rule_is_noticed(wrong: WrongRule, tmp_path: Path) -> None:
    """In 200 games of three players at the most; in half of them people look for a fight."""
    game = wrong.planted(FOLDER, tmp_path)
    with pytest.raises((Broken, rulekit.RuleFailure)):
        for seed in range(200):
            played(game.start(3, seed, {}, journal=True), seed, quarrelsome=bool(seed % 2))
