"""Leaves of the tree of turns: whoever counts need not carry out the last answer, but has to know who is asked after it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import rulekit
from rulekit.compiler.analysis.calls import reachable
from rulekit.compiler.build import lowered
from rulekit.compiler.passes.detect_last_choices import detect_last_choices
from rulekit.compiler.passes.strip_journal import strip_journal
from rulekit.compiler.pipeline import Forms
from rulekit.image import Setup
from rulekit.loader import read_program
from rulekit.native import go_native
from rulekit.perft import PerftOptions, perft

pytestmark = pytest.mark.skipif(not any(map(shutil.which, ("cc", "gcc", "clang"))), reason="needs a C compiler")

HEAD = """game Walk "Walk":
  played by 2 players, called North, South
  begins with play it

kind post is One, Two, Three, Four

marks seen by all:
  place of each player: a post, at first One
  each post may be taken
  steps: from 0 to 40
"""
FIXED = """
to play it:
  repeat 4 times:
    each player in players: take a turn
  end the game, ranking players by steps
"""
LOADED = """
to play it:
  repeat 6 times:
    each player in players:
      if place of me is Four: skip
      take a turn
  end the game, ranking players by steps
"""
PLAIN = """
to take a turn:
  choose here among posts: "where?"
  set my place to here
  raise steps by 1
"""
READ_BEFORE = """
to take a turn:
  choose here among posts: "where?"
  raise steps by 1
  if here is taken:
    choose next among posts where it is not here: "and then?"
  here becomes taken
"""
READ_AFTER = """
to take a turn:
  choose here among posts: "where?"
  here becomes taken
  set my place to here
  if there are no posts where it is not taken:
    choose next among posts that are taken: "which is left?"
    next is no longer taken
  raise steps by 1
"""
LOOPED = """
to take a turn:
  choose n from 1 to 2: "how often?"
  repeat n times:
    if place of me is not Three: move on
  raise steps by n

to move on:
  choose here among posts where it is not place of me: "where?"
  set my place to here
"""
ENDING = """
to take a turn:
  choose here among posts: "where?"
  here becomes taken
  if here is Three: end the game, won by me
  raise steps by 1
"""


@pytest.mark.parametrize("course", [FIXED, LOADED], ids=["fixed", "loaded"])
@pytest.mark.parametrize(
    "turn", [PLAIN, READ_BEFORE, READ_AFTER, LOOPED, ENDING], ids=["plain", "before", "after", "looped", "ending"]
)
def test_the_library_counts_as_python_does(turn: str, course: str, tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text(HEAD + course + turn, encoding="utf-8")
    match = rulekit.load(tmp_path).start(2, 1, journal=False)
    counting = [
        (depth, PerftOptions(turns=True, ended=ended))
        for depth in ((1, 2) if turn == LOOPED else (1, 2, 3))
        for ended in (True, False)
    ]
    in_python = [perft(match, *asked) for asked in counting]
    go_native(match.compiled)
    assert [perft(match, *asked) for asked in counting] == in_python


def told(tmp_path: Path, turn: str, course: str = FIXED) -> tuple[set[str], set[str]]:
    """(steps of which it can be told that they ask nobody more, steady steps)"""
    (tmp_path / "game.rules").write_text(HEAD + course + turn, encoding="utf-8")
    program = read_program(tmp_path, {})
    low = lowered(program, Setup(("North", "South"), {}))
    forms = Forms(low)
    found = detect_last_choices(
        reachable(strip_journal(forms.cut), {"begin", *forms.cut.steps}), low.layout.left_by_cards
    )
    return {name for name in found.functions if name.startswith("over_r_")}, set(found.steady)


def test_what_is_told_of_an_answer(tmp_path: Path) -> None:
    assert told(tmp_path, PLAIN)[0] == {"over_r_d_take_a_turn__ask1"}
    assert told(tmp_path, READ_BEFORE)[0] == {"over_r_d_take_a_turn__ask1", "over_r_d_take_a_turn__ask3"}
    assert told(tmp_path, READ_AFTER)[0] == {"over_r_d_take_a_turn__ask3"}


def test_who_is_next_may_depend_on_the_state(tmp_path: Path) -> None:
    assert told(tmp_path, PLAIN)[1] == {"d_play_it__loop3"}
    assert not told(tmp_path, PLAIN, LOADED)[1]
