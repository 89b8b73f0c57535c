"""A ranking in which the lowest number stands first: places, scores, bots, the library, and what the table tells."""

from __future__ import annotations

import json
from pathlib import Path

import rulekit
from rulekit.bots.evaluation import advantage, worth
from rulekit.lab.arena import arena
from rulekit.native import go_native
from rulekit.runtime.native_library import NativeLibrary
from rulekit.runtime.playout import play_as_bots
from rulekit.runtime.standings import standings_of
from rulekit.tabletop.page import TableGroup
from rulekit.tabletop.result_page import as_json, result_page
from rulekit.tabletop.texts import Texts
from tests.compiler.native_rules import NEEDS_COMPILER

GOLF = """game Golf "Golf":
  played by 3 players, called Ash, Birch, Cedar
  begins with play
marks seen by all:
  strokes of each player: from 0 to 9
  birdies of each player: from 0 to 9
to play:
  each player in players:
    choose n from 0 to 9: "how many strokes?"
    set my strokes to n
    choose k from 0 to 9: "how many birdies?"
    set my birdies to k
  end the game, ranking players by strokes of it, lowest first
"""
TIES = GOLF.replace("lowest first", "lowest first, then by birdies of it")


def played(tmp_path: Path, text: str, answers: list[int]) -> rulekit.Match:
    """(strokes, birdies) of each, in their order."""
    (tmp_path / "golf.rules").write_text(text)
    match = rulekit.load(tmp_path).start(3, 1)
    for answer in answers:
        match.answer(0, answer)
    return match


def test_the_lowest_ranks_first_and_equals_share(tmp_path: Path) -> None:
    match = played(tmp_path, GOLF, [7, 0, 4, 1, 4, 2])
    assert [(s.rank, s.name, s.score, s.scores) for s in match.standings] == [
        (1, "Birch", 4, (4,)),
        (1, "Cedar", 4, (4,)),
        (3, "Ash", 7, (7,)),
    ]
    assert list(match.winners) == ["Birch", "Cedar"]


def test_of_equals_the_highest_second_number_ranks_first(tmp_path: Path) -> None:
    match = played(tmp_path, TIES, [7, 9, 4, 1, 4, 2])
    assert [(s.rank, s.name, s.scores) for s in match.standings] == [
        (1, "Cedar", (4, 2)),
        (2, "Birch", (4, 1)),
        (3, "Ash", (7, 9)),
    ]


def test_a_program_reads_the_numbers_of_the_rules(tmp_path: Path) -> None:
    match = played(tmp_path, GOLF, [8, 0, 3, 0, 5, 0])
    told = json.loads(as_json(rulekit.load(tmp_path), match))
    assert [(row["name"], row["score"]) for row in told["standings"]] == [("Birch", 3), ("Cedar", 5), ("Ash", 8)]
    assert told["winner"] == "Birch"


def test_bots_want_few(tmp_path: Path) -> None:
    """At the end, and before: a game that does not say what bots judge by is judged by what decides first."""
    few, many = (played(tmp_path, GOLF, [n, 0, 5, 0, 5, 0]) for n in (1, 8))
    assert advantage(few, 0) > 0 > advantage(many, 0)
    assert advantage(few, 0) - advantage(played(tmp_path, GOLF, [2, 0, 5, 0, 5, 0]), 0) == 1
    first = played(tmp_path, GOLF, [4, 0])
    assert worth(first, 0) == -4
    found = arena(tmp_path, ["greedy", "random", "random"], games=30, jobs=1)
    assert {s.bot: s.share.value for s in found.strengths}["greedy"] > 0.8


@NEEDS_COMPILER
def test_a_library_ranks_alike(tmp_path: Path) -> None:
    (tmp_path / "golf.rules").write_text(TIES)
    rules = rulekit.load(tmp_path)
    library = go_native(rules.compiled())
    assert isinstance(library, NativeLibrary)
    rules.compiled().machine.native = None
    for seed, outcome in enumerate(library.games(rules.start(3, 0).compiled.image, 0, 9, 100)):
        match = rules.start(3, seed)
        play_as_bots(match, 100)
        assert outcome is not None and outcome.ending == match.ending
        assert standings_of(outcome.ending, match.players) == match.standings
        assert [s.score for s in match.standings] == sorted(s.score for s in match.standings)


def test_what_breaks_ties_is_called_by_its_name(tmp_path: Path) -> None:
    match = played(tmp_path, TIES, [7, 0, 4, 1, 4, 2])
    assert match.compared() == ["strokes", "birdies"]
    rows = [block.sheets[0] for block in result_page(Texts("en"), match).blocks if isinstance(block, TableGroup)]
    (ties,) = [column for column in rows[0].columns if column.name == "Birdies"]
    assert ties.cells == ["2", "1", "0"]
