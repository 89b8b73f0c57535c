"""The interface of the matcher that slots use, as a protocol: the matcher reads slots, and slots read their values by it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rulekit.dsl.names import Vocabulary
from rulekit.dsl.phrase_index import PhraseIndex
from rulekit.dsl.phrases import Phrase
from rulekit.dsl.readings import Bound, Reading, SlotValues
from rulekit.dsl.scope import Scope
from rulekit.dsl.syntax import Token
from rulekit.dsl.tree import Node

SUM, PRODUCT, PHRASE = 0, 1, 2
"""How tight a value binds: sums, products, and what is neither"""


class MatcherProtocol(Protocol):
    """All typed readings of tokens; see :class:`rulekit.dsl.matcher.Matcher`."""

    words: Vocabulary
    candidates: PhraseIndex

    def value(self, tokens: Sequence[Token], at: int, scope: Scope, level: int = SUM) -> list[Reading]: ...

    def condition(self, tokens: Sequence[Token], at: int, scope: Scope) -> list[Reading]: ...

    def run(
        self,
        phrase: Phrase,
        tokens: Sequence[Token],
        at: int,
        scope: Scope,
        start: int = 0,
        values: SlotValues | None = None,
    ) -> list[Bound]: ...

    def complete(self, categories: Sequence[str], tokens: Sequence[Token], scope: Scope) -> list[Bound]: ...

    def fits(self, node: Node, want: str) -> bool: ...

    def placed(self, node: Node, want: str) -> Node: ...
