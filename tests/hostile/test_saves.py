"""A save is its choices. Whatever else it says has to be what they lead to; every other shape is refused with a reason."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rulekit
from rulekit.tabletop import save_files as files
from tests.hostile.saves import CLAIMS, shapes, text_of
from tests.playing import TOY, game, play


@cache
def a_match() -> rulekit.Match:
    match = game(TOY).start(2, 3)
    for _ in play(match, Random(3), 14):
        pass
    return match


@cache
def saved() -> dict[str, Any]:
    made: dict[str, Any] = json.loads(json.dumps(a_match().save()))
    return made


@cache
def broken_saves() -> dict[str, dict[str, Any]]:
    return dict(shapes(saved()))


def test_there_are_many() -> None:
    assert len(broken_saves()) > 500


@pytest.mark.parametrize("journal", [True, False], ids=["told", "quiet"])
def test_every_broken_shape_is_refused_with_a_reason(journal: bool) -> None:
    for name, broken in broken_saves().items():
        if json.dumps(broken, sort_keys=True) == json.dumps(saved(), sort_keys=True):
            continue  # it was that already
        if is_claim(broken):
            assert game(TOY).resume(broken, journal) == a_match(), name
            continue
        with pytest.raises(rulekit.UserError) as refused:
            game(TOY).resume(broken, journal)
            pytest.fail(f"taken: {name}")
        assert refused.value.message and len(str(refused.value)) < 2_500, name


def is_claim(broken: dict[str, Any]) -> bool:
    """Whether it only says otherwise, as a text, by whom it was made."""
    claims = {name: broken[name] for name in CLAIMS if isinstance(broken.get(name), str)}
    return {**saved(), **claims} == broken


def test_no_broken_shape_breaks_a_replay() -> None:
    for name, broken in broken_saves().items():
        try:
            match = game(TOY).replay(broken)
        except rulekit.UserError:
            continue
        assert match.decided <= len(saved()["choices"]), name


def moved(saved: dict[str, Any]) -> dict[str, Any]:
    """With a coin more in the bank."""
    changed: dict[str, Any] = json.loads(json.dumps(saved))
    changed["position"]["bank: coin"][0] += 1
    return changed


@pytest.mark.parametrize("choices", ["kept", None, []], ids=["its choices", "no record", "no choices"])
@pytest.mark.parametrize("journal", [True, False], ids=["told", "quiet"])
@pytest.mark.parametrize("claims", [{}, {"rules": "others"}, {"engine": "99"}], ids=["today", "rules", "engine"])
def test_a_position_that_the_choices_do_not_lead_to(choices: object, journal: bool, claims: dict[str, str]) -> None:
    """Whatever hash stands there, and whoever is said to have made it: a save is its choices."""
    changed = {**moved(saved()), **claims}
    if choices != "kept":
        changed["choices"] = choices
    with pytest.raises(rulekit.UserError, match="choices"):
        game(TOY).resume(changed, journal)


@pytest.mark.parametrize("journal", [True, False], ids=["told", "quiet"])
def test_a_match_without_a_journal_has_its_record_too(journal: bool) -> None:
    match = game(TOY).start(2, 5, journal=False)
    for _ in play(match, Random(5), 20):
        pass
    assert game(TOY).resume(json.loads(json.dumps(match.save())), journal) == match


def test_a_match_that_was_answered_without_record_cannot_be_saved() -> None:
    match = game(TOY).start(2, 5, journal=False)
    match.answer(0, match.asks[0][2][0])
    with pytest.raises(rulekit.UserError, match="no record of its choices"):
        match.save()


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "9" * 5000])
def test_numbers_that_are_none_are_no_json(number: str, tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    path.write_text(text_of(saved()).replace('"seed": 3', f'"seed": {number}'), encoding="utf-8")
    with pytest.raises(rulekit.UserError, match="is not a saved game"):
        files.read(path)
