"""What an answer would lead to, without giving anything away."""

from __future__ import annotations

from random import Random

from rulekit.runtime.lookahead import next_question
from tests.playing import ROOT, SHOGUN, start


def test_a_figure_leads_to_the_squares_it_can_go_to() -> None:
    match = start((2, {}), 1, journal=True, folder=ROOT / "games" / "chess")
    decision = match.decisions[0]
    knight = next(option for option in decision.options if option.id == "B1")
    following = next_question(match, decision, knight.value)
    assert following is not None and {option.id for option in following.options} >= {"A3", "C3"}
    assert match.decided == 0


def test_what_comes_by_chance_is_not_looked_at() -> None:
    """Every answer of a game of which the next question is told can be taken back; the others are not told."""
    match, random, told, kept = start((4, {}), 3, journal=True, folder=SHOGUN), Random(1), 0, 0
    while match.decided < 120:
        decision = random.choice(match.decisions)
        option = random.choice(decision.options)
        following = next_question(match, decision, option.value)
        match.choose(decision, option)
        now = match.decision_of(decision.player)
        if following is None:
            kept += 1
            continue
        told += 1
        assert now is not None and now.prompt() == following.prompt() and match.can_undo(decision.player) is None
        assert [o.id for o in now.options] == [o.id for o in following.options]
    assert told > 20 < kept
