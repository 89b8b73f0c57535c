"""Seventeen house rules as they are first written, wrongly: somebody tells the author of each what is wrong, in these words.

What the rules themselves show, `check` and `lint` tell; what only play shows, `try` does. Above each rule stands what was meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import rulekit
from rulekit.diagnostics import render
from rulekit.lab.try_report import lines
from rulekit.lab.tryout import try_out
from tests.playing import SHOGUN

FOLDER = Path(__file__).parent / "wrong"
TOLD_BY_CHECK = {
    "mild_and_poor": "two lines of the variant Mild And Poor speak about `tax income` in the layer house",
    "pacts": "this holds as well where both are none",
    "spies": "`me` may not see these cards, but which of them can be chosen (`it is a province-card`) tells what they are",
    "deserted_castles": "`here is empty` asks for armies, buildings and revolt-markers, and only armies were spoken of before",
    "poor_relief": "`stop` leaves more than this round: no other round of `each player in players` comes",
    "mercenaries": "this tells `n` before it is given the value with which the rule goes on",
}
TOLD_BY_LINT = {"ransom": "nothing in the rules reads `ransom`"}
TOLD_BY_TRY = {
    "hungry_winter": (
        "4: this line cannot be carried out: each player in players: lower my rice by 2",
        "rice of Red would be -2: it is 0 or more",
    ),
    "double_bids": (
        "game.rules:151: this line cannot be carried out: needs chests in my purse is at least n",
        "it costs 8 chests",
        "what this line reads is changed by {file}:3  adjust bid price: plus it",
    ),
    "three_battles": (
        "! {file}:8  refuse attacking if my battles is at least 3",
        "this refusal never came up in 16 games",
    ),
    "early_victory": (
        "! Games that ended with nobody ranked: 16 of 16",
        "begin a new year: never in 16 games; 1.0 times a game without",
    ),
    "war_chest": (
        "6: this line cannot be carried out: after hand: move 1 chest from war-tray to purse of winner",
        "war tray holds 0 chests, and 1 should leave it",
    ),
    "pacts": (
        "{file}:5  refuse attacking if owner of target is ally of me",
        '`if owner of target is none: told as "{{me}} attacks neutral {{target}} from {{here}} with {{n armies}}"` held: '
        "never in 16 games; 7.0 times a game without",
    ),
    "tax_holiday": ("! {file}:3  adjust tax income: at most 9", "times in 16 games, and never gave another value"),
    "tribute": ("! {file}:5  choose rich among players", "times there was one option only"),
    "razed_land": (
        "! {file}:5  choose b among buildings where target holds a it, or none",
        "there was nothing but `none`",
    ),
    "toll_chest": (
        "! {file}:6  after Deploy Three: move 1 chest from levy-tray to my purse",
        "times this line could not be carried out, and nothing of what it belongs to was",
        "the first time: ",
        "levy tray holds 0 chests, and 1 should leave it",
    ),
    "winter_truce": ("! {file}:3  refuse attacking if season is Winter", "this refusal never came up in 16 games"),
}
STOP = ("hungry_winter", "double_bids", "war_chest")


def test_each_is_told_by_somebody() -> None:
    told = [*TOLD_BY_CHECK, *TOLD_BY_LINT, *TOLD_BY_TRY]
    assert {*told} == {path.stem for path in FOLDER.glob("*.rules")} and len({*told}) == 17


@pytest.mark.parametrize("name", TOLD_BY_CHECK)
def test_check_tells(name: str) -> None:
    found, sources = rulekit.check(SHOGUN, [FOLDER / f"{name}.rules"])
    (only,) = found
    assert TOLD_BY_CHECK[name] in render(only, sources) and f"{name}.rules:" in render(only, sources)


@pytest.mark.parametrize("name", TOLD_BY_LINT)
def test_lint_tells(name: str) -> None:
    path = FOLDER / f"{name}.rules"
    assert not rulekit.check(SHOGUN, [path])[0]
    told = [render(d, sources) for found, sources in [rulekit.lint(SHOGUN, [path])] for d in found]
    assert [text for text in told if TOLD_BY_LINT[name] in text and f"{name}.rules:" in text]


@pytest.fixture(scope="module")
def same_games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A cache for this module: the games without a variant, which each trial has beside its own, are played once and taken up
    again by the others."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULEKIT_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.mark.slow
@pytest.mark.parametrize("name", TOLD_BY_TRY)
def test_try_tells(name: str, same_games: None) -> None:
    path = FOLDER / f"{name}.rules"
    found, sources = rulekit.lint(SHOGUN, [path])
    found = [d for d in found if d.code != "RK374"]  # what is meant stands above each of them in a remark
    assert name in TOLD_BY_CHECK or not [render(d, sources) for d in found], "this is seen without playing"
    tried = try_out(SHOGUN, [path], 40 if name == "war_chest" else 16, jobs=1, resume=True)
    told = "\n".join(lines(tried, "en"))
    file = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
    for said in TOLD_BY_TRY[name]:
        assert said.format(file=file) in told, told
    assert bool(tried.stops) is (name in STOP)
    assert "Nothing doubtful" not in told
