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
NUMBERED = ("0.1.0",)
"""Versions whose saves hold numbers: where the compiler numbers things otherwise by now, they may be refused"""
CHANGED: dict[str, str] = {
    "0.2.0/nobunaga-successors-4": "looked-at is new",
    "0.2.0/most-dangerous-time-2": "there is no waiting any more",
    "0.2.0/shogun-3": "there is no left-seen any more",
    "0.2.0/shogun-5-moon": "there is no left-seen any more",
}
"""VERSION/NAME of a save whose game has since got other rules on purpose -> the reason that its refusal has to give"""

OTHER_END = {
    "0.1.0/most-dangerous-time-2": "who has a hand is asked for movement, also without active units",
}
"""VERSION/NAME of a save that goes on, to another end since the rules have changed on purpose -> what has changed"""


def called(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def test_there_are_some_of_each_version() -> None:
    assert {path.parent.name for path in KEPT} >= set(NUMBERED)
    for version in NUMBERED:
        assert {path.stem for path in KEPT if path.parent.name == version} == set(GAMES)


@pytest.mark.parametrize("path", KEPT, ids=called)
def test_a_save_of_a_release_is_played_to_its_end(path: Path) -> None:
    kept: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    game = rulekit.load(GAMES[path.stem][0])
    try:
        match = game.resume(kept["save"], journal=False)
    except rulekit.UserError as refused:
        reason = CHANGED.get(called(path))
        assert reason is not None or path.parent.name in NUMBERED, f"{called(path)}: {refused.message}"
        assert re.search("made with (other rules|another version of rulekit).*: (choice|after|its) ", refused.message)
        assert (reason or "") in refused.message
        return
    assert called(path) not in CHANGED
    go_on(match, 2)
    assert (end(match) == kept["end"]) != (called(path) in OTHER_END)
