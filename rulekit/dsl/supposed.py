"""Readers for what would be: `my king would be in danger after move f to goal`.

The condition is read as it is said of what is (`would be` as `is`, `would belong` as `belongs`), the deed as a sentence that
stands by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from attrs import evolve

from rulekit.diagnostics import Span
from rulekit.dsl.readings import Bound, Cursor, Filled
from rulekit.dsl.scope import Scope
from rulekit.dsl.syntax import Token, words
from rulekit.dsl.tree import Node, Statement
from rulekit.dsl.types import WILD

if TYPE_CHECKING:
    from rulekit.dsl.matcher_protocol import MatcherProtocol

WOULD, AFTER = "would", "after"
NOT_SUPPOSED = ("stop", "skip", "succeed", "not-told")
BRINGING = ("new", "text", "rest")
"""Slots of sentences that give something a name, or say something to people."""


class SuppositionSlots:
    """A part of :class:`rulekit.dsl.slots.SlotReader`."""

    matcher: MatcherProtocol
    _indicative: dict[tuple[int, int, int], tuple[Sequence[Token], list[Token] | None]]

    def _would(self, here: Cursor) -> Iterator[Filled]:
        """A condition up to an `after` behind its `would`."""
        tokens, at = here.tokens, here.at
        if tokens[at].text == "not":  # it stands before the whole
            return
        after = here.scope.settled().after_deed()  # what is known of the position is not known of the other one
        first = next((j for j in range(at, len(tokens)) if tokens[j].text == WOULD), len(tokens))
        for end in range(first + 2, len(tokens)):
            if tokens[end].text != AFTER:
                continue
            said = self._said(tokens, at, end)
            for reading in self.matcher.condition(said, 0, after) if said is not None else ():
                if reading.end == len(said or ()) and reading.node.op not in ("would", "and", "or"):
                    yield end, reading.node, here.scope, False

    def _said(self, tokens: Sequence[Token], at: int, end: int) -> list[Token] | None:
        """The tokens in the indicative: the same list each time, so that its readings are kept."""
        key = (id(tokens), at, end)
        if key not in self._indicative or self._indicative[key][0] is not tokens:
            self._indicative[key] = (tokens, indicative(tokens[at:end]))
        return self._indicative[key][1]

    def _deed(self, here: Cursor) -> Iterator[Filled]:
        """A sentence that gives nothing a name and tells nobody anything; which may be supposed is checked later."""
        tokens, at, scope = here.tokens, here.at, here.scope
        scope = scope.settled()
        for candidate in self.matcher.candidates.all("S", tokens, at):
            if candidate.op in NOT_SUPPOSED or any(s.split("=")[0] in BRINGING for s in candidate.slots.values()):
                continue
            for bound in self.matcher.run(candidate, tokens, at, scope):
                yield bound.end, _supposed(bound, tokens[at : bound.end], scope), scope, bound.open


def _supposed(bound: Bound, tokens: Sequence[Token], scope: Scope) -> Node:
    """The deed as a part of a condition. Its statement gets its place where it is lowered and checked."""
    nodes = dict(bound.nodes)
    if bound.phrase.op == "do" and "me" in scope.names and "me" not in nodes:
        nodes["me"] = scope.names["me"]
    statement = Statement(bound.phrase.op, nodes, bound.data, Span("", 1), words(tokens), phrase=bound.phrase)
    node = Node(
        "supposed", WILD, bound.nodes, {"deed": statement}, bound.phrase
    )  # who does it is no part of what is said
    node.told_apart_by(bound.key)
    return node


def indicative(tokens: Sequence[Token]) -> list[Token] | None:
    """`x would be y` -> `x is y`, `x would not belong to y` -> `x does not belong to y`; None where it is no sentence."""
    out: list[Token] = []
    k = 0
    while k < len(tokens):
        token = tokens[k]
        if token.text != WOULD:
            out.append(token)
            k += 1
            continue
        following = [t.text for t in tokens[k + 1 : k + 3]]
        match following:
            case ["be", *_]:
                verb, used = ["are"], 2  # which is also read as `is`
            case ["have", *_]:
                verb, used = ["have"], 2
            case ["not", "be"]:
                verb, used = ["are", "not"], 3
            case ["not", word]:
                verb, used = ["does", "not", word], 3
            case [word, *_] if tokens[k + 1].kind == "WORD":
                verb, used = [third_person(word)], 2
            case _:
                return None
        last = tokens[min(k + used, len(tokens)) - 1]
        out += [evolve(token, text=text, kind="WORD", end=last.end) for text in verb]
        k += used
    return out


def third_person(verb: str) -> str:
    """belong -> belongs, carry -> carries, pass -> passes"""
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(("s", "x", "ch", "sh")) else "s")
