"""Everything that can be said can be compiled: every phrase of the table has what lowers it."""

from __future__ import annotations

import pytest

from rulekit.compiler.lower import deeds
from rulekit.compiler.lower.expressions import HANDLERS
from rulekit.compiler.lower.statements import SENTENCES
from rulekit.dsl.operations import OPERATIONS, has
from rulekit.dsl.phrases import Phrase, standard_table

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
