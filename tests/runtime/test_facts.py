"""What an option rests on: the rule lines in their order, how they were answered, the values that they compared."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import rulekit
from rulekit.rule_tests.runner import position
from rulekit.runtime.decisions import Decision
from rulekit.runtime.facts import OptionFact
from tests.playing import COUNCIL, SHOGUN, SUPPLY, TOY

RULES = """
game Tried "Tried":
  played by 2 players, called Ash, Birch
  begins with play the game
  layers printed, house
kind room is Attic, Cellar, Hall
family omen:
  layer house
  at first in pile
  in force while it is in sky
omen Dark "Dark":
  refuse room in look if light of room is less than 2: "too dark"
omen Bright "Bright":
  refuse room in look if room is Cellar: "never"
places seen by all:
  sky: omens
places seen by nobody:
  pile: omens
marks seen by all:
  light of each room: from 0 to 9, at first 1
  owner of each room: a player or none, at first none
marks seen by nobody:
  trap of each room: from 0 to 9, at first 3
whether {r: room} is safe: trap of r is less than 5
permission entering {r: room} by {me: player}:
  refuse thieves if owner of r is not none and owner of r is not me: "{r} is locked"
  refuse ghosts if light of r is 0 or r is not safe: "{r} is haunted"
to look for {me: player}:
  choose room among rooms where entering it is allowed and light of it is at most 4, or none
  choose n from 1 to light of Attic + 2
  choose one:
    to "sleep" if light of Hall is more than 3: stop
    to "wake": stop
to play the game:
  move Dark to sky
  set owner of Hall to Birch
  set light of Attic to 3
  look for Ash
  look for Birch
"""


@pytest.fixture
def match(tmp_path: Path) -> rulekit.Match:
    (tmp_path / "game.rules").write_text(RULES.lstrip(), "utf-8")
    return rulekit.load(tmp_path).start(seed=1)


def told(facts: list[OptionFact]) -> list[tuple[str, str, bool, tuple[str, ...]]]:
    return [(f.text.partition(" if")[0].strip().partition(" where")[0], f.sort, f.holds, f.values) for f in facts]


def value(decision: Decision, name: str) -> int:
    found: int = next(x.value for x in [*decision.options, *decision.refused] if x.id == name)
    return found


def test_an_option_that_is_allowed(match: rulekit.Match) -> None:
    decision = match.decisions[0]
    facts = decision.facts(value(decision, "Attic"))
    assert told(facts) == [
        ("choose room among rooms", "filter", True, ("light of it: 3",)),
        ("refuse thieves", "refusal", False, ("owner of r: none",)),
        ("refuse ghosts", "refusal", False, ("light of r: 3",)),  # what lies in the trap is nobody's business
        ("refuse room in look", "refusal", False, ("light of room: 3",)),
    ]
    assert all(f.speaks_for for f in facts)
    assert [f.rule.rpartition(":")[2] for f in facts] == ["28", "25", "26", "11"]


def test_an_option_that_is_refused_ends_with_the_line_that_refuses_it(match: rulekit.Match) -> None:
    decision = match.decisions[0]
    facts = decision.facts(value(decision, "Hall"))
    assert told(facts)[1:] == [("refuse thieves", "refusal", True, ("owner of r: Birch", "me: Ash"))]
    assert [f.speaks_for for f in facts] == [False, False]


def test_a_card_that_refuses(match: rulekit.Match) -> None:
    decision = match.decisions[0]
    assert told(decision.facts(value(decision, "Cellar")))[-1] == (
        "refuse room in look",
        "refusal",
        True,
        ("light of room: 1",),
    )


def test_a_number_and_a_branch(match: rulekit.Match) -> None:
    match.choose(match.decisions[0], "Attic")
    number = match.decisions[0]
    [fact] = number.facts(9)
    assert (fact.holds, fact.values) == (False, ("(light of Attic) + 2: 5",))
    assert number.facts(3)[0].holds
    match.choose(number, "3")
    [fact] = match.decisions[0].facts(0)
    assert (fact.holds, fact.values) == (False, ("light of Hall: 1",))
    assert match.decisions[0].facts(1) == []


def test_numbers_that_are_spelt_out(tmp_path: Path) -> None:
    """What a card refuses of them is told as well."""
    rules = RULES.replace("choose n from 1 to light of Attic + 2", "choose n among 1, 2, 5")
    rules = rules.replace("refuse room in look if light of room is less than 2", "refuse n in look if n is 5")
    (tmp_path / "game.rules").write_text(rules.lstrip(), "utf-8")
    match = rulekit.load(tmp_path).start(seed=1)
    match.choose(match.decisions[0], "Attic")
    decision = match.decisions[0]
    assert [option.value for option in decision.options] == [1, 2]
    assert [(fact.sort, fact.holds) for fact in decision.facts(5)] == [("refusal", True)]
    assert [(fact.sort, fact.holds) for fact in decision.facts(1)] == [("refusal", False)]


def test_a_card_of_a_large_game() -> None:
    match = position(SHOGUN, "a temple is safe from both battles")
    decision = match.decisions[0]
    refusal = decision.refused[0]
    last = [f for f in decision.facts(refusal.value) if not f.speaks_for][-1]
    assert last.rule == refusal.rule and last.values


@pytest.mark.parametrize("folder", [TOY, COUNCIL, SUPPLY, SHOGUN], ids=lambda p: p.name)
def test_facts_agree_with_the_rules(folder: Path) -> None:
    """Whatever is an option is spoken for by every line; whatever is refused, and has lines, is refused by one of them."""
    match, random = rulekit.load(folder).start(seed=4), Random(4)
    for _ in range(150):
        if match.over:
            break
        decision = random.choice(match.decisions)
        for option in decision.options[:12]:
            assert all(f.speaks_for for f in decision.facts(option.value)), option.id
        for refusal in decision.refused[:12]:
            facts = decision.facts(refusal.value)
            too_many = decision.about.op == "choose-band"  # or too late: that is no line of the rules
            assert not facts or too_many or not all(f.speaks_for for f in facts), refusal.id
        before = match.hash()
        match.choose(decision, random.randrange(len(decision.options)))
        assert before != match.hash()


NEEDS = """game Needs "Needs":
  played by 2 players, called Ash, Birch
  begins with look
kind room is Attic, Hall
marks seen by all:
  each room may be locked
  each room may be warm
whether {r: room} is lit:
  no if r is Hall
  yes otherwise
to look:
  Hall becomes locked
  for seat 1: choose room among rooms where CONDITION, or none
"""


@pytest.mark.parametrize(
    ("condition", "needed"),
    [
        ("it is lit", [["it is lit"]]),
        ("it is lit and it is warm", [["it is warm"], ["it is lit"]]),
        ("it is not locked", [[]]),  # the other way round it is not said: the line itself is quoted
        ("it is not locked and it is lit", [[]]),
        ("it is not lit and it is locked", [[]]),
        ("it is lit or it is warm", [[]]),  # either would do
    ],
)
def test_what_an_option_would_need(condition: str, needed: list[list[str]], tmp_path: Path) -> None:
    """Of a condition that does not hold it is told what would have to be true, and nothing that need not be."""
    (tmp_path / "game.rules").write_text(NEEDS.replace("CONDITION", condition), "utf-8")
    decision = rulekit.load(tmp_path).start(seed=1).decisions[0]
    assert [refusal.unmet() for refusal in decision.refused] == needed


LET = """game Let "Let":
  played by 2 players, called Ash, Birch
  begins with look
kind room is Attic, Cellar, Hall
marks seen by nobody:
  trap of each room: from 0 to 9, at first 0
marks seen by their owner:
  wish of each player: a room or none, at first none
marks seen by all:
  light of each room: from 0 to 9, at first 3
whether {r: room} is beside {other: room}: r is not other
permission going from {start: room} to {goal: room} by {me: player}:
  let end be wish of Birch
  refuse far if goal is end and light of start is 3: "it is too far"
to look:
  set trap of Cellar to 3
  set wish of Birch to Attic
  let trapped be the only member of (rooms with the most trap of it)
  let way be Hall
  let last be way
  if wish of Birch is not none: set last to wish of Birch
  let again be last
  for Ash:
    choose r among rooms where CONDITION, or none
"""


@pytest.mark.parametrize(
    ("condition", "known"),
    [
        ("it is not trapped", []),
        ("it is not again", []),
        ("going from trapped to it is allowed", []),
        ("going from way to it is allowed", ["light of start: 3"]),
        ("it is beside way and it is beside trapped", ["it is beside way: yes"]),
        ("it is not way", ["way: Hall"]),
    ],
)
def test_a_name_tells_no_secret(condition: str, known: list[str], tmp_path: Path) -> None:
    """What `let` and `set` name is known to whom its value is: no option is explained by another's secret."""
    (tmp_path / "game.rules").write_text(LET.replace("CONDITION", condition), "utf-8")
    decision = rulekit.load(tmp_path).start(seed=1).decisions[0]
    told = {value for room in (0, 1, 2) for fact in decision.facts(room) for value in fact.values}
    option = {"it is beside way: no", "goal: Attic", "goal: Cellar", "goal: Hall"}
    assert told - option == {*known}
    assert not {"trapped", "last", "again", "end"} & decision.named().keys()
