"""Readers for slots of declared words: kinds, points, windows, sorts of routes; and of new names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rulekit.dsl.phrases import Phrase, Slot
from rulekit.dsl.plain_slots import AND, Filled, PlainSlots
from rulekit.dsl.scope import Scope
from rulekit.dsl.syntax import Token, words
from rulekit.dsl.tree import Node
from rulekit.dsl.types import NUMBER, WILD, certain


class WordSlots(PlainSlots):
    """Readers that look into the vocabulary."""

    def _new(
        self,
        phrase: Phrase,
        k: int,
        part: Slot,
        tokens: Sequence[Token],
        at: int,
        scope: Scope,
        values: dict[str, Any],
        inner: Scope,
    ) -> Iterator[Filled]:
        token = tokens[at]
        if token.kind == "WORD":
            spec = part.spec.partition("=")[2]
            if spec.startswith("of "):  # one of what was read before, inside the phrase only
                yield at + 1, token.text, self._step(scope, token.text, values.get(spec[3:])), False
            elif spec == "number":
                yield at + 1, token.text, scope.bind(token.text, NUMBER), False
            elif spec.partition(" ")[2] in values and token.text in scope.names:
                yield at + 1, token.text, scope.settled(), False  # known since its set was read
            else:
                yield at + 1, token.text, scope.announce(token.text, spec), False

    def _step(self, scope: Scope, name: str, source: Node | None) -> Scope:
        """With the name of an end of a step; that it hides another is kept, so that a check can say so."""
        type_ = WILD  # while an answer to a line that is not whole is looked for
        if source is not None:
            type_ = certain(self.words.kinds.element(source.type) or source.type)
        node = Node("local", type_, data={"name": name})
        if name in scope.names:
            node.data["hides"] = "yes"
        return scope.bind(name, type_, node)

    def _kind(
        self, phrase: Phrase, k: int, part: Slot, tokens: Sequence[Token], at: int, scope: Scope, *_: Any
    ) -> Iterator[Filled]:
        if tokens[at].kind == "WORD" and tokens[at].text in self.words.kinds.names:
            yield at + 1, tokens[at].text, scope, False

    def _kinds(
        self, phrase: Phrase, k: int, part: Slot, tokens: Sequence[Token], at: int, scope: Scope, *_: Any
    ) -> Iterator[Filled]:
        text = tokens[at].text
        if text in self.words.plurals:
            yield at + 1, self.words.plurals[text], scope, False
        elif text in self.words.kinds.names and at and tokens[at - 1].text in ("random", "top"):
            yield at + 1, text, scope, False  # 1 random event

    def _route(
        self, phrase: Phrase, k: int, part: Slot, tokens: Sequence[Token], at: int, scope: Scope, *_: Any
    ) -> Iterator[Filled]:
        if tokens[at].text in self.words.routes:
            yield at + 1, self.words.routes[tokens[at].text], scope, False

    def _routes(
        self, phrase: Phrase, k: int, part: Slot, tokens: Sequence[Token], at: int, scope: Scope, *_: Any
    ) -> Iterator[Filled]:
        """`roads`, `roads and ferry-lines`: sorts of routes, each once."""
        got: list[str] = []
        while at < len(tokens) and tokens[at].text in self.words.routes:
            got.append(self.words.routes[tokens[at].text])
            at += 1
            if len(set(got)) == len(got):
                yield at, tuple(got), scope, False
            if at < len(tokens) and tokens[at].text in (*AND, "or"):
                at += 1
            else:
                return

    def _point(
        self, phrase: Phrase, k: int, part: Slot, tokens: Sequence[Token], at: int, scope: Scope, *_: Any
    ) -> Iterator[Filled]:
        for end in range(len(tokens), at, -1):
            point = self.words.find_point(words(tokens[at:end]))
            if point is not None and point.sort != "scene":
                yield end, point, point.scope(scope), False
                return

    def _marks(
        self, phrase: Phrase, k: int, part: Slot, tokens: Sequence[Token], at: int, scope: Scope, *_: Any
    ) -> Iterator[Filled]:
        if at < len(tokens) and tokens[at].text in self.words.mark_groups:
            yield at + 1, tokens[at].text, scope, False

    def _window(
        self, phrase: Phrase, k: int, part: Slot, tokens: Sequence[Token], at: int, scope: Scope, *_: Any
    ) -> Iterator[Filled]:
        for end in range(len(tokens), at, -1):
            point = self.words.points.get(words(tokens[at:end]))
            if point is not None and point.sort == "window":
                if phrase.category == "D":
                    yield end, point, point.scope(scope), False  # a card speaks with the words of its window
                elif point.scene is None or point.scene in scope.scenes:
                    yield end, point.name, scope, False
                return
