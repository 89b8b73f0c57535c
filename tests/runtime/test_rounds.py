"""A loop that ends by its number of rounds, and not by its condition, is not passed over in silence."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit

GAME = """game Beads "Beads":
  played by 2 players, called North, South
  begins with play it

piece bead, beads: 20, at first in bank

places seen by all:
  bank: beads
  cup of each player: beads

to play it:
  each player in players: empty the bank
  end the game, ranking players by beads in cup of it

to empty the bank:
  {loop}
    {round}
{rest}"""
TAKE = "move up to 1 bead from bank to my cup"
ASKED = 'choose n from 1 to 1: "how many?"\n    move up to n beads from bank to my cup'


def played(folder: Path, loop: str, rest: str = "", round_: str = TAKE) -> dict[str, float]:
    (folder / "game.rules").write_text(GAME.format(loop=loop, rest=rest, round=round_), "utf-8")
    match = rulekit.load(folder).start(2, seed=1)
    while match.decisions:
        asked = match.decisions[0]
        match.choose(asked, asked.options[0])
    return {s.name: s.score for s in match.standings}


@pytest.mark.parametrize("round_", (TAKE, ASKED))
@pytest.mark.parametrize(
    "loop", ("repeat until bank is empty, at most 3 times:", "repeat while bank is not empty, at most 3 times:")
)
def test_it_fails_where_it_should_go_on(loop: str, round_: str, tmp_path: Path) -> None:
    with pytest.raises(rulekit.RuleFailure, match="3 rounds are carried out, and it should still go on") as failed:
        played(tmp_path, loop, round_=round_)
    assert str(failed.value).startswith(f"{tmp_path}/game.rules:16: ")


@pytest.mark.parametrize("round_", (TAKE, ASKED))
def test_the_last_round_may_bring_what_is_waited_for(round_: str, tmp_path: Path) -> None:
    assert played(tmp_path, "repeat until bank is empty, at most 20 times:", round_=round_) == {"North": 20, "South": 0}


@pytest.mark.parametrize("round_", (TAKE, ASKED))
def test_an_otherwise_says_what_is_done_then(round_: str, tmp_path: Path) -> None:
    rest = "  otherwise: move 2 beads from bank to my cup\n"
    assert played(tmp_path, "repeat until bank is empty, at most 3 times:", rest, round_) == {"North": 5, "South": 5}
    assert played(tmp_path, "repeat until bank is empty, at most 20 times:", rest, round_) == {"North": 20, "South": 0}


def test_a_number_that_is_known_in_play_is_taken_once(tmp_path: Path) -> None:
    loop = "repeat until bank is empty, at most (beads in bank) times:"
    assert played(tmp_path, loop) == {"North": 20, "South": 0}
