"""Translates the messages of rule tests.

Names inside a message stay in English, as an author compares them with the rules and the test.

The sentences are made in English where a test fails; :mod:`rulekit.i18n.outcome_messages` has their templates.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from rulekit.i18n.templates import TemplateTranslator
from rulekit.languages import Punctuation, base, punctuation


def outcome(text: str, lang: str) -> str:
    """A sentence in a language; as it is where no template is like it."""
    return text if lang == "en" else _outcomes().translated(text, lang)


def outcomes(sentences: Sequence[str], lang: str) -> str:
    """Several sentences beside each other."""
    return _marks(lang).semicolon.join(outcome(text, lang) for text in sentences)


def failed_line(line: str, sentences: Sequence[str], lang: str) -> str:
    """A line of a test, which nobody translates, and why it fails."""
    return f"{line}{_marks(lang).colon}{outcomes(sentences, lang)}"


def _marks(lang: str) -> Punctuation:
    """Those of English where the sentences stay English."""
    return punctuation(lang if base(lang) == "zh" else "en")


@cache
def _outcomes() -> TemplateTranslator:
    from rulekit.i18n.error_messages import TEMPLATES as ERRORS
    from rulekit.i18n.errors import LISTS as OF_ERRORS
    from rulekit.i18n.finding_messages import LISTS as OF_FINDINGS
    from rulekit.i18n.finding_messages import TEMPLATES as FINDINGS
    from rulekit.i18n.finding_messages import VALUES
    from rulekit.i18n.outcome_messages import LISTS, TEMPLATES

    contexts = {"outcome": TEMPLATES, "finding": FINDINGS, "error": ERRORS}
    return TemplateTranslator(contexts, VALUES - TEMPLATES, LISTS | OF_FINDINGS | OF_ERRORS, spaced=True)
