"""What is kept until something changes that it was worked out from: the answers must be those that are worked out anew."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rulekit.compiler.optimise import optimise
from rulekit.compiler.optimise.module import Module
from rulekit.compiler.optimise.touch import Block, Columns, Touches, columns_of
from rulekit.runtime.prelude import namespace
from tests.playing import SHOGUN, TOY, game

TURN, HOUSE, SIDE, OPEN, WHERE, NOTE = 0, 1, 21, 25, 65, 85
COLUMNS = Columns(
    (Block(TURN, 1), Block(HOUSE, 20), Block(SIDE, 4), Block(OPEN, 40), Block(WHERE, 20), Block(NOTE, 40)),
    40,
)
"""Twenty things of four houses on forty places in a ring, and a note about each place."""
RING = f"K_near = {tuple(((k - 1) % 40, (k + 1) % 40) for k in range(40))!r}\n"
RULES = (
    RING
    + """
def p_open(m, s, z, v_here, v_house):
    v_many = len([x1 for x1 in range(0, 40) if s[25 + x1] if (1 if s[21 + v_house] else 0) == 1])
    v_more = len([x1 for x1 in range(0, 40) if s[25 + x1] if len([x5 for x5 in z[x1] if s[1 + x5] == 3]) > 0])
    if v_more > 9:
        return False
    if [x1 for x1 in z[v_here] if (1 if s[21 + s[1 + x1]] else 0) != (1 if s[21 + v_house] else 0) if s[25 + v_here]]:
        return False
    return v_many <= 30

def w_1(m, s, z, v_house, starts):
    seen = {*starts}
    edge = [*starts]
    for from0 in edge:
        for to0 in K_near[from0] if p_open(m, s, z, from0, v_house) else ():
            if to0 not in seen and p_open(m, s, z, to0, v_house):
                seen.add(to0)
                edge.append(to0)
    return sorted(seen)

def p_free(m, s, z, v_house):
    if s[0] > 4: return []
    for x2 in (1, 2): pass
    return [x1 for x1 in range(0, 40) if s[25 + x1] >= 0 if s[25 + x1] < 9 - s[0] if p_open(m, s, z, x1, v_house)]

def p_many(m, s, z, v_house):
    for x2 in (1, 2): pass
    return len([x1 for x1 in range(0, 40) if p_open(m, s, z, x1, v_house) if s[25 + x1] != 7])

def r_go(m, s, z, st, v):
    for house in (0, 1, 2, 3):
        reached = tuple(w_1(m, s, z, house, (v, 7)))
        for x1 in [x2 for x2 in range(0, 20) if s[1 + x2] == house if (1 if s[21 + s[1 + x2]] else 0) == 1]:
            if s[65 + x1] in reached:
                s[85 + x1] = 1 + s[85 + x1]
        for x3 in p_free(m, s, z, house):
            s[85 + x3] = s[85 + x3] + 3
        s[85 + house] += p_many(m, s, z, house)
    return

def r_open(m, s, z, st, v):
    s[25 + v] = 1 - s[25 + v]
    return

def r_house(m, s, z, st, v):
    if v % 20 > 9:
        s[1 + v % 20] = v % 4
    return

def r_marked(m, s, z, st, v):
    marked = [x6 for x6 in range(0, 40) if s[25 + x6] == 1]
    marked.append(7)
    s[85] = s[85] + sum(marked)
    for x7 in [x8 for x8 in range(0, 40) if s[25 + x8] == 1]:
        i9 = 25 + x7
        s[i9] = (x7 + v) % 2
        s[86] = s[86] + len([x6 for x6 in range(0, 40) if s[25 + x6] == 1]) + i9
    s[30:32] = (v % 2, 1)
    return

def r_side(m, s, z, st, v):
    s[21 + v % 4] = v % 2
    return

def r_move(m, s, z, st, v):
    z[s[65 + v % 20]].remove(v % 20)
    s[65 + v % 20] = v
    insort(z[v], v % 20)
    return

def begin(m, s, z, st):
    return

STEPS = (r_go, r_open, r_house, r_side, r_move, r_marked,)
"""
)


class Match:
    kept: list[Any] | None = None


def module(text: str) -> dict[str, Any]:
    space = namespace()
    exec(text, space)
    return space


FAST = optimise(RULES, 40, COLUMNS)


def test_answers_searches_and_tables_are_kept() -> None:
    assert "def p_open_anew" in FAST and "def p_free_anew" in FAST and "found[:]" in FAST
    assert " in held_1(m, s, z, " in FAST, "which places are open, for each side"
    assert "w_1_set(m, s, z, (m.kept[" in FAST, "a set that is only asked; of the house only its side is given"
    assert "= grouped(" in FAST
    assert "marked = list((m.kept[" in FAST, "who may change a list gets a copy"
    assert "m.kept[0]" not in FAST[FAST.index("def r_go") : FAST.index("def r_open")], "a note is nothing that is kept"


@pytest.mark.parametrize("seed", range(4))
def test_what_is_kept_is_what_would_be_worked_out(seed: int) -> None:
    random = Random(seed)
    plain, quick = module(RULES), module(FAST)
    s = [0] * 125
    s[HOUSE : HOUSE + 20] = [random.randrange(4) for _ in range(20)]
    s[WHERE : WHERE + 20] = [random.randrange(40) for _ in range(20)]
    z = [[k for k in range(20) if s[WHERE + k] == place] for place in range(40)]
    mine, theirs = (s[:], [x[:] for x in z]), (s, z)
    match = Match()
    match.kept = quick["fresh"]()
    for _ in range(250):
        step, v = random.randrange(6), random.randrange(40)
        plain["STEPS"][step](Match(), *theirs, [], v)
        quick["STEPS"][step](match, *mine, [], v)
        assert mine == theirs
        assert all(x is None or x.copy() == x for x in match.kept[1:]), "a copy of a match copies what is kept"


def test_every_change_of_what_is_kept_is_told() -> None:
    """One step that tells nothing is enough to go wrong: the comparison above would see it."""
    silent = FAST.replace("if m.kept[0] &", "if 0 and m.kept[0] &")
    assert silent != FAST
    s = [0] * 125
    z: list[list[int]] = [[] for _ in range(40)]
    s[SIDE], z[3] = 1, [5]
    s[HOUSE + 5] = 1
    said = []
    for text in (FAST, silent):
        quick, match, mine = module(text), Match(), s[:]
        match.kept = quick["fresh"]()
        for step, v in ((0, 2), (1, 3), (0, 2)):
            quick["STEPS"][step](match, mine, z, [], v)
        said.append(mine)
    assert said[0] != said[1]


def test_a_local_that_holds_the_number_of_a_place_changes_the_column_of_the_place() -> None:
    step = "def r_go(m, s, z, st, v):\n    i_1 = 25 + v\n    s[i_1] = 1\n    s[v] = 1\nSTEPS = (r_go,)\n"
    touches = Touches(Module(step), COLUMNS)
    _, place, thing = Module(step).functions["r_go"].body
    assert touches.changes(place) & COLUMNS.at(OPEN)
    assert not touches.changes(thing) & COLUMNS.at(OPEN)


def test_columns_are_known_by_where_they_begin() -> None:
    """A column of a part of a kind begins before its first number; where it can not be said, every column is meant."""
    whole, part, pairs, row = (
        Block(0, 5),
        Block(5, 10, least=frozenset({3})),
        Block(15, 12, fixed=12),
        Block(27, 4, True),
    )
    columns = Columns((whole, part, pairs, row), 7)
    assert columns.at(6) == 2
    assert columns.family(2) == 2, "5 - 3: of the things from the fourth on"
    assert columns.family(15) == columns.family(21) == 4, "of two owners one may be named"
    assert columns.family(-7) == 8, "the place of a card, if it is a spot"
    assert columns.family(0) == 1 | 8, "a thing, or a spot, which is called by its number"
    assert columns.family(9) == columns.all


def test_columns_of_a_game_know_the_least_thing_that_they_are_said_of() -> None:
    """Of each player for each group size, counted from seat 1; and what lies in provinces, sort by sort."""
    image = game(SHOGUN).start(4, 1, journal=False).compiled.image
    columns = columns_of(image)
    left, pieces = image.marks["groups-left"], [c for c in image.columns if c[:2] == ["count", "province"]]
    for first in (left["base"], left["base"] - left["size"] // 4, left["base"] + left["size"] // 4):
        assert columns.family(first) & columns.at(left["base"])
    for _, _, base, _, _ in pieces:
        assert columns.family(base) == columns.at(pieces[0][2])


def test_a_copy_has_all_that_is_kept_for_itself() -> None:
    match = game(TOY).start(None, 1, {}, journal=False)
    match.kept = [5, {}, None, [7]]
    made = match.copy()
    assert made.kept == match.kept
    assert made.kept is not None
    made.kept[0], made.kept[2] = 6, [1]
    made.kept[1][3], made.kept[3][0] = 4, 8
    assert match.kept == [5, {}, None, [7]]
