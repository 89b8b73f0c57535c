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
LIKELY = {"zh": "zh-Hans"}
"""A language without a script -> the script that most of its readers read"""
FOLDER = Path(__file__).with_name("messages")
English = str | tuple[str, str]
"""A text, or one for the number 1 and one for all others, which is given as ``n``"""


class MessageCatalogue:
    """English texts by key, and their translations: those in the context ``CONTEXT.KEY``."""

    def __init__(self, context: str, english: Mapping[str, English]) -> None:
        self.context, self.english = context, english

    def __iter__(self) -> Iterator[str]:
        return iter(self.english)

    def __contains__(self, key: object) -> bool:
        return key in self.english

    def form(self, key: str, lang: str, n: object = None) -> str:
        """The text in a language, with its gaps; English where it is in no language that the reader knows."""
        return translated(f"{self.context}.{key}", self.english[key], lang, n)

    def text(self, key: str, lang: str, /, **values: object) -> str:
        """The text in a language, with its gaps filled."""
        return self.form(key, lang, values.get("n")).format(**values)

    def in_every_language(self, key: str) -> dict[str, str]:
        """Language -> text."""
        return {lang: self.form(key, lang) for lang in LANGUAGES}


def translated(context: str, english: English, lang: str, n: object = None) -> str:
    """A text in a language, or in the one that its readers read instead (:data:`rulekit.languages.NEAR`); else as it is.

    ``n``: the number that chooses the form of a plural; without one, or with what is no number, it is that for many.
    """
    lang = LIKELY.get(lang, lang)
    one, many = (english, english) if isinstance(english, str) else english
    count = n if isinstance(n, int) else 2
    for tag in (lang, NEAR.get(lang, lang)):
        known = _catalogue(tag)
        found = known.pgettext(context, one) if one is many else known.npgettext(context, one, many, count)
        if found not in (one, many):
            return found
    return one if count == 1 else many


@cache
def _catalogue(lang: str) -> NullTranslations:
    path = FOLDER / f"{lang.replace('-', '_')}.mo"
    if lang not in LANGUAGES or not path.is_file():
        return NullTranslations()
    with path.open("rb") as file:
        return GNUTranslations(file)
