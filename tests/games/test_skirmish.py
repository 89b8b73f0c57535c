"""Counters on a map: what is alike is offered once, and the match stays a value with them."""

from __future__ import annotations

import json
from random import Random

import pytest

import rulekit
from rulekit.perft import perft
from rulekit.rule_tests.runner import position
from rulekit.runtime.match import Match
from rulekit.runtime.view_types import CardPlace
from rulekit.tabletop.board import LocalizedView
from rulekit.tabletop.texts import Texts
from tests.playing import ROOT

SKIRMISH = ROOT / "tests/games/skirmish"
ALIKE = "of things that are alike one is offered"
APART = "the place and the marks tell them apart"


def test_checks_clean() -> None:
    assert rulekit.check(SKIRMISH)[0] == []


@pytest.mark.parametrize("seed", range(4))
def test_every_option_is_another_one(seed: int) -> None:
    """No two options, and no two refusals, are one and the same to the player; each has a label of its own."""
    chance = Random(seed)
    match = rulekit.load(SKIRMISH).start(2, seed)
    while not match.over:
        decision = match.decisions[0]
        values = [*decision.values, *(r.value for r in decision.refused)]
        assert len({decision.key(v) for v in values}) == len(values)
        assert len({o.label() for o in decision.options}) == len(decision.options)
        match.choose(decision, chance.choice(list(decision.options)))
    assert len(match.standings) == 2


def test_a_match_with_sets_in_its_frames_is_a_value() -> None:
    chance = Random(5)
    game = rulekit.load(SKIRMISH)
    match = game.start(2, 5)
    while not match.over:
        saved = json.loads(json.dumps(match.save()))
        assert game.resume(saved, journal=False) == match
        again = match.copy()
        assert again == match and again.hash() == match.hash()
        decision = match.decisions[0]
        option = chance.choice(list(decision.options))
        match.choose(decision, option)
        again.choose(again.decisions[0], option.index)
        assert again == match


def test_the_ways_to_go_on_are_counted_without_repeats() -> None:
    assert perft(position(SKIRMISH, ALIKE), 1) == 2


def labels(match: Match, lang: str) -> list[str]:
    return [o.label(lang) for o in match.decisions[0].options]


def test_labels_in_another_language() -> None:
    assert labels(position(SKIRMISH, ALIKE), "ja") == ["狐のsoldier", "鷺のsoldier"]
    none, tora = "狐のsoldier（captain：なし、Aki）", "狐のsoldier（captain：Tora、Dewa）"
    assert labels(position(SKIRMISH, APART), "ja") == [none, tora]


def test_a_view_and_the_board_show_what_stands_where() -> None:
    match = position(SKIRMISH, ALIKE)
    view = match.view("West")
    table = next(t for t in view.tables if t.of == "location")
    aki = next(row for row in table.rows if row.key == "Aki")
    there = [card.key for place in aki.places if isinstance(place, CardPlace) for card in place.cards if card]
    foxes, herons = [f"soldier {n} of Fox" for n in (1, 2, 3)], [f"soldier {n} of Heron" for n in (1, 2)]
    assert there == ["Tora", *foxes, *herons]
    sheets = list(LocalizedView(view, Texts("en")).everything())
    rows = [row for sheet in sheets for row in sheet.rows() if row[0] in ("Aki", "Iga")]
    assert any("Tora, soldier of Fox ×3, soldier of Heron ×2" in cell for row in rows for cell in row)
    assert not any(row[0] == "Iga" for row in rows), "nothing stands there"


def test_the_journal_names_places_that_are_members() -> None:
    match = position(SKIRMISH, ALIKE)
    match.choose(match.decisions[0], 0)
    assert "soldier of Fox: Aki → Iga" in match.journal[-1].text()


BANDS = {
    "several are chosen one of a sort after the other": (1 + 1) * (3 + 1) * (2 + 1),
    "a band of those that are alike, though others stand between them": (1 + 1) * (2 + 1) * (1 + 1),
}


@pytest.mark.parametrize("title", BANDS)
def test_every_band_is_reached_whoever_is_named_first(title: str) -> None:
    """Of those that are alike only one is offered at a time: no question has more options than there are sorts, and `done`."""
    ends, work, seen = set(), [position(SKIRMISH, title)], set()
    while work:
        match = work.pop()
        if match.over:
            ends.add((tuple(match.s), tuple(map(tuple, match.z))))
            continue
        assert len(match.decisions[0].options) <= 4
        for option in match.decisions[0].options:
            after = match.copy()
            after.choose(after.decisions[0], option.index)
            if after.hash() not in seen:
                seen.add(after.hash())
                work.append(after)
    assert len(ends) == BANDS[title]
    assert len(seen) <= 2 * BANDS[title] + 1, "what was named in another order comes to the same state"
