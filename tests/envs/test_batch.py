"""Many matches at once: the same as one by one in Python, whatever the number of matches and threads."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from rulekit.diagnostics import UserError
from rulekit.envs.batch import ANY, Batch
from rulekit.envs.encoding import Encoding, asked, reward
from tests.compiler.native_rules import NEEDS_COMPILER
from tests.compiler.test_forms import MOST_DANGEROUS_TIME
from tests.compiler.test_native_playouts import SUCCESSORS
from tests.playing import ROOT, SHOGUN, game

pytestmark = NEEDS_COMPILER
SMALL = ROOT / "games" / "tic_tac_toe"
TABLES = [(SMALL, 2, 200), (SHOGUN, 3, 900), (MOST_DANGEROUS_TIME, 2, 300), (SUCCESSORS, 3, 300)]


@pytest.mark.parametrize(("folder", "players", "steps"), TABLES)
def test_each_step_is_the_one_in_python(folder: Path, players: int, steps: int) -> None:
    """Observation, mask, seat, rewards and the seed of the next match, step by step."""
    rules, random = game(folder), Random(3)
    batch, encoding = Batch(rules, 2, players, seed=5), Encoding(rules.compiled(players))
    batch.reset()
    matches = [rules.start(players, int(seed), journal=False) for seed in batch.playing]
    ended = unread = 0
    for _ in range(steps):
        actions = []
        for k, match in enumerate(matches):
            decision = match.decisions[0]
            assert batch.seats[k] == decision.seat - 1
            assert batch.observations[k].tolist() == encoding.observe(match, decision.seat)
            assert batch.masks[k].tolist() == encoding.mask(decision)
            options = {a: i for a, i in encoding.options(decision).items() if a < encoding.offsets["unread"]}
            unread += len(options) < len(decision.options)
            if not options:  # hidden things come in another order there: begin anew
                actions.append(len(encoding.actions))
                continue
            action = random.choice(sorted(options))
            match.choose(decision, options[action])
            actions.append(action)
        batch.step(np.array(actions))
        for k, match in enumerate(matches):
            assert bool(batch.done[k]) == (match.over or actions[k] == len(encoding.actions))
            if match.over:
                shares = [0.0] * players
                first = [x.seat - 1 for x in match.standings if x.rank == 1]
                for seat in first:
                    shares[seat] = 1 / len(first)
                assert batch.rewards[k].tolist() == pytest.approx([reward(shares, j + 1) for j in range(players)])
                ended += 1
            elif not batch.done[k]:
                assert not batch.rewards[k].any()
            if batch.done[k]:
                matches[k] = rules.start(players, int(batch.playing[k]), journal=False)
    assert ended > 0 or folder not in (SMALL, SHOGUN)


@pytest.mark.parametrize("n", [1, 255, 256])
def test_a_match_does_not_hang_on_the_others(n: int) -> None:
    """Match 0 plays the same in a batch of any size, with any number of threads, with and without observations."""
    rows = []
    for threads in (1, 3):
        for observe in (True, False):
            batch = Batch(game(SMALL), n, seed=9, threads=threads, observe=observe)
            batch.reset()
            row = []
            for _ in range(60):
                batch.step(np.full(n, ANY))
                row.append((int(batch.seats[0]), batch.rewards[0].tolist(), int(batch.done[0]), int(batch.playing[0])))
            rows.append(row)
    alone = Batch(game(SMALL), 1, seed=9)
    alone.reset()
    expected = []
    for _ in range(60):
        alone.step(np.array([ANY]))
        expected.append((int(alone.seats[0]), alone.rewards[0].tolist(), int(alone.done[0]), int(alone.playing[0])))
    assert all(row == expected for row in rows)


def test_matches_differ_and_seeds_repeat_them() -> None:
    batch = Batch(game(SHOGUN), 8, 4, seed=1)
    batch.reset()
    first = batch.observations.copy()
    assert len({row.tobytes() for row in first}) > 4 and len(set(batch.playing.tolist())) == 8
    batch.step(np.full(8, ANY))
    batch.reset(1)
    assert np.array_equal(batch.observations, first)
    batch.reset(2)
    assert not np.array_equal(batch.observations, first)


def test_a_forbidden_action_costs_who_takes_it_the_match() -> None:
    batch = Batch(game(SMALL), 2)
    batch.reset()
    actor = int(batch.seats[0])
    batch.step(np.array([len(batch.encoding.actions), ANY]))
    assert batch.done.tolist() == [2, 0] and batch.rewards[0, actor] == -1 and batch.rewards[0].sum() == -1


def test_what_cannot_be_is_refused() -> None:
    for n, threads in ((0, 1), (1, 0)):
        with pytest.raises(UserError, match="or more"):
            Batch(game(SMALL), n, threads=threads)
    batch = Batch(game(SMALL), 2)
    batch.reset()
    with pytest.raises(UserError, match="2 actions are needed"):
        batch.step(np.array([0]))


def test_a_decision_is_asked_of_one_seat() -> None:
    """Who is asked at the same time as others comes in the order of seats."""
    batch = Batch(game(SHOGUN), 1, 4, seed=3)
    batch.reset()
    match = game(SHOGUN).start(4, int(batch.playing[0]), journal=False)
    assert asked(match, int(batch.seats[0]) + 1) is not None
