"""The languages of rulebooks, each with what its grammar does."""

from __future__ import annotations

from rulekit.dsl.program import Program
from rulekit.rulebook.chinese import Chinese
from rulekit.rulebook.english import English
from rulekit.rulebook.phrasing import Phrasing


def speech(program: Program, language: str) -> Phrasing:
    """The speech of a language. Raises KeyError for one that has none."""
    return {"en": English, "zh-Hans": Chinese}[language](program, language)
