"""Word by word: what a generated module says means the same in C. All rules stand in one module, which is compiled once."""

from __future__ import annotations

from typing import Any

import pytest

from rulekit.runtime.native_playout import NativePlayout
from rulekit.runtime.prelude import Failure, namespace
from tests.compiler.native_rules import NEEDS_COMPILER, chance, image, made, state

pytestmark = NEEDS_COMPILER

LISTS = [
    "[x for x in z[0] if s[x] > 0 if x != 3]",
    "[y for x in K_all if s[x] for y in K_near[x] if y > x]",
    "[*z[0], 5, *K_near[8]]",
    "z[0] + [7] + s[3:6]",
    "sorted(z[0])",
    "sorted((0, 1, 2, 3), key=s[4:8].__getitem__)",
    "list(K_of.get(s[5], ()))",
    "[K_price.get(x, -9) for x in K_all]",
    "[x for x in K_all if x in K_price]",
    "[1 if x in (1, 4) or x in K_near[2] else -x for x in K_all]",
    "together(z[0], 40)",
    "united(sorted(z[0]), (3, 1, 50))",
    "without(z[0], (2, 3))",
    "with_most(z[0], [s[x] for x in z[0]])",
    "with_least(z[0], [s[x] for x in z[0]])",
    "ranked_low(z[0], [s[x] for x in z[0]])",
    "ranked_high(z[0], [s[x] for x in z[0]])",
    "ranked_shuffled(s, 90, z[0], [s[x] for x in z[0]])",
    "firsts(z[0], 3, 1)",
    "tops(z[0], 2, 1)",
    "sample(s, 90, K_all, 5, 1)",
    "throw(s, 90, 6)",
    "unlike(s, list(K_all), K_sorts)",
    "side_by_side(s, z[0], K_sorts)",
    "[x for x in compress(K_all, s[0:12])]",
    "list(numbers(2, 2 + s[3], 1))",
    "z[0][::-1] + z[0][1:] + z[0][:-1] + s[-4:]",
    "[x for x in K_all if 0 <= s[x] < 2 <= x]",
    "[x for x in K_all if p_even(m, s, z, x)]",
    "side_by_side(s, [40, 3, 40, 5, 3], K_sorts)",
    "sample(s, 90 + below(s, 90, 1), K_all, below(s, 90, 3), 1)",
    "[p_take(m, s, z, 3) - s[2], s[2] - p_take(m, s, z, 2), product(p_take(m, s, z, 1), s[2] + p_take(m, s, z, 1), 1)]",
]
NUMBERS = [
    "len([x for x in K_all if s[x]])",
    "sum([K_colour[x] for x in z[0]])",
    "sum(z[0]) - z[0].count(3) * 7 + z[0].index(z[0][2])",
    "max(z[0]) - min(3, s[1], s[2])",
    "max([s[x] for x in K_all])",
    "max([s[x] for x in z[0] if s[x] > 2], default=0) - min([x for x in z[1] if s[x] > 1], default=-3)",
    "max([s[x] for x in z[0] if s[x] > 2])",
    "(s[1] - 5) // 3 * 100 + (s[2] - 7) % 4",
    "below(s, 90, 6) * 10 - below(s, 90, 6)",
    "pick(s, 90, z[0], 1)",
    "product(s[1], -s[2], 1) + within(s[3], 0, 9, 1) + times(s[4], 1) + nth(z[0], 2, 1)",
    "card(z[0][0], 1) + top(z[0], 1) + own(s[1], s[1], 1)",
    "hits((1, 5, 6, 3), s[1], 5)",
    "s[1] and s[2] or 7",
    "1 if any((True for x in K_all if s[x] == 2)) else 2",
    "1 if any((s[x] > 1 for x in z[0])) else 2",
    "1 if not [x for x in K_all if s[x] > 2] else 2",
    "1 if len([x for x in K_all if s[x] > 2]) >= 1 else 2",
    "1 if path(K_near, 0, (0,), (5,), [x for x in K_all if s[x]]) else 2",
    "p_deep(m, s, z, 40) + s[s[1]] + s[-2] + K_near[s[1]][-1]",
    "1 if (s[1], s[2]) == (1, 0) or frozenset(z[0]).isdisjoint([1, 2]) else 2",
    "len(frozenset([s[x] for x in K_all]))",
    "sum([1 for x in z[0] if x in K_some])",
    "1 if s[1] < 2 < card(s[2] - 2, 1) else 2",
    "1 if s[1] in range(0, card(s[2] - 1, 1)) else 2",
    "1 if len([x for x in K_all if card(s[x] - s[1], 1) >= 0]) > 0 else 2",
    "1 if [x for x in K_all if not (s[x] < 3 and p_even(m, s, z, card(x - s[1], 1)))] else 2",
]
SENTENCES = [
    "out = []\n    for x in tuple(z[0]):\n        z[0].remove(x)\n        insort(z[1], x)\n    shuffle(s, 90, z[1])",
    "out = []\n    for a, b in zip(z[0], range(40, 44)):\n        s[b] = a\n    s[44:47] = [1, 2, 3]\n    z[1].insert(0, 9)",
    "seen = {*z[0]}\n    edge = [*z[0]]\n    for x in edge:\n        for y in K_near[x]:\n            if y not in seen:\n"
    "                seen.add(y)\n                edge.append(y)\n    out = sorted(seen)",
    "left = {*K_all}\n    for x in z[0]:\n        left.discard(x)\n    left.add(30)\n    out = sorted(left)",
    "at, out = (0, [])\n    while True:\n        at += 1\n        if at == 3:\n            continue\n        if at > s[1] + 4:\n"
    "            break\n        out.append(at)",
    "once = None\n    out = [x for x in K_all if x in (once if once is not None else (once := [y for y in z[0] if s[y]]))]",
    "edge = [(0, x) for x in sorted({*z[0]})]\n    seen = {x: 0 for _, x in edge}\n    while edge:\n"
    "        d, a = heappop(edge)\n        if d > seen[a]:\n            continue\n"
    "        for b in K_near[a]:\n            e = d + 1 + s[b]\n"
    "            if e < seen.get(b, 1 + e):\n                seen[b] = e\n                heappush(edge, (e, b))\n"
    "    out = [seen.get(x, -1) for x in sorted(seen)]",
    "left = {*z[0]}\n    for x in range(0, s[1] * 4):\n        left.discard(x)\n    out = [7]\n    if left:\n        out = [8]",
    "out = []\n    for x in tuple(p_pile(m, s, z)):\n        z[0].remove(x)\n        out.append(x)",
    "out = []\n    if s[1] > 1:\n        raise Failure(44)\n    out.append(z[0].pop())",
    "out = [s[1]]\n    None",
    "out = [s[200 + s[1]]]",
    "out = [p_deep(m, s, z, 100000)]",
    "out = [8]\n    e_entry(m, s, z, 3)\n    out.append(s[5])\n    e_entry(m, s, z, 3 + s[4] * 1000)",
    *(f"out = [8]\n    e_price(m, s, z, 3, {n})" for n in range(7)),
    "left = {*z[0]}\n    for x in range(100, 200):\n        left.add(x)\n        left.discard(x)\n    out = sorted(left)",
]
BODIES = [f"out = {text}" for text in LISTS] + [f"out = [{text}]" for text in NUMBERS] + SENTENCES


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], NativePlayout]:
    """(the module as Python, as a library)"""
    whole, space = image(BODIES), namespace()
    exec(whole.quiet, space)
    return space, made(whole, tmp_path_factory.mktemp("words"))


@pytest.mark.parametrize("body", BODIES)
def test_what_a_module_says_means_the_same_in_c(body: str, both: tuple[dict[str, Any], NativePlayout]) -> None:
    space, library = both
    rule, outcomes = BODIES.index(body), set()
    for seed in range(30):
        slow, fast = state(seed, rule), state(seed, rule)
        slow.asks.pop()
        try:
            space[f"r_{rule}"](slow, slow.s, slow.z, slow.st, 1)
        except (Failure, IndexError, ValueError, RecursionError):
            assert library.play(fast, chance(seed), 9) is None
            slow = state(seed, rule)
        else:
            assert library.play(fast, chance(seed), 9) == 1
        assert (fast.s, fast.z, fast.st) == (slow.s, slow.z, slow.st)
        outcomes.add(repr(slow))
    assert len(outcomes) > 1
