"""`rulekit play --watch`: the rule files are looked at before every answer, and changed rules come into the running game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, field

import rulekit
from rulekit import api, plugins
from rulekit.cli.screen import Screen
from rulekit.cli.texts import Texts
from rulekit.diagnostics import RulesError, UserError
from rulekit.runtime.transfer import transfer

if TYPE_CHECKING:
    from rulekit import Game, Match


@define
class Watch:
    """The rules of a sitting as they were read last."""

    rules: Game
    folder: Path
    variants: Sequence[Path]
    _seen: str = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._seen = self._now()

    def _now(self) -> str:
        try:
            return api.fingerprint(self.folder, self.variants, plugins.find())
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
        try:
            rules = rulekit.load(self.folder, self.variants)
            moved = transfer(self.rules, match, rules, texts.lang, viewer)
        except (RulesError, UserError, rulekit.RuleFailure) as error:
            screen.line(str(error))
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
