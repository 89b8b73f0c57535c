"""Options that the asked player may not read: named by their places, in an order that reveals nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulekit.runtime.labels import Labels
    from rulekit.runtime.protocols import MatchState
    from rulekit.runtime.visibility import Perspective


class HiddenOptions:
    """Which options of a question are hidden, and what the player is shown instead."""

    def __init__(self, match: MatchState, look: Perspective, root: str, values: Sequence[int]) -> None:
        self.match, self.look, self.root = match, look, root
        where = match.compiled.image.where[root]
        self.cards = [v for v in values if not look.reads(root, v)]
        self._code = {v: match.s[where + v] for v in self.cards}
        self._number: dict[int, tuple[int, int]] = {}
        for code in sorted(set(self._code.values())):
            there = sorted((v for v in self.cards if self._code[v] == code), key=self._place)
            self._number.update((v, (k, len(there))) for k, v in enumerate(there, 1))

    def __contains__(self, value: int) -> bool:
        return value in self._number

    def order(self, values: Sequence[int]) -> list[int]:
        """First the options that can be read, in the order of the rules, then the hidden ones by place, then `none`."""
        seen = [v for v in values if v >= 0 and v not in self]
        hidden = sorted(self.cards, key=lambda v: (self._code[v], self._number[v]))
        return [*seen, *hidden, *(v for v in values if v < 0)]

    def label(self, labels: Labels, value: int) -> str:
        """``hand of Birch: a card (2)``"""
        k, of = self._number[value]
        card = f"{labels.place(self._code[value])}{labels.colon}{labels.word('a card')}"
        return labels.within.format(card, k) if of > 1 else card

    def id(self, labels: Labels, value: int) -> str:
        """``hand of Birch 2``"""
        return f"{labels.place(self._code[value])} {self._number[value][0]}"

    def _place(self, card: int) -> tuple[int, bytes]:
        """Where a card lies among its like: by its place in a pile from the top; elsewhere mixed, in a way that nobody at the
        table can foresee, since cards in no order lie there in the order of their table."""
        code, match = self._code[card], self.match
        if match.compiled.labels("en").is_pile(code):
            return -match.z[code].index(card), b""
        streams = [match.s[k] for k in match.compiled.image.streams.values()]
        return 0, hashlib.sha256(repr((match.seed, match.decided, streams, card)).encode()).digest()
