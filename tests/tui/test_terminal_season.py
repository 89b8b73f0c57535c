"""A season of SHOGUN in a real terminal, by keyboard alone, on the two sizes that the table is made for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulekit.diagnostics import width
from tests.tui.terminal import TMUX, season, terminal

pytestmark = [pytest.mark.slow, pytest.mark.skipif(TMUX is None, reason="tmux is not installed")]

COMMAND = "play games/shogun --set setup=predetermined --seed 7 --lang {}"


@pytest.mark.parametrize("size", [(120, 40), (80, 24)], ids=str)
def test_a_season_in_tmux(size: tuple[int, int], tmp_path: Path) -> None:
    environment = {
        "HOME": str(tmp_path),
        "XDG_CACHE_HOME": os.environ.get("XDG_CACHE_HOME", str(tmp_path)),
        "TERM": "screen-256color",
    }
    with terminal(size, COMMAND.format("en"), environment) as table:
        after = season(table, "Spring of year 1")
    rows = after.splitlines()
    assert "Summer of year 1 of 2" in rows[0]
    assert all(width(row) <= size[0] for row in rows) and len(rows) <= size[1]
    assert "Build a castle" in after and "your bid" in after, "the next season is planned as one form"
    assert "? help" in after and "^Q leave" in after
