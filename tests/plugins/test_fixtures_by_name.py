"""The fixtures for the tests of plugins take a game by the name under which it is installed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path


def test_a_game_by_its_name(rule_tests: Callable[..., int], random_games: Callable[..., None]) -> None:
    assert rule_tests("tic_tac_toe") == rule_tests(Path(__file__).parents[2] / "games" / "tic_tac_toe") > 0
    random_games("tic_tac_toe", games=1)
