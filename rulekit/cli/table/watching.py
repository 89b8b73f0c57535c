"""Implements `rulekit play --watch`: reloads changed rule files into the running game while somebody is asked."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, field

import rulekit
from rulekit import api
from rulekit.cli.screen import Screen
from rulekit.cli.table.alarm import Alarm
from rulekit.cli.texts import Texts
from rulekit.cli.translating import said
from rulekit.diagnostics import RulesError, UserError
from rulekit.plugins.manager import find_plugins
from rulekit.runtime.hot_reload import transfer

if TYPE_CHECKING:
    from rulekit import Game, Match

Lying = frozenset[tuple[str, int, int]] | None
"""A snapshot of the files of a game: path, time and size; None while they can not be listed."""


@define
class Watch:
    """The rules of a game as they were read last."""

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

    def while_asked(self) -> AbstractContextManager[None]:
        """While this is entered, :class:`~rulekit.cli.table.alarm.News` is raised when files have changed and lie still again."""
        return Alarm(self.news).while_asked()

    def news(self) -> bool:
        """Whether files have changed since the last look, and lie still again."""
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
            return api.fingerprint(self.folder, self.variants, find_plugins())
        except (RulesError, UserError) as error:  # a file that is being written, or is no text
            return str(error)

    def look(self, match: Match, screen: Screen, texts: Texts, viewer: str | None) -> Match | None:
        """The match under changed rules, with a word about what is different; None where the old rules play on.

        ``viewer`` is the only person who looks, and None if there are several: what one of them alone may know is not told.
        """
        now = self._now()
        if now == self._seen:
            return None
        self._seen = now
        screen.line(texts("reading_rules"), "dim")  # a long game takes a moment
        try:
            rules = rulekit.load(self.folder, self.variants)
            moved = transfer(self.rules, match, rules, texts.lang, viewer)
        except (RulesError, UserError, rulekit.RuleFailure) as error:
            screen.line(said(error, texts.lang) if isinstance(error, UserError) else str(error))
            screen.line(texts("old_rules"), "bold")
            return None
        self.rules = rules
        screen.line(texts("new_rules", n=moved.made), "bold")
        if moved.other is not None:
            n, before, after = moved.other
            screen.line(texts("parts", n=n))
            screen.line(f"  - {before or texts('nothing')}")
            screen.line(f"  + {after or texts('nothing')}")
        if moved.why:
            screen.line(texts("parts_here", n=moved.made + 1, why=moved.why))
        elif moved.other is None:
            screen.line(texts("same_so_far"))
        return moved.match
