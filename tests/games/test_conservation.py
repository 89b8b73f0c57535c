"""The measure of conservation holds for two games of each table, and notices what is lost."""

from __future__ import annotations

from random import Random

import pytest

import rulekit
from tests.games.conservation import Result, play, run
from tests.secrecy.harness import TABLES, Table


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_nothing_is_lost_and_every_game_ends(table: Table) -> None:
    result = run([table], 2, seed=4)
    assert result.games == 2 and result.decisions > 0 and result.looked > 0
    assert not result.faults, result.faults


def test_what_is_lost_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    toy = next(table for table in TABLES if table.name == "toy")
    match = toy.load().start(toy.players, 3, toy.options, journal=False)
    real = rulekit.Match.decide

    def losing(self: rulekit.Match, k: int, value: int) -> None:
        real(self, k, value)
        if self.decided == 5:
            place = next(c.base for c in self.compiled.image.columns if c.sort == "count" and self.s[c.base])
            self.s[place] -= 1

    monkeypatch.setattr(rulekit.Match, "decide", losing)
    assert "have become" in play(match, Random(3), Result(), 1.0)
