"""Small games written against the passes: each is one in which a pass that assumes too much would change the play.

Beside them stand games by chance: five, and twenty more in the long tier.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import rulekit
from rulekit.runtime.playout import play_random, play_stepwise
from tests.compiler.programs import MAP as BY_CHANCE
from tests.compiler.programs import Program
from tests.playing import python
from tests.tiers import seeds

pytestmark = pytest.mark.slow

KEPT = """game Row "Row":
  played by 2 players, called North, South
  begins with play it
  layers printed, house

kind location is Ash, Birch, Cedar, Dogwood
graph of locations from "map.yaml", with roads
kind leader from "map.yaml":
  column bravery is a number
  at first in camp
kind soldier from "map.yaml":
  at first in camp
kind unit is a leader or a soldier

places seen by all:
  field, one spot for each number from 1 to 20: 1 unit
  camp: units

marks seen by all:
  owner of each location: a player or none, at first none
  points of each player: from 0 to 99999
  each unit may be tired

number might of {l: leader}:
  0 if l is tired
  bravery of l otherwise

"A game that searches keeps what it has found."
set linked with {here: location}, of locations:
  locations within reach of here, stepping from x to y if owner of y is owner of x

to play it:
  repeat 6 times:
    each player in players:
      choose here among locations: "where?"
      set owner of here to me
      raise my points by the number of linked with here
      choose l among leaders: "who grows tired?"
      l becomes tired
      choose k among leaders: "who comes home?"
      k is no longer tired
      raise my points by the number of (field where it is empty)
      move k to camp
      raise my points by the number of (field where it is empty)
      choose spot among field where it is empty, or none: "where to?"
      if spot is not none: move l to spot
      raise my points by the number of (field where it is empty)
      raise my points by might of l
      raise my points by the sum of might of it over leaders
      if there are leaders where might of it is 3: raise my points by 1
  end the game, ranking players by points of it
"""
MAP = "\n".join(
    [
        "roads: [[Ash, Birch], [Birch, Cedar], [Cedar, Dogwood]]",
        "leaders:",
        *(f"  L{k}: {{bravery: {k % 4}}}" for k in range(5)),
        "soldiers:",
        *(f"  S{k}: {{}}" for k in range(30)),
    ]
)


def written(folder: Path, rules: str, **tables: str) -> rulekit.Game:
    (folder / "game.rules").write_text(rules)
    for name, text in tables.items():
        (folder / f"{name}.yaml").write_text(text)
    return rulekit.load(folder)


def by_chance(folder: Path, seed: int) -> rulekit.Game:
    """A game by chance. Now and then a condition is made that never holds, which the checker refuses: then the next one."""
    for n in range(5):
        try:
            return written(folder, Program(seed + 1000 * n).text(), map=BY_CHANCE)
        except rulekit.RulesError as error:
            assert {d.code for d in error.diagnostics} <= {"RK304", "RK330"}, error
    raise AssertionError(f"five games of seed {seed} are refused")


def decided(match: rulekit.Match, k: int, choice: int) -> str:
    """What a choice is answered with, if it fails."""
    try:
        match.decide(k, choice)
    except rulekit.RuleFailure as failure:
        return str(failure)
    return ""


def plays_alike(game: rulekit.Game, seeds: int = 6) -> None:
    """With and without a journal: the same states, the same ends, and the same failures."""
    for seed in range(seeds):
        told, quiet = (game.start(2, seed, journal=journal) for journal in (True, False))
        random = Random(seed)
        while told.asks:
            assert told.value() == quiet.value()
            k = random.randrange(len(told.asks))
            choice = random.choice(told.asks[k][2])
            said = decided(told, k, choice)
            assert decided(quiet, k, choice) == said
            if said:
                break
        assert told.value() == quiet.value()


def test_columns_of_a_part_of_a_kind_and_spots_of_a_row_are_kept_as_they_are(tmp_path: Path) -> None:
    """What is said of leaders is no table of all units, and whoever leaves a spot tells so."""
    plays_alike(written(tmp_path, KEPT, map=MAP))


SPOTS = """game Spots "Spots":
  played by 2 players, called North, South
  begins with play it
  layers printed, house

kind site is S1, S2, S3, S4, S5, S6, S7, S8, S9, S10, S11, S12, S13, S14, S15, S16, S17
kind corner is NorthEast, SouthWest, SouthEast
kind card, one for each site:
  at first in pile

places seen by all:
  post of each site: 1 card
  nook of each corner: 1 card
  pile: cards

marks seen by all:
  points of each player: from 0 to 99999

to play it:
  each site among sites:
    if site is not S17: move the card of site to post of site
  move the card of S17 to nook of NorthEast
  repeat 4 times:
    each player in players:
      choose site among sites: "which is left?"
      let c be the card in post of site, if any
      if c is not none: move c to pile
      choose other among sites: "which is filled?"
      let d be random one of pile
      if post of other is empty: move d to post of other
      FAILING
  end the game, ranking players by points of it
"""


@pytest.mark.parametrize(
    "line",
    [
        "if there are sites where site of (the card in post of it) is S3: raise my points by 1",
        "if there are corners where (the card in nook of it) is not in pile: raise my points by 1",
        "if there are no sites where site of (the card in post of it) is S3: raise my points by 1",
    ],
)
def test_a_search_fails_where_a_later_member_fails(line: str, tmp_path: Path) -> None:
    """Whether there is one is found at the first; but a spot that must hold a card must, wherever it is in the order."""
    plays_alike(written(tmp_path, SPOTS.replace("FAILING", line)))


LONG = "\n".join(f"  if k is {n}: raise my points by k" for n in range(5, 15))
WHOLE = f"""game Levies "Levies":
  played by 2 players, called North, South
  begins with play it
  layers printed, house

kind site is S1, S2, S3
family order in {{here: site}}:
  layer printed
  compulsory, whole or not at all
  at first in order-pile
piece coin, coins: 60, at first in bank

places seen by all:
  order-pile: orders
  bank: coins
  purse of each player: coins
  chest of each site: coins
marks seen by all:
  points of each player: from 0 to 99999
  level of each site: from 0 to 5

to play it:
  repeat 8 times:
    each player in players:
      choose here among sites: "where?"
      choose o among orders: "what?"
      carry out o in here

to levy {{n: number}} coins in {{here: site}} for {{me: player}} with {{k: number}} more:
{LONG}
  raise my points by (level of here) * (coins in my purse)
  move n coins from my purse to chest of here

order Gain "Gain" in {{here: site}}:
  move 2 coins from bank to my purse
order Levy "Levy" in {{here: site}}:
  raise my points by 3
  levy 3 coins in here for me with 3 more
order Duty "Duty" in {{here: site}}:
  raise my points by 3
  levy 4 coins in here for me with 13 more
"""


def test_an_entry_fails_whole_in_a_deed_that_also_multiplies(tmp_path: Path) -> None:
    """Two numbers of the match may be too large a product; beside that the deed fails where the purse is empty."""
    plays_alike(written(tmp_path, WHOLE))


@pytest.mark.parametrize("seed", seeds(5, 20))
def test_a_game_by_chance_plays_alike(seed: int, tmp_path: Path) -> None:
    """Rules that nobody would write, played in all three modules."""
    made = by_chance(tmp_path, seed)
    plays_alike(made, 2)
    for match in (made.start(2, 1, journal=False), made.start(2, 2, journal=False)):
        assert played(match.copy(), 3, straight=True) == played(match.copy(), 3, straight=False)


def played(match: rulekit.Match, seed: int, *, straight: bool) -> tuple[object, ...]:
    """A game at random: how many choices, or why it stopped, and where it stands then."""
    try:
        said: object = (play_random if straight else play_stepwise)(match, seed, 20_000)
    except rulekit.RuleFailure as failure:
        said = str(failure)
    return said, match.value()


def test_forms_are_made_in_the_same_way_in_every_process() -> None:
    script = """
from rulekit.compiler.build import default_setup, lowered, python_form
from rulekit.compiler.pipeline import Forms
from rulekit.loader import read_program
from tests.playing import SUPPLY
program = read_program(SUPPLY, {})
for form in ("fast", "playout"):
    print(python_form(Forms(lowered(program, default_setup(program, 2))), form).source)
"""
    assert python(script, hash_seed="1") == python(script, hash_seed="2")
