"""Everything that can be said can be compiled: every phrase of the table has its place in the compiler."""

from __future__ import annotations

import pytest

from rulekit.compiler.effects import WRITERS
from rulekit.compiler.values import Values
from rulekit.dsl.phrases import Phrase, standard_table

COURSE = {
    *(
        "let",
        "if",
        "otherwise",
        "otherwise-if",
        "each",
        "each-player",
        "at-once",
        "for-player",
        "repeat",
        "repeat-until",
    ),
    *(
        "repeat-while",
        "stop",
        "skip",
        "succeed",
        "carry-out",
        "choose",
        "choose-number",
        "choose-numbers",
        "choose-one",
    ),
    "choose-band",
    *("may", "branch", "open", "needs"),
}
"""Statements that the course of a deed (rulekit.compiler: plain, steps and choices) takes care of itself."""


@pytest.mark.parametrize("phrase", [*standard_table().all("V", "C", "S", "H")], ids=lambda p: p.shown)
def test_every_phrase_has_its_place_in_the_compiler(phrase: Phrase) -> None:
    method = phrase.op.replace("-", "_")
    match phrase.category:
        case "V" if phrase.info.startswith("pieces"):
            pass  # a sort of piece is no value by itself: the sentences that move and count pieces read it
        case "V":
            assert hasattr(Values, f"v_{method}")
        case "C":
            assert hasattr(Values, f"c_{method}")
        case _:
            assert phrase.op in COURSE or f"s_{method}" in WRITERS
