"""All typed readings of a list of tokens. There is no "most likely" reading anywhere: one is fine, none and two are errors.

Values are read by descent over three levels (sums, products, phrases) with the phrases that begin with a value applied to
what has been read so far; conditions by ``and``/``or`` over phrases. Readings of a stretch of tokens are kept while a line is
read, so that the work stays bounded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rulekit.dsl import accessors as get
from rulekit.dsl.matcher_protocol import PHRASE, SUM
from rulekit.dsl.narrowing import filled as card_there
from rulekit.dsl.narrowing import narrowings
from rulekit.dsl.phrase_index import PhraseIndex
from rulekit.dsl.phrases import LITERALS, Literal, Phrase, Slot
from rulekit.dsl.readings import Bound, Reading, SlotValue, SlotValues, keep
from rulekit.dsl.scope import Scope, local
from rulekit.dsl.slots import SlotReader
from rulekit.dsl.syntax import Token, below_nought
from rulekit.dsl.tree import Node
from rulekit.dsl.types import NONE, NUMBER, TEXT, TRUTH, Type, kind, optional, parse_type

if TYPE_CHECKING:
    from rulekit.dsl.names import Vocabulary

MOST_WORK = 20_000
"""Most phrases that are tried for one line; a long line of a real game needs some hundreds."""
OF_ONE_KIND = ("except", "except-all", "together", "together-all")
"""Sets with something less or more: both are of one kind"""
CLOSERS = (",", ":", "if", "unless", "otherwise")
"""What may follow a reading that ends with an open `where`."""


class MatchLimitExceeded(Exception):
    """Reading a line would take too long."""


class Matcher:
    def __init__(self, words: Vocabulary) -> None:
        self.words = words
        self.work = 0
        """Phrases that were tried for the line that is being read"""
        self.memo: dict[tuple[int, int, int, int | str], tuple[Scope, Sequence[Token], list[Reading]]] = {}
        """The values and conditions of this line, by scope and stretch of tokens, which are held so that their ids stay theirs"""
        self.whole_lines: dict[tuple[int | str, ...], tuple[Scope, Sequence[Token], list[Bound]]] = {}
        """The same for the phrases that read all tokens"""
        self.slots = SlotReader(self)
        self.candidates = PhraseIndex(words)

    def begin(self) -> None:
        """Starts on another line."""
        self.work = 0
        self.forget()

    def forget(self) -> None:
        """Drops the readings of the line."""
        self.memo.clear()
        self.whole_lines.clear()

    # ------------------------------------------------------------ values
    def value(self, tokens: Sequence[Token], at: int, scope: Scope, level: int = SUM) -> list[Reading]:
        key = (id(scope), id(tokens), at, level)
        if key in self.memo:
            return self.memo[key][2]
        self.memo[key] = (scope, tokens, [])
        out = self._phrases(tokens, at, scope) if level == PHRASE else self._arithmetic(tokens, at, scope, level)
        self.memo[key] = (scope, tokens, out)
        return out

    def _arithmetic(self, tokens: Sequence[Token], at: int, scope: Scope, level: int) -> list[Reading]:
        out = list(self.value(tokens, at, scope, level + 1))
        signs = ("+", "-") if level == SUM else ("*",)
        work = [r for r in out if r.node.type == NUMBER and not r.open]
        while work:
            left = work.pop()
            if left.end < len(tokens) and tokens[left.end].kind == "SIGN" and tokens[left.end].text in signs:
                for right in self.value(tokens, left.end + 1, scope, level + 1):
                    if right.node.type == NUMBER:
                        node = Node(
                            "arithmetic", NUMBER, {"a": left.node, "b": right.node}, {"sign": tokens[left.end].text}
                        )
                        out.append(Reading(right.end, node, right.open))
                        if not right.open:
                            work.append(out[-1])
        return out

    def _phrases(self, tokens: Sequence[Token], at: int, scope: Scope) -> list[Reading]:
        if at >= len(tokens):
            return []
        out: list[Reading] = []
        if below_nought(tokens, at):
            out.append(Reading(at + 2, Node("number", NUMBER, data={"n": -int(tokens[at + 1].text)})))
        for node in self._simple(tokens[at], scope):
            if not node.word and node.phrase is None:
                node.word = tokens[at].text
            keep(out, Reading(at + 1, scope.refine(node)))
        if tokens[at].kind == "WORD":
            for phrase in self.candidates.starting("V", tokens[at].text, tokens, at):
                for bound in self.run(phrase, tokens, at, scope):
                    keep(out, self._result(bound, scope))
        for base in out:  # grows while we go: phrases that begin with a value, applied to what has been read
            if base.open:
                continue
            for phrase in self.candidates.led("V", tokens, base.end):
                head = phrase.parts[0]
                assert isinstance(head, Slot)
                if head.spec == "kinds":
                    if base.end != at + 1 or tokens[at].text not in self.words.plurals:
                        continue
                    first: SlotValue = self.words.plurals[tokens[at].text]
                elif self.fits(base.node, head.bare):
                    first = self.placed(base.node, head.bare)
                else:
                    continue
                for bound in self.run(phrase, tokens, base.end, scope, 1, {head.name: first}):
                    if phrase.op not in OF_ONE_KIND or self._of_one_kind(bound):
                        keep(out, self._result(bound, scope))
        return out

    def _of_one_kind(self, bound: Bound) -> bool:
        """Whether what is taken from a set, or put to it, can be a member of it."""
        kinds = self.words.kinds
        taken = bound.node("x")
        member, other = kinds.element(bound.node("s").type), kinds.element(taken.type) or taken.type
        if bound.phrase.op == "together-all" and member is not None:
            return kinds.is_sort_of(other.of, member.of)
        return member is None or kinds.comparable(member, other) or (member.head == "spot" and other == member)

    def _simple(self, token: Token, scope: Scope) -> Iterator[Node]:
        """What one token can be by itself."""
        words, text = self.words, token.text
        if token.kind == "NUMBER":
            yield Node("number", NUMBER, data={"n": int(text)})
        elif token.kind == "STRING":
            bearers = list(words.named(token.string))  # a name in any script; otherwise a text for people
            yield from bearers or [Node("text", TEXT, data={"text": token.string})]
        elif token.kind == "NAME":
            yield from words.named(text)
        elif token.kind == "GROUP":
            yield from (r.node for r in self.whole(token.items, scope))
        elif token.kind == "WORD":
            if text in scope.names:
                yield scope.names[text]
            if text in ("a", "an"):
                yield Node("number", NUMBER, data={"n": 1})
            if text in ("yes", "no"):
                yield Node("truth", TRUTH, data={"yes": text == "yes"})
            if text == "none":
                yield Node("none", NONE)
            piece = words.pieces.get(text)
            if piece is not None:
                yield Node("pieces", Type("pieces", piece), data={"piece": piece})
                group = words.group_of.get(piece)
                if group:
                    yield Node("thing-of-group", kind(group), data={"group": group, "piece": piece})
            if text in words.group_plurals:
                group = words.group_plurals[text]
                yield Node("pieces", Type("pieces", group), data={"piece": group})
            if text in words.plurals and text not in scope.names:
                name = words.plurals[text]
                yield Node("all", Type("set", name), data={"kind": name})

    def _result(self, bound: Bound, scope: Scope) -> Reading:
        phrase = bound.phrase
        if phrase.op == "each-of":
            return Reading(bound.end, self._each_of(bound, scope), bound.open)
        node = Node(phrase.op, self._type(bound), bound.nodes, bound.data, phrase)
        if phrase.op == "card-in" and scope.facts and card_there(get.place_of(node)).key in scope.facts:
            node.data["lies"] = "yes"
        return Reading(bound.end, scope.refine(node), bound.open)

    def _each_of(self, bound: Bound, scope: Scope) -> Node:
        """`the stations of S`: `station of it`, of each member."""
        single, members = bound.phrase.single, bound.node("s")
        element = self.words.kinds.element(members.type)
        assert single is not None and element is not None
        slot = next(part.name for part in single.parts if isinstance(part, Slot))
        one = self._result(Bound(bound.end, single, {slot: local("it", element)}, scope, False), scope).node
        return Node("each-of", self._type(bound), {"s": members, "n": one}, phrase=bound.phrase)

    def _type(self, bound: Bound) -> Type:
        phrase = bound.phrase
        if phrase.op == "this-card":
            return bound.node("this-card").type
        info, _, source = phrase.info.partition(" ")
        info = info.strip()
        maybe = False
        if info == "opt":
            maybe = True
            info, _, source = source.partition(" ")
        if not source or source == "var":
            return optional(parse_type(info)) if maybe else parse_type(info)
        given = bound.values[source]
        name = given.type.of if isinstance(given, Node) else str(given)
        match info:
            case "set":
                head = "spot" if isinstance(given, Node) and given.type.head == "row" else None
                type_ = Type("row", name) if head else Type("set", name)
            case "elem":
                element = self.words.kinds.element(given.type) if isinstance(given, Node) else kind(name)
                type_ = element or kind(name)
            case "pieces":
                type_ = Type("pieces", name, owned=True)
            case "card":
                type_ = kind(name)
            case _:
                type_ = parse_type(info)
        return optional(type_) if maybe else type_

    def fits(self, node: Node, want: str) -> bool:
        """Whether a value can stand in a slot. A word that names a piece and its table row means the piece where pieces stand."""
        if want in ("pieces", "piece") and node.op == "thing-of-group":
            return False
        return self.words.kinds.fits(node.type, want)

    def placed(self, node: Node, want: str) -> Node:
        """The value as the slot takes it: a thing that holds things stands for the place that it is."""
        place = self.words.kinds.place_of(node.type)
        if place is None:
            return node
        found = self.words.kinds.housing[node.type.of]
        sort = want.partition("/")[0]
        if sort in ("zone", "spot", "cardplace", "cardsource") or (want == "place" and found.alone):
            return Node("place", place, {"a": node}, {"place": found.place})
        return node

    def whole(self, tokens: Sequence[Token], scope: Scope) -> list[Reading]:
        """Every reading, value or condition, that uses all tokens."""
        out = [r for r in self.value(tokens, 0, scope) if r.end == len(tokens)]
        for r in self.condition(tokens, 0, scope):
            if r.end == len(tokens):
                keep(out, r)
        return out

    # ------------------------------------------------------------ conditions
    def condition(self, tokens: Sequence[Token], at: int, scope: Scope) -> list[Reading]:
        key = (id(scope), id(tokens), at, "condition")
        if key in self.memo:
            return self.memo[key][2]
        firsts = self._single_condition(tokens, at, scope)
        out = list(firsts)
        for word in ("and", "or"):
            work = list(firsts)
            while work:
                left = work.pop()
                if left.open or left.end >= len(tokens):
                    continue
                if word == "or":
                    others = self._others(left, tokens, scope)
                    out += others
                    work += others
                if tokens[left.end].text != word:
                    continue
                known = narrowings(left.node, self.words.kinds)[0 if word == "and" else 1]
                for right in self._single_condition(tokens, left.end + 1, scope.knowing(known)):
                    node = Node(word, TRUTH, {"a": left.node, "b": right.node})
                    out.append(Reading(right.end, node, right.open))
                    work.append(out[-1])
        self.memo[key] = (scope, tokens, out)
        return out

    def _others(self, left: Reading, tokens: Sequence[Token], scope: Scope) -> list[Reading]:
        """`mood is calm or angry`, `mood is calm, uneasy or angry`: what else may stand behind the last `is`."""
        last = get.right(left.node) if left.node.op == "or" else left.node
        if last.op != "is":
            return []
        out = []
        for end, values, open_ in self._listed(tokens, left.end, scope):
            if all(self._alike(get.left(last), value) for value in values):
                node = left.node
                for value in values:
                    other = Node("is", TRUTH, {"a": get.left(last), "b": value}, last.data, last.phrase)
                    node = Node("or", TRUTH, {"a": node, "b": other})
                out.append(Reading(end, node, open_))
        return out

    def _listed(self, tokens: Sequence[Token], at: int, scope: Scope) -> Iterator[tuple[int, list[Node], bool]]:
        """The values of ``or A``, ``, A or B`` and so on, with where they end."""
        if at >= len(tokens) or tokens[at].text not in (",", "or"):
            return
        for reading in self.value(tokens, at + 1, scope):
            if tokens[at].text == "or":
                yield reading.end, [reading.node], reading.open
            elif not reading.open:
                for end, rest, open_ in self._listed(tokens, reading.end, scope):
                    yield end, [reading.node, *rest], open_

    def _single_condition(self, tokens: Sequence[Token], at: int, scope: Scope) -> list[Reading]:
        if at >= len(tokens):
            return []
        token = tokens[at]
        out: list[Reading] = []
        if token.text == "not":
            for r in self._single_condition(tokens, at + 1, scope):
                keep(out, Reading(r.end, Node("not", TRUTH, {"c": r.node}), r.open))
        if token.kind == "GROUP":
            for r in self.condition(token.items, 0, scope):
                if r.end == len(token.items):
                    keep(out, Reading(at + 1, r.node, False))
        for phrase in self.candidates.starting("C", None, tokens, at):
            if isinstance(phrase.parts[0], Slot) and phrase.parts[0].spec in ("permission", "would"):
                for bound in self.run(phrase, tokens, at, scope):
                    keep(out, Reading(bound.end, self._condition_node(bound), bound.open))
        for phrase in self.candidates.starting("C", token.text, tokens, at):
            for bound in self.run(phrase, tokens, at, scope):
                keep(out, Reading(bound.end, self._condition_node(bound), bound.open))
        for base in self.value(tokens, at, scope):
            if base.node.type == TRUTH and token.kind != "GROUP":
                keep(out, Reading(base.end, base.node, base.open))
            if base.open:
                continue
            for phrase in self.candidates.led("C", tokens, base.end):
                head = phrase.parts[0]
                assert isinstance(head, Slot)
                if head.spec in ("permission", "would") or not self.fits(base.node, head.bare):
                    continue
                first = self.placed(base.node, head.bare)
                for bound in self.run(phrase, tokens, base.end, scope, 1, {head.name: first}):
                    if phrase.op in ("is", "is-not") and not self._sensible(bound):
                        continue
                    keep(out, Reading(bound.end, self._condition_node(bound), bound.open))
        return out

    def _sensible(self, bound: Bound) -> bool:
        return self._alike(bound.node("a"), bound.node("b"))

    def _alike(self, a: Node, b: Node) -> bool:
        return self.words.kinds.comparable(a.type, b.type) and not ({a.op, b.op} & {"and", "or", "not"})

    def _condition_node(self, bound: Bound) -> Node:
        phrase = bound.phrase
        node = Node(phrase.op, TRUTH, bound.nodes, bound.data, phrase)
        return Node("not", TRUTH, {"c": node}) if phrase.negated else node

    # ------------------------------------------------------------ phrases
    def run(
        self,
        phrase: Phrase,
        tokens: Sequence[Token],
        at: int,
        scope: Scope,
        start: int = 0,
        values: SlotValues | None = None,
    ) -> list[Bound]:
        """Every way in which ``phrase`` (from its part ``start``) reads the tokens from ``at``."""
        self.work += 1
        if self.work > MOST_WORK:
            raise MatchLimitExceeded
        if phrase.scene is not None and phrase.scene not in scope.scenes:
            return []
        given: dict[str, SlotValue] = dict(values or {})
        for name, want in phrase.implied.items():  # left out: taken from what is in sight under the same name
            node = scope.names.get(name)
            if node is None:
                return []
            node = scope.refine(node)
            if not self.words.kinds.fits(node.type, want):
                return []
            given[name] = node
        parts, size = phrase.parts, len(tokens)
        states = [(at, given, scope, False)]
        for k in range(start, len(parts)):
            part = parts[k]
            following: list[tuple[int, dict[str, SlotValue], Scope, bool]] = []
            for end, filled, inner, open_ in states:
                if end >= size:
                    continue
                if isinstance(part, Literal):
                    if open_ and part.text not in CLOSERS:
                        continue
                    token = tokens[end]
                    if token.kind in LITERALS and self.words.same(token.text, part.text):
                        following.append((end + 1, filled, inner, False))
                elif not open_:
                    for until, value, after, opens in self.slots.read(phrase, k, tokens, end, inner, filled):
                        following.append((until, {**filled, part.name: value}, after, opens))
            states = following
            if not states:
                return []
        return [Bound(end, phrase, filled, inner, open_) for end, filled, inner, open_ in states]

    def complete(self, categories: Sequence[str], tokens: Sequence[Token], scope: Scope) -> list[Bound]:
        """Every phrase of the categories that reads all tokens, told apart by meaning."""
        key: tuple[int | str, ...] = (id(scope), id(tokens), *categories)
        if key in self.whole_lines:
            return self.whole_lines[key][2]
        found: list[Bound] = []
        for category in categories:
            first = tokens[0]
            heads = [first.text, None, *(self.words.other_forms(first.text) if first.kind == "WORD" else ())]
            phrases = [phrase for head in heads for phrase in self.candidates.starting(category, head, tokens, 0)]
            for phrase in phrases:
                for bound in self.run(phrase, tokens, 0, scope):
                    if bound.end == len(tokens):
                        found.append(bound)
        if len(found) > 1:
            told: dict[str, Bound] = {}
            for bound in found:
                told.setdefault(bound.key, bound)
            found = list(told.values())
        self.whole_lines[key] = (scope, tokens, found)
        return found
