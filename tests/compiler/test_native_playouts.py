"""Playouts in a native library: choice for choice the same game as Python plays, from its beginning and from anywhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rulekit
from rulekit import native
from rulekit.native import go_native
from rulekit.runtime.native_library import NativeLibrary
from rulekit.runtime.random_games import LIMIT, random_games
from rulekit.runtime.work import Failure
from tests.compiler.native_rules import NEEDS_COMPILER, answered, chance
from tests.compiler.test_forms import MOST_DANGEROUS_TIME
from tests.compiler.test_same_play import by_chance
from tests.compiler.test_ways import GAME as ISLES
from tests.compiler.test_ways import LEFT, MAP, OWNED
from tests.playing import ROOT, SHOGUN, game
from tests.tiers import seeds

pytestmark = NEEDS_COMPILER

GAMES, PLUGINS = ROOT / "tests" / "games", ROOT / "plugins"
SUCCESSORS = PLUGINS / "nobunaga_successors" / "rulekit_nobunaga_successors" / "game"
LARGE = (MOST_DANGEROUS_TIME, SUCCESSORS)
"""Their libraries are made without optimisation, which takes a fifth of the time: SHOGUN's shows that it changes nothing."""
VARIANTS = (
    ("dice_battles", "full_ties", "largest_realm", "market_town", "open_bids", "rice_market", "three_years"),
    ("merchants", "short_war"),
)
"""House rules that can lie over each other."""
LIKE: list[Any] = [
    *((GAMES / name, None, {}, ()) for name in ("toy", "guilds", "corners", "council", "supply", "skirmish")),
    (SHOGUN, 4, {}, ()),
    (MOST_DANGEROUS_TIME, 2, {"scenario": "Short"}, ()),
    (SUCCESSORS, 3, {}, ()),
]
"""Set-ups that other tests play as well: what is made fast for them is made once."""
PLAYED: list[Any] = [
    *LIKE,
    (GAMES / "duel", None, {}, ()),
    (GAMES / "leagues", None, {}, ()),
    (ROOT / "games" / "tic_tac_toe", None, {}, ()),
    (ROOT / "games" / "chess", None, {}, ()),
    (ROOT / "games" / "backgammon", None, {}, ()),
    (ROOT / "games" / "hearts", None, {"single": "yes"}, ()),
    (ROOT / "games" / "hnefatafl", None, {}, ()),
    (ROOT / "games" / "diplomacy", None, {"years": "2"}, ()),
    (SHOGUN, 3, {"declining": "yes", "asking": "yes", "side": "Moon"}, ()),
    (SHOGUN, 5, {"setup": "Predetermined"}, ()),
    *((SHOGUN, 4, {}, variants) for variants in VARIANTS),
]


def named(case: Any) -> str:
    folder, players, options, variants = case
    name = folder.parent.parent.name if folder.name == "game" else folder.name
    return "-".join([name, *([str(players)] if players else []), *options, *variants])


Begun = tuple[Callable[..., rulekit.Match], NativeLibrary]


@pytest.fixture(scope="module")
def begun(request: pytest.FixtureRequest) -> Begun:
    """(what begins a match with a seed, with a journal or without; the library of its set-up)"""
    folder, players, options, variants = request.param
    rules = game(folder)
    if variants:
        rules = rulekit.load(folder, [folder / "variants" / f"{name}.rules" for name in variants])
    compiled = rules.compiled(players, options)
    library = made_soon(compiled) if folder in LARGE else go_native(compiled)
    assert isinstance(library, NativeLibrary)
    compiled.machine.native = None
    return (lambda seed, journal=False: rules.start(players, seed, options, journal)), library


def made_soon(compiled: Any) -> NativeLibrary:
    """A library that nobody has made faster than it is written."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(native, "FLAGS", ("-O0", *native.FLAGS[1:]))
        library = go_native(compiled)
    assert isinstance(library, NativeLibrary)
    return library


@pytest.mark.parametrize("begun", PLAYED, ids=named, indirect=True)
def test_the_library_plays_what_python_plays(begun: Begun) -> None:
    """Python goes step by step, with the steps of the form without a journal."""
    start, library = begun
    for seed in range(2):
        slow = plain(start(seed, journal=True))
        fast = slow.copy()
        answered(slow, chance(seed), 1_000_000)
        assert library.play(fast, chance(seed), 1_000_000) == slow.decided
        assert fast.value() == slow.value()


def plain(match: rulekit.Match) -> rulekit.Match:
    """Nothing is told from now on."""
    match.log = match.past = None
    match.trail, match.steps = [], match.compiled.machine.plain["STEPS"]
    return match


@pytest.mark.parametrize("begun", LIKE, ids=named, indirect=True)
def test_it_begins_anywhere(begun: Begun) -> None:
    start, library = begun
    random, match, bits = Random(1), start(9), chance(9)
    for part in range(8):
        bits = answered(match, bits, random.randrange(1, 40))
        if not match.asks:
            break
        slow, fast = match.copy(), match.copy()
        answered(slow, chance(part), 1_000_000)
        assert library.play(fast, chance(part), 1_000_000) == slow.decided - match.decided
        assert fast.value() == slow.value()


@pytest.mark.parametrize("seed", [seed + 23 for seed in seeds(5, 20)])  # others than in test_same_play
def test_a_game_by_chance_is_left_to_python_only_where_a_rule_fails(seed: int, tmp_path: Path) -> None:
    rules = by_chance(tmp_path, seed)
    library = made_soon(rules.compiled(2))
    for number in range(3):
        slow = plain(rules.start(2, number))
        fast = slow.copy()
        try:
            answered(slow, chance(number), 400)
        except Failure:
            assert library.play(fast, chance(number), 400) is None
        else:
            assert library.play(fast, chance(number), 400) == slow.decided
            assert fast.value() == slow.value()


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
    library, scores = go_native(rules.compiled(2)), []
    for seed in range(12):
        slow = plain(rules.start(2, seed))
        fast = slow.copy()
        answered(slow, chance(seed), 9)
        assert library.play(fast, chance(seed), 9) == 2
        assert fast.value() == slow.value()
        scores.append(fast.ending)
    assert any(scores[0] != other for other in scores)


IDLE = """game Idle "Idle":
  played by 2 players, called North, South
  begins with play it
marks seen by all:
  points of each player: from 0 up
to play it:
  for seat 1:
    choose n from 0 to 1: "how many?"
    raise my points by n
    if n is 1: end the game, ranking players by points of it
"""


def test_a_game_whose_rules_run_out_has_no_ending(tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text(IDLE, encoding="utf-8")
    rules = rulekit.load(tmp_path)
    slow = [*random_games(rules, 1, 8)]
    compiled = rules.compiled()
    fast = [*go_native(compiled).games(compiled.image, 1, 8, LIMIT)]
    assert fast == slow and {outcome.ending is None for outcome in slow} == {True, False}


@pytest.fixture
def duel() -> rulekit.Game:
    """A game of its own: no other test comes to play it in a library."""
    return rulekit.load(GAMES / "duel")


def test_too_many_choices_are_refused_as_python_refuses_them(duel: rulekit.Game) -> None:
    go_native(duel.compiled())
    with pytest.raises(rulekit.RuleFailure, match="no end after 2 decisions"):
        duel.start(seed=3, journal=False).play_random(3, limit=2)


def test_the_last_choice_that_is_allowed_may_end_the_game(duel: rulekit.Game) -> None:
    end = duel.start(seed=3, journal=False).play_random(3)
    library = go_native(duel.compiled())
    for limit in range(end - 3, end + 2):
        outcomes = []
        for duel.compiled().machine.native in (None, library):
            match = duel.start(seed=3, journal=False)
            try:
                made = str(match.play_random(3, limit))
            except rulekit.RuleFailure as failed:
                made = str(failed)
            outcomes.append((made, match.value()))
        assert outcomes[0] == outcomes[1]
