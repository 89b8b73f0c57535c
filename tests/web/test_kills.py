"""Servers are killed under load: a few times here, hundreds of times by ``python -m tests.web.kills``."""

from __future__ import annotations

import os
import random
import threading
from pathlib import Path

import pytest

from rulekit.web.client import begin
from rulekit.web.store import GameStore
from rulekit.web.stored_rows import MoveRow
from tests.web.kills import BETWEEN, Player, kill_under_load, looked_at
from tests.web.serving import Server

pytestmark = pytest.mark.skipif(os.name != "posix", reason="a process is killed by a signal")


@pytest.mark.parametrize("postgres", [False, True], ids=["sqlite", "two servers"])
def test_no_acknowledged_choice_is_lost(postgres: bool) -> None:
    result = kill_under_load(4, 1, postgres, players=3)
    assert result.acknowledged >= 4 * BETWEEN
    assert not result.faults, str(result)


def test_it_notices(server: Server, tmp_path: Path) -> None:
    """Moves that are lost, doubled and impossible."""
    seats = begin(server.address, game="tic_tac_toe")
    game, made = seats[0].path.split("/")[4], list[str]()
    player = Player([server], "tic_tac_toe", random.Random(1), threading.Event())
    for _ in range(3):
        assert player._one(seats, made)
    url = f"sqlite:///{server.folder / 'tables.db'}"
    assert list(looked_at(url, game, made)) == []
    assert len(list(looked_at(url, game, [*made, "lost"]))) == 1
    assert len(list(looked_at(url, game, made[::-1]))) == 1
    assert len(list(looked_at(url, game, made[:1]))) == 1
    assert list(looked_at(url, "unknown", made)) == ["unknown is gone"]
    store = GameStore(url)
    store.add_moves(game, [MoveRow(5, 1, "choice", "impossible", question="mark a square", option="Z9")])
    store.close()
    assert len(list(looked_at(url, game, made))) == 2
