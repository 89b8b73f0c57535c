"""Generated code keeps apart what the game keeps apart, whatever its things are called."""

from __future__ import annotations

import pytest

import rulekit
from rulekit.compiler.identifiers import NameTable

GAME = """game Names "Names":
  played by 2 players, called North, South
  begins with play it
  layers printed, house

family card:
  layer printed
  compulsory, whole or not at all
  at first in box

places seen by all:
  box: cards
marks seen by all:
  total of each player: from 0 to 99999
  seen: from 0 to 99999

number a-b for {x: player}:
  1 if total of x is 77
  10 otherwise
number a b for {x: player}:
  1 if total of x is 77
  200 otherwise
number a b-2 for {x: player}:
  1 if total of x is 77
  3000 otherwise

table a-1 for {n: number} gives b:
  0 or more | 1
table a for {n: number} gives b, c:
  0 or more | 2 | 3

card Abc "Abc":
  if seen is more than 9999: stop
  raise seen by 1
card ABC "ABC":
  if seen is more than 9999: stop
  raise seen by 20
card Abc-2 "Abc-2":
  if seen is more than 9999: stop
  raise seen by 300
card Afix "Afix":
  if seen is more than 9999: stop
  raise seen by 1000
card Aﬁx "Aﬁx":
  if seen is more than 9999: stop
  raise seen by 2000
card Abc² "Abc²":
  if seen is more than 9999: stop
  raise seen by 4000
card H₂O "H₂O":
  raise seen by 8000

to play it:
  each player in players:
    set my total to a-b for me + a b for me + a b-2 for me
  for North:
    choose x among players: "who?"
    raise total of x by b of a-1 for 1 + c of a for 1
  carry out Abc
  carry out ABC
  carry out Abc-2
  carry out Afix
  carry out Aﬁx
  carry out Abc²
  carry out H₂O
  end the game, ranking players by total of it
"""


SEEN = 1 + 20 + 300 + 1000 + 2000 + 4000 + 8000


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> rulekit.Game:
    folder = tmp_path_factory.mktemp("names")
    (folder / "game.rules").write_text(GAME, encoding="utf-8")
    found, _ = rulekit.check(folder)
    assert not found
    return rulekit.load(folder)


def seen(match: rulekit.Match) -> int:
    where: int = match.compiled.image.marks["seen"].base
    return match.s[where]


@pytest.mark.parametrize("journal", [True, False], ids=["told", "quiet"])
def test_each_name_is_its_own_rule(names: rulekit.Game, journal: bool) -> None:
    match = names.start(2, 1, journal=journal)
    match.choose(match.decisions[0], match.decisions[0].options[0])
    assert match.over
    assert sorted(x.score for x in match.standings) == [3210, 3214]
    assert seen(match) == SEEN


def test_playouts_hear_the_same_rules(names: rulekit.Game) -> None:
    match = names.start(2, 1, journal=False)
    match.play_random(3)
    assert seen(match) == SEEN
    assert sorted(x.score for x in match.standings) == [3210, 3214]


def test_a_name_is_given_once() -> None:
    names = NameTable()
    said = ["a-b", "a b", "a b-2", "A b", "Aﬁx", "Afix", "Abc²", "堺", "山", "2", "3 x", "a b 2 2", "é", "É"]
    made = [names.new("e", text) for text in said * 2]
    assert len({*made}) == len(made)
    assert all(name.isascii() and name.isidentifier() for name in made)
    assert not [name for name in made if name.removeprefix("e_").isdigit()]


def test_what_is_kept_has_one_name() -> None:
    names = NameTable()
    assert names.kept("v", "a-B", 1) == names.kept("v", "a-B", 1) != names.kept("v", "a-b", 2)
