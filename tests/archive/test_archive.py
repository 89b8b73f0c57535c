"""Saves of every released version are resumed and played to the end that they came to then, or refused with a reason."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import rulekit
from tests.archive.make import GAMES, HERE, end, go_on

KEPT = sorted(HERE.glob("*/*.json"))
VERSIONS = ("0.1.0",)
"""Those of which every game has to be there"""
STEPS = "do not lead to its state (stack)"
"""Of a save in numbers: all is as it was but for the numbers of the steps, which the compiler counts otherwise by now"""
CHANGED: dict[str, str] = {
    "0.1.0/most-dangerous-time-2": "after 120 choices",
    "0.1.0/nobunaga-successors-4": "after 250 choices",
    "0.1.0/shogun-3": "choice 34: it cannot be made under these rules",
    "0.1.0/shogun-5-moon": "choice 126: it cannot be made under these rules",
    "0.1.0/skirmish": f"after 10 choices its choices {STEPS}",
    "0.1.0/tic-tac-toe": f"after 3 choices its choices {STEPS}",
    "0.1.0/toy": f"after 25 choices its choices {STEPS}",
    "0.2.0/nobunaga-successors-4": "looked-at is new",
    "0.2.0/most-dangerous-time-2": "there is no waiting any more",
    "0.2.0/shogun-3": "there is no left-seen any more",
    "0.2.0/shogun-5-moon": "there is no left-seen any more",
}
"""VERSION/NAME of a save that today's rules or today's compiler cannot go on with -> the reason that its refusal has to give"""


def called(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def test_there_are_some_of_each_version() -> None:
    assert {path.parent.name for path in KEPT} >= set(VERSIONS)
    for version in VERSIONS:
        assert {path.stem for path in KEPT if path.parent.name == version} == set(GAMES)


@pytest.mark.parametrize("path", KEPT, ids=called)
def test_a_save_of_a_release_is_played_to_its_end(path: Path) -> None:
    kept: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    game = rulekit.load(GAMES[path.stem][0])
    try:
        match = game.resume(kept["save"], journal=False)
    except rulekit.UserError as refused:
        reason = CHANGED.get(called(path))
        assert reason is not None, f"{called(path)}: {refused.message}"
        assert re.search("made with (other rules|another version of rulekit).*: (choice|after|its) ", refused.message)
        assert reason in refused.message
        return
    assert called(path) not in CHANGED
    go_on(match, 2)
    assert end(match) == kept["end"]
