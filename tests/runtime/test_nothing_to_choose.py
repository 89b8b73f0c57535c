"""Where there is nothing to choose but none, an `otherwise` says what is done, and nobody is asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.rule_tests.runner import run_tests
from tests.playing import TOY

CHOICES = (
    "choose goal among towns that are walled, or none",
    "choose goal among towns that are walled, or none, unasked when only one is left",
    "choose goal among towns that are walled, or none, for good",
)
RULES = """variant Razing of Hill Towns "R":
  to raze for {{me: player}}:
    {choice}: "which one?"
    otherwise:
      raise my points by 5
      stop
    if goal is none: stop
    goal is no longer walled
    raise my points by 1

test "nothing to raze":
  when Ash: raze for me
  then nobody is asked
  then points of Ash is 5

test "one to raze, or none":
  given Elm becomes walled
  when Ash: raze for me
  then Ash may choose exactly Elm, none
  when Ash chooses none
  then points of Ash is 0 and Elm is walled

test "one is razed":
  given Elm becomes walled
  when Ash: raze for me
  when Ash chooses Elm
  then points of Ash is 1 and Elm is not walled
"""


@pytest.mark.parametrize("choice", CHOICES)
def test_otherwise(choice: str, tmp_path: Path) -> None:
    path = tmp_path / "raze.rules"
    path.write_text(RULES.format(choice=choice), "utf-8")
    assert [r.message for r in run_tests(TOY, [path])] == ["", "", ""]
