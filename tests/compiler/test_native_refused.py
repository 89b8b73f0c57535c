"""What the native library does not do: the module is refused by name, or the match stays as it was and Python plays it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rulekit
from rulekit.compiler.native.sorts import Unsupported
from rulekit.compiler.native.source import native as written
from rulekit.native import go_native
from rulekit.runtime.native_playout import NativePlayout
from tests.compiler.native_rules import NEEDS_COMPILER, chance, image, made, state
from tests.dsl.test_clean_and_wrong import laid_out

pytestmark = NEEDS_COMPILER

ENDLESS = [
    "n = 1\n    for x in range(80):\n        n = n + n\n    out = [n]",
    "n = 3\n    for x in range(80):\n        n = n * 3\n    out = [n]",
    "out = []\n    for x in range(80):\n        s[1] += s[1] + 1",
    "out = [sum([4611686018427387904 for x in K_all])]",
]
"""Numbers that grow until they are too large for C."""
FINE = len(ENDLESS)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> NativePlayout:
    return made(image([*ENDLESS, "out = [1]"]), tmp_path_factory.mktemp("refused"))


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("out = [x for x in K_all if (lambda y: y)(x)]", "Call"),
        ("out = [s[1] ** 2]", "Pow"),
        ("out = []\n    for a, b in K_near[0:2]:\n        out.append(a)", "shape"),
        ("out = [9999999999999999999]", "Constant"),
        ("out = [x for x in K_far if s[x]]", "too large"),
        ("out = [*K_long]", "too long"),
        (
            "edge = [s[1]]\n    edge = frozenset(edge)\n    out = [x for x in K_all if x in edge]",
            "edge in r_0 is of different",
        ),
        ("out = [*{*z[0]}]", "Name|Set"),
        ("out = [x for x in K_some]", "Name"),
        ("s[1] = s[2] > 1\n    out = []", r"s\[1\] ="),
        (
            "yes = s[2] > 1\n    if s[3]:\n        yes = s[4]\n    st.append((yes, 0))\n    out = []",
            "the frames of r_0 hold",
        ),
    ],
)
def test_what_is_not_written_in_c_is_refused_by_name(body: str, reason: str) -> None:
    with pytest.raises(Unsupported, match=reason):
        written(image([body]), {})


@pytest.mark.parametrize("rule", range(FINE))
def test_numbers_without_end_are_left_to_python(rule: int, library: NativePlayout) -> None:
    match = state(1, rule)
    before = match.s[:], [cards[:] for cards in match.z], match.st[:]
    assert library.play(match, chance(1), 9) is None
    assert (match.s, match.z, match.st) == before


def test_a_number_that_is_too_large_from_the_start_is_left_to_python(library: NativePlayout) -> None:
    match = state(1, FINE)
    match.s[1] = 1 << 63
    assert library.play(match, chance(1), 9) is None
    assert (match.s[1], match.decided) == (1 << 63, 0)
    match.s[1] = (1 << 63) - 1
    assert library.play(match, chance(1), 9) == 1


@pytest.mark.parametrize(
    "stack",
    [[], [(0, 99)], [(0, -1)], [(0,)], [(0, 0, 0)], [((1, 2), 0)], [(None, 0)], [("x", 0)], [(1 << 64, 0)]],
    ids=str,
)
def test_a_stack_that_nobody_has_come_to_is_left_to_python(stack: list[Any], library: NativePlayout) -> None:
    match = state(1, FINE)
    match.st[:] = stack
    assert library.play(match, chance(1), 9) is None
    assert match.st == stack


def test_questions_that_nobody_has_come_to_are_left_to_python(library: NativePlayout) -> None:
    match = state(1, FINE)
    match.asks[0][2].clear()
    assert library.play(match, chance(1), 9) is None
    match = state(1, FINE)
    match.asks += [(0, 0, [1], [(0, FINE)]) for _ in range(200)]
    assert library.play(match, chance(1), 9) is None
    assert len(match.asks) == 201


def test_while_a_library_plays_python_plays_what_comes(library: NativePlayout) -> None:
    match = state(1, FINE)
    with library._busy:
        assert library.play(match, chance(1), 9) is None
    assert library.play(match, chance(1), 9) == 1


def test_a_rule_that_fails_is_told_as_python_tells_it(tmp_path: Path) -> None:
    rules = rulekit.load(laid_out("lower my points by 50", tmp_path))
    compiled = rules.compiled(2)
    library = go_native(compiled)
    failures = []
    for seed in range(3):
        for compiled.machine.native in (None, library):
            match = rules.start(2, seed, journal=False)
            with pytest.raises(rulekit.RuleFailure, match=r"play\.rules") as told:
                match.play_random(seed)
            failures.append(str(told.value))
        assert failures[-1] == failures[-2]
