"""The least of many numbers and of two."""

from __future__ import annotations

from pathlib import Path

from rulekit.rule_tests.runner import run_tests
from tests.playing import TOY

RULES = """variant Least of Hill Towns "L":
  number lean: the least of income of it over towns
  number of-nothing: the least of income of it over (towns where income of it is 99)
  number below: the least of 2 - income of it over towns
  number top of {me: player}: the larger of my points and 3
  number bottom of {me: player}: the smaller of my points + 1 and (3 - 1)

test "the least":
  then lean is 1
  then of-nothing is 0
  then below is -1
  then top of Ash is 3
  then bottom of Ash is 1
  when set points of Ash to 7
  then top of Ash is 7
  then bottom of Ash is 2
"""


def test_the_least(tmp_path: Path) -> None:
    path = tmp_path / "least.rules"
    path.write_text(RULES, "utf-8")
    assert [r.message for r in run_tests(TOY, [path])] == [""]
