"""Views whose rows are kept: equal to those that are made anew, for every viewer, in every state."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import rulekit
from rulekit.runtime.view_cache import Row
from tests.playing import ROOT

FOLDERS = [
    ROOT / "games" / "shogun",
    ROOT / "games" / "tic_tac_toe",
    ROOT / "plugins" / "most_dangerous_time" / "rulekit_most_dangerous_time" / "game",
    ROOT / "plugins" / "nobunaga_successors" / "rulekit_nobunaga_successors" / "game",
]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parts[-2])
def test_kept_rows_are_those_of_the_view(folder: Path) -> None:
    game = rulekit.load(folder)
    for seed in range(2):
        match, chance = game.start(None, seed), random.Random(seed)
        for k in range(220):
            if match.over:
                break
            decision = chance.choice(match.decisions)
            match.choose(decision, chance.choice(list(decision.options)))
            if k % 3 == 0:
                for viewer in (*match.players, None):
                    assert match.compiled.views(viewer, "en").of(match) == match.view(viewer, "en")


def test_what_has_not_changed_is_the_same_object() -> None:
    match = rulekit.load(ROOT / "games" / "tic_tac_toe").start(None, 1)
    views = match.compiled.views(match.players[0], "en")
    before = [row for table in views.of(match)["tables"] for row in table["rows"]]
    match.choose(match.decisions[0], match.decisions[0].options[4])
    after = [row for table in views.of(match)["tables"] for row in table["rows"]]
    other = [k for k, (a, b) in enumerate(zip(before, after, strict=True)) if a is not b]
    assert other and len(other) < len(before)
    for k, (a, b) in enumerate(zip(before, after, strict=True)):
        assert isinstance(b, Row) and json.loads(b.text) == json.loads(json.dumps(b))
        assert (a.digests != b.digests) == (a != b) == (k in other)
