"""A rule set of any size, to see that checking it takes time in proportion: parts that are alike, each with its own names.

A part has what real rules have: a kind with members, marks, places, pieces, cards of a family, a table, conditions, deeds that
call each other, and rule tests.
"""

from __future__ import annotations

import re
from pathlib import Path
from time import process_time

import rulekit
from rulekit.dsl.parser import _plain
from rulekit.dsl.rows import _row

HEAD = """game Large "Large":
  played by 2 to 4 players, called North, East, South, West
  begins with play it
  layers printed, house

marks seen by all:
  points of each player: from 0 up

to play it:
  repeat 3 times:
    each player in players:
"""

PART = """
kind town-N is Ash-N, Birch-N, Cedar-N, Dogwood-N

piece coin-N, coins-N: 40, at first in bank-N
piece guard-N, guards-N: 9 of each player, at first in camp-N of that player

family deed-N in {here: town-N}:
  layer printed
  compulsory, whole or not at all

places seen by all:
  bank-N: coins-N
  purse-N of each player: coins-N
  camp-N of each player: guards-N of that player
  garrison-N of each town-N: guards-N

marks seen by all:
  owner-N of each town-N: a player or none, at first none
  each town-N may be walled-N

table wages-N for {strength: number} gives coins-paid, points-made:
  0         | 0 | 0
  1 to 2    | 1 | 1
  3 or more | 2 | 3

number strength-N of {here: town-N} for {me: player}:
  0 if owner-N of here is none
  0 if owner-N of here is not me
  2 if here is walled-N
  1 otherwise

whether {here: town-N} is open-N to {me: player}:
  no if owner-N of here is me
  no if here is walled-N and my points is less than 3
  yes otherwise

set towns-N open to {me: player}, of towns-N: towns-N where it is open-N to me

to settle-N: "each round a player may settle one town"
  if there are no towns-N open to me: stop
  choose goal among towns-N open to me, or none: "which town do you settle?"
  if goal is none: stop
  if coins-N in my purse-N is at least 2:
    move 2 coins-N from my purse-N to bank-N
    goal becomes walled-N
  set owner-N of goal to me
  be paid-N for goal

to be paid-N for {here: town-N}:
  let strength be strength-N of here
  let due be coins-paid of wages-N for strength
  move up to due coins-N from bank-N to my purse-N
  raise my points by points-made of wages-N for strength

deed-N Feast-N "Feast" in {here: town-N}:
  needs coins-N in my purse-N is at least 1: "a feast costs {1 coins-N}"
  move 1 coin-N from my purse-N to bank-N
  raise my points by 1

test "a town that is settled pays its owner: N":
  given 2 players
  given owner-N of Ash-N is North
  given bank-N holds 5 coins-N
  when North: be paid-N for Ash-N
  then purse-N of North holds exactly 1 coin-N
  then points of North is 1
"""


def write(folder: Path, parts: int) -> Path:
    """A game with so many parts, in a folder of its own."""
    folder.mkdir(parents=True)
    calls = "".join(named("      settle-N\n", k) for k in range(parts))
    body = "".join(named(PART, k) for k in range(parts))
    (folder / "game.rules").write_text(HEAD + calls + "  end the game, ranking players by points of it\n" + body)
    return folder


def named(text: str, k: int) -> str:
    """With the names of the k-th part: aa-town for town-N, Ash-aa for Ash-N."""
    own = chr(97 + k // 26) + chr(97 + k % 26)
    return re.sub(r"\b([a-z]\w*)-N", rf"{own}-\1", text).replace("-N", "-" + own)


def seconds(folder: Path) -> float:
    """Of this process, to check the game once, nothing of it known from before; it must be clean."""
    _plain.cache_clear()
    _row.cache_clear()
    before = process_time()
    found, _ = rulekit.check(folder)
    took = process_time() - before
    wrong = [d for d in found if d.severity == "error"]
    if wrong:
        raise AssertionError(f"the generated rules are not clean: {wrong[0]}")
    return took
