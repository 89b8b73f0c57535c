"""Ten house rules of SHOGUN as an author wants to write them, each with its tests.

Five stand here, with their tests in the same file; the others come along with the game as variants.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.rule_tests.runner import run_tests
from tests.playing import SHOGUN

SHIPPED = ("full_ties", "largest_realm", "open_bids", "rice_market", "three_years")
RULES = [*sorted(Path(__file__).parent.glob("*.rules")), *(SHOGUN / "variants" / f"{name}.rules" for name in SHIPPED)]


def test_there_are_ten() -> None:
    assert len(RULES) == 10


@pytest.mark.parametrize("path", RULES, ids=lambda p: p.stem)
def test_house_rule(path: Path) -> None:
    found, _ = rulekit.check(SHOGUN, [path])
    assert not found
    results = run_tests(SHOGUN, [path])
    assert results
    assert not [f"{r.title}: {r.message}" for r in results if not r.ok]
