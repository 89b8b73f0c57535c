"""Diplomacy as a whole: orders are secret until all are in, a game ends, and an independent program agrees."""

from __future__ import annotations

from random import Random

import pytest

import rulekit
from rulekit.runtime.outlook import outlook
from tests.proofs.diplomacy_cases import DIPLOMACY, KNOWN, differences

CASES = {"A": 12, "B": 15, "C": 9, "D": 34, "E": 15, "F": 25, "G": 20, "H": 16, "I": 7, "J": 11}
"""How many cases the published sections have"""

pytestmark = pytest.mark.games


@pytest.fixture(scope="module")
def game() -> rulekit.Game:
    return rulekit.load(DIPLOMACY)


def seen(match: rulekit.Match, viewer: str | None) -> tuple[object, ...]:
    """All that somebody is shown: the table, what was told, and what he is asked."""
    asked = [(d.prompt(), [o.label() for o in d.options]) for d in match.decisions if d.player == viewer]
    journal = [text for entry in match.journal if (text := entry.text(viewer=viewer))]
    return match.view(viewer), journal, [line.text for line in match.story(viewer)], asked


def test_orders_are_seen_by_nobody_until_all_are_in(game) -> None:
    """Austria and England write this or that: nobody else, and no onlooker, can tell which, until the last power has written."""
    one, other = game.start(seed=1), game.start(seed=1)
    for seed, match in ((1, one), (2, other)):
        for power in ("Austria", "England"):
            random = Random(f"{seed} {power}")
            for _ in range(3):
                decision = next(d for d in match.decisions if d.player == power)
                match.choose(decision, random.choice(decision.options))
    assert one.value() != other.value(), "they have written different orders"
    for viewer in (None, "France", "Germany", "Italy", "Russia", "Turkey"):
        assert seen(one, viewer) == seen(other, viewer), f"{viewer} can tell what was written"
    assert seen(one, "Austria") != seen(other, "Austria")


def test_who_writes_last_takes_nothing_back_once_he_sees_the_others_orders(game) -> None:
    """Until then his own orders are his to change; nor does anybody tell him before what his last order would lead to."""
    match = game.start(seed=1)
    while (decision := next((d for d in match.decisions if d.player != "England"), None)) is not None:
        match.choose(decision, decision.options[1])
    for left in (3, 2, 1):
        decision = match.decisions[0]
        ahead = "\n".join(outlook(decision, decision.options[1], "en"))
        assert "Austria" not in ahead and "Stopped" not in ahead
        match.choose(decision, decision.options[1])
        assert (match.can_undo("England") is None) == (left > 1)
    assert "since then something came by chance, was revealed" in str(match.can_undo("England"))


def test_orders_are_told_when_all_are_in(game) -> None:
    match, written = game.start(seed=1), list[str]()
    for _ in range(22):
        decision = match.decisions[0]
        written.append(decision.options[1].label())
        match.choose(decision, decision.options[1])
    told = "\n".join(line.text for line in match.story(None))
    assert [order for order in written if order not in told] == []


def test_a_game_by_chance_comes_to_its_end(game) -> None:
    """Every piece is somewhere all the time, and nobody has more units than centres in spring."""
    match, random = game.start(seed=4, options={"years": "5"}, journal=False), Random(4)
    while match.decisions:
        decision = match.decisions[0]
        match.choose(decision, random.choice(decision.options))
    assert match.over and match.standings[0].rank == 1


@pytest.mark.long  # hours; make proofs LONG=1 does it as well
def test_an_independent_program_comes_to_the_same_positions() -> None:
    parted = [d for _, d in differences(10_000) if d is not None and d.seed not in KNOWN]
    assert not parted, "\n\n".join(f"seed {d.seed}, {d.sort}: {d.orders}\n{d.ours}\n{d.theirs}" for d in parted)


@pytest.mark.parametrize(("section", "cases"), [(f"6.{a}", n) for a, n in CASES.items()])
def test_every_published_case_is_there(section, cases) -> None:
    text = (DIPLOMACY / "clauses.yaml").read_text(encoding="utf-8")
    assert text.count(f"  DATC-{section.replace('.', '-')}-") == cases
