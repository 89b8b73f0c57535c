"""A static analysis of which values depend on hidden information.

What a player may read in play is settled there (``runtime/visibility.py``); here nothing is known but where things can lie.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from rulekit.dsl.call_graph import CallGraph
from rulekit.dsl.operations import has
from rulekit.dsl.points import VALUES, Point
from rulekit.dsl.program import Program
from rulekit.dsl.subset_choice import peel
from rulekit.dsl.symbols import Mark, Place
from rulekit.dsl.tree import Node
from rulekit.image import OWNER, PARTNERS

SEVERAL = ("set", "zone", "row")
Names = frozenset[str]
ME: Names = frozenset(["me"])
NOBODY: Names = frozenset()


class Secrets:
    """What is hidden in one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._open: dict[str, bool] = {}

    def hides(self, kind: str) -> bool:
        """Whether things of a kind can lie where not everybody sees them."""
        return any(_hides(place) and self._holds(place, kind) for place in self.program.places.values())

    def _holds(self, place: Place, kind: str) -> bool:
        return any(self._alike(kind, held) for held in place.contents)

    def _alike(self, one: str, other: str) -> bool:
        """Whether a thing can be of both kinds."""
        sort = self.program.words.kinds.is_sort_of
        return sort(one, other) or sort(other, one)

    # ------------------------------------------------------------ seen by everybody
    def open(self, node: Node, unseen: Names = frozenset()) -> bool:
        """Whether everybody at the table can see what a value rests on. ``unseen``: the names that not everybody can tell."""
        return all(self._one_open(n) and not (unseen and _is(n, unseen)) for n in node.walk())

    def nameable(self, source: Node) -> bool:
        """Whether the members of a set are no secret wherever they lie: those of a kind, say, or what a table tells."""
        known = all(n.op not in ("local", "role") or n.type.head not in (*SEVERAL, "spot") for n in source.walk())
        return known and self.open(source)

    def _one_open(self, node: Node) -> bool:
        thing = self._thing(node)
        if thing is not None and (thing.seen != "all" or (isinstance(thing, Place) and _hides(thing))):
            return False
        point = self.program.points.get(str(node.data.get("point")))
        return point is None or self._open_point(point)

    def _thing(self, node: Node) -> Mark | Place | None:
        """The mark or the place for cards that a value reads by itself."""
        place = self.program.places.get(str(node.data.get("place")))
        return self.program.marks.get(str(node.data.get("mark"))) or (place if place and not place.counted else None)

    def _open_point(self, point: Point) -> bool:
        if point.name not in self._open:
            self._open[point.name] = True  # a rule never comes back to itself
            open_ = point.sort in (*VALUES, "permission") and all(self.open(n) for n in _nodes(point))
            self._open[point.name] = open_
        return self._open[point.name]

    # ------------------------------------------------------------ seen by `me`
    def hidden(self, node: Node, mine: Names = ME) -> Iterator[Node]:
        """The parts of a value that read a mark or the cards of a place which `me` may not see.

        ``mine``: the names under which `me` is known. Of the cards of a place, those that lie face up are no secret.
        """
        if has(node.op, "counts cards") and all(
            has(a.op, "is a place of cards") or a.type.head == "spot" for a in node.args.values()
        ):
            for counted in node.args.values():
                yield from self._which(counted, mine)
            return
        if node.op in ("face-up", "face-down") and not self._seen_face(next(iter(node.args.values()))):
            yield node
        base, tests = peel(node)
        if tests and self._turned_up(base, tests):
            for part in (*base.args.values(), *tests):
                yield from self.hidden(part, mine)
            return
        thing = self._thing(node)
        if thing is not None and thing.seen != "all" and not (thing.seen in (OWNER, PARTNERS) and _owned(node, mine)):
            yield node
        point = self.program.points.get(str(node.data.get("point")))
        if point is not None and point.sort in (*VALUES, "permission"):
            inside = frozenset(name for name, arg in node.args.items() if name in point.slots and _is(arg, mine))
            if any(True for n in (*_nodes(point), *self._in_force(point)) for _ in self.hidden(n, inside)):
                yield node
        for part in node.inner():
            yield from self.hidden(part, mine)

    def _in_force(self, point: Point) -> Iterator[Node]:
        """The places where the cards lie that say something about a point."""
        for family in dict.fromkeys(s.family for s in point.modifiers if s.family in self.program.families):
            zone = self.program.families[family].zone
            if zone is not None:
                yield zone

    def _which(self, place: Node, mine: Names) -> Iterator[Node]:
        """The values that select a place or spot; not its contents."""
        if not has(place.op, "is a place of cards") and place.op not in ("spot-of", "first-spots", "local"):
            yield from self.hidden(place, mine)
            return
        for part in place.args.values():
            yield from self._which(part, mine) if part.type.head == "row" else self.hidden(part, mine)

    def _seen_face(self, card: Node) -> bool:
        """Whether all players see if a card lies face up: true where its place shows such cards, never in a hand."""
        spot = card.op in ("card-in", "card-in-any")
        places = (
            p for p in self.program.places.values() if self._holds(p, card.type.of) and (p.capacity == 1 or not spot)
        )
        if all(_shows_turned(place) for place in places):
            return True
        return not any(self._alike(card.type.of, kind) for kind in self._turned_unseen)

    @cached_property
    def _turned_unseen(self) -> set[str]:
        """The kinds of which a rule may turn up a card where not everybody sees it."""
        graph, found = CallGraph(self.program), set[str]()
        for x in (x for name in graph.names for x in graph.statements(name)):
            goal, card = x.args.get("b"), x.args.get("x")
            place = self._thing(goal) if goal is not None else None
            if x.op == "turn-up" and card is not None and not (card.op == "card-in" and self._seen_face(card)):
                found.add(card.type.of)
            elif (
                (x.data.get("face") == "up" or x.op == "lay-top")
                and isinstance(place, Place)
                and not _shows_turned(place)
            ):
                found.update(place.contents)
        return found

    def _turned_up(self, base: Node, tests: list[Node]) -> bool:
        """Whether only those cards of a place are meant that lie face up in everybody's sight."""
        place = self._thing(base)
        turned = any(_of_it(card) for test in tests if test.op == "face-up" for card in test.args.values())
        return turned and isinstance(place, Place) and place.turns


def _of_it(card: Node) -> bool:
    """Whether it is `it`, or the card on the spot `it`."""
    if card.op in ("card-in", "card-in-any"):
        return all(_of_it(spot) for spot in card.args.values())
    return card.op == "local" and card.data["name"] == "it"


def _shows_turned(place: Place) -> bool:
    return place.seen == "all" or place.turns


def _hides(place: Place) -> bool:
    return not place.counted and (place.seen != "all" or place.turns)


def _owned(node: Node, mine: Names) -> bool:
    owner = node.args.get("a") or node.args.get("me")
    return owner is not None and _is(owner, mine)


def _is(node: Node, names: Names) -> bool:
    return node.op == "local" and node.data["name"] in names


def _nodes(point: Point) -> list[Node]:
    """The values and conditions that a point rests on."""
    nodes = [n for clause in point.clauses for n in (clause.value, clause.condition) if n is not None]
    nodes += [r.condition for r in point.rulings if r.condition is not None]
    return nodes + [
        n for s in point.modifiers for n in (s.condition, s.adjustment and s.adjustment[1]) if n is not None
    ]
