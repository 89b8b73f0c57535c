"""A save is its choices. Whatever else it says has to be what they lead to; every other shape is refused with a reason."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rulekit
from rulekit.cli import saves as files
from tests.hostile.saves import shapes, text_of
from tests.playing import TOY, game, play


def a_match() -> rulekit.Match:
    match = game(TOY).start(2, 3)
    for _ in play(match, Random(3), 14):
        pass
    return match


MATCH = a_match()
SAVED: dict[str, Any] = json.loads(json.dumps(MATCH.save()))
SHAPES = dict(shapes(SAVED))


def test_there_are_many() -> None:
    assert len(SHAPES) > 500


@pytest.mark.parametrize("journal", [True, False], ids=["told", "quiet"])
def test_every_broken_shape_is_refused_with_a_reason(journal: bool) -> None:
    for name, broken in SHAPES.items():
        if json.dumps(broken, sort_keys=True) == json.dumps(SAVED, sort_keys=True):
            continue  # it was that already
        with pytest.raises(rulekit.UserError) as refused:
            game(TOY).resume(broken, journal)
            pytest.fail(f"taken: {name}")
        assert refused.value.message and len(str(refused.value)) < 2_500, name


def test_no_broken_shape_breaks_a_replay() -> None:
    for name, broken in SHAPES.items():
        try:
            match = game(TOY).replay(broken)
        except rulekit.UserError:
            continue
        assert match.decided <= len(SAVED["choices"]), name


def forged(saved: dict[str, Any]) -> dict[str, Any]:
    """With the hash that belongs to its state."""
    state = saved["state"]
    asks = [[p, q, options, stack] for p, q, options, stack in state["asks"]]
    value = [state["s"], state["z"], state["stack"], asks, state["forks"], saved["decided"], state["ending"]]
    text = json.dumps([MATCH.compiled.key, value], separators=(",", ":"))
    return {**saved, "hash": hashlib.sha256(text.encode()).hexdigest()[:32]}


@pytest.mark.parametrize("choices", ["kept", None, []], ids=["its choices", "no record", "no choices"])
@pytest.mark.parametrize("journal", [True, False], ids=["told", "quiet"])
def test_a_state_with_its_own_hash_is_not_taken(choices: object, journal: bool) -> None:
    assert forged(SAVED)["hash"] == SAVED["hash"], "this is how a hash is made"
    changed = json.loads(json.dumps(SAVED))
    changed["state"]["s"][0] += 1
    if choices != "kept":
        changed["choices"] = choices
    with pytest.raises(rulekit.UserError, match="choices"):
        game(TOY).resume(forged(changed), journal)
    with pytest.raises(rulekit.UserError, match="no record"):
        game(TOY).resume({**SAVED, "choices": None}, journal)


@pytest.mark.parametrize("journal", [True, False], ids=["told", "quiet"])
def test_a_match_without_a_journal_has_its_record_too(journal: bool) -> None:
    match = game(TOY).start(2, 5, journal=False)
    for _ in play(match, Random(5), 20):
        pass
    assert game(TOY).resume(json.loads(json.dumps(match.save())), journal) == match


def test_a_match_that_was_answered_without_record_can_not_be_saved() -> None:
    match = game(TOY).start(2, 5, journal=False)
    match.answer(0, match.asks[0][2][0])
    with pytest.raises(rulekit.UserError, match="no record of its choices"):
        match.save()


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "9" * 5000])
def test_numbers_that_are_none_are_no_json(number: str, tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    path.write_text(text_of(SAVED).replace('"seed": 3', f'"seed": {number}'), encoding="utf-8")
    with pytest.raises(rulekit.UserError, match="is not a saved game"):
        files.read(path)
