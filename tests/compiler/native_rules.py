"""Small modules as the compiler might write them, each of many rules, and the libraries that are made of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import rulekit
from rulekit import native
from rulekit.compiler.native.source import native as written
from rulekit.diagnostics import UserError
from rulekit.runtime.native_playout import NativePlayout
from rulekit.runtime.playout import first_bits as chance

__all__ = ["NEEDS_COMPILER", "SIZE", "answered", "chance", "image", "made", "state"]


def _compiler() -> bool:
    try:
        return bool(native.compiler())
    except UserError:
        return False


NEEDS_COMPILER = pytest.mark.skipif(not _compiler(), reason="there is no C compiler on this machine")
SIZE = 200
"""How many numbers a match has."""
STREAM = 90
TABLES = """K_all = range(0, 12)
K_colour = (0, 1, 0, 1, 2, 2, 0, 1, 0, 1, 2, 2)
K_near = ((1, 2), (0, 3), (0, 4), (1, 5), (2,), (3,), (7,), (6,), (9, 10), (8,), (8, 11), (10,))
K_of = {-1: (3, 4), 0: (0, 2, 6, 8), 1: (1, 3, 7, 9), 4: ()}
K_some = frozenset((9, 1, 8))
K_far = (1, 99999999999999999999)
K_long = range(0, 10000000000)
K_price = {2: 7, 3: -5, 9: 0}
K_sorts = Alike([[0, 6, [1, 1, 2, 2, 1, 1], [(20, 1)], [(60, 4)]], [6, 12, ['a', 'b', 'a', 'b', 'a', 'a'], [(20, 1)], []]])

def p_even(m, s, z, v_x):
    if s[v_x] == 2:
        return False
    return s[v_x] % 2 == 0

def p_deep(m, s, z, v_n):
    return 0 if v_n <= 0 else 1 + p_deep(m, s, z, v_n - 1)

def p_take(m, s, z, v_x):
    s[2] += v_x
    return s[2]

def p_pile(m, s, z):
    return z[0]

def w_entry(m, s, z, v_x):
    s[5] += 1
    z[0].append(20)
    s[6] = card(s[v_x] - 1, 7)
    s[7] = card(s[v_x] - 2, 8)
    z[1].remove(z[1][0])

def w_price(m, s, z, v_x, v_n):
    if v_n == 0:
        z[0].append(card(s[v_x] - 1, 7) + card(s[v_x + 1] - 1, 8))
    if v_n == 1:
        z[0].append(product(card(s[v_x] - 1, 7), card(s[v_x + 1] - 1, 8), 11))
    if v_n == 2:
        z[0].append(1 if card(s[v_x] - 1, 7) in firsts(z[1], s[v_x + 1] - 1, 8) else 2)
    if v_n == 3:
        z[0].append(1 if firsts(z[1], s[v_x] - 1, 7) == firsts(z[1], s[v_x + 1] - 1, 8) else 2)
    if v_n == 4:
        z[0].append(len(firsts(z[1], s[v_x] - 1, 7) + firsts(z[1], s[v_x + 1] - 1, 8)))
    if v_n == 5:
        z[card(s[v_x] - 1, 7)].append(card(s[v_x + 1] - 1, 8))
    if v_n == 6:
        insort(z[card(s[v_x] - 1, 7)], card(s[v_x + 1] - 1, 8))

def e_price(m, s, z, v_x, v_n):
    lists = [x[:] for x in z]
    drawn = (s[90],)
    try:
        return w_price(m, s, z, v_x, v_n)
    except Failure as failed:
        if failed.line not in K_some or drawn != (s[90],):
            raise
        z[:] = lists

def e_entry(m, s, z, v_x):
    kept = s[:]
    lists = [x[:] for x in z]
    drawn = (s[90],)
    try:
        return w_entry(m, s, z, v_x)
    except Failure as failed:
        if failed.line not in K_some or drawn != (s[90],):
            raise
        s[:] = kept
        z[:] = lists

"""


def image(bodies: Sequence[str], devices: Any = None, bound: Any = None) -> Any:
    """What the compiler would give for a game whose k-th rule has the k-th body, which makes a list ``out``."""
    text = [TABLES]
    for k, body in enumerate(bodies):
        shown = "at = 100\n    for one in out:\n        s[at] = one\n        at += 1\n    return\n"
        text.append(f"def r_{k}(m, s, z, st, v):\n    me, _ = st.pop()\n    {body}\n    {shown}\n")
    laid = "".join(f"    st.append((0, {k}))\n" for k in range(len(bodies)))
    text.append(f"def begin(m, s, z, st):\n{laid}\nSTEPS = ({''.join(f'r_{k}, ' for k in range(len(bodies)))})\n")
    return SimpleNamespace(
        quiet="".join(text),
        s=[0] * SIZE,
        z=[[], [], []],
        seats=("A",),
        streams={"x": STREAM},
        devices=devices or {},
        bound=bound or {},
    )


def made(of: Any, folder: Path, devices: Any = None) -> NativePlayout:
    """The library of an image. ``devices``: what each says of itself in C."""
    told = devices or {}
    said = written(of, {name: device.source for name, device in told.items()})
    rows = {number: told[name].rows for number, name in enumerate(of.devices)}
    return NativePlayout(str(native.built(said.source, folder)), said.frames, [STREAM], rows)


def state(seed: int, rule: int = 0) -> Any:
    """A match before a question with one answer, behind which a rule goes on."""
    random = Random(seed)
    s = [random.choice((0, 0, 1, 2, 3)) for _ in range(SIZE)]
    s[STREAM] = random.getrandbits(64)
    z = [random.sample(range(12), 6), sorted(random.sample(range(12), 4)), []]
    st = [(0, rule)]
    return SimpleNamespace(s=s, z=z, st=st, asks=[(0, 0, [1], st)], forks=0, kept=None, decided=0, ending=None)


def answered(match: rulekit.Match, chance: int, steps: int) -> int:
    """Python makes so many choices as the library does; gives where the stream of the choices stands then."""
    for _ in range(steps):
        if not match.asks:
            break
        chance = chance * 6364136223846793005 + 1442695040888963407 & 0xFFFFFFFFFFFFFFFF
        options = match.asks[0][2]
        match.answer(0, options[(chance >> 33) * len(options) >> 31])
    return chance
