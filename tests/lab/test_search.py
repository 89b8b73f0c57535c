"""The search: what it learns, what it must not know, budgets, hints."""

from __future__ import annotations

from random import Random

import pytest

import rulekit
from rulekit import bots
from rulekit.bots.budget import Budget
from rulekit.bots.search import Node, Search, compared
from rulekit.diagnostics import UserError
from tests.playing import ROOT, SHOGUN, game, play

GAME = ROOT / "games" / "tic_tac_toe"


def at(match: rulekit.Match, *squares: str) -> rulekit.Match:
    for square in squares:
        match.choose(match.decisions[0], square)
    return match


@pytest.mark.parametrize("bot", ["mcts:400", "greedy"])
def test_a_win_at_hand_is_taken(bot: str) -> None:
    names = [name for name, _ in rulekit.load(GAME).start(seed=1).compiled.image.kinds["square"]["members"]]
    match = at(rulekit.load(GAME).start(seed=1), names[0], names[3], names[1], names[4])
    decision = match.decisions[0]
    chosen = decision.options[bots.ask(bot, bots.named(bot, bots.BUILT_IN), match, decision)]
    assert chosen.id == names[2]


def test_a_loss_at_hand_is_prevented() -> None:
    names = [name for name, _ in rulekit.load(GAME).start(seed=1).compiled.image.kinds["square"]["members"]]
    match = at(rulekit.load(GAME).start(seed=1), names[8], names[0], names[7], names[4])
    decision = match.decisions[0]  # both threaten: six stops the one, and wins
    chosen = decision.options[bots.ask("mcts", bots.Mcts(Budget(600)), match, decision)]
    assert chosen.id == names[6]


def test_the_same_choice_wherever_hidden_things_lie() -> None:
    """Same seed, all that the seat may not know arranged anew: the same choice and the same visits."""
    looked = 0
    for match in play(game(SHOGUN).start(seed=2, journal=False), Random(3), 120):
        if match.decided % 30 != 29:
            continue
        decision = match.decisions[-1]
        seat = bots.seat_of(match, decision)
        found = []
        for k in (1, 2):
            other = seat.determinised(k)
            again = bots.Seat(other, other.decisions[seat.index], Random(9))
            search = Search(again)
            search.run(Budget(30))
            found.append({value: edge.visits for value, edge in search.root.edges.items()})
        assert found[0] == found[1] and sum(found[0].values()) == 30
        looked += 1
    assert looked >= 3


def test_how_often_an_option_was_available_counts_and_not_how_often_the_node_was_visited() -> None:
    node, rng = Node(0), Random(1)
    for _ in range(100):
        value, _ = node.choose([1, 2], rng)
        node.learn([1, 2], value, 0.5)
    value, fresh = node.choose([1, 2, 3], rng)
    assert (value, fresh) == (3, True)
    node.learn([1, 2, 3], 3, 0.0)
    assert node.edges[3].available == 1 and node.choose([1, 2, 3], rng)[0] != 3
    assert node.visits == 101 and node.edges[1].available == 101


def test_many_options_are_tried_by_and_by() -> None:
    node, rng = Node(0), Random(1)
    options = list(range(40))
    for _ in range(25):
        value, _ = node.choose(options, rng)
        node.learn(options, value, 0.5)
    tried = [edge for edge in node.edges.values() if edge.visits]
    assert 10 < len(tried) < 25


def test_results_add_up_between_equals() -> None:
    assert compared([10, 10, 10]) == [0.5] * 3
    high, low = compared([100, 50])
    assert high > 0.5 > low and high + low == pytest.approx(1)


def test_a_hint_is_the_best_first_with_what_comes_after() -> None:
    match = game(SHOGUN).start(seed=4)
    found = bots.hint(bots.seat_of(match, match.decisions[0]), Budget(60))
    assert 1 <= len(found) <= 3 and found == sorted(found, key=lambda h: (h.tried, h.value), reverse=True)
    assert all(0 <= h.value <= 1 and h.tried for h in found) and found[0].line


@pytest.mark.parametrize("text", ["easy", "500", "1.5s", "2s"])
def test_budgets(text: str) -> None:
    assert Budget.read(text).playouts > 0


@pytest.mark.parametrize("text", ["", "0", "-1", "soon", "1.5", "0s"])
def test_what_is_no_budget(text: str) -> None:
    with pytest.raises(UserError, match="is no budget"):
        Budget.read(text)


def test_time_is_kept() -> None:
    clock = Budget(seconds=0.000001).clock()
    assert clock.left(0) and not clock.left(1)
    assert not Budget(3).clock().left(3)
