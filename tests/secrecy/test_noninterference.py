"""The short form of the harness; and the harness itself finds what leaks."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rulekit
from rulekit.runtime.narrative import shown_cards
from rulekit.runtime.visibility import Sight
from tests.secrecy import harness
from tests.secrecy.harness import TABLES, Result, Table, run
from tests.secrecy.worlds import another_world

pytestmark = pytest.mark.games
TOY = next(table for table in TABLES if table.name == "toy")
POSITIONS = 8
"""of each table"""


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_what_is_hidden_makes_no_difference(table: Table) -> None:
    result = run([table], POSITIONS, seed=7)
    assert result.positions == POSITIONS and result.comparisons >= POSITIONS
    assert not result.leaks, "\n".join(result.leaks[:3])


def test_what_can_leak_is_compared() -> None:
    """Most comparisons are of worlds in which cards lie elsewhere, and of moves that are made in both."""
    result = run([TOY], 40, seed=8)
    assert result.moved > result.comparisons // 2 and result.comparisons > result.positions * 1.3


# ---------------------------------------------------------------- the harness notices


def leaks(
    monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, leaking: Any, table: Table = TOY, positions: int = 40
) -> list[str]:
    with monkeypatch.context() as broken:
        broken.setattr(owner, name, leaking)
        return run([table], positions, seed=3).leaks


def test_a_view_that_shows_too_much_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    found = leaks(monkeypatch, Sight, "card", lambda self, code, face: code >= 0)
    assert any(": /view/" in leak for leak in found)


def test_a_size_that_tells_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    found = leaks(monkeypatch, rulekit.Match, "can_undo", lambda match, player, lang="en": "x" * (match.s[-1] % 7))
    assert any(": /undo/" in leak for leak in found)


def test_a_question_that_tells_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    from rulekit.runtime.decisions import Decision

    def prompt(self: Decision, lang: str = "en", viewer: str | None = "") -> str:
        return f"{self.match.z}"

    assert any("/who is asked/" in leak for leak in leaks(monkeypatch, Decision, "prompt", prompt))


def test_a_look_that_is_told_to_others_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    peek, said = next(table for table in TABLES if table.name == "peek"), shown_cards.sentence
    found = leaks(monkeypatch, shown_cards, "shown_card_named", lambda row, sight: True, peek, 400)
    assert any(": /journal/" in leak for leak in found)
    found = leaks(monkeypatch, shown_cards, "sentence", lambda rows, labels, sight: said(rows, labels, None), peek, 400)
    assert any(": /story/" in leak for leak in found)


def test_another_world_is_whole() -> None:
    """Each card lies in one place, and the seat itself has what it had."""
    from tests.wholeness import Wholeness

    for table in (TABLES[0], *TABLES[-3:]):
        match = table.load().start(table.players, 5, table.options)
        for number, _ in enumerate(harness._played(match, random := Random(5))):
            if number == 60:
                break
        for seat in range(-1, table.players):
            world, turned = another_world(match, seat, random, table.apart)
            before, now = Wholeness(match).faults(), Wholeness(world).faults()
            assert before == now == [], table.name
            assert _mapped(turned)


def _mapped(turned: Mapping[str, Mapping[int, int]]) -> bool:
    return all(set(cards) == set(cards.values()) for cards in turned.values())


def test_every_variant_is_played_at_some_table() -> None:
    there = {path.stem for path in (TABLES[0].folder / "variants").glob("*.rules")}
    assert {name for table in TABLES for name in table.variants} == there


def test_every_table_has_its_files() -> None:
    for table in TABLES:
        assert Path(table.folder).is_dir() and table.rate > 0
    assert len({table.name for table in TABLES}) == len(TABLES)
    assert isinstance(Result().line(), str)
