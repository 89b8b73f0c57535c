"""The module without a journal is rewritten to be fast. It must stay the same game as the module with one."""

from __future__ import annotations

from random import Random

import pytest

from rulekit.compiler.optimise import improve
from rulekit.compiler.optimise.module import Module
from rulekit.runtime.prelude import Failure, namespace
from tests.playing import ROOT, SHOGUN, game

GAMES = ROOT / "tests" / "games"
MOST_DANGEROUS_TIME = ROOT / "plugins" / "most_dangerous_time" / "rulekit_most_dangerous_time" / "game"
"""Its rules search much: what has been worked out is kept."""
PLAYED = [
    (SHOGUN, 4, {}),
    (SHOGUN, 3, {"declining": "yes", "asking": "yes", "years": "1"}),
    (SHOGUN, 5, {"setup": "Predetermined", "years": "1"}),
    (SHOGUN, 3, {"side": "Moon", "years": "1"}),
    (MOST_DANGEROUS_TIME, 2, {"scenario": "Short"}),
    *((GAMES / name, None, {}) for name in ("toy", "duel", "guilds", "corners", "council", "supply", "skirmish")),
]


@pytest.mark.parametrize(("folder", "players", "options"), PLAYED, ids=lambda x: getattr(x, "name", str(x)))
def test_both_modules_are_in_the_same_state_at_every_question(folder, players, options) -> None:
    for seed in range(3):
        told = game(folder).start(players, seed, options, journal=True)
        quiet = game(folder).start(players, seed, options, journal=False)
        random, limit = Random(seed), 1500
        while told.asks and limit:
            assert quiet.value() == told.value()
            k = random.randrange(len(told.asks))
            choice = random.choice(told.asks[k][2])
            told.decide(k, choice)
            if limit % 50 == 0:
                quiet.copy().answer(k, quiet.asks[k][2][-1])
                quiet = quiet.copy()
            quiet.answer(k, choice)
            limit -= 1
        assert quiet.value() == told.value()


# ---------------------------------------------------------------- the passes one by one
HEAD = """K_colour = (0, 1, 0, 1)
K_lines_e_buy = frozenset({7, 8})
"""


def fast(text: str, steps: str = "r_go") -> str:
    """What becomes of a module in which the step ``r_go`` calls what is given."""
    module = Module(HEAD + text + "\ndef begin(m, s, z, st):\n    return\n\nSTEPS = (" + steps + ",)\n")
    improve(module, 3)
    return module.source()


def test_numbers_are_put_together_and_double_denials_go() -> None:
    made = fast("def r_go(m, s, z, st, v):\n    if not (not (s[((7 + v) - 7) * 4 + 2] == 1)): s[3] = 1\n    return")
    assert "s[2 + v * 4] == 1" in made


def test_a_permission_is_written_where_it_is_asked_for() -> None:
    made = fast(
        "def p_may(m, s, z, v_a):\n    if s[v_a] == 2: return False\n    return True\n\n"
        "def r_go(m, s, z, st, v):\n    if p_may(m, s, z, v): s[3] = 1\n    return"
    )
    assert "if s[v] != 2:" in made
    assert "p_may" not in made


def test_a_filter_by_a_table_looks_its_members_up() -> None:
    made = fast(
        "def r_go(m, s, z, st, v):\n"
        "    s[9] = sum([s[x1] for x1 in range(0, 4) if (s[x1] > 0) and (K_colour[x1] == 1)])\n    return"
    )
    assert "for x1 in (1, 3) if s[x1] > 0" in made
    variable = fast(
        "def r_go(m, s, z, st, v):\n    s[9] = sum([s[x1] for x1 in range(0, 4) if K_colour[x1] == s[8]])\n    return"
    )
    assert "K_colour_is = {0: (0, 2), 1: (1, 3)}" in variable
    assert "K_colour_is.get(s[8], ())" in variable


def test_equal_numbers_are_counted_without_a_list() -> None:
    made = fast("def r_go(m, s, z, st, v):\n    s[9] = len([x1 for x1 in range(0, 4) if s[20 + x1] == v])\n    return")
    assert "s[9] = s[20:24].count(v)" in made


def test_a_number_for_each_owner_is_counted_in_one_round() -> None:
    made = fast(
        "def r_go(m, s, z, st, v):\n"
        "    s[9] = max([sum([s[x2] for x2 in range(0, 4) if s[20 + x2] == x1]) for x1 in range(0, 3)])\n    return"
    )
    assert "tally_1 = [0, 0, 0]" in made
    assert "tally_1[whose_1] += s[x2]" in made


def test_what_is_asked_twice_is_worked_out_once_until_something_changes() -> None:
    twice = "    if not [x1 for x1 in z[0] if s[x1] > s[x1 + 4]]:\n        return\n"
    again = "    s[9] = max([x2 for x2 in z[0] if s[x2] > s[x2 + 4]])\n    return"
    assert fast("def r_go(m, s, z, st, v):\n" + twice + again).count("for x") == 1
    assert fast("def r_go(m, s, z, st, v):\n" + twice + "    s[5] = 1\n" + again).count("for x") == 2


def test_an_entry_that_fails_takes_back_what_it_did_without_a_copy() -> None:
    text = """def w_buy(m, s, z, me):
    if s[0] < 1: raise Failure(7)
    s[0] -= 1
    if s[1] < 1: raise Failure(8)
    s[1] -= 1
    return

def e_buy(m, s, z, me):
    kept = s[:]
    drawn = (s[5], )
    try:
        return w_buy(m, s, z, me)
    except Failure as failed:
        if failed.line not in K_lines_e_buy or drawn != (s[5], ): raise
        s[:] = kept

def r_go(m, s, z, st, v):
    e_buy(m, s, z, v)
    s[3] = 1
    return"""
    made = fast(text)
    assert "try:" not in made
    space: dict[str, object] = {"Failure": Exception}
    exec(made, space)
    for before, after in (([0, 5, 0, 0], [0, 5, 0, 1]), ([4, 0, 0, 0], [4, 0, 0, 1]), ([4, 5, 0, 0], [3, 4, 0, 1])):
        space["r_go"](None, before, [], [], 0)  # type: ignore[operator]
        assert before == after


def test_a_frame_that_would_be_taken_at_once_is_not_laid() -> None:
    text = """def d_rest(m, s, z, st, me):
    if s[me] == 0:
        return
    st.append((me, 1,))
    m.asks.append((me, 0, [1, 2], st))
    return

def r_answer(m, s, z, st, v):
    me, _ = st.pop()
    s[9] = v
    return

def r_go(m, s, z, st, v):
    items, at, _ = st.pop()
    while True:
        if at >= len(items):
            return
        me = items[at]
        at += 1
        st.append((items, at, 0,))
        return d_rest(m, s, z, st, me)
"""
    made = fast(text, "r_go, r_answer")
    body = made[made.index("def r_go") : made.index("STEPS")]
    assert "continue" in body
    assert body.index("continue") < body.index("st.append((items, at, 0))")
    space: dict[str, object] = {}
    exec(made, space)

    class Asked:
        def __init__(self) -> None:
            self.asks: list[object] = []

    m, st = Asked(), [((0, 1, 2), 0, 0)]
    space["r_go"](m, [0, 0, 5], [], st, None)  # type: ignore[operator]
    assert st == [((0, 1, 2), 3, 0), (2, 1)]
    assert len(m.asks) == 1


COUNTING = """K_region = {0: (1, 3), 1: (0, 2)}
def r_go(m, s, z, st, v):
    for me in (0, 1):
        for land in (0, 1):
            if sum([s[20 + x1] for x1 in K_region.get(land, ()) if s[10 + x1] == me]) == 0:
                n = 0
            else:
                n = max([sum([s[20 + x1] for x1 in K_region.get(land, ()) if s[10 + x1] == y]) for y in (0, 1)])
            s[WHERE + me] = s[WHERE + me] + n * 7 + me
    return"""


@pytest.mark.parametrize(
    ("where", "rounds"), [(0, 1), (24, 1), (20, 2), (9, 2)], ids=["before", "behind", "what is counted", "owners"]
)
def test_a_loop_over_all_owners_counts_once_for_all(where: int, rounds: int) -> None:
    """Unless the loop sets what is counted, or by what it is counted."""
    text = COUNTING.replace("WHERE", str(where))
    made = fast(text)
    assert ("kept_1" in made) == (rounds == 1)
    assert ("sum(" in made) == (rounds > 1)
    for seed in range(5):
        random = Random(seed)
        plain = [random.randrange(-1, 3) for _ in range(30)]
        quick = plain[:]
        for module, state in ((HEAD + text, plain), (made, quick)):
            space: dict[str, object] = {"Failure": Exception}
            exec(module, space)
            space["r_go"](None, state, [], [], 0)  # type: ignore[operator]
        assert plain == quick


def test_a_number_in_its_range_needs_no_call() -> None:
    made = fast(
        "def r_go(m, s, z, st, v):\n    v_n = within(v - 1, 0, 9, 4)\n    s[3] = v_n\n    s[4] = v_n\n    return"
    )
    assert "within" not in made
    assert "raise Failure(4)" in made


def test_whether_there_is_one_is_looked_for_until_the_first_is_found() -> None:
    """In a long source; a list that is used afterwards stays a list."""
    seen = "[x1 for x1 in range(0, 40) if s[x1] > 7]"
    made = fast(f"def r_go(m, s, z, st, v):\n    if {seen}:\n        s[3] = 1\n    return")
    assert "any((True for x1 in" in made and "[x1 for" not in made
    short = fast(
        "def r_go(m, s, z, st, v):\n    if [x1 for x1 in range(0, 4) if s[x1] > 7]:\n        s[3] = 1\n    return"
    )
    assert "any(" not in short
    both = fast(f"def r_go(m, s, z, st, v):\n    if not {seen}:\n        return\n    m.asks.append((0, 1, {seen}, st))")
    assert both.count("for x1") == 1


def test_a_table_of_a_table_is_one_table() -> None:
    made = fast("K_weight = (5, 6)\ndef r_go(m, s, z, st, v):\n    s[3] = K_weight[K_colour[v]]\n    return")
    assert "K_weight_of_colour = (5, 6, 5, 6)" in made
    assert "K_weight_of_colour[v]" in made


def test_a_search_that_names_its_one_member_looks_at_no_other() -> None:
    """In whatever range the member is asked for; a list stays a list."""
    text = (
        "def r_go(m, s, z, st, v):\n"
        "    if len([x1 for x1 in range(0, 30) if x1 == v if s[40 + x1] == 2]) > 0: s[70] = 1\n"
        "    if len([x2 for x2 in range(0, 3)"
        " if len([x3 for x3 in range(10, 40) if x3 == v if s[40 + x3] == x2]) > 0]) > 0: s[71] = 1\n"
        "    s[72] = len([x4 for x4 in range(5, 25) if s[40 + v] == x4 if s[70] == 1])\n    return"
    )
    made = fast(text)
    assert "range(" not in made[made.index("def r_go") :] and "K_0_to_29" not in made[made.index("def r_go") :]
    assert made.count("for x") == 1
    for v in range(33):
        random = Random(v)
        plain = [random.randrange(4) for _ in range(70)] + [0, 0, 0]
        quick = plain[:]
        for module, state in ((HEAD + text, plain), (made, quick)):
            space: dict[str, object] = {"Failure": Exception}
            exec(module, space)
            space["r_go"](None, state, [], [], v)  # type: ignore[operator]
        assert plain == quick


def test_loops_that_have_nothing_to_do_with_each_other_go_by_names_of_their_own() -> None:
    """So what is known of the one is not lost for the other; a name that is asked for behind its loop stays."""
    one = "    for u in range(0, 30):\n        n = u + 5\n        s[n] = 1\n"
    other = "    for u in range(0, 30):\n        s[u] = s[50 + u]\n"
    made = fast("def r_go(m, s, z, st, v):\n" + one + other + "    return")
    assert "s[5:35] = K_30_times_1" in made
    kept = fast("def r_go(m, s, z, st, v):\n" + one + other + "    s[60] = u\n    return")
    assert "K_30_times_1" not in kept


def test_what_is_only_asked_what_is_in_it_is_not_copied() -> None:
    text = "[x1 for x1 in range(0, 4) if K_colour[x1] == s[v]]"
    made = fast(f"def r_go(m, s, z, st, v):\n    if {text} and v in {text}: s[3] = 1\n    return")
    assert "K_colour_is.get(s[v], ()) and v in K_colour_is.get(s[v], ())" in made
    listed = fast(f"def r_go(m, s, z, st, v):\n    m.asks.append((0, 1, {text}, st))\n    return")
    assert "[x1 for x1 in K_colour_is.get(s[v], ())]" in listed, "options are a list"


def failing(text: str, s: list[int]) -> tuple[int | None, ...]:
    """The lines with which the step fails as it is written, and after the passes."""
    out: list[int | None] = []
    for source in (HEAD + text, fast(text)):
        space = namespace()
        exec(source, space)
        try:
            space["r_go"](None, s[:], [[], []], [], 0)
            out.append(None)
        except Failure as failed:
            out.append(failed.line)
    return tuple(out)


PRICE = "def p_price(m, s, z, v_a):\n    x = card(s[v_a], 9)\n    for y in (1, 2): x += y\n    return x\n\n"


@pytest.mark.parametrize(
    "value",
    [
        "len([x1 for x1 in (1, 2) if card(s[x1], 5) > 0]) + p_price(m, s, z, 3)",
        "(card(s[1], 5) if s[0] > 0 else 0) + p_price(m, s, z, 3)",
        "(s[0] > 0 and card(s[1], 5) > 0) + p_price(m, s, z, 3)",
    ],
)
def test_what_fails_first_goes_on_failing_first(value: str) -> None:
    assert failing(PRICE + f"def r_go(m, s, z, st, v):\n    s[8] = {value}\n    return", [1, -1, -1, -1] + [0] * 8) == (
        5,
        5,
    )


def test_limits_that_speak_of_the_name_are_those_from_before() -> None:
    text = "def r_go(m, s, z, st, v):\n    x = s[0]\n    x = within(s[1], 0, x, 7)\n    s[8] = x\n    return"
    assert failing(text, [2, 5] + [0] * 10) == (7, 7)
