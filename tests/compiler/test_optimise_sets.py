"""The passes about members and columns: each by a small module, played fast and as it is printed."""

from __future__ import annotations

import ast
from random import Random

import pytest

from rulekit.compiler.optimise import improve
from rulekit.compiler.optimise.module import Module
from rulekit.compiler.optimise.own import own
from rulekit.runtime.prelude import Failure, namespace

HEAD = f"""K_all = range(0, 40)
K_colour = {(1, 0) * 20}
K_sort = {(0, 1, 2, 1) * 10}
K_near = ((1, 2), (0, 3), (0, 4), (1, 5), (2,), (3,), (7,), (6,))
"""


def fast(text: str) -> str:
    module = Module(HEAD + text + "\ndef begin(m, s, z, st):\n    return\n\nSTEPS = (r_go,)\n")
    improve(module, 3)
    return module.source()


def both(text: str, calls: list[int] | None = None) -> str:
    """The fast module, after some states were found to be the same in it and in the plain one."""
    made = fast(text)
    for seed in range(8):
        random = Random(seed)
        plain = [random.choice((0, 0, 1)) for _ in range(200)]
        zones = [sorted(random.sample(range(8), 4)), list(range(8)), []]
        quick, ends = plain[:], []
        for module, state in ((HEAD + text, plain), (made, quick)):
            space = namespace()
            exec(module, space)
            try:
                ends.append(space["r_go"](None, state, zones, [], seed % 4))
            except Failure as failed:
                ends.append(failed.line)
        assert plain == quick
        assert ends[0] == ends[1]
    return made


REACH = """
def w_reach(m, s, z, v_me, starts):
    seen = {*starts}
    edge = [*seen]
    for a in edge:
        for b in K_near[a]:
            if b not in seen and s[20 + b] == v_me:
                seen.add(b)
                edge.append(b)
    return sorted(seen)
"""


def test_what_is_the_same_for_all_members_is_worked_out_once() -> None:
    made = both(
        REACH + "\ndef r_go(m, s, z, st, v):\n"
        "    s[0] = len([x1 for x1 in range(0, 8) if s[x1] == 0"
        " if x1 not in w_reach(m, s, z, v, [x2 for x2 in z[0] if s[x2]])])\n"
        "    return"
    )
    assert "once_1 = None" in made
    assert "once_1 if once_1 is not None else (once_1 := frozenset(" in made


def test_what_a_list_inside_goes_through_is_made_once_too() -> None:
    made = both(
        "def r_go(m, s, z, st, v):\n"
        "    s[0] = len([x1 for x1 in z[1] if [x2 for x2 in [x3 for x3 in z[0] if s[x3]] if s[x2] == s[9 + x1]]])\n    return"
    )
    assert "for x2 in once_1" in made
    assert made.count("for x3") == 1


def test_what_hangs_on_the_member_stays_where_it_is() -> None:
    made = both(
        REACH + "\ndef r_go(m, s, z, st, v):\n"
        "    s[0] = len([x1 for x1 in range(0, 8) if x1 in w_reach(m, s, z, s[x1], [x2 for x2 in z[0] if s[x2] == s[x1]])])\n"
        "    return"
    )
    assert "once_" not in made


def test_what_can_fail_is_worked_out_only_where_it_was_before() -> None:
    """With nobody in zone 2 the card on top of it is never asked for."""
    both(
        "def p_top(m, s, z, v_n):\n    n = [x2 for x2 in z[v_n] if s[x2]]\n"
        "    if not n:\n        raise Failure(5)\n    return n[0]\n\n"
        "def r_go(m, s, z, st, v):\n    s[0] = len([x1 for x1 in z[0] if s[x1] if s[x1 + 8] if x1 != p_top(m, s, z, 2)])\n"
        "    return"
    )


FAILS = "def p_may(m, s, z, v_x):\n    return card(s[v_x] - s[39 + v_x], 5) >= 0\n\n"
NEVER_FAILS = "def p_may(m, s, z, v_x):\n    return s[v_x] > s[39 + v_x]\n\n"


@pytest.mark.parametrize("asked", ["{}", "not {}", "len({}) > 0", "s[1] and {}", "[x2 for x2 in K_all if {}]"])
def test_a_search_goes_on_where_a_later_member_may_fail(asked: str) -> None:
    """The module as it is printed asks every member, and fails at the one it fails at."""
    search = asked.format("[x1 for x1 in K_all if p_may(m, s, z, x1)]")
    text = f"def r_go(m, s, z, st, v):\n    if {search}:\n        s[3] = 7\n    return"
    assert "[x1 for x1 in" in both(FAILS + text)
    assert "any((True for x1 in" in both(NEVER_FAILS + text)


def test_the_first_lines_of_a_test_are_seen_before_it_is_called() -> None:
    test = (
        "def p_may(m, s, z, v_x):\n    if K_sort[v_x] != 2:\n        return False\n"
        "    if not s[20 + v_x]:\n        return False\n"
        "    n = s[60 + v_x]\n    for k in z[0]:\n        if s[k] == n:\n            return True\n    return False\n\n"
    )
    made = both(
        test + "def r_go(m, s, z, st, v):\n    s[0] = len([x1 for x1 in K_all if p_may(m, s, z, x1)])\n    return"
    )
    assert "for x1 in (2, 6, 10, 14, 18, 22, 26, 30, 34, 38) if s[20 + x1] if p_may_rest_1(m, s, z, x1)" in made
    denied = both(
        test
        + "def r_go(m, s, z, st, v):\n    s[0] = len([x1 for x1 in range(0, 10) if not p_may(m, s, z, x1)])\n    return"
    )
    assert "p_may_rest" not in denied  # to be denied at once is no reason to be left out


def test_several_tests_by_tables_are_made_together() -> None:
    made = both(
        "def r_go(m, s, z, st, v):\n"
        "    s[0] = sum([x1 for x1 in range(0, 40) if K_colour[x1] != 0 if s[x1] if K_sort[x1] != 0])\n    return"
    )
    assert "for x1 in (2, 6, 10, 14, 18, 22, 26, 30, 34, 38) if s[x1]" in made


def test_who_has_a_mark_is_taken_from_the_run_of_marks() -> None:
    made = both(
        "def r_go(m, s, z, st, v):\n    s[0] = sum([x1 for x1 in K_all if s[50 + x1] if s[x1] == v])\n    return"
    )
    assert "for x1 in compress(K_all, s[50:90]) if s[x1] == v" in made
    assert "any(s[50:90])" in both(
        "def r_go(m, s, z, st, v):\n    if [x1 for x1 in K_all if s[50 + x1]]:\n        s[0] = 7\n    return"
    )
    assert "compress" not in fast(
        "def r_go(m, s, z, st, v):\n    s[0] = sum([x1 for x1 in range(0, 5) if s[50 + x1]])\n    return"
    )


def test_what_lies_in_some_spots_is_taken_from_the_run_of_spots() -> None:
    made = both("def r_go(m, s, z, st, v):\n    s[0] = sum([s[5 + x1] for x1 in K_all if s[5 + x1] >= 1])\n    return")
    assert "[x1 for x1 in s[5:45] if x1 >= 1]" in made
    row = "range(40 + v * 10, 50 + v * 10)"
    made = both(f"def r_go(m, s, z, st, v):\n    s[0] = sum([s[x1] for x1 in {row} if s[x1] >= 1])\n    return")
    assert "[x1 for x1 in s[40 + v * 10:50 + v * 10] if x1 >= 1]" in made
    made = both(
        "def r_go(m, s, z, st, v):\n    s[0] = sum([x1 for x1 in K_all if s[x1] == 1 if s[x1 + 40] == 1])\n    return"
    )
    assert "for x1 in K_all" in made


@pytest.mark.parametrize("order", ["ranked_low", "ranked_high"])
def test_an_order_by_one_column_is_a_sort(order: str) -> None:
    made = both(
        "def r_go(m, s, z, st, v):\n"
        f"    s[0] = tuple({order}((0, 1, 2, 3), [s[8 + x1] for x1 in (0, 1, 2, 3)]))\n    return s[0]"
    )
    assert "sorted((0, 1, 2, 3), key=s[8:12].__getitem__" in made
    other = fast(f"def r_go(m, s, z, st, v):\n    s[0] = tuple({order}(z[0], [s[8 + x1] for x1 in z[0]]))\n    return")
    assert order in other


def test_a_number_for_all_members_is_set_at_once() -> None:
    made = both(
        "def r_go(m, s, z, st, v):\n    for u in K_all:\n        s[50 + u] = 0\n        s[100 + u] = -1\n    return"
    )
    assert "s[50:90] = K_40_times_0" in made
    assert "s[100:140] = K_40_times_minus_1" in made


@pytest.mark.parametrize(
    "body",
    ["s[50 + u] = 0\n        s[60 + u] = 1", "s[50 + u] = s[u]", "s[2 * u] = 0", "s[50 + u] = 0\n        s[0] = u"],
    ids=["overlapping", "read", "scattered", "used"],
)
def test_a_loop_that_does_more_stays_a_loop(body: str) -> None:
    made = both(f"def r_go(m, s, z, st, v):\n    for u in K_all:\n        {body}\n    return")
    assert "for u in K_all" in made
    assert "_times_" not in made


def test_a_function_may_change_what_it_has_made_itself_and_nothing_else() -> None:
    def mine(text: str) -> set[str]:
        made = ast.parse(f"def f(m, s, z, given):\n{text}").body[0]
        assert isinstance(made, ast.FunctionDef)
        return own(made, list(ast.walk(made)))

    assert mine("    seen = {*given}\n    edge = [*seen]\n    last, edge = edge, []") == {"seen", "edge", "last"}
    assert mine("    pile = z[0]\n    other = pile") == set()
    assert mine("    pile = []\n    pile = z[0]\n    for x in given: x = []") == set()
    assert mine("    given = []") == set()
