"""What `check` accepts together can be exchanged: two variants, or two lines of one layer, change the same in either order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from pathlib import Path
from random import Random

import pytest

import rulekit
from rulekit.rule_tests.runner import run_tests
from tests.playing import TOY, play
from tests.tiers import LONG, seeds

SO_FAR = {
    "a condition": ("adjust rent if it is at least 2: plus 1", "adjust rent if here is walled: plus 1", 4),
    "a limit that both look at": (
        "adjust rent if it is at most 2: plus 1",
        "adjust rent if it is at most 2: plus 2",
        5,
    ),
    "an amount": ("adjust rent: plus it", "adjust rent: plus 3", 7),
    "two amounts": ("adjust rent: plus it", "adjust rent: minus it * 3", -2),
    "conditions that exclude each other": (
        "adjust rent if it is at most 2: plus 5",
        "adjust rent if it is more than 2: at most 4",
        7,
    ),
    "pieces and none": (
        "adjust rent if here holds a guard: at most 1",
        "adjust rent if here holds no guard: plus 5",
        7,
    ),
    "numbers that are not the same": ("adjust rent if rounds is 3: at most 1", "adjust rent if rounds is 4: plus 5", 7),
}
RULES = """
number rent of {here: town}: 2

test "in either order":
  given Cedar becomes walled
"""


@pytest.mark.parametrize("name", SO_FAR)
def test_the_number_so_far_is_that_before_the_layer(name: str, tmp_path: Path) -> None:
    one, other, wanted = SO_FAR[name]
    rules = tmp_path / "rules.rules"
    rules.write_text(
        f'variant Rents of Hill Towns "Rents":\n  rounds is 4\n{RULES}  then rent of Cedar is {wanted}\n', "utf-8"
    )
    paths = [tmp_path / f"{k}.rules" for k in "ab"]  # variants are laid in the order of their names
    for lines in ((one, other), (other, one)):
        for path, said in zip(paths, lines, strict=True):
            path.write_text(f'variant V{path.stem.upper()} of Hill Towns "V":\n  {said}\n', "utf-8")
        assert not rulekit.check(TOY, [rules, *paths])[0]
        assert [r.message for r in run_tests(TOY, [rules, *paths]) if not r.ok] == []


BLOCKS = {
    "sums": ("raise points of Ash by 1", "raise points of Ash by 2", None),
    "a sum and a number": ("raise points of Ash by 1", "set points of Ash to 5", "both change `points`"),
    "one number": ("set points of Ash to 5", "set points of Ash to 5", None),
    "two numbers": ("set points of Ash to 5", "set points of Ash to 4", "both change `points`"),
    "two marks": ("set points of Ash to 5", "Elm becomes walled", None),
    "what is looked at": (
        "if Elm is walled: raise points of Ash by 1",
        "Elm becomes walled",
        "one changes `walled`, the other looks at it",
    ),
    "what is looked at by a rule": (
        "raise points of Ash by toll of Elm for Ash",
        "Elm becomes walled",
        "one changes `walled`, the other looks at it",
    ),
    "coins": ("move 1 coin from bank to purse of Ash", "move 2 coins from bank to purse of Birch", None),
    "up and down": ("raise round by 1", "lower round by 1", "both change `round`"),
    "coins that come and go": (
        "move 1 coin from bank to purse of Ash",
        "move 2 coins from purse of Ash to bank",
        "both change `coin`",
    ),
    "as many coins as there are": (
        "move up to 5 coins from purse of Ash to bank",
        "move 1 coin from bank to purse of Ash",
        "both change `coin`",
    ),
    "things": ("move all cards from sky to weather-pile", "shuffle weather-pile", "both change `weather`"),
    "other places": ("move all cards from sky to weather-pile", "move 1 coin from bank to purse of Ash", None),
    "questions": (
        'seat 1 may "rest": raise points of Ash by 1',
        'seat 2 may "rest": raise points of Birch by 1',
        "both ask",
    ),
    "the end": (
        "end the game, ranking players by points of it",
        "raise points of Ash by 1",
        "one ends the game",
    ),
}


@pytest.mark.parametrize("moment", ("before", "after"))
@pytest.mark.parametrize("name", BLOCKS)
def test_what_is_said_before_and_after(name: str, moment: str, tmp_path: Path) -> None:
    one, other, wanted = BLOCKS[name]
    paths = []
    for k, said in enumerate((one, other)):
        paths.append(tmp_path / f"{'ab'[k]}.rules")
        text = f'variant V{k} of Hill Towns "V":\n  {moment} score the round:\n    {said}\n'
        paths[-1].write_text(text, "utf-8")
    found = [d for d in rulekit.check(TOY, paths)[0] if d.severity == "error"]
    if wanted is None:
        assert not found
        return
    assert [d.code for d in found] == ["RK350"]
    assert found[0].message.endswith(
        f"both speak {moment} `score round` in the layer house, and their order matters: {wanted}"
    )
    assert [Path(span.file).name for _, span in found[0].also] == ["a.rules"] and Path(
        found[0].span.file
    ).name == "b.rules"
    assert found[0].hint == "say in the variant that is to speak first:  layer weather"


def test_a_condition_that_the_other_changes(tmp_path: Path) -> None:
    """They exclude each other, but the first lets the second hold."""
    path = tmp_path / "v.rules"
    said = ("if Elm is not walled: Elm becomes walled", "if Elm is walled: set round to 3")
    path.write_text('variant V of Hill Towns "V":\n' + "".join(f"  after score the round {x}\n" for x in said), "utf-8")
    [found] = rulekit.check(TOY, [path])[0]
    assert found.code == "RK350" and found.hint == "say both in one block, in the order that is meant"


def test_the_layer_of_a_variant_says_who_speaks_first(tmp_path: Path) -> None:
    a, b = tmp_path / "a.rules", tmp_path / "b.rules"
    a.write_text(
        'variant Late of Hill Towns "L":\n  after score the round: set round to 1\n  adjust toll: at most 0\n', "utf-8"
    )
    test = '\ntest "in this order":\n  when score the round\n  then round is 1\n  then toll of Cedar for Ash is 0\n'
    said = "  layer weather\n  after score the round: set round to 5\n  adjust toll: plus 1\n"
    b.write_text(f'variant Early of Hill Towns "E":\n{said}{test}', "utf-8")
    assert not rulekit.check(TOY, [a, b])[0]
    assert [r.message for r in run_tests(TOY, [a, b])] == [""], "the later file speaks first"


def test_a_layer_that_is_none(tmp_path: Path) -> None:
    path = tmp_path / "v.rules"
    path.write_text('variant V of Hill Towns "V":\n  layer wether\n  adjust toll: plus 1\n', "utf-8")
    [found] = rulekit.check(TOY, [path])[0]
    assert found.code == "RK321" and found.span.line == 2


LINES = (
    "adjust toll: plus 1",
    "adjust toll if it is at most 1: plus 2",
    "adjust toll if here is walled: at least 2",
    "adjust rent: minus it",
    "after score the round: raise points of Ash by 1",
    "after score the round if points of Ash is more than 3: Elm becomes walled",
    "after score the round: each here among towns that are walled: raise points of seat 1 by 1",
    "before score the round: each player in players: move up to 1 coin from bank to my purse",
    "before score the round: each player in players: move up to 1 coin from my purse to bank",
    "before score the round if round is 1: Cedar becomes walled",
    "after March: raise points of seat 2 by 1",
    "after March: move up to 2 coins from bank to my purse",
    "after March if goal is none: lower points of seat 2 by 1, to no less than 0",
    "instead of Collect if here is walled: raise my points by 2",
    'refuse goal in March if income of goal is 1: "too poor"',
    'refuse entering if goal is walled and round is 2: "shut"',
)


def course(game: rulekit.Game, seed: int) -> list[object]:
    """All that is asked and chosen in a game by chance, and how it ends."""
    match = game.start(seed=seed)
    told: list[object] = []
    for there in play(match, Random(seed)):
        told += [(asked.player, [option.id for option in asked.options]) for asked in there.decisions]
    return [*told, [(s.name, s.score) for s in match.standings]]


def pairs() -> list[tuple[str, str]]:
    """Each line with its neighbour and with another; in the long tier with all others."""
    if LONG:
        return [*combinations(LINES, 2)]
    return [(line, LINES[(k + far) % len(LINES)]) for far in (1, 5) for k, line in enumerate(LINES)]


@pytest.mark.slow
def test_exchanging_what_is_accepted_changes_no_game(tmp_path: Path) -> None:
    """The lines change their files, and with them the place in which they are read."""
    accepted = 0
    for k, pair in enumerate(pairs()):
        ways = (("a", pair), ("b", pair[::-1]), ("c", ("\n  ".join(pair),)), ("d", ("\n  ".join(pair[::-1]),)))
        laid = [_laid(tmp_path / f"{k}{way}", lines) for way, lines in ways]
        refused = [bool([d for d in rulekit.check(TOY, paths)[0] if d.severity == "error"]) for paths in laid]
        assert len({*refused}) == 1, pair
        if refused[0]:
            continue
        accepted += 1
        games = [rulekit.load(TOY, paths) for paths in laid]
        for seed in seeds(10, 20):
            played = course(games[0], seed)
            assert all(course(game, seed) == played for game in games[1 : 2 if seed % 4 else None]), pair
    assert accepted > len(pairs()) // 2


def _laid(folder: Path, lines: Sequence[str]) -> list[Path]:
    """A variant with what the lines speak of, and one with each line, or with all of them."""
    folder.mkdir()
    rules = folder / "rules.rules"
    rules.write_text(
        'variant Rents of Hill Towns "Rents":\n  number rent of {here: town}: 2   # no RK371: may be\n', "utf-8"
    )
    paths = [folder / f"{name}.rules" for name in "ab"]
    for path, said in zip(paths, lines, strict=False):
        path.write_text(f'variant V{path.stem.upper()} of Hill Towns "V":\n  {said}\n', "utf-8")
    return [rules, *paths[: len(lines)]]


ADDED = tuple(
    f'add weather {name} "{name}":\n    one card with force {force}\n    {said}'
    for name, force, said in (
        ("Fog", 1, "adjust toll: plus 1"),
        ("Hail", 2, 'refuse entering if coast of goal: "the harbour is shut"'),
        ("Frost", 3, "adjust toll if here is walled: plus 2"),
    )
)


@pytest.mark.parametrize("pair", list(combinations(ADDED, 2)))
def test_the_order_in_which_variants_are_named_changes_no_game(pair: tuple[str, str], tmp_path: Path) -> None:
    """Also where both add cards, which are shuffled by their numbers."""
    paths = _laid(tmp_path / "v", pair)
    games = [rulekit.load(TOY, order) for order in permutations(paths)]
    for seed in seeds(12, 50):
        assert len({str(course(game, seed)) for game in games}) == 1
