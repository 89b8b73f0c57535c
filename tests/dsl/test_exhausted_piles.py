"""Piles that run out: what the checker warns of, where it is silent, and what is told in play."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit

GAME = """game Tickets "Tickets":
  played by 2 to 3 players, called North, South, East
  begins with play it
  layers printed
  option rounds is 1 to 4, normally 2, "Rounds"

kind colour is Red, Green, Blue
kind ticket, one for each colour and each worth from 1 to 4:
  at first in deck

family errand:
  layer printed
  compulsory, whole or not at all
  at first in errands

places seen by nobody:
  deck: a pile of tickets
places seen by all:
  errands: errands
  used: a pile of tickets
  row, one spot for each number from 1 to 3: 1 ticket
places seen by their owner:
  hand of each player: tickets

marks seen by all:
  points of each player: from 0 to 99

errand Draw "Draw": move the top card of deck to my hand

to play it:
  shuffle deck
{lines}
  end the game, ranking players by points of it
to draw for {{me: player}}: move the top card of deck to my hand
to give up {{me: player}}: move all cards from my hand to used
"""
FOUND = {
    "players and rounds": ("repeat 5 times:\n  each player in players: move the top card of deck to my hand", 12),
    "the most of an option": ("repeat rounds times:\n  lay the top 4 cards of deck on used, face up", 12),
    "in a deed": ("repeat 5 times:\n  each player in players: draw for me", 12),
    "only if somebody wants": ('repeat 5 times:\n  each player in players:\n    me may "draw": draw for me', 12),
    "by a name": (
        "repeat 5 times:\n  each player in players:\n    let card be the top card of deck\n    move card to my hand",
        12,
    ),
    "into a row": (
        "repeat 5 times:\n  each spot among row:\n    move the top card of deck to spot\n    move all cards from row to used",
        12,
    ),
    "by chance": ("repeat 7 times: move 2 random tickets from deck to used", 12),
    "fewer are put back": (
        "repeat 5 times:\n  each player in players: draw for me\nmove the top card of used under deck",
        13,
    ),
    "what lies elsewhere is counted": (
        "repeat 5 times:\n  each player in players: draw for me\nraise points of (seat 1) by the number of used",
        12,
    ),
}
SILENT = {
    "as many as lie there": "repeat 4 times:\n  each player in players: draw for me",
    "as many as an option allows": "repeat rounds times:\n  each player in players: draw for me",
    "it is asked for": "repeat 5 times:\n  each player in players:\n    if deck is not empty: draw for me",
    "the number is asked for": (
        "repeat 5 times:\n  each player in players:\n    if the number of deck is less than 2: skip\n    draw for me"
    ),
    "it is the end of a loop": "repeat until deck is empty, at most 99 times:\n  for seat 1: draw for me",
    "put back each time": (
        "repeat 9 times:\n  each player in players:\n    draw for me\n    give up me\n    move all cards from used to deck"
    ),
    "put back from somewhere": (
        "repeat 9 times:\n  each player in players: draw for me\n  each card among used: move card under deck"
    ),
    "one course of several": (
        'each player in players:\n  repeat 4 times:\n    choose one:\n      to "draw": draw for me\n      to "two": draw for me'
    ),
    "whole or not at all": "repeat 9 times:\n  each player in players: carry out Draw",
    "nobody knows how often": "repeat (points of (seat 1) + 20) times:\n  for seat 1: draw for me",
}


def written(lines: str, place: Path) -> Path:
    text = GAME.format(lines="\n".join(f"  {row}" for row in lines.splitlines()))
    (place / "game.rules").write_text(text, encoding="utf-8")
    return place


def found(place: Path) -> list[rulekit.Diagnostic]:
    diagnostics, _ = rulekit.check(place)
    wrong = [d for d in diagnostics if d.severity == "error"]
    assert not wrong, [f"{d.code} {d.message}" for d in wrong]
    return [d for d in diagnostics if d.code == "RK379"]


@pytest.mark.parametrize(("lines", "lying"), FOUND.values(), ids=FOUND)
def test_a_pile_that_runs_out_is_found(lines: str, lying: int, tmp_path: Path) -> None:
    (finding,) = found(written(lines, tmp_path))
    assert f"`deck` may be empty here: at most {lying} cards are put there" in finding.message
    assert "if deck is empty" in (finding.hint or "")


@pytest.mark.parametrize("lines", SILENT.values(), ids=SILENT)
def test_nothing_is_found(lines: str, tmp_path: Path) -> None:
    assert found(written(lines, tmp_path)) == []


def test_one_finding_for_a_pile_at_the_line_that_draws(tmp_path: Path) -> None:
    (finding,) = found(written("repeat 9 times:\n  for seat 1: draw for me\n  for seat 2: draw for me", tmp_path))
    row = (tmp_path / "game.rules").read_text(encoding="utf-8").splitlines()[finding.span.line - 1]
    assert row.startswith("to draw for")


def test_in_play_the_line_and_the_reason_are_told_and_nothing_has_happened(tmp_path: Path) -> None:
    lines = 'repeat 5 times:\n  each player in players:\n    me may "draw": draw for me'
    match = rulekit.load(written(lines, tmp_path)).start(3, 1)
    for _ in range(12):
        match.choose(match.decisions[0], "yes")
    before = match.copy()
    with pytest.raises(rulekit.RuleFailure) as failed:
        match.choose(match.decisions[0], "yes")
    assert str(failed.value).endswith("move the top card of deck to my hand (no card is left in deck)")
    assert match == before
    match.choose(match.decisions[0], "no")
    assert match.decided == 13
