"""Readers for the slots of a phrase, one for each sort of slot.

A reader is given a :class:`rulekit.dsl.readings.Cursor` and gives every way to fill the slot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from rulekit.dsl.narrowing import narrowings
from rulekit.dsl.operations import has
from rulekit.dsl.phrases import Literal, Phrase, Slot
from rulekit.dsl.readings import Cursor, Filled, SlotValues
from rulekit.dsl.scope import Scope, local
from rulekit.dsl.supposed import SuppositionSlots
from rulekit.dsl.syntax import Token
from rulekit.dsl.tree import Node
from rulekit.dsl.types import NUMBER, PLAYER, TRUTH, Type, certain, kind, optional, several
from rulekit.dsl.word_slots import WordSlots

if TYPE_CHECKING:
    from rulekit.dsl.matcher_protocol import MatcherProtocol
    from rulekit.dsl.names import Vocabulary

AND = (",", "and")
OPENING = ("where", "stepping", "until")


class SlotReader(SuppositionSlots, WordSlots):
    def __init__(self, matcher: MatcherProtocol) -> None:
        self.matcher = matcher
        self.words = matcher.words
        self._indicative = {}
        self.readers: dict[str, Callable[[Cursor], Iterator[Filled]]] = {
            "new": self._new,
            "truth": self._truth,
            "kind": self._kind,
            "kinds": self._kinds,
            "list": self._list,
            "values": self._list,
            "numberlist": self._list,
            "set": self._set,
            "some": self._set,
            "amounts": self._amounts,
            "permission": self._permission,
            "window": self._window,
            "marks": self._marks,
            "point": self._point,
            "route": self._route,
            "routes": self._routes,
            "names": self._run_of,
            "nouns": self._run_of,
            "langs": self._langs,
            "clauses": self._rest,
            "noun": self._noun,
            "adjective": self._adjective,
            "name": self._name,
            "rest": self._until,
            "pattern": self._until,
            "sentence": self._sentence,
            "text": self._text,
            "yesno": self._yesno,
            "slotdef": self._slotdef,
            "seen": self._seen,
            "type": self._type,
            "copies": self._copies,
            "settings": self._settings,
            "entry": self._entry,
            "var": self._var,
            "any": self._any,
            "would": self._would,
            "supposed": self._deed,
        }

    def read(
        self, phrase: Phrase, k: int, tokens: Sequence[Token], at: int, scope: Scope, values: SlotValues
    ) -> list[Filled]:
        """Every way to fill the slot that is part ``k`` of a phrase."""
        part = phrase.parts[k]
        assert isinstance(part, Slot)
        if part.name in phrase.named_behind:
            scope = self._named_behind(part, tokens, scope)
        inner = scope
        if "@" in part.spec:
            about, base = self._inside(phrase, k, part, tokens, at, scope, values)
            if about is None:
                return base
            inner = about
        reader = self.readers.get("set" if part.bare.startswith("set/") else part.bare, self._value)
        return list(reader(Cursor(phrase, k, part, tokens, at, scope, values, inner)))

    def _named_behind(self, part: Slot, tokens: Sequence[Token], scope: Scope) -> Scope:
        """`choose any of S, as band`: the name stands behind the set, but a `where` in the set may speak of it."""
        if len(tokens) > 1 and tokens[-2].text == "as" and tokens[-1].kind == "WORD":
            return scope.announce(tokens[-1].text, f"set {part.name}")
        return scope

    # ------------------------------------------------------------ `it` is a member of a set
    def _inside(
        self, phrase: Phrase, k: int, part: Slot, tokens: Sequence[Token], at: int, scope: Scope, values: SlotValues
    ) -> tuple[Scope | None, list[Filled]]:
        source = part.spec.partition("@")[2]
        if source in values:
            about = values[source]
            element = self.words.kinds.element(about.type) if isinstance(about, Node) else kind(str(about))
            return (scope if element is None else self._with_it(scope, element)), []
        if k + 2 >= len(phrase.parts) or not isinstance(phrase.parts[k + 2], Slot):
            return scope, []
        literal = phrase.parts[k + 1]  # the set comes later: read it first, then come back
        assert isinstance(literal, Literal)
        out: list[Filled] = []
        seen: set[tuple[int, str]] = set()
        for middle in range(at + 1, len(tokens)):
            if tokens[middle].text != literal.text:
                continue
            for _, later, _, _ in self.read(phrase, k + 2, tokens, middle + 1, scope, values):
                element = self.words.kinds.element(later.type) if isinstance(later, Node) else None
                if element is None:
                    continue
                for reading in self.matcher.value(tokens, at, self._with_it(scope, element)):
                    mark = (reading.end, reading.node.key)
                    if (
                        reading.end == middle
                        and mark not in seen
                        and self.words.kinds.fits(reading.node.type, part.bare)
                    ):
                        seen.add(mark)
                        out.append((reading.end, reading.node, scope, reading.open))
        return None, out

    def _with_it(self, scope: Scope, element: Type) -> Scope:
        inner = scope.with_member("it", element)
        if scope.pending and scope.pending[1].split()[0] in ("elem", "opt"):
            inner = inner.bind(scope.pending[0], element, local("it", element))
        elif scope.pending and scope.pending[1].split()[0] == "set":
            inner = inner.bind(scope.pending[0], several(element))
        return inner

    # ------------------------------------------------------------ values
    def _value(self, here: Cursor) -> Iterator[Filled]:
        part = here.part
        for reading in self.matcher.value(here.tokens, here.at, here.inner, self._level(here.phrase, here.k, part)):
            if self.matcher.fits(reading.node, part.bare):
                after = self._settle(here.scope, reading.node)
                if part.spec.endswith("=me"):  # what follows is about this player
                    after = after.bind("me", PLAYER)
                node = self.matcher.placed(reading.node, part.bare)
                yield reading.end, node, after, reading.open or _swallows(here.phrase, here.k)

    def _level(self, phrase: Phrase, k: int, part: Slot) -> int:
        """A slot at the end of a value binds tightly: `coins in purse - 1` is `(coins in purse) - 1`."""
        if phrase.category != "V":
            return 0
        if k == len(phrase.parts) - 1:
            return 0 if _swallows(phrase, k) else 2
        return 0 if part.bare == "number" and k > 0 else 2

    def _settle(self, scope: Scope, node: Node) -> Scope:
        """A name was announced before its type was known: now it is."""
        if scope.pending is None:
            return scope
        name, spec = scope.pending
        if spec == "v":  # of a place for cards a name keeps the cards that lie there now
            return scope.bind(name, Type("set", node.type.of) if node.type.head == "zone" else node.type)
        type_ = _made(spec, node, self.words)
        return scope.bind(name, type_) if type_ is not None else scope

    def _any(self, here: Cursor) -> Iterator[Filled]:
        seen: set[tuple[int, str]] = set()
        readings = list(
            self.matcher.value(here.tokens, here.at, here.inner, self._level(here.phrase, here.k, here.part))
        )
        if here.phrase.category != "C":
            readings += self.matcher.condition(here.tokens, here.at, here.inner)
        for reading in readings:
            if here.phrase.category != "C" and self._only_counted(reading.node):
                continue
            if (reading.end, reading.node.key) not in seen:
                seen.add((reading.end, reading.node.key))
                yield reading.end, reading.node, self._settle(here.scope, reading.node), reading.open

    def _only_counted(self, node: Node) -> bool:
        """A word that names a piece and its table row, read as the piece: who chooses one, or writes it down, means the row."""
        return node.op == "pieces" and node.data["piece"] in self.words.group_of

    def _var(self, here: Cursor) -> Iterator[Filled]:
        for reading in self.matcher.value(here.tokens, here.at, here.inner):
            if has(reading.node.op, "can be set") and (reading.node.op != "role" or reading.node.type == NUMBER):
                yield reading.end, reading.node, here.scope, reading.open

    def _truth(self, here: Cursor) -> Iterator[Filled]:
        opens = _swallows(here.phrase, here.k)
        for reading in self.matcher.condition(here.tokens, here.at, here.inner.settled()):
            known = narrowings(reading.node, self.words.kinds)[0]
            after = here.scope if "@" in here.part.spec else here.scope.knowing(known)
            yield reading.end, reading.node, after, reading.open or opens

    def _permission(self, here: Cursor) -> Iterator[Filled]:
        for candidate in self.matcher.candidates.all("X", here.tokens, here.at):
            assert candidate.point is not None
            for bound in self.matcher.run(candidate, here.tokens, here.at, here.inner):
                node = Node("permission", TRUTH, bound.nodes, {"point": candidate.point.name})
                yield bound.end, node, here.scope, bound.open

    def _list(self, here: Cursor) -> Iterator[Filled]:
        for end, node, after in self._listed(here, here.part.bare):
            yield end, node, after, False

    def _listed(self, here: Cursor, sort: str) -> Iterator[tuple[int, Node, Scope]]:
        """A ``list``, ``values`` or ``numberlist``: (where it ends, its node, the scope for what follows)."""
        scope = here.scope
        for end, nodes in self._items(here.tokens, here.at, here.inner):
            if sort == "values" and any(self._only_counted(n) for n in nodes):
                continue
            if sort == "numberlist" and (len(nodes) < 2 or any(n.type != NUMBER for n in nodes)):
                continue
            element = nodes[0].type
            node = Node("list", Type("set", element.of or element.head), data={"items": tuple(nodes)})
            if sort in ("values", "numberlist") or all(n.type == element for n in nodes):
                after = scope.bind(scope.pending[0], NUMBER) if scope.pending and sort == "numberlist" else scope
                yield end, node, after

    def _set(self, here: Cursor) -> Iterator[Filled]:
        part, scope = here.part, here.scope
        yield from self._value(here)
        for end, node, _ in self._listed(here, "list"):
            items = node.data["items"]
            spelt = len(items) > 1 and items[0].type.head == "kind"
            if spelt and (part.bare == "set" or self.matcher.fits(node, part.bare)):
                yield end, node, self._settle(scope, node), False  # spelt out: attacker, defender

    def _amounts(self, here: Cursor) -> Iterator[Filled]:
        for end, node in self.amounts(here.tokens, here.at, here.inner):
            yield end, node, here.scope, False

    def _items(self, tokens: Sequence[Token], at: int, scope: Scope) -> Iterator[tuple[int, list[Node]]]:
        """``A, B and C``: (where it ends, the values)."""
        for reading in self.matcher.value(tokens, at, scope):
            yield reading.end, [reading.node]
            if reading.end < len(tokens) and tokens[reading.end].text in AND:
                for end, rest in self._items(tokens, reading.end + 1, scope):
                    yield end, [reading.node, *rest]

    def _counts(self, tokens: Sequence[Token], at: int, scope: Scope) -> Iterator[tuple[int, list[tuple[Node, Node]]]]:
        """``3 coins and 1 card``: (where it ends, (how many, which piece) of each)."""
        for count in self.matcher.value(tokens, at, scope, 2):
            if count.node.type != NUMBER or count.node.op not in ("number", "local"):
                continue
            if count.node.data.get("n", 0) < 0:
                continue
            for piece in self.matcher.value(tokens, count.end, scope, 2):
                if not self.matcher.fits(piece.node, "pieces"):
                    continue
                yield piece.end, [(count.node, piece.node)]
                if piece.end < len(tokens) and tokens[piece.end].text in AND:
                    for end, rest in self._counts(tokens, piece.end + 1, scope):
                        yield end, [(count.node, piece.node), *rest]

    def amounts(self, tokens: Sequence[Token], at: int, scope: Scope) -> Iterator[tuple[int, Node]]:
        """``3 coins``, ``n coins``: (where it ends, the node)."""
        for end, pairs in self._counts(tokens, at, scope):
            flat = tuple(n for pair in pairs for n in pair)
            yield end, Node("amounts", Type("amounts"), data={"items": flat})

    def _entry(self, here: Cursor) -> Iterator[Filled]:
        for reading in self.matcher.value(here.tokens, here.at, here.inner):
            if (
                reading.node.type.head == "kind"
                and reading.node.type.of in self.words.families
                and not reading.node.type.maybe
            ):
                yield reading.end, reading.node, here.scope, reading.open


def _swallows(phrase: Phrase, k: int) -> bool:
    """Whether the last part of a phrase reaches to the end, a bracket or a comma: behind `where` and `stepping`."""
    return k == len(phrase.parts) - 1 and any(isinstance(p, Literal) and p.text in OPENING for p in phrase.parts)


def _made(spec: str, source: Node, words: Vocabulary) -> Type | None:
    """The type of a name that ``new=elem s`` introduces, once ``s`` is known."""
    element = words.kinds.element(source.type)
    if element is None:
        return None
    match spec.split()[0]:
        case "opt":
            return optional(element)
        case "set":
            return several(element)
        case _:
            return certain(element)
