"""Searches over a graph: what is asked of the place that is left is asked once for it, and the same places are found."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit

GAME = """game Isles "Isles":
  played by 2 players, called North, South
  begins with play it
  layers printed, house

kind isle is Ash, Birch, Cedar, Dogwood, Elm
graph of isles from "isles.yaml", with bridges, ferries

marks seen by all:
  owner of each isle: a player or none, at first none
  found of each player: from 0 to 99

to play it:
  each player in players:
    choose isle among isles: "which isle is yours?"
    set owner of isle to me
  each player in players:
    set my found to (number of isles in touch with me) + 10 * (number of isles at hand of me)
  end the game, ranking players by found of it

set isles in touch with {me: player}, of isles:
  isles within reach of isles where owner of it is me, stepping from x to y if WHICH
set isles at hand of {me: player}, of isles:
  isles within 2 steps of isles where owner of it is me, stepping from x to y if WHICH
"""
MAP = """bridges: [[Ash, Birch], [Birch, Cedar], [Dogwood, Elm]]
ferries: [[Cedar, Dogwood]]
"""
LEFT = "x is not owned by another than me and y is not owned by another than me"
OWNED = """
whether {here: isle} is owned by another than {me: player}:
  no if owner of here is none
  owner of here is not me otherwise
"""


def scores(folder: Path, which: str, first: str, second: str) -> list[int]:
    folder.mkdir()
    (folder / "game.rules").write_text(GAME.replace("WHICH", which) + OWNED)
    (folder / "isles.yaml").write_text(MAP)
    out = []
    for journal in (True, False):
        match = rulekit.load(folder).start(2, 1, journal=journal)
        for name in (first, second):
            decision = match.decisions[0]
            match.answer(0, decision.find(name).value)
        out.append([row.score for row in sorted(match.standings, key=lambda row: row.seat)])
    assert out[0] == out[1]
    return out[0]


@pytest.mark.parametrize(
    "which,wanted",
    [
        (LEFT, [22, 44]),  # Ash and Birch; from Cedar all but Ash
        ("y is not owned by another than me and x is not owned by another than me", [22, 44]),
        ("the route from x to y is a bridge and x is not owned by another than me", [33, 33]),
        ("owner of x is none", [11, 11]),  # nobody leaves an isle of his own
    ],
)
def test_both_ends_of_a_step_count(which: str, wanted: list[int], tmp_path: Path) -> None:
    assert scores(tmp_path / "isles", which, "Ash", "Cedar") == wanted
