"""The texts of the table, in the player's language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import field, frozen

from rulekit.diagnostics import UserError
from rulekit.i18n.catalogue import LANGUAGES
from rulekit.i18n.errors import translated
from rulekit.i18n.locale import locale, standard
from rulekit.i18n.player_messages import TEXTS
from rulekit.languages import base, punctuation
from rulekit.nearest import nearest
from rulekit.tabletop.quotes import RuleQuotes
from rulekit.tabletop.rulebook import RulebookReader
from rulekit.variants import VariantTexts

if TYPE_CHECKING:
    from rulekit.runtime.game import Game


@frozen
class Texts:
    """The catalogue in one language: ``say("human")``. ``lang`` is the language that the engine is asked for."""

    lang: str
    quoting: RuleQuotes = field(factory=RuleQuotes)
    reading: RulebookReader = field(factory=RulebookReader)
    _about_variants: VariantTexts = field(factory=VariantTexts)

    def of(self, folder: Path, variants: Sequence[Path]) -> Texts:
        """The same for a game, whose rules are quoted."""
        return Texts(self.lang, RuleQuotes(self.lang, folder, variants), RulebookReader(self.lang, folder, variants))

    def __call__(self, key: str, **values: object) -> str:
        """One text, with the values filled in."""
        return TEXTS.text(key, self.lang, **values)

    def title(self, rules: Game, variants: bool = True) -> str:
        """What is played: the game, and in brackets the variants that are laid over it."""
        laid = [self._about_variants.called(path, self.lang) for path in self.quoting.variants] if variants else []
        return self.bracketed(rules.names.get(self.lang, rules.title), laid)

    def mistake(self, text: str) -> str:
        """A message of the engine about a user's mistake."""
        return translated(text, self.lang)

    def suggestion(self, near: str) -> str:
        """What may have been meant (English: ``did you mean Alder?``), as a sentence of its own behind another one."""
        said = self.mistake(near)
        return said[:1].upper() + said[1:]

    @property
    def colon(self) -> str:
        return punctuation(self.lang).colon

    @property
    def comma(self) -> str:
        """The separator between names in a list."""
        return punctuation(self.lang).comma

    def list(self, names: Iterable[str]) -> str:
        """Names as a list in this language."""
        return self.comma.join(names)

    def no_number(self, n: int, numbers: Iterable[int]) -> str:
        """That a number is none of those that can be chosen, and which these are, as ``0, 2 to 28``."""
        runs: list[list[int]] = []
        for number in sorted(numbers):
            if runs and runs[-1][-1] == number - 1:
                runs[-1].append(number)
            else:
                runs.append([number])
        key = "no_number" if sum(map(len, runs)) > 1 else "only_number"
        return self(key, n=n, numbers=self.list(self._run(run[0], run[-1]) for run in runs))

    def _run(self, first: int, last: int) -> str:
        return str(first) if first == last else self("number_run", first=first, last=last)

    def bracketed(self, text: str, said: Sequence[str]) -> str:
        """A text with others in brackets behind it, if there are any."""
        if not said:
            return text
        return f"{text}（{'，'.join(said)}）" if self._is_wide else f"{text} ({', '.join(said)})"

    @property
    def _is_wide(self) -> bool:
        """Whether it is written in wide characters."""
        return base(self.lang) in ("zh", "ja")


def choose_language(asked: str | None, known: Iterable[str] = ()) -> Texts:
    """The language that the user asks for, or that of the locale. ``known``: languages that the game speaks."""
    languages = list(dict.fromkeys([*LANGUAGES, *known]))
    if asked is not None:
        lang = language_among(asked, languages)
    else:
        lang = standard(locale())
        lang = lang if lang in languages else "en"
    return Texts(lang)


def language_among(asked: str, languages: Sequence[str]) -> str:
    """The language that is meant, as `zh`, `zh-TW` or `en_GB` say it too. Raises UserError, with the list, for any other."""
    lang = standard(asked)
    if lang not in languages:
        raise UserError(f"there is no language {asked} here", nearest(asked, languages, "languages"))
    return lang
