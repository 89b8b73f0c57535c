"""Everything that can be said can be compiled: every phrase of the table has what lowers it."""

from __future__ import annotations

from itertools import chain

import pytest

from rulekit.compiler.lower import deeds
from rulekit.compiler.lower.expressions import HANDLERS
from rulekit.compiler.lower.statements import SENTENCES
from rulekit.dsl.operations import OPERATIONS, has
from rulekit.dsl.phrases import Phrase, Slot, standard_table
from rulekit.dsl.types import Kinds, article

PART = {"otherwise", "otherwise-if", "branch"}
"""Headings that belong to another sentence."""


@pytest.mark.parametrize("phrase", [*standard_table().all("V", "C", "S", "H")], ids=lambda p: p.shown)
def test_every_phrase_can_be_lowered(phrase: Phrase) -> None:
    assert phrase.op in OPERATIONS
    assert deeds.SUBJECTS  # loaded: they register what they lower
    if phrase.category in ("V", "C"):
        assert phrase.op in HANDLERS or phrase.info.startswith("pieces")
    else:
        assert phrase.op in SENTENCES or phrase.op in PART or has(phrase.op, "leaves")


PLAIN = {
    "kind",
    "mark",
    "name",
    "number",
    "permission",
    "place",
    "player",
    "row",
    "sentence",
    "set",
    "spot",
    "text",
    "thing",
    "window",
}
"""Slots that an author of rules would call the same"""


def test_messages_say_each_slot_in_plain_words() -> None:
    """As in “after this, a list of names is needed”: no word of ours, and no plural behind `a`."""
    specs = {
        part.bare
        for phrase in chain(*standard_table().by_category.values())
        for part in phrase.parts
        if isinstance(part, Slot)
    }
    said = {spec: Kinds().say(spec) for spec in specs if "/" not in spec}
    assert len(said) > 30
    assert not {spec: text for spec, text in said.items() if text == article(spec) and spec not in PLAIN}
