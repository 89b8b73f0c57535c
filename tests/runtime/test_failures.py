"""The text of a rule failure: the line of the rules, and the reason in the language of the reader."""

from __future__ import annotations

import pytest

from rulekit.runtime.failures import failure_text
from rulekit.runtime.work import Failure
from tests.playing import ROOT, game


@pytest.mark.parametrize("which", ["the first", "the last"])
def test_a_failure_names_the_line_of_the_rules(which: str) -> None:
    compiled = game(ROOT / "games" / "tic_tac_toe").compiled()
    number = 0 if which == "the first" else len(compiled.image.lines) - 1
    line = compiled.image.lines[number]
    told = failure_text(compiled, Failure(number))
    assert (told.rule, told.what) == (line.place, f"{line.place}: this line cannot be carried out: {line.text}")
