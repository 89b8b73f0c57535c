"""Lists in brackets become loops. What is worked out, and whether it is, must stay the same."""

from __future__ import annotations

import ast
from random import Random

import pytest

from rulekit.compiler.optimise.loops import Loops
from rulekit.compiler.optimise.module import Module
from rulekit.compiler.optimise.searches import LISTINGS
from rulekit.runtime.prelude import Failure, namespace

HELPERS = """K_all = (0, 1, 2, 3, 4, 5, 6, 7)
K_sort = (0, 1, 2, 0, 1, 2, 0, 1)
def p_big(m, s, z, x):
    return s[x] > s[8 + x]
def p_seldom(m, s, z, x):
    if s[x] == 0 and s[1] == 3:
        raise Failure(7)
    return s[x] > 1
def d_change(m, s, z, x):
    s[x] = 0
    return 1
"""
INNER = "[y for y in z[0] if s[8 + y] == s[8 + x]]"
ONCE = "(once if once is not None else (once := [y for y in K_all if s[y] == v]))"
READY = "(once is not None or (once := [y for y in K_all if s[y] == v]) is not None)"

CONDITIONS = [
    "[x for x in z[0] if s[x] == v]",
    "not [x for x in z[0] if s[x] == v]",
    "len([x for x in z[0] if s[x] > v]) > 0",
    "len([x for x in z[0] if s[x] > v]) <= 0",
    "not len([x for x in z[0] if s[x] > v]) == 0",
    "any(s[x] > v for x in z[0] if p_big(m, s, z, x))",
    "any((True for x in K_all if s[x] > v if " + INNER + "))",
    "any((True for x in K_all if s[x] > v if not " + INNER + "))",
    "any((True for x in K_all if not (" + INNER + " and s[x] == 2)))",
    "any((True for x in K_all if s[x] > v or " + INNER + "))",
    "s[3] > v and [x for x in z[0] if s[x] == v] and s[4]",
    "s[3] > v or [x for x in z[0] if s[x] == v] or s[4]",
    "s[3] or not (s[4] and [x for x in z[0] if s[x] == v])",
    "not (s[3] > v or not [x for x in z[0] if s[x] == v])",
    "sum([s[x] for x in z[0]]) >= 2 * sum([s[x] for x in K_all if K_sort[x] == v])",
    "len([x for x in z[0] if s[x] == v]) == 2",
    "v in [x for x in z[0] if s[x]]",
    "(" + "[x for x in z[0] if s[x]]" + " if s[2] else [x for x in z[1] if s[x]])",
    "any((True for x in K_all if x in " + ONCE + " if s[x] > v))",
    "any((True for x in K_all if (any((True for y in once if s[y] == s[x])) if " + READY + " else False)))",
    "any((True for x in K_all if not (any((True for y in once if s[y] == s[x])) if " + READY + " else False)))",
    "any((True for x in [y for y in z[0] if s[y]] if s[x] > v))",
    "any((True for x in z[0] if p_seldom(m, s, z, x)))",
    "s[3] and p_seldom(m, s, z, 2) and [x for x in z[0] if p_seldom(m, s, z, x)]",
]
VALUES = [
    *CONDITIONS,
    "[s[x] + v for x in z[0] if s[x] > 0]",
    "[len([y for y in z[0] if s[y] == s[x]]) for x in z[1]]",
    "tuple([x for x in z[0]])",
    "frozenset(x + 1 for x in z[0])",
    "max([s[x] for x in K_all if [y for y in z[0] if y == x]] + [0])",
    "(s[3], [x for x in z[0] if s[x]], d_change(m, s, z, 3))",
    "(d_change(m, s, z, 3), [x for x in z[0] if s[x]])",
    "s[3] and [x for x in z[0] if s[x]]",
    "[x for x in z[0] if s[x]] or s[4] or [x for x in z[1] if s[x]]",
    "[(x, y) for x in z[0] for y in z[1] if s[x] == s[y]]",
]
BODIES = [
    "    if {c}:\n        s[40] = 1\n    return s[40]",
    "    if {c}:\n        s[40] = 1\n    else:\n        s[40] = 2\n    return s[40]",
    "    if s[5] == 9:\n        s[40] = 1\n    elif {c}:\n        s[40] = 3\n    return s[40]",
    "    for x in K_all:\n        if s[x] == v:\n            continue\n        if {c}:\n            s[40] += x\n"
    "            break\n        s[41] += 1\n    return (s[40], s[41])",
    "    n = 9\n    while n:\n        n -= 1\n        if {c}:\n            s[n] = v\n            continue\n        s[40] += n\n"
    "    return s[40]",
    "    if {c}:\n        raise Failure(3)\n    return 0",
    "    return {c}",
    "    given = {c}\n    s[40] += 1\n    return given",
    "    for y in [x for x in K_all if s[x] > v]:\n        s[y] = 0\n        s[z[0][0]] = 1\n        s[40] += 1 if {c} else 0\n"
    "    return s[40]",
    "    s[40 + v] += len({c}) if isinstance({c}, list) else 1\n    return s[40 + v]",
]


def played(source: str, seed: int) -> tuple[object, ...]:
    names = {**namespace(), "isinstance": isinstance}
    exec(compile(source, "made", "exec"), names)
    random = Random(seed)
    s = [random.randrange(4) for _ in range(48)]
    z = [random.sample(range(8), random.randrange(1, 5)), random.sample(range(8), random.randrange(3))]
    try:
        result: object = names["r_go"](None, s, z, [], random.randrange(4))
    except Failure as failed:
        result = f"fails in {failed.line}"
    return result, type(result), s, z


def in_loops(source: str) -> str:
    module = Module(source)
    Loops(module).function(module.functions["r_go"])
    return module.source()


def module(body: str) -> str:
    return f"{HELPERS}def r_go(m, s, z, st, v):\n    once = None\n{body}\ndef begin(m, s, z, st):\n    return\nSTEPS = (r_go,)\n"


@pytest.mark.parametrize("asked", VALUES)
def test_loops_come_to_the_same_as_lists(asked: str) -> None:
    for body in BODIES:
        plain = module(body.replace("{c}", f"({asked})"))
        made = in_loops(plain)
        for seed in range(12):
            assert played(made, seed) == played(plain, seed), body


MAY_FAIL = "[x for x in K_all if s[x] > 2 or card(s[8 + x] - 1, 6) > 1]"


@pytest.mark.parametrize("asked", [MAY_FAIL, f"not {MAY_FAIL}", f"len({MAY_FAIL}) > 0", f"s[1] and {MAY_FAIL} or s[2]"])
def test_a_search_is_not_left_before_what_may_fail(asked: str) -> None:
    ends = set()
    for body in BODIES:
        plain = module(body.replace("{c}", f"({asked})"))
        made = in_loops(plain)
        for seed in range(12):
            before = played(plain, seed)
            assert played(made, seed) == before, body
            ends.add(before[0] == "fails in 6")
    assert ends == {False, True}


@pytest.mark.parametrize("asked", CONDITIONS)
def test_no_list_is_left(asked: str) -> None:
    made = in_loops(module(f"    if {asked}:\n        s[40] = 1\n    return 0"))
    step = made[made.index("def r_go") :]
    assert not any(isinstance(n, LISTINGS) for n in ast.walk(ast.parse(step)))


def test_a_search_is_left_when_one_is_found() -> None:
    made = in_loops(module("    if [x for x in z[0] if s[x] == v]:\n        s[40] = 1\n    return 0"))
    assert "    for x in z[0]:\n        if s[x] == v:\n            s[40] = 1\n            break\n" in made


def test_conditions_inside_of_a_list_are_loops_inside_of_a_loop() -> None:
    made = in_loops(module(f"    s[40] = len([x for x in K_all if s[x] if not {INNER}])\n    return 0"))
    assert (
        "    number_1 = 0\n    for x in K_all:\n        if s[x]:\n            for y in z[0]:\n"
        "                if s[8 + y] == s[8 + x]:\n                    break\n"
        "            else:\n                number_1 += 1\n    s[40] = number_1\n"
    ) in made


def test_a_list_that_changes_something_stays_where_it_is() -> None:
    text = "    s[40] = sum([d_change(m, s, z, x) for x in z[0]])\n    return 0"
    assert "sum([d_change(m, s, z, x) for x in z[0]])" in in_loops(module(text))


def test_loops_do_not_stand_in_more_loops_than_python_takes() -> None:
    nested = "s[v] == 2"
    for k in range(25):
        nested = f"{'not ' * (k % 2)}[x{k} for x{k} in (v,) if {nested}]"
    plain = module(f"    if {nested}:\n        s[40] = 1\n    return 0")
    made = in_loops(plain)
    assert made.count("for x") == 25
    for seed in range(6):
        assert played(made, seed) == played(plain, seed)
