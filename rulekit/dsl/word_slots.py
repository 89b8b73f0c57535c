"""Readers for slots of declared words: kinds, points, windows, sorts of routes; and of new names."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.dsl.plain_slots import AND, PlainSlots
from rulekit.dsl.readings import Cursor, Filled, SlotValue
from rulekit.dsl.scope import Scope
from rulekit.dsl.syntax import named, words
from rulekit.dsl.tree import Node
from rulekit.dsl.types import NUMBER, WILD, certain


class WordSlots(PlainSlots):
    """Readers that look into the vocabulary."""

    def _new(self, here: Cursor) -> Iterator[Filled]:
        at, scope = here.at, here.scope
        token = here.tokens[at]
        if token.kind == "WORD":
            spec = here.part.spec.partition("=")[2]
            if spec.startswith("of "):  # one of what was read before, inside the phrase only
                yield at + 1, token.text, self._step(scope, token.text, here.values.get(spec[3:])), False
            elif spec == "number":
                yield at + 1, token.text, scope.bind(token.text, NUMBER), False
            elif spec.partition(" ")[2] in here.values and token.text in scope.names:
                yield at + 1, token.text, scope.settled(), False  # known since its set was read
            else:
                yield at + 1, token.text, scope.announce(token.text, spec), False

    def _step(self, scope: Scope, name: str, source: SlotValue | None) -> Scope:
        """With the name of an end of a step; that it hides another is kept, so that a check can say so."""
        type_ = WILD  # while an answer to a line that is not whole is looked for
        if isinstance(source, Node):
            type_ = certain(self.words.kinds.element(source.type) or source.type)
        node = Node("local", type_, data={"name": name})
        if name in scope.names:
            node.data["hides"] = "yes"
        return scope.bind(name, type_, node)

    def _kind(self, here: Cursor) -> Iterator[Filled]:
        tokens, at = here.tokens, here.at
        if tokens[at].kind == "WORD" and tokens[at].text in self.words.kinds.names:
            yield at + 1, tokens[at].text, here.scope, False

    def _kinds(self, here: Cursor) -> Iterator[Filled]:
        at = here.at
        text = here.tokens[at].text
        if text in self.words.plurals:
            yield at + 1, self.words.plurals[text], here.scope, False
        elif text in self.words.kinds.names and at and here.tokens[at - 1].text in ("random", "top"):
            yield at + 1, text, here.scope, False  # 1 random event

    def _route(self, here: Cursor) -> Iterator[Filled]:
        at = here.at
        if here.tokens[at].text in self.words.routes:
            yield at + 1, self.words.routes[here.tokens[at].text], here.scope, False

    def _routes(self, here: Cursor) -> Iterator[Filled]:
        """`roads`, `roads and ferry-lines`: sorts of routes, each once."""
        tokens, at = here.tokens, here.at
        got: list[str] = []
        while at < len(tokens) and tokens[at].text in self.words.routes:
            got.append(self.words.routes[tokens[at].text])
            at += 1
            if len(set(got)) == len(got):
                yield at, tuple(got), here.scope, False
            if at < len(tokens) and tokens[at].text in (*AND, "or"):
                at += 1
            else:
                return

    def _point(self, here: Cursor) -> Iterator[Filled]:
        for end in range(len(here.tokens), here.at, -1):
            point = self.words.find_point(named(here.tokens[here.at : end]))
            if point is not None and point.sort != "scene":
                yield end, point, point.scope(here.scope), False
                return

    def _marks(self, here: Cursor) -> Iterator[Filled]:
        tokens, at = here.tokens, here.at
        if at < len(tokens) and tokens[at].text in self.words.mark_groups:
            yield at + 1, tokens[at].text, here.scope, False

    def _window(self, here: Cursor) -> Iterator[Filled]:
        scope = here.scope
        for end in range(len(here.tokens), here.at, -1):
            point = self.words.points.get(words(here.tokens[here.at : end]))
            if point is not None and point.sort == "window":
                if here.phrase.category == "D":
                    yield end, point, point.scope(scope), False  # a card speaks with the words of its window
                elif point.scene is None or point.scene in scope.scenes:
                    yield end, point.name, scope, False
                return
