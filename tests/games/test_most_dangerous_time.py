"""A MOST DANGEROUS TIME: games at random end by the rules and keep its limits; its clauses and rulings are whole.

Who holds what, the chits of a turn, lines of communications, marches, sieges, castles, defeats and the victory are worked out
a second time beside the games. A set-up takes seconds to compile, so few are played here: every number of players, every
scenario, two games of each; in the long tier (:mod:`tests.tiers`) 40 more.
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
from tests.games.castles import Castles
from tests.games.defeats import Defeats
from tests.games.directed import DirectedGames, out_of_course
from tests.games.holdings import Holdings
from tests.games.holdings_defects import misheld
from tests.games.impulses import Broken, Invariants, broken
from tests.games.journal_replay import JournalReplay
from tests.games.lines import Lines
from tests.games.marches import Marches
from tests.games.sieges import Sieges
from tests.games.sieges_defects import altered_replays
from tests.games.wrong_rules import WrongRule, wrong_rules
from tests.playing import ROOT, game, play, start
from tests.tiers import LONG, MORE, seeds

FOLDER = ROOT / "plugins" / "most_dangerous_time" / "rulekit_most_dangerous_time" / "game"
SEEDS = seeds(2, MORE // 50)
DIRECTED = seeds(2, MORE // 100)
ODA, CAMPS = "Oda Player", ["Hideyoshi Player", "Katsuie Player", "Tokugawa Player"]
TABLES: Mapping[str, tuple[int, Mapping[str, str], int]] = {
    "short": (2, {"scenario": "Short"}, 10),
    "standard": (2, {"scenario": "Standard", "wide-regroup": "yes", "good-fortune": "no"}, 30),
    "campaign": (2, {"scenario": "Campaign", "last-turn": "32", "free-set-up": "no"}, 32),
    "three": (3, {"last-turn": "20"}, 20),
    "four": (4, {}, 30),
}
"""name: players, options, the last turn"""
TOLD: Mapping[str, tuple[int, ...]] = {"short": (0, 1), "standard": (), "campaign": (0,), "three": (0,), "four": (0,)}
"""The seeds of the games whose journal is read at each commit, as that takes long; in the long tier all are read"""


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


def readings(holdings: Holdings, replay: JournalReplay) -> tuple[Marches, Castles, Sieges, Defeats]:
    """What is worked out a second time from what the journal tells."""
    return (
        Marches(holdings, replay, FOLDER),
        Castles(holdings, replay),
        Sieges(holdings, replay, FOLDER),
        Defeats(holdings, replay, FOLDER),
    )


def played(match: rulekit.Match, seed: int, last: int) -> tuple[Invariants, int]:
    """Plays a game at random to its end, with all that is worked out a second time beside it.

    Gives how many marches, sieges, defeats and entries of castles were looked at, too: none in a match without a journal.
    """
    invariants = Invariants(match, FOLDER)
    holdings = Holdings(invariants, FOLDER)
    lines = Lines(holdings, FOLDER)
    replay = JournalReplay(match) if match.log is not None else None
    told = readings(holdings, replay) if replay else None
    for k, _ in enumerate(play(match, Random(seed))):
        invariants.check(wholly=k % 10 == 0)
        holdings.check()
        lines.check()
        if replay and told:
            follow(replay, told)
    holdings.victory.finish(last)
    if not told:
        return invariants, 0
    marches, castles, sieges, defeats = told
    return invariants, marches.marches + castles.entered + sieges.assaults + defeats.defeated


def follow(replay: JournalReplay, told: tuple[Marches, Castles, Sieges, Defeats]) -> None:
    """After every decision."""
    for row in replay.new_entries():
        for reading in told:
            reading.on_entry(row)
    for reading in told:
        reading.check()


@pytest.mark.apart
@pytest.mark.parametrize("name", TABLES)
def test_games_end_by_the_rules_and_keep_the_limits(name: str) -> None:
    players, options, last = TABLES[name]
    impulses = looked = 0
    for seed in SEEDS:
        match = start((players, options), seed, journal=LONG or seed in TOLD[name], folder=FOLDER)
        try:
            invariants, told = played(match, seed, last)
        except Broken as found:
            pytest.fail(f"{name}, seed {seed}, decision {match.decided}: {found}")
        impulses += invariants.impulses
        looked += told
        turn = invariants.mark("turn")[0]
        assert 1 <= turn <= last
        winners = [x.name for x in match.standings if x.rank == 1]
        assert len(winners) == 1
        if name == "short":
            assert turn == last
    assert impulses > 10 * len(SEEDS) or name in ("three", "four")
    assert looked > 5 or not TOLD[name] or name in ("three", "four")


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


def test_a_wrong_holder_chit_or_line_is_noticed() -> None:
    """What is worked out a second time, with a good position broken in one place after the other."""
    match = start((2, {"scenario": "Short"}), 1, folder=FOLDER)
    invariants = Invariants(match, FOLDER)
    holdings = Holdings(invariants, FOLDER)
    lines = Lines(holdings, FOLDER)
    for _ in play(match, Random(1), 800):
        invariants.check()
        holdings.check()
        lines.check()
        if invariants.impulses >= 6 and invariants.marching() and invariants.place("cup"):
            break
    for clause, spoil in misheld(holdings):
        mend = spoil()
        holdings.impulses, holdings.last, lines.traced = -1, holdings.turn, ()
        with pytest.raises(Broken, match=rf"MDT-{clause}"):
            holdings.check()
            lines.check()
        mend()
        holdings.held = list(invariants.mark("controller"))
    holdings.check()


def test_a_wrong_winner_is_noticed() -> None:
    match = start((2, {"scenario": "Short"}), 1, folder=FOLDER)
    for _ in play(match, Random(1)):
        pass
    holdings = Holdings(Invariants(match, FOLDER), FOLDER)
    holdings.victory.finish(10)
    with pytest.raises(Broken, match=r"MDT-14\.3-08"):
        holdings.victory.finish(11)
    oda = holdings.inv.clans.index("Oda")
    winner, controller = match.standings[0].name, holdings.image.marks["controller"].base
    for k in holdings.spaces:
        match.s[controller + k] = oda if winner == "Anti-Oda Player" else -1
    if winner == "Oda Player":
        match.s[holdings.image.marks["fortune-holder"].base] = 1
    with pytest.raises(Broken, match=r"MDT-14\.3-01"):
        holdings.victory.finish(10)


def test_what_is_told_wrongly_is_noticed() -> None:
    """A march too many, a die that hits twice, and the like: what the journal tells is changed in one place after the other."""
    for clause, told in altered_replays():
        match = start((2, {"scenario": "Short"}), 1, journal=True, folder=FOLDER)
        replay = told(match)
        watching = readings(Holdings(Invariants(match, FOLDER), FOLDER), replay)
        with pytest.raises(Broken, match=f"MDT-{clause}"):
            for _ in play(match, Random(1)):
                follow(replay, watching)


def beside(match: rulekit.Match) -> Callable[[], None]:
    """What is worked out a second time beside a directed game."""
    invariants = Invariants(match, FOLDER)
    holdings = Holdings(invariants, FOLDER)
    lines, replay = Lines(holdings, FOLDER), JournalReplay(match, from_here=True)
    told = readings(holdings, replay)

    def check() -> None:
        invariants.check()
        holdings.check()
        lines.check()
        follow(replay, told)

    return check


def beside_any(match: rulekit.Match) -> Callable[[], None]:
    """What of it holds in positions to which no game leads, too; those of no turn are put in the third."""
    turn = match.compiled.image.marks["turn"].base
    match.s[turn] = match.s[turn] or 3
    replay = JournalReplay(match, from_here=True)
    told = readings(Holdings(Invariants(match, FOLDER), FOLDER), replay)
    return lambda: follow(replay, told)


def test_directed_games_keep_the_limits() -> None:
    """Moments that hardly any game at random comes to."""
    assert not list(DirectedGames(program()).alarms(beside, DIRECTED))


@pytest.mark.long
def test_games_from_all_rule_tests_keep_the_limits() -> None:
    """Whatever the tests lay out, also positions to which no game leads."""
    games, without = DirectedGames(program(), wholly=True), out_of_course("most_dangerous_time")
    assert without <= games.tests.keys()
    assert not list(games.alarms(beside_any, seeds(1, 2), without))


@pytest.mark.long
@pytest.mark.parametrize("wrong", wrong_rules("most_dangerous_time", directed=True), ids=lambda wrong: wrong.says)
def test_a_wrong_rule_is_noticed_in_a_directed_game(wrong: WrongRule, tmp_path: Path) -> None:
    games = DirectedGames.in_copy(wrong.written(FOLDER, tmp_path), FOLDER / "tests")
    with pytest.raises(Broken):
        for seed in range(20):
            for _ in games.played_on(wrong.directed, seed, beside):
                pass


@pytest.mark.long
@pytest.mark.parametrize("wrong", wrong_rules("most_dangerous_time"), ids=lambda wrong: wrong.says)
def test_a_wrong_rule_is_noticed(wrong: WrongRule, tmp_path: Path) -> None:
    """In 100 games of each scenario of two players at the most."""
    game = wrong.planted(FOLDER, tmp_path)
    with pytest.raises((Broken, rulekit.RuleFailure)):
        for seed in range(300):
            players, options, last = TABLES[("campaign", "short", "standard")[seed % 3]]
            played(game.start(players, seed, options, journal=True), seed, last)
