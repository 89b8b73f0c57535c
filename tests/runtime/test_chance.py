"""Chance of a match: where its numbers come from, that they are spread evenly, and that streams know nothing of each other."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from itertools import pairwise, permutations
from math import factorial, sqrt

import pytest

from rulekit.image import STREAM_WIDTH
from rulekit.runtime.chance import (
    KEYED,
    OLD,
    begin_streams,
    below,
    drawer,
    first_state,
    generator_of,
    shuffle,
)
from rulekit.runtime.linear_congruential import seed_stream
from rulekit.uniform import uniform

STREAMS = {"cards": 0, "dice": STREAM_WIDTH}
FIRST_DICE = [1, 3, 5, 5, 1, 6, 2, 5, 6, 6, 5, 6]
FIRST_SHUFFLE = [3, 8, 7, 0, 4, 1, 5, 2, 6, 9]


def begun(seed: int = 7, generator: str = KEYED) -> list[int]:
    """The state of a match of two streams."""
    s = [0] * len(STREAMS) * STREAM_WIDTH
    begin_streams(s, STREAMS, seed, generator)
    return s


def is_even(counts: Counter[int], outcomes: int) -> bool:
    """Whether so many outcomes came about equally often: chi-squared within five standard deviations of what it should be."""
    wanted = counts.total() / outcomes
    chi = sum((counts[k] - wanted) ** 2 / wanted for k in range(outcomes))
    return abs(chi - (outcomes - 1)) < 5 * sqrt(2 * (outcomes - 1)) and not set(counts) - set(range(outcomes))


# ---------------------------------------------------------------- where the numbers come from
def test_a_stream_is_blake2b_of_its_key_and_the_number_of_the_block() -> None:
    """Whoever knows the seed can work it out with any BLAKE2b: ``printf '7/dice' | b2sum -l 256`` gives the key."""
    s, draw = begun(7), drawer(STREAMS["dice"])
    key = blake2b(b"7/dice", digest_size=32).digest()
    blocks = b"".join(blake2b(key + n.to_bytes(8, "little")).digest() for n in range(3))
    assert [draw(s) for _ in range(48)] == [int.from_bytes(blocks[k : k + 4], "little") for k in range(0, 192, 4)]
    assert s[STREAMS["dice"]] == 48


def test_the_first_numbers_stay_what_they_are() -> None:
    """Saved games hang on them."""
    s = begun(1)
    assert [below(s, STREAMS["dice"], 6) + 1 for _ in range(12)] == FIRST_DICE
    items = list(range(10))
    shuffle(s, STREAMS["cards"], items)
    assert items == FIRST_SHUFFLE


def test_a_die_more_changes_no_card() -> None:
    one, other = begun(), begun()
    for _ in range(20):
        below(other, STREAMS["dice"], 6)
    a, b = list(range(52)), list(range(52))
    shuffle(one, STREAMS["cards"], a)
    shuffle(other, STREAMS["cards"], b)
    assert a == b


def test_a_stream_that_is_set_back_gives_the_same_again() -> None:
    s, draw = begun(), drawer(0)
    first = [draw(s) for _ in range(40)]
    s[0] = 0
    assert [draw(s) for _ in range(40)] == first
    s[0] = 17
    assert [draw(s) for _ in range(23)] == first[17:]


def test_threads_that_draw_in_turn_from_many_matches_do_not_disturb_each_other() -> None:
    wanted = [[below(s, 0, 1000) for _ in range(500)] for s in map(begun, range(8))]

    def drawn(seed: int) -> list[int]:
        s = begun(seed)
        return [below(s, 0, 1000) for _ in range(500)]

    with ThreadPoolExecutor(8) as pool:
        assert [*pool.map(drawn, range(8))] == wanted


def test_seeds_of_any_size_begin_streams_of_their_own() -> None:
    seeds = [0, 1, -1, 1 << 64, (1 << 64) + 1, 1 << 256]
    assert len({tuple(first_state(seed, name)) for seed in seeds for name in ("cards", "dice")}) == 2 * len(seeds)


# ---------------------------------------------------------------- how they are spread
def test_a_million_dice_are_even_and_so_are_pairs_that_follow_each_other() -> None:
    s = begun(20261126)
    dice = [below(s, 0, 6) for _ in range(1_000_000)]
    assert is_even(Counter(dice), 6)
    assert is_even(Counter(6 * a + b for a, b in pairwise(dice)), 36)


def test_every_bit_is_even() -> None:
    s, draw = begun(3), drawer(0)
    numbers = [draw(s) for _ in range(50_000)]
    for bit in range(32):
        assert is_even(Counter(n >> bit & 1 for n in numbers), 2)


def test_dice_of_two_streams_have_nothing_to_do_with_each_other() -> None:
    s = begun(11)
    pairs = Counter(6 * below(s, 0, 6) + below(s, STREAM_WIDTH, 6) for _ in range(200_000))
    assert is_even(pairs, 36)


@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_every_order_of_a_shuffle_comes_as_often(n: int) -> None:
    orders, s = {order: k for k, order in enumerate(permutations(range(n)))}, begun(5)
    counts: Counter[int] = Counter()
    for _ in range(500 * factorial(n)):
        items = list(range(n))
        shuffle(s, 0, items)
        counts[orders[tuple(items)]] += 1
    assert is_even(counts, factorial(n)) or n == 1


def test_each_card_of_52_lies_anywhere_as_often() -> None:
    s = begun(6)
    counts: list[Counter[int]] = [Counter() for _ in range(52)]
    for _ in range(5200):
        items = list(range(52))
        shuffle(s, 0, items)
        for place, item in enumerate(items):
            counts[item][place] += 1
    assert all(is_even(found, 52) for found in counts)


def test_what_cannot_be_shared_out_evenly_is_drawn_again() -> None:
    """Of 2**32 numbers three quarters can be given out once; without a second draw every third would come twice as often."""
    n, s = 3 << 30, begun(8)
    thirds = Counter(uniform(drawer(0), s, n) % 3 for _ in range(60_000))
    assert is_even(thirds, 3)
    assert s[0] > 75_000, "a quarter of the numbers is drawn again"
    assert uniform(lambda _: (1 << 32) - 1, s, 1 << 32) == (1 << 32) - 1


# ---------------------------------------------------------------- the generator of old saves
def test_old_matches_go_on_with_their_generator() -> None:
    s = begun(7, OLD)
    assert s[:5] == [seed_stream(7, "cards"), 0, 0, 0, 0]
    x = s[0]
    for _ in range(40):
        x = x * 6364136223846793005 + 1442695040888963407 & (1 << 64) - 1
        assert below(s, 0, 6) == (x >> 32 ^ x >> 57) * 6 >> 32
        assert s[0] == x
    assert (generator_of(s, STREAMS), generator_of(begun(), STREAMS)) == (OLD, KEYED)
