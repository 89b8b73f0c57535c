"""An image goes through JSON and comes back the same, with the classes that its fields say."""

from __future__ import annotations

import json
from typing import Any

import pytest
from attrs import asdict

from rulekit.image import GameInfo, GameOption, Image, NativeForm, Question, Sort
from rulekit.plain_data import restored
from tests.playing import COUNCIL, SHOGUN, TOY, game

BROKEN = (TypeError, LookupError, ValueError, AttributeError)
"""What other data raise than those of the same class"""


def by_json(thing: Any) -> Any:
    return json.loads(json.dumps(asdict(thing)))


@pytest.mark.parametrize("folder", [COUNCIL, TOY, SHOGUN], ids=lambda p: p.name)
def test_an_image_comes_back(folder: Any) -> None:
    image = game(folder).compiled().image
    back = restored(Image, by_json(image))
    assert back == image and repr(back) == repr(image)


def test_every_class_inside_comes_back() -> None:
    question = Question(3, Sort("kind", "card"), "choose", "choose x among hand", final=True)
    assert restored(Question, by_json(question)) == question
    option = GameOption("names", ["yes", "no"], 0, 1, 1, "a text")
    card = GameInfo(
        "x", "X", {"en": "X"}, 1, 2, 2, ("A", "B"), {"2": ("A", "B")}, {"o": option}, {"ja": {"A": "い"}}, True
    )
    assert restored(GameInfo, by_json(card)) == card
    assert restored(NativeForm, by_json(NativeForm(refused="no", line=4))) == NativeForm(refused="no", line=4)


@pytest.mark.parametrize("change", ["name", "places", "kinds", "lines"])
def test_other_data_are_refused(change: str) -> None:
    """So that an image of another version is made anew."""
    data = by_json(game(TOY).compiled().image)
    missing = {key: value for key, value in data.items() if key != change}
    with pytest.raises(BROKEN):
        restored(Image, missing)
    if change != "name":
        with pytest.raises(BROKEN):
            restored(Image, {**data, change: {"a": {"b": 1}}})
    with pytest.raises(BROKEN):
        restored(Image, [data])
