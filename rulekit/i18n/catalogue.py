"""Messages to people, in their languages: catalogues in the format of GNU gettext.

The code holds the English texts, ``messages/LANGUAGE.po`` their translations, each with a context that names the text
(``table.short_help``). ``LANGUAGE.mo`` is the same compiled (``./run python -m tools.messages``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

from rulekit.languages import NEAR

LANGUAGES = ("en", "zh-Hans", "zh-Hant", "ja")
"""Those of players; some messages for authors and researchers are in fewer"""
FOLDER = Path(__file__).with_name("messages")
English = str | tuple[str, str]
"""A text, or one for the number 1 and one for all others, which is given as ``n``"""


class Messages:
    """English texts by key, and their translations: those in the context ``CONTEXT.KEY``."""

    def __init__(self, context: str, english: Mapping[str, English]) -> None:
        self.context, self.english = context, english

    def __iter__(self) -> Iterator[str]:
        return iter(self.english)

    def __contains__(self, key: object) -> bool:
        return key in self.english

    def form(self, key: str, lang: str, n: object = None) -> str:
        """The text in a language, with its gaps; English where it is in no language that the reader knows."""
        english = self.english[key]
        if isinstance(english, tuple):
            english = english[n != 1]
        return translated(f"{self.context}.{key}", english, lang)

    def text(self, key: str, lang: str, **values: object) -> str:
        """The text in a language, with its gaps filled."""
        return self.form(key, lang, values.get("n")).format(**values)

    def in_every_language(self, key: str) -> dict[str, str]:
        """Language -> text."""
        return {lang: self.form(key, lang) for lang in LANGUAGES}


def translated(context: str, english: str, lang: str) -> str:
    """A text in a language, or in the one that its readers read instead (:data:`rulekit.languages.NEAR`); else as it is."""
    for tag in (lang, NEAR.get(lang, lang)):
        found = _catalogue(tag).pgettext(context, english)
        if found != english:
            return found
    return english


@cache
def _catalogue(lang: str) -> NullTranslations:
    path = FOLDER / f"{lang.replace('-', '_')}.mo"
    if lang not in LANGUAGES or not path.is_file():
        return NullTranslations()
    with path.open("rb") as file:
        return GNUTranslations(file)
