"""What `check` accepts together can be exchanged: two variants, or two lines of one layer, change the same in either order."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

import rulekit
from rulekit.rule_tests.runner import run_tests
from tests.playing import TOY

SO_FAR = {
    "a condition": ("adjust rent if it is at least 2: plus 1", "adjust rent if here is walled: plus 1", 4),
    "a limit that both look at": (
        "adjust rent if it is at most 2: plus 1",
        "adjust rent if it is at most 2: plus 2",
        5,
    ),
    "an amount": ("adjust rent: plus it", "adjust rent: plus 3", 7),
    "two amounts": ("adjust rent: plus it", "adjust rent: minus it * 3", -2),
    "conditions that exclude each other": (
        "adjust rent if it is at most 2: plus 5",
        "adjust rent if it is more than 2: at most 4",
        7,
    ),
}
RULES = """
number rent of {here: town}: 2

test "in either order":
  given Cedar becomes walled
"""


@pytest.mark.parametrize("name", SO_FAR)
def test_the_number_so_far_is_that_before_the_layer(name: str, tmp_path: Path) -> None:
    one, other, wanted = SO_FAR[name]
    rules = tmp_path / "rules.rules"
    paths = [rules, *(tmp_path / f"{k}.rules" for k in "ab")]
    rules.write_text(
        f'variant Rents of Hill Towns "Rents":\n  rounds is 4\n{RULES}  then rent of Cedar is {wanted}\n', "utf-8"
    )
    for path, said in zip(paths[1:], (one, other), strict=True):
        path.write_text(f'variant V{path.stem.upper()} of Hill Towns "V":\n  {said}\n', "utf-8")
    for order in permutations(paths):
        assert not rulekit.check(TOY, order)[0]
        assert [r.message for r in run_tests(TOY, order) if not r.ok] == []
