"""Runs of like questions as forms: found by playing ahead, filled in any order, sent as choices like any others."""

from __future__ import annotations

from random import Random

import pytest

import rulekit
from rulekit.runtime.failures import Refused
from rulekit.runtime.forms import Form, form_of
from tests.playing import SHOGUN, game

SPACES = 11


def planning(seed: int = 1) -> rulekit.Match:
    return game(SHOGUN).start(4, seed, {"setup": "Predetermined"}, True)


def form(match: rulekit.Match) -> Form:
    found = form_of(match, match.decisions[0])
    assert found is not None
    return found


def test_planning_is_one_form_and_looking_changes_nothing() -> None:
    match = planning()
    before = match.hash(), len(match.journal)
    lines = form(match).lines()
    assert len(lines) == SPACES == len({line.prompt for line in lines})
    assert lines[0].prompt == match.decisions[0].prompt() and all(line.value is None for line in lines)
    assert (match.hash(), len(match.journal)) == before


def test_every_card_of_the_hand_may_stand_in_every_line() -> None:
    match = planning()
    hand = {option.id for option in match.decisions[0].options}
    found = form(match)
    for k in (0, 5, SPACES - 1):
        assert {match.decisions[0].id(value) for value, _ in found.options(k)} == hand


def test_a_card_that_is_used_elsewhere_moves_and_clears_only_that_line() -> None:
    match = planning()
    found = form(match)
    first, second = (value for value, _ in found.options(0)[:2])
    assert found.set(3, first) == []
    assert found.set(7, second) == []
    assert found.set(5, first) == [3]
    assert [k for k, value in enumerate(found.values) if value is not None] == [5, 7]
    assert found.set(5, None) == [] and found.values[5] is None


def test_a_line_is_looked_at_with_what_stands_in_those_before_it() -> None:
    match = planning()
    found, player = form(match), match.decisions[0].player
    before = match.hash()
    first, second, third = (value for value, _ in found.options(0)[:3])
    found.set(1, first)
    there = found.position(3)
    assert there is not None and there.decided == match.decided + 3
    asked = there.decision_of(player)
    assert asked is not None and asked.prompt() == found.lines()[3].prompt
    assert first not in asked.values
    for value in (second, third):  # the open lines before take another one
        there = found.position(3, value)
        assert there is not None
        asked = there.decision_of(player)
        assert asked is not None and value in asked.values
    assert found.position(SPACES) is None
    assert match.hash() == before


def test_what_is_open_is_said_and_nothing_is_sent() -> None:
    match = planning()
    found = form(match)
    found.set(0, found.options(0)[0][0])
    assert found.open_lines() == list(range(1, SPACES))
    with pytest.raises(Refused, match="still open"):
        found.send(match)
    assert match.decided == 0


def test_options_are_read_by_their_names_all_or_none_of_them() -> None:
    found = form(planning())
    first, second = (found.decision.id(value) for value, _ in found.options(0)[:2])
    assert found.read([second, None, first])
    assert [value and found.decision.id(value) for value in found.values[:4]] == [second, None, first, None]
    before = list(found.values)
    for wrong in (["nowhere"], [first, first], [first] + [None] * SPACES + [second]):
        assert not found.read(wrong) and found.values == before


def test_a_value_that_no_line_takes_is_refused_and_nothing_changes() -> None:
    match = planning()
    found = form(match)
    found.set(2, found.options(2)[0][0])
    before = list(found.values)
    with pytest.raises(Refused):
        found.set(4, 10_000)
    assert found.values == before


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_filled_in_can_be_sent_and_is_what_one_by_one_would_be(seed: int) -> None:
    random = Random(seed)
    match, other = planning(seed), planning(seed)
    found = form(match)
    for _ in range(12):
        k = random.randrange(SPACES)
        found.set(k, random.choice(found.options(k))[0])
        if random.random() < 0.2:
            found.set(random.randrange(SPACES), None)
    kept = {k: value for k, value in enumerate(found.values) if value is not None}
    found.rest_random(random)
    assert kept.items() <= dict(enumerate(found.values)).items()
    assert found.open_lines() == []
    values = found.choices()
    assert found.send(match) == SPACES
    for value in values:
        decision = other.decisions[0]
        other.choose(decision, next(o for o in decision.options if o.value == value))
    assert match == other


def test_a_sent_form_is_taken_back_as_a_whole_or_choice_by_choice() -> None:
    match = planning()
    found, before = form(match), match.hash()
    found.rest_random(Random(1))
    found.send(match)
    other = match.copy()
    assert other.undo("Red") == SPACES and other.hash() == before
    for _ in range(SPACES):
        assert match.undo("Red", alone=True) == 1
    assert match.hash() == before


def test_questions_that_depend_on_each_other_are_asked_one_by_one() -> None:
    """A draft reveals a card each time; whither an army goes and how many go are two different questions."""
    match = game(SHOGUN).start(4, 1, {}, True)
    random, sorts = Random(2), set()
    for _ in range(400):
        if match.over:
            break
        decision = match.decisions[0]
        if form_of(match, decision) is not None:
            sorts.add(decision.name)
        match.choose(decision, random.randrange(len(decision.options)))
    assert sorts == {"card in plan a card"}


@pytest.mark.parametrize("seed", range(3))
def test_a_year_asks_one_person_forty_questions_at_most(seed: int) -> None:
    match = game(SHOGUN).start(4, seed, {"years": "1"}, True)
    random, asked = Random(seed), 0
    while not match.over:
        decision = match.decisions[0]
        if decision.player == "Red":
            asked += 1
            found = form_of(match, decision)
            if found is not None:
                found.rest_random(random)
                found.send(match)
                continue
        match.choose(decision, random.randrange(len(decision.options)))
    assert asked <= 40
