"""The call graph of a program leads into everything that is said from outside, and into windows."""

from __future__ import annotations

import re
from pathlib import Path

from rulekit.dsl.call_graph import CallGraph
from rulekit.loader import read_program
from rulekit.plugins.manager import find_plugins
from tests.playing import ROOT

CHECKS = ROOT / "rulekit" / "dsl" / "checks"
GAME = """game Graph "Graph":
  played by 2 players, called North, South
  begins with play it
  layers printed, house

family trick:
  layer printed
  at first in pile
family order:
  layer printed
  compulsory, whole or not at all
  at first in pile-b

places seen by all:
  pile: tricks
  pile-b: orders
marks seen by all:
  points of each player: from 0 to 9

number one: points of North
number two: points of North
number three: points of North
number four: points of North
number five: points of North
to first: raise points of North by one
to second: raise points of North by two
to third: raise points of North by three
permission resting of {p: player}:
  refuse idlers if points of p is 3: "you have {four}"
window look:
  asks each of players, once
trick Wink "Wink":
  one card
  played in look if five is 0
  raise points of North by 1
order Rest "Rest":
  raise points of North by 1
to march:
  raise points of North by 1
to play it:
  march
  for North:
    choose p among players where resting of it is allowed: "who?"
    carry out Rest
  open look
  end the game, ranking players by points of it

variant Odd of Graph "Odd":
  before march: first
  after Rest: second
  instead of first: third
  refuse p in play it if two is 1: "no"
  adjust four: plus one
"""


def graph(folder: Path) -> CallGraph:
    text, _, variant = GAME.partition("variant ")
    (folder / "graph").mkdir()
    (folder / "graph" / "game.rules").write_text(text, encoding="utf-8")
    (folder / "odd.rules").write_text("variant " + variant, encoding="utf-8")
    program = read_program(folder / "graph", find_plugins().devices, [folder / "odd.rules"])
    assert not [d for d in program.found if d.severity == "error"]
    return CallGraph(program)


def test_calls_go_through_what_is_said_from_outside(tmp_path: Path) -> None:
    made = graph(tmp_path)
    assert list(made.calls("march")) == ["first"]
    assert list(made.calls("first")) == ["one", "third"]
    assert list(made.calls("Rest")) == ["second"]
    assert list(made.calls("look")) == ["Wink", "five"]
    assert list(made.calls("resting")) == ["four"]
    assert list(made.calls("four")) == ["one"]
    assert list(made.calls("play it")) == ["Rest", "look", "march", "resting", "two"]
    assert {"first", "second", "third", "Wink", "one", "two", "three", "four", "five"} <= made.reached(
        ["play it"]
    ).keys()


def test_what_is_called_stands_before_who_calls(tmp_path: Path) -> None:
    made = graph(tmp_path)
    order = made.bottom_up(["play it"])
    assert order[-1] == "play it"
    assert all(order.index(called) < k for k, name in enumerate(order) for called in made.calls(name))


def test_no_check_walks_the_calls_by_itself() -> None:
    """Who follows `do`, `carry out`, `begin` and `open` by hand forgets what is said before, after and instead."""
    alone = re.compile(r"carried\(|windows\[[^]]*\]\.plays|data\[\"w\"\]|entry\.body|\.modifiers\b.*\.body")
    found = [
        f"{path.name}:{number}: {row.strip()}"
        for path in sorted(CHECKS.glob("*.py"))
        for number, row in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if alone.search(row)
    ]
    assert found == []
