"""House rules as an author wants to write them, each with its tests.

Most stand here, with their tests in the same file; five come along with SHOGUN as variants.

One was wanted and cannot be said: fog, where armies in provinces that are not next to one's own are seen as few or many only.
Who sees what lies in a place hangs on the place alone, never on a condition that changes in play or on who looks from where, and
a number is seen whole or not at all: there is no sentence that shows less of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

import pytest

import rulekit
from rulekit.rule_tests.runner import run_tests
from tests.playing import ROOT, SHOGUN, play

HERE = Path(__file__).parent
SHIPPED = ("full_ties", "largest_realm", "open_bids", "rice_market", "three_years")
PLUGINS = ("most_dangerous_time", "nobunaga_successors")
RULES: Mapping[Path, Sequence[Path]] = {
    SHOGUN: [*sorted(HERE.glob("*.rules")), *(SHOGUN / "variants" / f"{name}.rules" for name in SHIPPED)],
    **{ROOT / "plugins" / n / f"rulekit_{n}" / "game": sorted((HERE / n).glob("*.rules")) for n in PLUGINS},
}
EACH = [pytest.param(folder, path, id=path.stem) for folder, paths in RULES.items() for path in paths]


def test_none_is_missing() -> None:
    assert [len(paths) for paths in RULES.values()] == [21, 1, 1]


@pytest.mark.parametrize(("folder", "path"), EACH)
def test_house_rule(folder: Path, path: Path) -> None:
    found, _ = rulekit.check(folder, [path])
    assert not found
    results = run_tests(folder, [path])
    assert results
    assert not [f"{r.title}: {r.message}" for r in results if not r.ok]


@pytest.mark.slow
@pytest.mark.parametrize(("folder", "path"), EACH)
def test_games_come_to_their_end(folder: Path, path: Path) -> None:
    rules = rulekit.load(folder, [path])
    for seed in (1, 2, 3):
        match = rules.start(seed=seed)
        for _ in play(match, Random(seed)):
            pass
        assert match.over
