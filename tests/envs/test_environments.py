"""Environments for learning: the suites of PettingZoo and Gymnasium, secrecy, rewards, mistakes."""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from pathlib import Path
from random import Random

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from rulekit import bots
from rulekit.diagnostics import UserError
from rulekit.envs.aec import aec
from rulekit.envs.encoding import Encoding, asked, reward
from rulekit.envs.single import MISTAKES, RulekitSingle
from tests.compiler.test_forms import MOST_DANGEROUS_TIME
from tests.compiler.test_native_playouts import SUCCESSORS
from tests.playing import ROOT, SHOGUN, game, play

SMALL = ROOT / "games" / "tic_tac_toe"
TABLES = [(SMALL, 2), (SHOGUN, 4), (MOST_DANGEROUS_TIME, 2), (SUCCESSORS, 3)]


@pytest.mark.parametrize(("folder", "players"), TABLES[:2])
def test_what_pettingzoo_asks_of_an_environment(folder: Path, players: int) -> None:
    rules = game(folder)
    with redirect_stdout(io.StringIO()) as said:
        api_test(aec(rules, players), num_cycles=300)
        seed_test(lambda: aec(rules, players), num_cycles=60)
    assert "Passed API test" in said.getvalue()


@pytest.mark.parametrize(("folder", "players"), TABLES[:2])
def test_what_gymnasium_asks_of_an_environment(folder: Path, players: int) -> None:
    check_env(RulekitSingle(game(folder), seat=2, players=players), skip_render_check=True)


@pytest.mark.parametrize(("folder", "players"), TABLES)
def test_a_match_by_masked_actions_ends_with_rewards_that_add_up_to_nothing(folder: Path, players: int) -> None:
    env, random = aec(game(folder), players), Random(1)
    env.reset(seed=7)
    final: dict[str, float] = {}
    for agent in env.agent_iter():
        seen, gained, ended, cut, _ = env.last()
        assert seen is not None
        assert env.observation_space(agent).contains(seen)
        final[agent] = gained
        assert not cut
        env.step(None if ended else random.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    assert len(final) == players and sum(final.values()) == pytest.approx(0)
    assert max(final.values()) > 0 or not any(final.values())


@pytest.mark.parametrize(("folder", "players"), TABLES[1:])
def test_observation_and_mask_say_nothing_that_the_seat_may_not_know(folder: Path, players: int) -> None:
    """All that it cannot know is arranged anew: the same numbers, the same actions."""
    looked, differs = 0, 0
    encoding = Encoding(game(folder).compiled(players))
    for match in play(game(folder).start(players, seed=5, journal=False), Random(2), 240):
        if match.decided % 12 or not match.asks:
            continue
        for seat in range(1, players + 1):
            worlds = [match.determinised(match.players[seat - 1], k) for k in range(2)]
            seen = [(encoding.observe(w, seat), encoding.mask(asked(w, seat))) for w in worlds]
            assert seen[0] == seen[1] == (encoding.observe(match, seat), encoding.mask(asked(match, seat)))
            differs += worlds[0].s != worlds[1].s
            looked += 1
    assert looked > 20 and differs > 10


@pytest.mark.parametrize(("folder", "players"), TABLES)
def test_every_option_has_an_action_of_its_own(folder: Path, players: int) -> None:
    encoding = Encoding(game(folder).compiled(players))
    assert len(set(encoding.actions)) == len(encoding.actions)
    assert len(set(encoding.features)) == len(encoding.features)
    for match in play(game(folder).start(players, seed=6, journal=False), Random(4), 200):
        for decision in match.decisions:
            options = encoding.options(decision)
            assert sorted(options.values()) == list(range(len(decision.options)))
            assert len(encoding.observe(match, decision.seat)) == len(encoding.features)


def test_a_forbidden_action_loses_among_agents() -> None:
    env = aec(game(SMALL))
    env.reset(seed=1)
    env.step(len(env.encoding.actions) - 1)
    assert env.rewards == {"player_0": -1.0, "player_1": 0.0} and all(env.truncations.values())


def test_a_forbidden_action_costs_a_learner_and_changes_nothing() -> None:
    env = RulekitSingle(game(SMALL))
    seen, info = env.reset(seed=1)
    for k in range(MISTAKES):
        again, gained, ended, cut, _ = env.step(len(info["action_mask"]) - 1)
        assert (gained, ended, cut) == (-1.0, False, k == MISTAKES - 1)
        assert np.array_equal(again["observation"], seen["observation"])


def test_rewards_are_zero_sum() -> None:
    assert [reward([1, 0, 0, 0], k) for k in (1, 2)] == [1.0, pytest.approx(-1 / 3)]
    assert reward([0.5, 0.5], 1) == 0 and reward([0, 0], 1) == 0


def test_what_is_not_there_is_refused() -> None:
    with pytest.raises(UserError, match="there is no seat 3"):
        RulekitSingle(game(SMALL), seat=3)
    with pytest.raises(UserError, match="there is no bot"):
        RulekitSingle(game(SMALL), bot="nobody")
    with pytest.raises(UserError):
        aec(game(SMALL), 7)


def test_a_board_is_rendered() -> None:
    env = aec(game(SMALL), render_mode="ansi")
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    text = env.render()
    assert text is not None and text.count("\n") > 3
    env.render_mode = "svg"
    assert (env.render() or "").startswith("<svg")


def test_a_bot_named_by_its_budget_plays_the_others() -> None:
    env = RulekitSingle(game(SMALL), bot="mcts:20")
    _, info = env.reset(seed=3)
    ended = False
    while not ended:
        _, _, ended, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert bots.shares(env.match)
