"""Backgammon by the rule files beside OpenSpiel: the same turns from positions of games at random, and the same ends."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from tests.proofs import backgammon_beside

LEFT_OUT = {
    "whether {f: face} may be played from {here: space} for {me: player}": "f can be played from here for me otherwise",
    "whether {f: face} can bear off from {here: space} for {me: player}": "farthest of me is at most 6 otherwise",
}
"""Rules that are easily forgotten, and what is said when they are"""


def test_turns_beside_another_program() -> None:
    assert backgammon_beside.held(rulekit.load(backgammon_beside.FOLDER), 25, 1) == 1


@pytest.mark.slow
def test_a_throw_with_which_nobody_moves_is_told_from_one_that_enters_one_checker() -> None:
    """In game 6 a side with two checkers on the bar cannot move; OpenSpiel offers throws with which one of them enters."""
    assert backgammon_beside.game(rulekit.load(backgammon_beside.FOLDER), 6, 20, "Backgammons") == 20


@pytest.mark.slow
def test_many_turns_beside_another_program() -> None:
    assert backgammon_beside.held(rulekit.load(backgammon_beside.FOLDER), 400, 1) > 3


@pytest.mark.slow
@pytest.mark.parametrize("rule, said", LEFT_OUT.items(), ids=["dice", "bearing off"])
def test_a_rule_left_out_is_found(rule: str, said: str, tmp_path: Path) -> None:
    """Games under laxer rules come to positions that OpenSpiel does not allow."""
    lax = tmp_path / "lax.rules"
    lax.write_text(f'variant Lax of Backgammon "Lax":\n  replace {rule}:\n    {said}\n', "utf-8")
    with pytest.raises(AssertionError):
        backgammon_beside.held(rulekit.load(backgammon_beside.FOLDER, [lax]), 400, 1)
