"""Says messages in the language of whoever reads them: a sentence is found in the catalogue by its English template.

Errors are raised in English wherever they arise; the catalogue (:mod:`rulekit.i18n.error_messages`) has a template for each
that a player can meet. A value in a sentence may be a sentence itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from rulekit.i18n import catalogue
from rulekit.i18n.catalogue import LANGUAGES
from rulekit.i18n.error_messages import TEMPLATES
from rulekit.i18n.locale import spoken_now

if TYPE_CHECKING:
    from rulekit.diagnostics import UserError

_GAP = re.compile(r"\{(\d*)\}")
LISTS = ("there is: {}", "there are: {}", "languages: {}")
"""Templates with a list of names, which other languages write with a comma of their own"""
_DEPTH = 4
"""A sentence in a sentence in a sentence is deep enough."""


def said(error: UserError, lang: str | None = None) -> str:
    """An error with its hint, in a language; without one in that of the command that runs."""
    text = translated(error.message, lang, names=error.names)
    return text if error.hint is None else f"{text}\n  {translated(error.hint, lang, names=error.names)}"


def translated(
    text: str, lang: str | None = None, depth: int = _DEPTH, names: Mapping[str, Mapping[str, str]] | None = None
) -> str:
    """A sentence in a language; as it is where the catalogue has none like it. ``names``: a value -> language -> its name."""
    lang = spoken_now.get() if lang is None else lang
    if lang not in LANGUAGES or lang == "en" or not depth:
        return text
    if names and text in names:
        return names[text].get(lang, text)
    if text in TEMPLATES:
        return catalogue.translated("error", text, lang)
    for template, form in _templates():
        found = form.fullmatch(text)
        if found is not None:
            values = [translated(value, lang, depth - 1, names) for value in found.groups()]
            if template in LISTS:
                values = [value.replace(", ", "、") for value in values]
            return filled(catalogue.translated("error", template, lang), values)
    return text


def filled(text: str, values: Sequence[str]) -> str:
    """A template with its values, in their order or by their numbers from 1."""
    rest = iter(values)
    return _GAP.sub(lambda gap: values[int(gap[1]) - 1] if gap[1] else next(rest), text)


@cache
def _templates() -> Sequence[tuple[str, re.Pattern[str]]]:
    """Those with values, the most literal first."""
    found: Mapping[str, int] = {text: len(_GAP.sub("", text)) for text in TEMPLATES if "{}" in text}
    ordered = sorted(found, key=lambda text: -found[text])
    return [(text, re.compile("(.+?)".join(map(re.escape, text.split("{}"))), re.DOTALL)) for text in ordered]
