"""Which variants of a game are at hand, what they are called and what they change, for people who choose among them."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, field

from rulekit import api
from rulekit.diagnostics import RulesError, UserError
from rulekit.files import own_variants, variant_rules
from rulekit.languages import VariantHeading, own, sentence
from rulekit.plugins.manager import Plugins, find_plugins

if TYPE_CHECKING:
    from rulekit.runtime.game import Game

LOG = logging.getLogger("rulekit.variants")


@define
class VariantTexts:
    """The headings of variants, each read once."""

    _headings: dict[Path, VariantHeading] = field(init=False, factory=dict)

    def offered(self, folder: Path, game: Game, found: Plugins | None = None) -> dict[str, Path]:
        """The variants of a game by name: those in its folder, then those that plugins bring for it. As everywhere, what lies
        in the folder goes before what a plugin brings under the same name."""
        inside = own_variants(folder)
        brought = (found or find_plugins()).variants
        more = {name: path for name, path in sorted(brought.items()) if self._heading(path).game == game.name}
        return {**inside, **{name: path for name, path in more.items() if name not in inside}}

    def title(self, path: Path, lang: str) -> str:
        """What a variant is called in a language, or in English; empty where its files do not say it."""
        titles = self._heading(path).titles
        return own(titles, lang) or titles.get("en", "")

    def called(self, path: Path, lang: str) -> str:
        """Its title, or the name of its file."""
        return self.title(path, lang) or path.stem.replace("_", " ")

    def note(self, game: Game, path: Path, lang: str) -> str:
        """What a variant changes, in a language of its game or in English; empty where its author does not say it."""
        return sentence(game.said(self._heading(path).note, lang))

    def _heading(self, path: Path) -> VariantHeading:
        """The heading of a variant; an empty one where its files cannot be read: who chooses it is told so."""
        if path not in self._headings:
            found = list[VariantHeading]()
            try:
                found += [api.variant_heading(rule) for rule in variant_rules(path)]
            except (UserError, RulesError) as error:
                LOG.warning("the variant %s cannot be played: %s", path.stem, error)
            self._headings[path] = next((heading for heading in found if heading.titles), VariantHeading({}))
        return self._headings[path]
