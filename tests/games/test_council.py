"""Several chosen at once: every band that is allowed is reached, in whatever order it is named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import factorial

import pytest

import rulekit
from tests.playing import COUNCIL, game

WEIGHTS = {"Ford": 1, "Gate": 2, "Hill": 4, "Isle": 3, "Keep": 5}
ROADS = ({"Ford", "Hill"}, {"Gate", "Hill"}, {"Gate", "Isle"}, {"Isle", "Keep"})


def ways(match: rulekit.Match, seat: int, chosen: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """What a player chooses, on every way through his choice."""
    if not match.decisions or match.decisions[0].seat != seat:
        yield chosen
        return
    for option in match.decisions[0].options:
        copy = match.copy()
        copy.choose(copy.decisions[0], option.index)
        yield from ways(copy, seat, chosen if option.id == "none" else (*chosen, option.id))


def joined(towns: tuple[str, ...]) -> bool:
    reached = {towns[0]}
    for _ in towns:
        reached |= {x for x in towns if any({x, y} in ROADS for y in reached)}
    return reached == set(towns)


def test_every_band_is_reached_in_every_order() -> None:
    """A limit does not hide anything: whoever is named first, the others can still be named."""
    light = [b for n in range(6) for b in combinations(WEIGHTS, n) if sum(WEIGHTS[x] for x in b) <= 8]
    found = Counter(tuple(sorted(b)) for b in ways(game(COUNCIL).start(2, 1), 1))
    assert found == Counter({b: factorial(len(b)) for b in light})


def test_where_the_order_could_matter_it_is_free() -> None:
    """Towns along a road, whose order in the table is another one."""
    match = game(COUNCIL).start(2, 1)
    match.choose(match.decisions[0], "done")
    found = Counter(tuple(sorted(b)) for b in ways(match, 2))
    assert set(found) == {b for n in (1, 2, 3) for b in combinations(WEIGHTS, n) if joined(b)}
    assert found["Ford", "Gate", "Hill"] > 1


def test_orders_that_come_to_the_same_are_the_same() -> None:
    def after(*names: str) -> rulekit.Match:
        match = game(COUNCIL).start(2, 1, journal=False)
        for name in ("done", *names):
            match.choose(match.decisions[0], name)
        return match

    assert after("Gate", "Isle") == after("Isle", "Gate")
    assert after("Gate", "Isle").hash() == after("Isle", "Gate").hash()


def test_what_is_shown() -> None:
    match = game(COUNCIL).start(2, 1)
    decision = match.decisions[0]
    assert decision.prompt() == "who gets an envoy?"
    assert [o.label() for o in decision.options][-1] == "done"
    assert [o.label("zh-Hans") for o in decision.options] == ["津", "关", "山", "岛", "城", "完成"]
    assert decision.options[5].id == "none"
    match.choose(decision, "Hill")
    assert match.decisions[0].why_not("Isle") is None and match.decisions[0].why_not("Ford") is None
    assert match.decisions[0].why_not("Keep")
    match.choose(match.decisions[0], "done")
    told = [e.text() for e in match.journal][:3]
    assert told == ["Oda: decides: Hill", "Oda: decides: done", "Oda: 1 envoy: court → Hill"]


def test_seats_have_the_names_of_their_number() -> None:
    council = game(COUNCIL)
    assert council.start(2, 1).players == ("Oda", "Anti")
    three = council.start(3, 1)
    assert three.players == ("Oda", "East", "West")
    assert council.resume(three.save()).players == three.players
    assert council.start(["West", "Oda", "East"], 1).players == ("West", "Oda", "East")
    with pytest.raises(rulekit.UserError, match="no seat Anti"):
        council.start(["Oda", "Anti", "East"], 1)
