"""Playouts in a native library: choice for choice the same game as Python plays, or Python plays."""

from __future__ import annotations

from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import rulekit
from rulekit import cache, native
from rulekit.compiler.native.sorts import Unsupported
from rulekit.compiler.native.source import native as written
from rulekit.diagnostics import UserError
from rulekit.native import compiler, go_native
from rulekit.runtime.library import Library
from rulekit.runtime.prelude import Failure, namespace
from tests.compiler.test_ways import GAME as ISLES
from tests.compiler.test_ways import LEFT, MAP, OWNED
from tests.dsl.test_clean_and_wrong import laid_out
from tests.playing import ROOT, SHOGUN, game

pytestmark = pytest.mark.skipif(compiler() is None, reason="there is no C compiler on this machine")

GAMES, PLUGINS = ROOT / "tests" / "games", ROOT / "plugins"
SMALL = ("toy", "duel", "guilds", "corners", "council", "supply", "skirmish")
VARIANTS = sorted((SHOGUN / "variants").glob("*.rules"))
PLAYED: list[Any] = [
    *((GAMES / name, None, {}, ()) for name in SMALL),
    (ROOT / "games" / "tic_tac_toe", None, {}, ()),
    (SHOGUN, 4, {}, ()),
    (SHOGUN, 3, {"declining": "yes", "asking": "yes", "side": "Moon"}, ()),
    (SHOGUN, 5, {"setup": "Predetermined"}, ()),
    *((SHOGUN, 4, {}, (variant,)) for variant in VARIANTS),
    *(
        (PLUGINS / name / f"rulekit_{name}" / "game", None, {}, ())
        for name in ("most_dangerous_time", "nobunaga_successors")
    ),
]


def named(case: Any) -> str:
    folder, players, options, variants = case
    name = folder.parent.parent.name if folder.name == "game" else folder.name
    return "-".join([name, *([str(players)] if players else []), *options, *(v.stem for v in variants)])


def chance(seed: int) -> int:
    """The stream of choices as ``play_random`` starts it."""
    return seed * 2862933555777941757 + 3037000493 & 0xFFFFFFFFFFFFFFFF


@pytest.fixture(params=PLAYED, ids=named)
def begun(request: pytest.FixtureRequest) -> Any:
    """(what begins a match with a seed, the library of its set-up)"""
    folder, players, options, variants = request.param
    rules = rulekit.load(folder, variants)
    compiled = rules.compiled(players, options)
    library = go_native(compiled)
    compiled.machine.library = None
    return (lambda seed: rules.start(players, seed, options, journal=False)), library


def test_the_library_plays_what_python_plays(begun: Any) -> None:
    start, library = begun
    for seed in range(2):
        slow = start(seed)
        fast = slow.copy()
        try:
            made = slow.play_random(seed, limit=2000)
        except rulekit.RuleFailure:
            made = slow.decided
            assert made > 2000
        assert library.play(fast, chance(seed), made) == made
        assert fast.value() == slow.value()


def test_it_stops_anywhere_and_python_goes_on_from_there(begun: Any) -> None:
    start, library = begun
    random = Random(1)
    whole, parts, state = start(9), start(9), chance(9)
    while whole.asks and whole.decided < 400:
        steps = random.randrange(1, 12)
        after = answered(whole, state, steps)
        if random.random() < 0.5:  # and what Python has worked out before the library played is of no use any more
            assert library.play(parts, state, steps) is not None
        else:
            answered(parts, state, steps)
        assert parts.value() == whole.value()
        state = after


def answered(match: rulekit.Match, state: int, steps: int) -> int:
    """Python makes so many choices as the library does; gives where the stream of the choices stands then."""
    for _ in range(steps):
        if match.asks:
            state = state * 6364136223846793005 + 1442695040888963407 & 0xFFFFFFFFFFFFFFFF
            options = match.asks[0][2]
            match.answer(0, options[(state >> 33) * len(options) >> 31])
    return state


# ---------------------------------------------------------------- word by word
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

def begin(m, s, z, st):
    st.append((0, 0))

"""
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
]
BODIES = [f"out = {text}" for text in LISTS] + [f"out = [{text}]" for text in NUMBERS] + SENTENCES
SHOWN = "\n    at = 100\n    for one in out:\n        s[at] = one\n        at += 1\n    return\n\nSTEPS = (r_go,)\n"


def state(seed: int) -> Any:
    """A match before a question with one answer."""
    random = Random(seed)
    s = [random.choice((0, 0, 1, 2, 3)) for _ in range(200)]
    s[90] = random.getrandbits(64)
    z = [random.sample(range(12), 6), sorted(random.sample(range(12), 4)), []]
    st = [(0, 0)]
    return SimpleNamespace(s=s, z=z, st=st, asks=[(0, 0, [1], st)], forks=0, decided=0, ending=None, kept=None)


def of_body(body: str, tmp_path: Path) -> tuple[str, Library]:
    """(a module with one rule, its library)"""
    text = TABLES + "def r_go(m, s, z, st, v):\n    me, _ = st.pop()\n    " + body + SHOWN
    image: Any = SimpleNamespace(
        quiet=text, s=[0] * 200, z=[[], [], []], seats=("A",), streams={"x": 90}, devices={}, bound={}
    )
    made = written(image, {})
    return text, Library(str(native.built(made.source, tmp_path)), made.frames, [90], [])


@pytest.mark.parametrize("body", BODIES)
def test_what_a_module_says_means_the_same_in_c(body: str, tmp_path: Path) -> None:
    text, library = of_body(body, tmp_path)
    outcomes = set()
    for seed in range(30):
        slow, fast = state(seed), state(seed)
        space = namespace()
        exec(text, space)
        slow.asks.pop()
        try:
            space["r_go"](slow, slow.s, slow.z, slow.st, 1)
        except (Failure, IndexError, RecursionError):
            assert library.play(fast, chance(seed), 9) is None
            slow = state(seed)
        else:
            assert library.play(fast, chance(seed), 9) == 1
        assert (fast.s, fast.z, fast.st) == (slow.s, slow.z, slow.st)
        outcomes.add(repr(slow))
    assert len(outcomes) > 1


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
            "edge in r_go is of different",
        ),
        ("out = [*{*z[0]}]", "Name|Set"),
        ("out = [x for x in K_some]", "Name"),
        ("s[1] = s[2] > 1\n    out = []", r"s\[1\] ="),
        (
            "yes = s[2] > 1\n    if s[3]:\n        yes = s[4]\n    st.append((yes, 0))\n    out = []",
            "the frames of r_go hold",
        ),
    ],
)
def test_what_is_not_written_in_c_is_refused_by_name(body: str, reason: str) -> None:
    text = TABLES + "def r_go(m, s, z, st, v):\n    me, _ = st.pop()\n    " + body + SHOWN
    image: Any = SimpleNamespace(quiet=text, s=[0] * 200, z=[[]], seats=("A",), streams={}, devices={}, bound={})
    with pytest.raises(Unsupported, match=reason):
        written(image, {})


@pytest.mark.parametrize(
    "body",
    [
        "n = 1\n    for x in range(80):\n        n = n + n\n    out = [n]",
        "n = 3\n    for x in range(80):\n        n = n * 3\n    out = [n]",
        "out = []\n    for x in range(80):\n        s[1] += s[1] + 1",
        "out = [sum([4611686018427387904 for x in K_all])]",
    ],
)
def test_numbers_without_end_are_left_to_python(body: str, tmp_path: Path) -> None:
    _, library = of_body(body, tmp_path)
    match = state(1)
    assert library.play(match, chance(1), 9) is None
    match.s[1] = 1 << 63
    assert library.play(match, chance(1), 9) is None
    assert (match.s[1], match.decided) == (1 << 63, 0)


def test_what_nobody_has_come_to_is_left_to_python(tmp_path: Path) -> None:
    _, library = of_body("out = [1]", tmp_path)
    for stack in (
        [],
        [(0, 99)],
        [(0, -1)],
        [(0,)],
        [(0, 0, 0)],
        [((1, 2), 0)],
        [(None, 0)],
        [("x", 0)],
        [(1 << 64, 0)],
    ):
        match = state(1)
        match.st[:] = stack
        assert library.play(match, chance(1), 9) is None, stack
        assert match.st == stack
    match = state(1)
    match.asks[0][2].clear()
    assert library.play(match, chance(1), 9) is None
    match = state(1)
    match.asks += [(0, 0, [1], [(0, 0)]) for _ in range(200)]
    assert library.play(match, chance(1), 9) is None


def test_while_a_library_plays_python_plays_what_comes(tmp_path: Path) -> None:
    _, library = of_body("out = [1]", tmp_path)
    match = state(1)
    with library._busy:
        assert library.play(match, chance(1), 9) is None
    assert library.play(match, chance(1), 9) == 1


# ---------------------------------------------------------------- when there is none
def test_without_a_compiler_python_plays(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("CC", "no-such-compiler")
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))
    rules = rulekit.load(GAMES / "toy")
    with pytest.raises(UserError, match="no C compiler") as told:
        go_native(rules.compiled())
    assert "gcc or clang" in str(told.value)
    assert rules.start(seed=1, journal=False).play_random(1)


def test_a_compiler_that_gives_up_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = tmp_path / "cc"
    broken.write_text("#!/bin/sh\necho 'game.c:1: error: no room' >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("CC", str(broken))
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))
    with pytest.raises(UserError, match=r"gives up: .* error: no room"):
        go_native(rulekit.load(GAMES / "toy").compiled())


def test_a_broken_library_is_made_anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path))
    go_native(rulekit.load(GAMES / "duel").compiled())
    where = cache.folder()
    assert where is not None
    (library,) = where.glob("*.so")
    library.unlink()
    library.write_bytes(b"nothing")
    rules = rulekit.load(GAMES / "duel")
    go_native(rules.compiled())
    assert rules.start(seed=1, journal=False).play_random(1)


@pytest.mark.parametrize(
    "asked",
    [
        "(isles where owner of it is me) nearest to Ash, stepping from x to y if owner of x is me",
        "the largest connected group of (isles where owner of it is not me)",
    ],
)
def test_searches_end_where_nothing_is_found(asked: str, tmp_path: Path) -> None:
    old = next(line.strip() for line in ISLES.splitlines() if "isles within reach" in line)
    (tmp_path / "game.rules").write_text(ISLES.replace(old, asked).replace("WHICH", LEFT) + OWNED)
    (tmp_path / "isles.yaml").write_text(MAP)
    rules = rulekit.load(tmp_path)
    scores = []
    for seed in range(12):
        slow = rules.start(2, seed, journal=False)
        fast = slow.copy()
        slow.play_random(seed)
        assert go_native(rules.compiled(2)).play(fast, chance(seed), 9) == 2
        rules.compiled(2).machine.library = None
        assert fast.value() == slow.value()
        scores.append(fast.ending)
    assert any(scores[0] != other for other in scores)


def test_a_rule_that_fails_is_told_as_python_tells_it(tmp_path: Path) -> None:
    rules = rulekit.load(laid_out("lower my points by 50", tmp_path))
    failures = []
    for seed in range(3):
        for fast in (False, True):
            match = rules.start(2, seed, journal=False)
            if fast:
                go_native(match.compiled)
            with pytest.raises(rulekit.RuleFailure, match=r"play\.rules") as told:
                match.play_random(seed)
            failures.append(str(told.value))
            match.compiled.machine.library = None
        assert failures[-1] == failures[-2]


def test_too_many_choices_are_refused_as_python_refuses_them() -> None:
    rules = game(GAMES / "duel")
    go_native(rules.compiled())
    with pytest.raises(rulekit.RuleFailure, match="no end after 2 decisions"):
        rules.start(seed=3, journal=False).play_random(3, limit=2)
    rules.compiled().machine.library = None


def test_the_last_choice_that_is_allowed_may_end_the_game() -> None:
    rules = game(GAMES / "duel")
    end = rules.start(seed=3, journal=False).play_random(3)
    library = go_native(rules.compiled())
    for limit in range(end - 3, end + 2):
        outcomes = []
        for rules.compiled().machine.library in (None, library):
            match = rules.start(seed=3, journal=False)
            try:
                made = str(match.play_random(3, limit))
            except rulekit.RuleFailure as failed:
                made = str(failed)
            outcomes.append((made, match.value()))
        assert outcomes[0] == outcomes[1]
    rules.compiled().machine.library = None


def test_a_cache_in_a_folder_of_any_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    rules = rulekit.load(GAMES / "duel")
    for place in (".", "规则 库"):
        (tmp_path / place).mkdir(exist_ok=True)
        tmp_path.chmod(0o700)
        monkeypatch.setenv("RULEKIT_CACHE", place)
        rules.compiled().machine.library = None
        go_native(rules.compiled())
        assert rules.start(seed=1, journal=False).play_random(1)
        assert [*(tmp_path / place).glob("*.so")]
