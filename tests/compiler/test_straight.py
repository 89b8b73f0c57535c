"""Playouts answer every question inside the deed that asks it. They must stay the chain of answers that they stand for."""

from __future__ import annotations

import pytest

import rulekit
from rulekit.compiler.optimise import optimise
from rulekit.runtime.chance import AHEAD, MASK, below, drawer, shuffle, stretch
from rulekit.runtime.match import Match
from rulekit.runtime.playout import Answers
from tests.compiler.test_optimise import PLAYED
from tests.playing import SHOGUN, game

MULTIPLIER, INCREMENT = 6364136223846793005, 1442695040888963407


def bits(seed: int):
    """The answers of a playout, one by one."""
    x = seed * 2862933555777941757 + 3037000493 & MASK
    while True:
        x = x * MULTIPLIER + INCREMENT & MASK
        yield x >> 33


@pytest.mark.parametrize(("folder", "players", "options"), PLAYED, ids=lambda x: getattr(x, "name", str(x)))
@pytest.mark.parametrize("begun", [0, 1, 23, 61])
def test_a_playout_is_a_chain_of_answers(folder, players, options, begun, monkeypatch) -> None:
    """From the beginning, and from the middle of whatever rule it is by then."""
    fast = game(folder).start(players, 5, options, journal=False)
    for n in range(begun):
        if len(fast.asks) and fast.decided < begun:
            k = n % len(fast.asks)
            fast.answer(k, fast.asks[k][2][n * 7 % len(fast.asks[k][2])])
    slow, answers = fast.copy(), bits(5)
    with monkeypatch.context() as patch:
        patch.setattr(Match, "_stepped", None)  # nothing goes wrong, so nothing is played again step by step
        made = fast.play_random(5, limit=20_000)
    for _ in range(made):
        values = slow.asks[0][2]
        slow.answer(0, values[next(answers) * len(values) >> 31])
    assert fast.value() == slow.value()
    assert fast.over


def test_a_playout_that_does_not_end_stands_where_it_was_stopped() -> None:
    match = game(SHOGUN).start(4, 1, journal=False)
    other, answers = match.copy(), bits(3)
    with pytest.raises(rulekit.RuleFailure, match="no end after 99 decisions"):
        match.play_random(3, limit=99)
    for _ in range(100):
        values = other.asks[0][2]
        other.answer(0, values[next(answers) * len(values) >> 31])
    assert match == other


def test_answers_are_those_of_the_generator_one_by_one() -> None:
    given, one_by_one = Answers(7, 50), bits(7)
    assert [given.draw() for _ in range(50)] == [next(one_by_one) for _ in range(50)]
    assert given.made == 50
    with pytest.raises(StopIteration):
        given.draw()


@pytest.mark.parametrize("n", [1, 2, AHEAD - 1, AHEAD, AHEAD + 1, 45])
def test_a_stretch_of_a_stream_is_what_comes_one_by_one(n: int) -> None:
    one, many, ahead = [987654321], [987654321], [987654321]
    items = list(range(n))
    shuffle(many, 0, items)
    wanted = list(range(n))
    for left in range(n, 1, -1):
        j = below(one, 0, left)
        wanted[left - 1], wanted[j] = wanted[j], wanted[left - 1]
    assert (items, many) == (wanted, one)
    draw, numbers = drawer(0), stretch(n).random(987654321)
    assert [draw(ahead) for _ in range(n)] == list(numbers[0])
    assert ahead == [numbers[1]]


def test_a_stream_that_somebody_set_back_gives_the_same_again() -> None:
    draw, s = drawer(0), [11]
    first = [draw(s) for _ in range(5)]
    after = s[0]
    s[0] = 11
    assert [draw(s) for _ in range(5)] == first
    assert s == [after]


# ---------------------------------------------------------------- the passes for playouts
def fast(text: str) -> str:
    """What becomes of a deed that is called in a step."""
    step = "def r_go(m, s, z, st, v):\n    d_deed(m, s, z, m.draw, v)\n    return\n"
    return optimise(f"{text}\n\n{step}\ndef begin(m, s, z, draw):\n    return\n\nSTEPS = (r_go,)\n", 3)


TAKEN = """def d_deed(m, s, z, draw, me):
    options_1 = list(z[1 + me])
    if s[me] > 0: options_1.append(-1)
    if not options_1: raise Failure(4)
    v_card = options_1[draw() * len(options_1) >> 31]
    if v_card == -1:
        return
    lift(s, z, 20 + v_card, v_card)
    s[7] = v_card
    s[20 + v_card] = 10
    if len(z[1 + me]) > 4: s[8] = 1
    return"""


def test_a_card_that_is_drawn_is_taken_from_where_it_was_found() -> None:
    made = fast(TAKEN)
    assert ".remove(" not in made
    assert "[:]" not in made
    space: dict[str, object] = {"Failure": Exception}
    exec(made, space)
    for first, value, left in ((0, 1, [5, 9]), (1, 3, [5, 7, 9]), (1, 0, [7, 9])):
        s, z = [first, *[0] * 40], [[], [5, 7, 9], []]
        s[25] = s[27] = s[29] = 1
        n = 3 + first
        playout = type("Playout", (), {"draw": staticmethod(lambda value=value, n=n: (value << 31) // n + 1)})
        space["r_go"](playout, s, z, [], 0)  # type: ignore[operator]
        assert z[1] == left


def test_a_list_of_cards_is_looked_up_once() -> None:
    text = """def d_deed(m, s, z, draw, me):
    for v_k in (0, 1, 2):
        if not (len(z[1 + me]) > 0):
            return
        s[v_k] = len(z[1 + me])
    return"""
    made = fast(text)
    assert made.count("z[") == made.count("= z[") > 0


def test_an_entry_stands_once_it_has_asked() -> None:
    """A failure before the question takes the entry back; the same line behind it is a mistake of the rules."""
    text = """K_lines_deed = frozenset({7})

def w_deed(m, s, z, draw, me):
    if s[0] > 0: raise Failure(7)
    v_a = (0, 1)[draw() * 2 >> 31]
    if v_a == 1: raise Failure(7)
    s[1] = 1

def d_deed(m, s, z, draw, me):
    drawn = (s[5], )
    noted = Noted(draw)
    try:
        return w_deed(m, s, z, noted, me)
    except Failure as failed:
        if failed.line not in K_lines_deed or drawn != (s[5], ) or noted.asked: raise"""
    made = fast(text)

    class Failed(Exception):
        pass

    space: dict[str, object] = {"Failure": Failed}
    exec(made, space)
    for first, answer, after in ((1, 0, 0), (0, 0, 1), (0, 1, None)):
        s = [first, 0, 0, 0, 0, 0]
        playout = type("Playout", (), {"draw": staticmethod(lambda answer=answer: answer << 30)})
        if after is None:
            with pytest.raises(Failed):
                space["r_go"](playout, s, [], [], 0)  # type: ignore[operator]
        else:
            space["r_go"](playout, s, [], [], 0)  # type: ignore[operator]
            assert s[1] == after
