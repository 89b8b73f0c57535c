"""A small game to try variants of, and what of a tryout tests look at."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from rulekit.cli import main
from rulekit.lab.line_effects import Measurement
from rulekit.lab.self_play import Player
from rulekit.lab.tryout import Tryout, try_out
from rulekit.runtime.random_answers import Choice

GAME = """game Steps "Steps":
  named "走步" in zh-Hans
  played by 2 players, called North, South
  begins with play it
  layers printed, weather, house

family wind:
  layer weather
  at first in wind-pile
  in force while it is in sky
places seen by all:
  sky: 1 wind
  bank: coins
  purse of each player: coins
places seen by nobody:
  wind-pile: a pile of winds
piece coin, coins: 4, at first in bank
marks seen by all:
  points of each player: from 0 up, at first 0
  tired of each player: from 0 to 9, at first 0

wind Breeze "A breeze":
  one card
  adjust gain: plus 0

to play it:
  shuffle wind-pile
  move the top card of wind-pile to sky, face up
  repeat 4 times: play a round
  end the game, ranking players by points of it

to play a round:
  each player in players:
    choose n from 0 to 3: "how far?"
    walk n
    if resting is allowed: rest

to walk {n: number}: raise my points by gain of n
to rest: raise my tired by 1

number gain of {n: number}: n
permission resting by {me: player}:
  refuse if my points is at most 2: "not tired yet"
"""


def variant(game: Path, body: str) -> Path:
    path = game.parent / "mine.rules"
    path.write_text(f'variant Mine of Steps "Mine":\n{body}', encoding="utf-8")
    return path


def tried(game: Path, body: str, games: int = 12) -> Tryout:
    return try_out(game, [variant(game, body)], games, jobs=1)


def fact(found: Tryout, line: int, what: str) -> Measurement:
    """What was measured of a line of the variant."""
    (row,) = [row for row in found.rows if row.span.line == line]
    (one,) = [x for x in row.facts if x.what == what]
    return one


def choices(found: Tryout) -> list[list[int]]:
    """What was chosen in each game, player by player in turn: played again by the plain rules."""
    player = Player(found.laid.plan)
    out = []
    for number in range(len(found.laid.records)):
        made: list[Choice] = []
        seed, seats = found.laid.plan.game(number)
        player._play(player.game.start(2, seed, journal=False), seats, made)
        out.append([value for _, _, value in made])
    return out


def points(made: list[int], player: int) -> list[int]:
    """The points of a player after each of his rounds."""
    own = made[player::2]
    return [sum(own[: k + 1]) for k in range(len(own))]


def run(game: Path, body: str, *words: str) -> Result:
    return CliRunner().invoke(main, ["try", str(game), "--variant", str(variant(game, body)), "--jobs", "1", *words])
