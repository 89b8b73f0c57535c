"""What the table says to a player, in the language that they ask for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from attrs import field, frozen

from rulekit.diagnostics import UserError
from rulekit.i18n.errors import translated
from rulekit.i18n.locale import locale, standard
from rulekit.i18n.player_texts import LANGUAGES, TEXTS
from rulekit.nearest import nearest
from rulekit.tabletop.quoting import Quoting
from rulekit.tabletop.reading import Reading

_ONE = re.compile(r"(?<![\w.,-])1 (decision|choice|question)s\b")
"""What the catalogue counts, where there is one of it: only English has a word of its own for that."""


@frozen
class Texts:
    """The catalogue in one language: ``say("human")``. ``lang`` is the language that the engine is asked for."""

    lang: str
    column: int = 0
    quoting: Quoting = field(factory=Quoting)
    reading: Reading = field(factory=Reading)

    def of(self, folder: Path, variants: Sequence[Path]) -> Texts:
        """The same for a game, whose rules are quoted."""
        return Texts(self.lang, self.column, Quoting(self.lang, folder, variants), Reading(self.lang, folder, variants))

    def __call__(self, key: str, **values: object) -> str:
        """One text, with the values filled in."""
        said = TEXTS[key][self.column].format(**values)
        return said if self.column else _ONE.sub(r"1 \1", said)

    def mistake(self, text: str) -> str:
        """A message of the engine about what somebody did."""
        return translated(text, self.lang)

    @property
    def colon(self) -> str:
        return "：" if self.column else ": "

    def list(self, names: Iterable[str]) -> str:
        """Names in a row, as one writes them in this language."""
        return ("、" if self.column else ", ").join(names)


def choose_language(asked: str | None, known: Iterable[str] = ()) -> Texts:
    """The language that the user asks for, or that of the locale. ``known``: languages that the game speaks."""
    languages = list(dict.fromkeys([*LANGUAGES, *known]))
    if asked is not None:
        lang = language_among(asked, languages)
    else:
        lang = standard(locale())
        lang = lang if lang in languages else "en"
    return Texts(lang, LANGUAGES.index(lang) if lang in LANGUAGES else 0)


def language_among(asked: str, languages: Sequence[str]) -> str:
    """The language that is meant, as `zh`, `zh-TW` or `en_GB` say it too. Raises UserError, with the list, for any other."""
    lang = standard(asked)
    if lang not in languages:
        raise UserError(f"there is no language {asked} here", nearest(asked, languages, "languages"))
    return lang
