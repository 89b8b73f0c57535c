"""No traceback, whatever a file contains; and what is clean keeps the state whole.

Real rule files and tables with one thing changed at random: the checker answers with findings that lie in a file, or finds
nothing, and then the game is played. ``RULEKIT_FUZZ_TIMES`` says how many times as many are tried as at a commit (the long tier
tries ten times as many), and ``RULEKIT_FUZZ_SEED`` where to begin; the seed of a failure stands in its message.
"""

from __future__ import annotations

import os
import traceback
from pathlib import Path
from random import Random

import pytest

import rulekit
from tests.dsl.mutations import mutated_copy
from tests.playing import SHOGUN, TOY, play
from tests.tiers import LONG
from tests.wholeness import Wholeness

pytestmark = pytest.mark.slow

MANY = {TOY: 25, SHOGUN: 3}
"""Changed copies of each game, the same on every machine: some seconds. One of them at least holds a mistake."""
TIMES = int(os.environ.get("RULEKIT_FUZZ_TIMES", "10" if LONG else "1"))
FIRST = int(os.environ.get("RULEKIT_FUZZ_SEED", "0"))


@pytest.mark.parametrize("game", [TOY, SHOGUN], ids=["toy", "shogun"])
@pytest.mark.parametrize("times", [1, 3])
def test_any_file_gets_an_answer(game: Path, times: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEKIT_CACHE", "off")
    noticed = 0
    for seed in range(FIRST, FIRST + MANY[game] * TIMES):
        place = tmp_path / str(seed)
        done = mutated_copy(game, place, seed, times)
        try:
            noticed += answered(place)
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            pytest.fail(f"seed {seed}, {done}: {type(error).__name__}: {error} ({where.filename}:{where.lineno})")
    assert noticed, "not one mistake was noticed"


def answered(place: Path) -> bool:
    """Whether something was found; what is free of errors is played for a while."""
    try:
        found, sources = rulekit.check(place)
    except (rulekit.RulesError, rulekit.UserError):
        return True
    for d in found:
        assert d.message and d.span.line >= 1 and d.span.column >= 1
        assert d.span.file in sources or not Path(d.span.file).is_file(), f"{d.span}: where is that?"
    if any(d.severity == "error" for d in found):
        return True
    match = rulekit.load(place).start(None, 1, journal=False)
    whole = Wholeness(match)
    try:
        for _ in play(match, Random(1), 300):
            if match.decided % 10 == 0:
                assert not whole.faults(), whole.faults()
                match.view(match.players[0])
                assert all(d.prompt() is not None and [o.label() for o in d.options] for d in match.decisions)
    except rulekit.RuleFailure:
        pass
    return bool(found)
