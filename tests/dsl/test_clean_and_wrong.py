"""What is worse than any message: rules that check clean and do something else than they say.

Each line is put into a deed of the toy game. Either the checker speaks, or the line can be carried out without harm, or the
match stops with a RuleFailure that names the line; the state stays whole (every piece, every card, every mark) throughout.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import rulekit
from tests.diagnostics.corpus import lay_out
from tests.playing import play
from tests.wholeness import Wholeness

pytestmark = pytest.mark.slow

BEFORE = "    raise my points by the number of my towns\\n"
NOTICED = """
set owner of Beech to Fir
set my points to Alder
set my hope to Ash
raise my hope by 1
lower owner of Beech by 1
move (3 - 5) coins from bank to my purse
move the top card of weather-pile to discards
move the card in spot 1 of order-row to my hand
move the card in spot 1 of order-row under draw-pile
move 1 random order from order-pile to my hand
move all cards from my hand to sky
lay all weathers on market-row, shuffled, face up
lay the top 2 cards of weather-pile on discards, face up
lay all deeds on market-row, shuffled, face up
move Alder to my hand
if Alder is in sky: stop
turn Alder face up
move 1 guard from barracks of Ash to barracks of Birch
if spot 9 of market-row is empty: stop
for seat 7: raise my points by 1
carry out Collect
carry out Parade in Alder
""".strip().splitlines()
"""Mistakes that can be seen without playing."""
HARMLESS = """
move up to 500 coins from bank to my purse
move up to (my points - 5) coins from bank to my purse
move (my points - 5) coins from bank to my purse
move (income of Alder - 3) coins from bank to my purse
move 0 coins from bank to my purse
move all coins from bank to bank
move 1 of my guards from Alder to Alder
move all guards from Alder to field
move all guards from Alder to barracks of Ash
move 1 guard of Ash from field to barracks of Birch
move all deeds to discards
move all (cards in my hand) to discards
move all cards from market-row to discards
move all cards from my hand to my hand
move all cards from my hand to my bid
move the top card of weather-pile to sky
move the top card of draw-pile to discards
move the top card of draw-pile to spot my points of market-row
move (random one of my hand) to spot 1 of market-row
move random one of orders to spot 1 of order-row
move (promise of Ash) to discards
lay all orders on order-row, shuffled, face up
turn the next face-down card of market-row face up
each x among my hand: move x to discards
each s among first 9 spots of market-row: raise my points by 1
for seat my points: raise my points by 1
set round to my points
raise round by 9
lower my points by 50
raise my points by cost of tolls for 99
raise my points by half of 0 - 5, rounded down
repeat (0 - 5) times: raise my points by 1
repeat my points times: raise my points by 1
choose x among towns where income of it is 100
choose n from 5 to 1
choose n among 3, 3, 3
carry out (random one of orders) in Alder
carry out Foul Tide
begin raid of me against me for Alder: settle the raid
begin raid of me against none for Alder: settle the raid
""".strip().splitlines()
"""Whether these can be carried out is seen in play."""


def laid_out(line: str, tmp_path: Path) -> Path:
    fixture = tmp_path / "line.rules"
    fixture.write_text(f"# in play.rules: {BEFORE} ==> {BEFORE}    {line}\\n\n", encoding="utf-8")
    lay_out(fixture, tmp_path / "toy")
    return tmp_path / "toy"


def errors(place: Path) -> list[rulekit.Diagnostic]:
    return [d for d in rulekit.check(place)[0] if d.severity == "error"]


@pytest.mark.parametrize("line", NOTICED)
def test_seen_without_playing(line: str, tmp_path: Path) -> None:
    found = errors(laid_out(line, tmp_path))
    assert found
    assert all(d.span.file.endswith("play.rules") for d in found)


@pytest.mark.parametrize("line", HARMLESS)
def test_the_state_stays_whole(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEKIT_CACHE", "off")
    place = laid_out(line, tmp_path)
    if errors(place):
        return
    game = rulekit.load(place)
    for seed in range(6):
        match = game.start(2, seed)
        assert not faults_in_play(match, seed)


def faults_in_play(match: rulekit.Match, seed: int) -> list[str]:
    whole = Wholeness(match)
    try:
        for _ in play(match, Random(seed)):
            if whole.faults():
                return whole.faults()
    except rulekit.RuleFailure as failure:
        assert "play.rules" in str(failure)
    return []


def test_nobody_is_me(tmp_path: Path) -> None:
    """A card that is carried out where no player is `me` speaks of nobody."""
    fixture = tmp_path / "card.rules"
    fixture.write_text(
        'weather Thaw "A thaw":\n  one card with force 1\n  after change weather: carry out Parade\n', encoding="utf-8"
    )
    lay_out(fixture, tmp_path / "toy")
    assert errors(tmp_path / "toy")


def test_numbers_stay_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A number that is squared again and again meets a limit of ours, not that of the machine."""
    monkeypatch.setenv("RULEKIT_CACHE", "off")
    place = laid_out("repeat 4 times: raise my points by (my points + 2) * (my points + 2)", tmp_path)
    match = rulekit.load(place).start(2, 1)
    with pytest.raises(rulekit.RuleFailure):
        for _ in play(match, Random(1)):
            pass


def test_a_quiet_match_fails_like_a_told_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEKIT_CACHE", "off")
    game = rulekit.load(laid_out("lower my points by 50", tmp_path))
    for journal in (True, False):
        with pytest.raises(rulekit.RuleFailure, match=r"play\.rules"):
            for _ in play(game.start(2, 1, journal=journal), Random(1)):
                pass


def test_the_end_is_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`end the game` in the middle of a rule: nobody is asked any more, nothing happens any more."""
    monkeypatch.setenv("RULEKIT_CACHE", "off")
    place = laid_out("if round is 1: end the game, ranking players by points of it", tmp_path)
    match = rulekit.load(place).start(2, 1)
    for _ in play(match, Random(1)):
        pass
    ends = [entry.number for entry in match.journal if entry.sort == "end"]
    assert ends == [len(match.journal)]
    assert match.s[match.compiled.image.marks["round"].base] == 1
