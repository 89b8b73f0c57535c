"""Reloads changed rule files into a running game, while a player is asked (`rulekit play --watch`)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, field

import rulekit
from rulekit import game_texts
from rulekit.diagnostics import RulesError, UserError
from rulekit.i18n.errors import said
from rulekit.i18n.findings import speaker
from rulekit.i18n.outcomes import outcome
from rulekit.plugins.manager import find_plugins
from rulekit.runtime.hot_reload import transfer
from rulekit.tabletop.page import Page, page
from rulekit.tabletop.texts import Texts

if TYPE_CHECKING:
    from rulekit import Game, Match

Lying = frozenset[tuple[str, int, int]] | None
"""A snapshot of the files of a game: path, time and size; None while they cannot be listed."""


@define
class RulesWatcher:
    """The rules of a game as last read."""

    rules: Game
    folder: Path
    variants: Sequence[Path]
    _seen: str = field(init=False)
    _lying: Lying = field(init=False)
    """the snapshot of the last look"""
    _moving: Lying = field(init=False, default=None)
    """the snapshot of the last tick, where it differs from that of the last look"""

    def __attrs_post_init__(self) -> None:
        self._lying = self._list()
        self._seen = self._now()

    def news(self) -> bool:
        """Whether files have changed since the last check, and are stable again."""
        files = self._list()
        if files == self._lying:
            return False
        if files != self._moving:  # perhaps somebody is still writing
            self._moving = files
            return False
        self._lying = files
        return self._now() != self._seen

    def _list(self) -> Lying:
        out = set()
        try:
            for place in (self.folder, *self.variants):
                for folder, _, names in os.walk(place) if place.is_dir() else [(str(place.parent), (), (place.name,))]:
                    for path in (os.path.join(folder, n) for n in names if n.endswith((".rules", ".yaml", ".yml"))):
                        found = os.stat(path)
                        out.add((path, found.st_mtime_ns, found.st_size))
        except OSError:  # gone between two looks
            return None
        return frozenset(out)

    def _now(self) -> str:
        try:
            return game_texts.fingerprint(self.folder, self.variants, find_plugins())
        except (RulesError, UserError) as error:  # a file that is being written, or is no text
            return str(error)

    def changed(self) -> bool:
        """Whether the rules differ from those that were read last."""
        return self._now() != self._seen

    def reload(self, match: Match, texts: Texts, viewer: str | None) -> tuple[Match | None, Page]:
        """Reads the rules, which takes a moment for a long game. Gives the match under them, or None where they hold mistakes and
        the game goes on under the old ones; and what is different.

        ``viewer`` is the only person at the screen, and None if there are several: what one of them alone may know is left out.
        """
        self._seen = self._now()
        try:
            rules = rulekit.load(self.folder, self.variants)
            moved = transfer(self.rules, match, rules, texts.lang, viewer)
        except (RulesError, UserError, rulekit.RuleFailure) as error:
            out = page(_why(error, texts.lang))
            out.line(texts("old_rules"), "bold")
            return None, out
        self.rules = rules
        out = page(texts("new_rules", n=moved.made), style="bold")
        if moved.other is not None:
            n, before, after = moved.other
            out.line(texts("parts", n=n))
            out.line(f"  - {before or texts('nothing')}")
            out.line(f"  + {after or texts('nothing')}")
        if moved.why:
            out.line(texts("parts_here", n=moved.made + 1, why=moved.why))
        elif moved.other is None:
            out.line(texts("same_so_far"))
        return moved.match, out


def _why(error: RulesError | UserError | rulekit.RuleFailure, lang: str) -> str:
    """Why the rules cannot be read, in the language of the table."""
    if isinstance(error, RulesError):
        return error.told(speaker(lang))
    return said(error, lang) if isinstance(error, UserError) else outcome(error.told(lang), lang)
