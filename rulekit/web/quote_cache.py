"""What the rules of the games at the tables say in the languages of their readers, read beside the play: that takes seconds."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path

from attrs import define, field

from rulekit.runtime.game import Game
from rulekit.tabletop.quotes import RuleQuotes

MOST_READ = 64
"""So many books are held; of more, that which nobody has asked for longest is let go of"""


@define
class QuoteCache:
    """Used from many threads. Nobody waits: until a book is read, rule lines are quoted as they stand."""

    _read: OrderedDict[tuple[str, str], RuleQuotes | None] = field(init=False, factory=OrderedDict)
    """(hash of the rules, language) -> how they are quoted; None while the book is read. The last used come last."""
    _lock: threading.Lock = field(init=False, factory=threading.Lock)

    def of(self, game: Game, lang: str, folder: Path, variants: Sequence[Path]) -> RuleQuotes:
        """The quotes of a game's rules in a language; the first call has them read."""
        key = (game.hash, lang)
        with self._lock:
            if key in self._read:
                self._read.move_to_end(key)
                return self._read[key] or RuleQuotes(lang)
            self._read[key] = None
            if len(self._read) > MOST_READ:
                self._read.popitem(last=False)
        threading.Thread(target=self._reads, args=(key, RuleQuotes(lang, folder, variants), game), daemon=True).start()
        return RuleQuotes(lang)

    def _reads(self, key: tuple[str, str], quoting: RuleQuotes, held: Game) -> None:
        """``held``: keeps the files from being removed while they are read."""
        quoting.words("")
        with self._lock:
            if key in self._read:
                self._read[key] = quoting
