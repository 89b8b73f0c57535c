"""What is seen of chance does not tell what is not: two attacks, each known to work where it can, find nothing here."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest

import rulekit
from rulekit.runtime.chance import KEYED, OLD, begin_streams, first_state, shuffle
from rulekit.runtime.commitment import SECRET_BITS, Opening, new_secret
from rulekit.runtime.dice import throw
from rulekit.runtime.narrative.rows import Rolled
from rulekit.web.catalogue import Catalogue
from rulekit.web.registry import GameRegistry
from rulekit.web.store import GameStore
from tests.playing import ROOT
from tests.secrecy.lattice import seed_of, state_before

SUCCESSORS = ROOT / "plugins/nobunaga_successors/rulekit_nobunaga_successors/game"
STREAMS = {"cards": 0, "dice": 5}
TRIALS, DICE = 9, 120


def begun(seed: int, generator: str) -> list[int]:
    s = [0] * 10
    begin_streams(s, STREAMS, seed, generator)
    return s


def deck(s: list[int]) -> list[int]:
    cards = list(range(60))
    shuffle(s, STREAMS["cards"], cards)
    return cards


# ---------------------------------------------------------------- from dice to cards
def foretold(dice: list[int]) -> list[int] | None:
    """The order of the cards, from the first dice of a game."""
    state = state_before([die - 1 for die in dice])
    return None if state is None else deck(begun(seed_of(state, "dice"), OLD))


def test_of_the_old_generator_dice_tell_the_seed_and_the_cards() -> None:
    """So that it is known that the attack finds what there is to find."""
    found = 0
    for trial in range(TRIALS):
        s = begun(Random(trial).getrandbits(64), OLD)
        cards = deck(s)
        found += foretold(throw(s, STREAMS["dice"], DICE // 2)) == cards
    assert found >= TRIALS // 2


def test_dice_tell_nothing_now() -> None:
    for _ in range(TRIALS):
        s = begun(Opening(new_secret()).seed, KEYED)
        dice = throw(s, STREAMS["dice"], DICE)
        assert not any(foretold(dice[k : k + 60]) for k in (0, 30, 60))


@pytest.mark.parametrize("generator", [OLD, KEYED])
def test_dice_of_a_game_that_is_played(generator: str) -> None:
    """All dice that the table has seen, each throw in the order of the journal."""
    match = rulekit.load(SUCCESSORS).start(3, 77, {}, True, generator)
    chance, thrown = Random(1), list[int]()
    while len(thrown) < 60 and not match.over:
        match.choose(match.decisions[0], chance.choice(list(match.decisions[0].options)))
        thrown = [die for entry in match.log or () if isinstance(entry, Rolled) for die in entry.dice]
    state = state_before([die - 1 for die in thrown[:60]])
    assert (None if state is None else seed_of(state, "dice")) == (77 if generator == OLD else None)


# ---------------------------------------------------------------- from open cards to the seed
def tried(seen: list[int], seeds: Iterable[int]) -> list[int]:
    """The seeds among some that deal these cards from the top."""
    return [seed for seed in seeds if deck(first_state(seed, "cards"))[-len(seen) :] == seen]


def test_trying_seeds_finds_one_that_is_among_them_and_no_other() -> None:
    seen = deck(first_state(1234, "cards"))[-5:]
    assert tried(seen, range(1100, 1600)) == [1234]


def test_a_table_of_the_server_has_a_seed_that_nobody_can_try(tmp_path: Path) -> None:
    """All seeds could be tried when they had 36 bits: six letters of a token. Now five cards leave 2**220 of them."""
    registry = GameRegistry(
        GameStore(f"sqlite:///{tmp_path}/tables.sqlite"), Catalogue({"nobunaga_successors": SUCCESSORS})
    )
    seeds = []
    for _ in range(20):
        id = registry.create("nobunaga_successors").id
        row = registry.store.game(id)
        assert row is not None and row.chance == KEYED
        seeds.append(row.seed)
    assert len({*seeds}) == 20 and all(seed >> (SECRET_BITS - 40) for seed in seeds)
    letters = [int.from_bytes(f"AAA{a}{b}{c}".encode(), "big") for a in "ABCDEFGH" for b in "ABCDEFGH" for c in "ABCD"]
    for seed in seeds[:5]:
        assert not tried(deck(first_state(seed, "cards"))[-5:], [*range(256), *letters])
