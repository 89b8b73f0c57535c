"""Dice in the story: with the sentence of the round or battle in which they were thrown, and at the question after it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from rulekit import Match
from rulekit.runtime.narrative.rolls import last_rolls
from rulekit.runtime.narrative.sentence import Sentence
from tests.playing import game, step
from tests.told.reading import DANGEROUS, SUCCESSORS


def course(folder: Path) -> Iterator[Match]:
    """A game by chance, after each choice."""
    match, random = game(folder).start(seed=3, journal=True), Random(3)
    while not match.over and match.decided < 1500:
        step(match, random, in_order=True)
        yield match


def sentences(match: Match, lang: str = "en") -> Iterator[Sentence]:
    for told in match.story(match.players[0], lang=lang):
        yield from (line for _, line in told.lines())


@pytest.mark.slow
def test_each_round_of_a_battle_has_its_dice() -> None:
    match = list(course(DANGEROUS))[-1]
    rounds = [x for x in sentences(match) if x.text.startswith("Round ") and ": initiative" in x.text]
    assert rounds
    for told in rounds:
        first, second, *fire = told.rolls
        assert told.in_scene and len(first.dice) == len(second.dice) == 1 and not first.of
        assert all(roll.hits >= 0 and str(roll.of[0]) in match.players for roll in fire)


@pytest.mark.slow
def test_a_battle_tells_the_dice_of_each_side() -> None:
    match = list(course(SUCCESSORS))[-1]
    battles = [x for x in sentences(match, "zh-Hans") if "之战：" in x.text and x.rolls]
    assert battles
    for battle in battles:
        sides = {str(roll.of[0]): sum(die for die in roll.dice if die > 4) for roll in battle.rolls[:2]}
        attackers, defenders = sides.get("攻击方", 0), sides.get("防御方", 0)
        assert f"点数{attackers}比{defenders}" in battle.text
    assert not any(x.rolls for x in sentences(match) if not x.in_scene)


@pytest.mark.slow
def test_who_may_have_dice_thrown_again_reads_what_was_thrown() -> None:
    asked = 0
    for match in course(DANGEROUS):
        if match.over:
            break
        decision = match.decisions[0]
        if "roll all dice again" in decision.prompt():
            rolls = last_rolls(match, decision.about.line, decision.seat - 1, "en")
            asked += 1
            assert rolls, decision.prompt()
        if "movement points left" in decision.prompt():
            assert not last_rolls(match, decision.about.line, decision.seat - 1, "en")
    assert asked
