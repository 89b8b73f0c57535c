"""The search: what it learns, what it must not know, budgets, hints."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from attrs import evolve

import rulekit
from rulekit import bots
from rulekit.bots.budget import Budget
from rulekit.bots.evaluation import DECIDED
from rulekit.bots.greedy import AHEAD, after
from rulekit.bots.mcts import root, searched
from rulekit.bots.native_judge import NativeJudge
from rulekit.bots.native_search import NativeSearch
from rulekit.bots.search import Dice, Search, TreeNode, Trees, child_key, compared, root_key
from rulekit.diagnostics import UserError
from rulekit.image import rivals
from rulekit.native import go_native
from tests.compiler.native_rules import NEEDS_COMPILER
from tests.compiler.test_forms import MOST_DANGEROUS_TIME
from tests.compiler.test_native_playouts import SUCCESSORS
from tests.playing import ROOT, SHOGUN, game, play

GAME = ROOT / "games" / "tic_tac_toe"
NATIVE = [(SHOGUN, 3), (GAME, 2), (MOST_DANGEROUS_TIME, 2), (SUCCESSORS, 3)]


def at(match: rulekit.Match, *squares: str) -> rulekit.Match:
    for square in squares:
        match.choose(match.decisions[0], square)
    return match


@pytest.mark.parametrize("bot", ["mcts:400", "greedy"])
def test_a_win_at_hand_is_taken(bot: str) -> None:
    names = [member.name for member in rulekit.load(GAME).start(seed=1).compiled.image.kinds["square"].members]
    match = at(rulekit.load(GAME).start(seed=1), names[0], names[3], names[1], names[4])
    decision = match.decisions[0]
    chosen = decision.options[bots.ask(bot, bots.named(bot, bots.BUILT_IN), match, decision)]
    assert chosen.id == names[2]


def test_a_loss_at_hand_is_prevented() -> None:
    names = [member.name for member in rulekit.load(GAME).start(seed=1).compiled.image.kinds["square"].members]
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
            search = searched(again, Budget(30))
            found.append({value: edge.visits for value, edge in root(search).edges.items()})
        assert found[0] == found[1] and sum(found[0].values()) == 30
        looked += 1
    assert looked >= 3


def test_how_often_an_option_was_available_counts_and_not_how_often_the_node_was_visited() -> None:
    node, rng = TreeNode(0), Dice(1)
    for _ in range(100):
        value, _ = node.choose([1, 2], rng)
        node.learn([1, 2], value, 0.5)
    value, fresh = node.choose([1, 2, 3], rng)
    assert (value, fresh) == (3, True)
    node.learn([1, 2, 3], 3, 0.0)
    assert node.edges[3].available == 1 and node.choose([1, 2, 3], rng)[0] != 3
    assert node.visits == 101 and node.edges[1].available == 101


def test_many_options_are_tried_by_and_by() -> None:
    node, rng = TreeNode(0), Dice(1)
    options = list(range(40))
    for _ in range(25):
        value, _ = node.choose(options, rng)
        node.learn(options, value, 0.5)
    tried = [edge for edge in node.edges.values() if edge.visits]
    assert 10 < len(tried) < 25


@NEEDS_COMPILER
@pytest.mark.parametrize(("folder", "players"), NATIVE)
def test_the_native_search_is_the_one_in_python(folder: Path, players: int) -> None:
    """All along the line that was tried most: the same nodes, visits and totals to the last bit."""
    rules = game(folder)
    match = next(m for m in play(rules.start(players, seed=2, journal=False), Random(3), 300) if m.decided >= 3)
    library = go_native(match.compiled)
    try:
        decision = match.decisions[-1]
        seats = [evolve(bots.seat_of(match, decision), rng=Random(5)) for _ in range(2)]
        searches: list[Trees] = [Search(seats[0]), NativeSearch(seats[1], library)]
        for each in searches:
            each.run(Budget(90))
    finally:
        match.compiled.machine.native = None
    key, nodes = root_key(decision.seat - 1), 0
    while (node := searches[0].node(key)) is not None:
        assert searches[1].node(key) == node
        value = max(node.edges, key=lambda value: node.edges[value].visits)
        key, nodes = child_key(key, node.question, value), nodes + 1
    assert searches[1].node(key) is None and nodes >= 1


@NEEDS_COMPILER
@pytest.mark.parametrize(("folder", "players", "seed"), [(*x, 4 if x[0] == SHOGUN else 6) for x in NATIVE])
def test_the_native_judge_is_the_one_in_python(folder: Path, players: int, seed: int) -> None:
    """Options of decisions all through a game, and of the last ones, where it is decided: the same advantages."""
    rules = game(folder)
    *_, last = play(rules.start(players, seed=seed, journal=False), Random(3))
    match, found = rules.start(players, seed=seed, journal=False), []
    library = go_native(match.compiled)
    try:
        for reached in play(match, Random(3), last.decided - 1):
            if reached.decided % 97 and reached.decided < last.decided - 3:
                continue
            seat = bots.seat_of(reached, reached.decisions[-1])
            world = seat.determinised(reached.decided)
            native = NativeJudge(library, seat, world)
            for option in seat.options[:5]:
                found.append(after(world.copy(), seat.index, option.value, Dice(7)))
                assert native.advantage(option.value, 7, AHEAD) == found[-1]
    finally:
        match.compiled.machine.native = None
    assert len({*found}) > 1 and max(map(abs, found)) > DECIDED / 10


def test_results_add_up_between_equals() -> None:
    assert compared([10, 10, 10], rivals([], 3)) == [0.5] * 3
    high, low = compared([100, 50], rivals([], 2))
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
