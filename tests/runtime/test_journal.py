"""What the journal says of marks and moves: adjectives in words, and nothing of what is not told or stays where it lies."""

from __future__ import annotations

from pathlib import Path

import rulekit

GAME = """
game Lamps "Lamps":
  played by 2 players, called North, South
  begins with play the game

kind lamp is Red Lamp, Blue Lamp
kind ticket is Blank, Stub:
  at first in box

places seen by all:
  box: tickets
  stack: a pile of tickets

marks seen by all:
  each lamp may be lit

marks not told:
  each lamp may be touched
  touches: from 0 to 9

to play the game:
  for seat 1:
    choose one among lamps, or none: "which lamp?"
  each one among lamps:
    one becomes touched
    raise touches by 1
    one becomes lit
  Red Lamp is no longer lit
  move Blank to box
  move Blank under stack
  move Blank under stack
  end the game, won by players
"""


def played(folder: Path) -> rulekit.Match:
    (folder / "lamps.rules").write_text(GAME, "utf-8")
    match = rulekit.load(folder).start(2, 1)
    decision = match.decisions[0]
    match.choose(decision, decision.options[0])
    return match


def test_marks_in_the_journal(tmp_path: Path) -> None:
    match = played(tmp_path)
    told = [entry.text() for entry in match.journal if entry.sort == "mark"]
    assert told == ["Red Lamp is now lit", "Blue Lamp is now lit", "Red Lamp is no longer lit"]
    assert [entry.text("zh-Hans") for entry in match.journal if entry.sort == "mark"][-1] == "Red Lamp不再标为“lit”"


def test_what_is_not_told_can_be_seen(tmp_path: Path) -> None:
    match = played(tmp_path)
    marks = {mark.key: mark.raw for mark in match.view("North").marks}
    assert marks == {"touches": 2}


def test_what_stays_where_it_lies_is_not_told_but_a_card_moved_in_its_pile_is(tmp_path: Path) -> None:
    told = [entry.text() for entry in played(tmp_path).journal if entry.sort == "card"]
    assert told == ["", "Blank: box → stack", "Blank: stack → stack"]
