"""Rule lines as they are quoted to a player: in their language, where the rulebook has one for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

from attrs import define

from rulekit.diagnostics import RulesError, UserError
from rulekit.explain.quotes import bare

GAP = "⟦"
"""How the name of what a rule has given one begins in a line of the rulebook"""


@define(eq=False)
class RuleQuotes:
    """What the rules of a game say, with the variants that are laid over it. Their files are read when a line is quoted first."""

    lang: str = "en"
    folder: Path | None = None
    variants: Sequence[Path] = ()

    def row(self, text: str, named: Mapping[str, str] | None = None) -> str:
        """A rule line; as it is where nothing else is known. ``named``: what the names in it stand for."""
        return self._filled(self._said.get(bare(text), text), named)

    def words(self, text: str, named: Mapping[str, str] | None = None) -> str:
        """A condition, without its answer: in every language as the rulebook says it. ``named``: what the names in it stand
        for."""
        return self._filled(self._spoken.get(text, text), named)

    def _filled(self, text: str, named: Mapping[str, str] | None) -> str:
        if GAP not in text:
            return text
        from rulekit.rulebook import filled

        return filled(text, named)

    def value(self, text: str) -> str:
        """A compared value: ``coins in here: 3``."""
        words, colon, value = text.partition(": ")
        said = self._said.get(words)
        return text if said is None or not colon else f"{self._filled(said, None)}：{value}"

    @property
    def _said(self) -> Mapping[str, str]:
        """English row -> its translation; empty in English, where rows are quoted unchanged."""
        return self._spoken if self.lang != "en" else {}

    @cached_property
    def _spoken(self) -> Mapping[str, str]:
        if self.folder is None:
            return {}
        from rulekit.rulebook import LANGUAGES, said

        if self.lang not in LANGUAGES:
            return {}
        try:
            return said(self.folder, self.variants, self.lang)
        except (RulesError, UserError):  # the files have changed since; the game goes on as it was
            return {}
