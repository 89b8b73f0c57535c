"""What is only supposed leaves no trace, whatever form of the rules plays; spots, straight ways, the only member of a set."""

from __future__ import annotations

from random import Random

import pytest

import rulekit
from rulekit.native import go_native
from rulekit.perft import PerftOptions, perft
from rulekit.runtime.narrative.rows import Chosen
from tests.playing import ROOT

RACKS = ROOT / "tests/games/racks"
CAN_SUPPOSE = "racks where it would be safe after put j on it"


def test_checks_clean() -> None:
    assert rulekit.check(RACKS)[0] == []


@pytest.mark.parametrize("seed", range(6))
def test_every_form_plays_the_same(seed: int) -> None:
    """The journaled one, the fast one and the library, choice for choice."""
    game, chance = rulekit.load(RACKS), Random(seed)
    told, quick = game.start(2, seed), game.start(2, seed, journal=False)
    go_native(quick.compiled)
    native = quick.compiled.machine.native
    assert native is not None
    position = native.position(quick)
    while told.asks:
        assert [ask[:3] for ask in told.asks] == [ask[:3] for ask in quick.asks]
        assert [(p, q, tuple(o)) for p, q, o, _ in quick.asks] == position.asks
        assert position.state(len(quick.s), len(quick.z)) == (quick.s, quick.z)
        value = chance.choice(told.asks[0][2])
        told.decide(0, value)
        quick.answer(0, value)
        position.answer(0, value)
    assert told.standings == quick.standings and position.ending == quick.ending


def test_a_supposition_is_not_told() -> None:
    match = rulekit.load(RACKS).start(2, 1)
    before = (match.s[:], [x[:] for x in match.z], len(match.log or ()), len(match.events))
    match.choose(match.decisions[0], "Flour")  # every rack is tried with it
    match_log = match.log or []
    assert [type(row) for row in match_log[before[2] :]] == [Chosen]
    assert (match.s, match.z) == before[:2]


def test_reasons_ask_what_would_be() -> None:
    """Who asks why a rack is no option gets the line, and the position stays as it is."""
    match = rulekit.load(RACKS).start(2, 1)
    match.choose(match.decisions[0], "Flour")
    before = match.s[:]
    refused = {r.label(): r.reason() for r in match.decisions[0].refused}
    assert "would be safe" in refused["Upper Right"] and match.s == before


@pytest.mark.parametrize("turns, ended", [(False, True), (True, True), (True, False)])
def test_the_library_counts_like_python(turns: bool, ended: bool) -> None:
    how, counts = PerftOptions(turns, ended), []
    for native in (False, True):
        match = rulekit.load(RACKS).start(2, 1, journal=False)
        if native:
            go_native(match.compiled)
        counts.append([perft(match, depth, how) for depth in range(4 if turns else 5)])
    assert counts[0] == counts[1] and counts[0][-1] > 100
