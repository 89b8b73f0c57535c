"""A warning where more cards can be drawn from a pile than are ever put into it, and no rule tests whether it is empty.

That a place never runs out cannot be proved in general. Counted is how often the lines that draw from it can be carried out
in a whole game, and how many cards can be put there. What is not known counts for little of the one and for much of the
other, so that what is found is worth a look.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from math import prod

from rulekit.dsl.call_graph import CallGraph
from rulekit.dsl.operations import has
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Node, Statement

DRAWS, COMES = "draws", "comes"
MANY = 1_000
"""The assumed number of cards put into a pile where the rules do not give it; of cards drawn 1 is assumed"""
MOST = 10**9
"""What is not counted any further"""
Count = Counter[tuple[str, str]]
"""(DRAWS or COMES, place) -> how many cards"""


def check(program: Program, graph: CallGraph) -> None:
    if any(d.code == "RK340" for d in program.found) or program.begins not in program.points:
        return  # a rule that comes back to itself has no worst case
    found = _PileCount(program, graph)
    for name in graph.bottom_up([program.begins]):
        total = found.deed(name)  # the last is the beginning, which calls all the others
    for place, line in found.drawing.items():
        lying = found.at_first(place) + total[COMES, place]
        if total[DRAWS, place] > lying and place not in found.asked and line.span.file not in program.test_files:
            cards = "1 card is" if lying == 1 else f"{lying:,} cards are"
            text = f"`{place}` may be empty here: at most {cards} put there, more can be drawn, and no rule asks what is left"
            hint = f"ask first:  if {place} is empty: ...  Then put cards there and shuffle them, or end the game"
            also = (("these cards are meant", program.places[place].span),)
            program.report("RK379", text, line.span, hint, "warning", also)


class _PileCount:
    def __init__(self, program: Program, graph: CallGraph) -> None:
        self.program, self.graph = program, graph
        self.drawing: dict[str, Statement] = {}
        """Of each place the first line that draws from it"""
        self.asked = set[str]()
        """The places whose contents a rule tests, and those passed to a deed that is not followed"""
        self._deeds: dict[str, Count] = {}
        self._sources: dict[int, Node] = {}
        """Of each line that draws, by its id, the place"""
        for name in graph.names:
            for body in graph.bodies(name):
                self._sources.update(_sources(body))
            plain = {id(n) for x in graph.statements(name) for n in _ends(x)}
            for value, _ in graph.values(name):
                self.asked.update(_places_in(value, plain))

    def at_first(self, place: str) -> int:
        kinds = (k for k in self.program.kinds.values() if k.first is not None and k.first.data.get("place") == place)
        return sum(self._size(kind.name) for kind in kinds)

    # ------------------------------------------------------------ how often
    def deed(self, name: str) -> Count:
        """What a deed, an entry or a window does with all that it calls, at the most."""
        if name not in self._deeds:
            total = Count()
            for body in self.graph.bodies(name):
                total += self._block(body)
            if plays := self.graph.plays(name):
                total += self._most([self.deed(entry) for entry in plays], MANY)
            entry = self.program.entries.get(name)
            if entry is not None and self.program.families[entry.family].whole:
                total = Count(
                    {key: n for key, n in total.items() if key[0] == COMES}
                )  # it is not done where none is left
            self._deeds[name] = total
        return self._deeds[name]

    def _block(self, body: Sequence[Statement]) -> Count:
        total = Count()
        for x in body:
            total += self._statement(x)
        return total

    def _statement(self, x: Statement) -> Count:
        if x.op == "choose-one":
            total = self._most([self._block(branch.body) for branch in x.body])
        elif x.otherwise is not None:
            total = self._most([self._block(x.body), self._block(x.otherwise)])
        else:
            total = self._block(x.body)
        if has(x.op, "loops"):
            total = self._often(total, self._rounds(x, 1), self._rounds(x, MANY))
        return total + self._most([self.deed(name) for name in self.graph.leads(x)]) + self._moved(x)

    def _most(self, several: Sequence[Count], often: int = 1) -> Count:
        out = Count()
        for one in several:
            out |= self._often(one, 1, often)
        return out

    def _often(self, count: Count, draws: int, comes: int) -> Count:
        return Count({key: min(n * (draws if key[0] == DRAWS else comes), MOST) for key, n in count.items()})

    def _rounds(self, x: Statement, unknown: int) -> int:
        if x.op == "at-once":
            return self._size("player")
        if "n" in x.args:
            return self._number(x.args["n"], unknown)
        gone_through = x.args["s"]
        if gone_through.op == "all" or gone_through.type.head == "row" or unknown > 1:
            return self._row(gone_through) or self._size(gone_through.type.of)
        return 1  # of some of them nobody knows how many there are

    def _row(self, node: Node) -> int:
        """How many spots a row has."""
        place = self.program.places.get(str(node.data.get("place")))
        if node.type.head != "row" or place is None or place.row is None:
            return 0
        kind, low, high = place.row
        return self._size(kind) if kind else high - low + 1

    def _size(self, kind: str) -> int:
        """How many members a kind can have, of players no more than there are seats."""
        made = self.program.kinds.get(kind)
        if kind == "player":
            return max(self.program.seatings)
        if made is not None and made.sort == "each":
            return prod(self._size(of) if of else max(high - low + 1, 0) for _, of, low, high in made.ways)
        if made is not None and made.parts:
            return sum(self._size(part) for part in made.parts)
        return len(made.members) if made is not None else 0

    def _number(self, node: Node, unknown: int) -> int:
        if node.op == "number":
            return int(node.data["n"])
        if node.op == "option":
            return self.program.options[node.data["option"]].high
        return unknown

    # ------------------------------------------------------------ what one line moves
    def _moved(self, x: Statement) -> Count:
        out = Count()
        source = self._sources.get(id(x))
        if source is not None and (place := _named(source)) is not None:
            self.drawing.setdefault(place, x)
            out[DRAWS, place] += self._number(x.args["n"], 1) if "n" in x.args else 1
        goal = x.args.get("b") if has(x.op, "moves cards") else None
        if goal is not None:
            for one in self._reached(goal):
                out[COMES, one] += self._coming(x)
        return out

    def _reached(self, goal: Node) -> list[str]:
        """The places that are meant: of a slot or a name all of its sort."""
        if named := [str(n.data["place"]) for n in goal.walk() if "place" in n.data]:
            return named
        spot = goal.type.head == "spot"
        return [place.name for place in self.program.places.values() if (place.capacity == 1) == spot]

    def _coming(self, x: Statement) -> int:
        if x.op in ("move-thing", "move-under"):
            return 1
        if "n" in x.args:
            return self._number(x.args["n"], MANY)
        cards = x.args.get("s") or x.args.get("a")
        return self._size(cards.type.of if cards is not None else str(x.data.get("k")))


def _sources(body: Sequence[Statement]) -> Iterator[tuple[int, Node]]:
    """The lines of a block that draw: the top card of a place, also by a name, some of the top, or some by chance."""
    named: dict[str, Node] = {}
    for x in (x for first in body for x in first.walk()):
        if x.op == "let":
            named[x.data["x"]] = x.args["v"]
        card = x.args.get("x") if x.op == "move-thing" else None
        if card is not None and card.op == "local":
            card = named.get(card.data["name"])
        if card is not None and card.op == "top-card":
            yield id(x), card.args["a"]
        elif x.op in ("lay-top", "move-random"):
            yield id(x), x.args["a"]


def _ends(x: Statement) -> Iterator[Node]:
    """The source and target of a line that moves cards; naming them there does not test their contents."""
    for key in ("a", "b"):
        if key in x.args and (has(x.op, "moves cards") or x.op == "shuffle"):
            yield x.args[key]


def _named(node: Node) -> str | None:
    return str(node.data["place"]) if node.op == "place" else None


def _places_in(node: Node, plain: Collection[int]) -> Iterator[str]:
    """The places whose contents an expression tests; taking the top card does not count as a test."""
    if id(node) in plain or node.op == "top-card":
        return
    if "place" in node.data:
        yield str(node.data["place"])
    for part in node.inner():
        yield from _places_in(part, plain)
