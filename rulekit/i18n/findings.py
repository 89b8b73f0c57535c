"""Says what is found in rule files in the language of whoever reads it: messages, hints, and what stands around them.

Findings are made in English (:mod:`rulekit.diagnostics`), and are so as data; :mod:`rulekit.i18n.finding_messages` has their
templates.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from rulekit.i18n.locale import spoken_now
from rulekit.i18n.templates import TemplateTranslator


def translated(text: str, lang: str | None = None) -> str:
    """A sentence of a finding in a language, without one in that of the command that runs; as it is where none is like it."""
    lang = spoken_now.get() if lang is None else lang
    return text if lang == "en" else _findings().translated(text, lang)


def speaker(lang: str | None = None) -> Callable[[str], str]:
    """What says the sentences of findings in a language, for :func:`rulekit.diagnostics.render`."""
    return partial(translated, lang=lang)


@cache
def _findings() -> TemplateTranslator:
    """Made when it is needed: in English it never is."""
    from rulekit.i18n.error_messages import TEMPLATES
    from rulekit.i18n.errors import LISTS as OF_ERRORS
    from rulekit.i18n.finding_messages import LISTS, VALUES
    from rulekit.i18n.finding_messages import TEMPLATES as FINDINGS

    return TemplateTranslator({"finding": FINDINGS, "error": TEMPLATES}, VALUES, LISTS | OF_ERRORS, spaced=True)
