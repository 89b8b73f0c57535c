"""SHOGUN keeps the catalogue's limits after every decision, and scores as the catalogue says, in games at random.

200 games, and 2,000 more in the long tier, are spread over 3, 4 and 5 players on both sides, drafted, and with the
predetermined set-up of the sun side. Who sits where, and all other options, are drawn at random, so that each value of each
option is played.
"""

from __future__ import annotations

from random import Random

import pytest

import rulekit
from tests.games.invariants import Broken, Invariants
from tests.playing import SHOGUN, SHOGUN_SETUPS, SetUp, game, play, said, start
from tests.tiers import GAMES, MORE, seeds

GAMES_OF_A_TABLE = 12
"""How many games are played with the same seats and options, before others are drawn and compiled; that costs as much as ten."""


def drawn(setup: SetUp, table: int) -> tuple[list[str], dict[str, str]]:
    """Seats and options: those of the set-up, all others at random."""
    players, options = setup
    random = Random(f"{said(setup)} {table}")
    seats = random.sample(game().seats, players)
    free = {name: random.choice(option.values) for name, option in game().options.items()}
    return seats, {**free, "first-seat": str(random.randint(1, players)), **options}


def at_a_table(setup: SetUp, seed: int, journal: bool = False) -> rulekit.Match:
    seats, options = drawn(setup, seed // len(SHOGUN_SETUPS) // GAMES_OF_A_TABLE)
    return game().start(seats, seed, options, journal)


@pytest.mark.apart
@pytest.mark.parametrize(("number", "setup"), list(enumerate(SHOGUN_SETUPS)), ids=[said(x) for x in SHOGUN_SETUPS])
def test_limits_hold_after_every_decision(number: int, setup: SetUp) -> None:
    for seed in seeds(GAMES, MORE)[number :: len(SHOGUN_SETUPS)]:
        match = at_a_table(setup, seed)
        invariants = Invariants(match, SHOGUN / "map.yaml", setup[1]["side"])
        try:
            for _ in play(match, Random(seed)):
                invariants.check()
            invariants.finish()
        except Broken as broken:
            options = match.compiled.image.options
            pytest.fail(f"seed {seed}, seats {match.players}, options {options}, decision {match.decided}: {broken}")


def test_every_value_of_every_option_is_drawn() -> None:
    """Also in the few games of each commit."""
    played = [drawn(setup, table)[1] for setup in SHOGUN_SETUPS for table in range(2)]
    seen = {(name, value) for options in played for name, value in options.items()}
    assert seen == {(name, value) for name, option in game().options.items() for value in option.values}


def test_what_is_broken_is_noticed() -> None:
    """A checker that never complains is worth nothing: breaks a good position in one place after the other."""
    match = start(SHOGUN_SETUPS[0], 1)
    for _ in play(match, Random(1), 300):
        pass
    invariants = Invariants(match, SHOGUN / "map.yaml", "Sun")
    invariants.check()
    s, owner = match.s, invariants.mark["owner"].start
    mine = next(k for k in range(45) if s[owner + k] == 0)
    neutral = next(k for k in range(45) if s[owner + k] < 0 and not invariants.unused[k])
    castles = invariants.buildings["castle"]
    breaks = {
        "01": [(invariants.armies[0].start + mine, 1)],
        "02": [(invariants.farmers[0], 1)],
        "03": [(invariants.bank, 1)],
        "04": [(castles[1], 1)],
        "05": [(invariants.marker_stock, 1)],
        "06": [(invariants.card_of[mine], 1)],
        "08": [(owner + mine, 1)],
        "09": [(invariants.markers.start + neutral, 1), (invariants.marker_stock, -1)],
        "10": [(castles[0].start + mine, 2), (castles[1], -2)],
        "13": [(invariants.mark["rice"].start, 19)],
        "16": [(invariants.bank, -200), (invariants.purse.start, 200)],
    }
    for clause, changes in breaks.items():
        for index, more in changes:
            s[index] += more
        with pytest.raises(Broken, match=f"SHG-LIMIT-{clause}"):
            invariants.check()
        for index, more in changes:
            s[index] -= more
    invariants.check()
