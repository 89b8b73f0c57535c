"""Says messages in the language of whoever reads them: a sentence is found in the catalogue by its English template.

Errors are raised in English wherever they arise; the catalogue (:mod:`rulekit.i18n.error_messages`) has a template for each
that a player can meet. A value in a sentence may be a sentence itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.i18n.error_messages import TEMPLATES
from rulekit.i18n.locale import spoken_now
from rulekit.i18n.templates import Names, TemplateTranslator

if TYPE_CHECKING:
    from rulekit.diagnostics import UserError

LISTS = frozenset(
    {
        *("there are: {}", "there is: {}", "languages: {}", "variants of this game: {}", "the commands are: {}"),
        *(
            "a seat takes: {}",
            "it has: {}",
            "it can be: {}",
            "seats: {}",
            "at the table: {}",
            "the seats are 1 to {}: {}",
        ),
        *("messages: {}", "there is no bot {}; there are: {}", "it offers: {}", "it can send by: {}"),
    }
)
"""Templates with a list of names, which other languages write with a comma of their own"""
_ERRORS = TemplateTranslator({"error": TEMPLATES}, lists=LISTS)


def said(error: UserError, lang: str | None = None) -> str:
    """An error with its hint, in a language; without one in that of the command that runs."""
    text = translated(error.message, lang, names=error.names)
    return text if error.hint is None else f"{text}\n  {translated(error.hint, lang, names=error.names)}"


def translated(text: str, lang: str | None = None, names: Names | None = None) -> str:
    """A sentence in a language, without one in that of the command that runs; as it is where the catalogue has none like it.
    ``names``: what some values are called in other languages."""
    return _ERRORS.translated(text, spoken_now.get() if lang is None else lang, names=names)
