"""What a player chooses while all choose at once comes into no mark or place that others see before they have chosen.

Followed is what rests on an answer: names that are made of it, what a deed is called with, marks that are set to it, and
whether a sentence is carried out at all. A warning, since a game may want it so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import evolve, frozen

from rulekit.dsl.call_graph import CallGraph
from rulekit.dsl.operations import has
from rulekit.dsl.paraphrase import say
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Node, Statement
from rulekit.image import OWNER

HINT = "keep it where its owner alone sees it (marks seen by their owner:), and show it below, when all have chosen"
Left = list[tuple[Statement, Statement]]
"""Sentences that leave a block or a deed, each with the question on whose answer that rests"""


def check(program: Program, graph: CallGraph) -> None:
    told = set[int]()
    for name in graph.names:
        for whole in (x for x in graph.statements(name) if x.op == "at-once"):
            if whole.span.file in program.test_files:
                continue
            for x, shown, question in _EarlyReveal(program, graph, name, whole).found.values():
                if id(x) not in told:
                    told.add(id(x))
                    text = f"others see `{shown}` while they still choose, and it tells what was chosen"
                    also = (("this is chosen", question.span), ("all choose at once here", whole.span))
                    program.report("RK376", text, x.span, HINT, "warning", also)


@frozen
class _Sight:
    """What is known at a sentence. ``names``: the question on which each rests; ``mine``: those that are who chooses;
    ``under``: the question on whose answer it rests whether the sentence is carried out."""

    deed: str
    names: Mapping[str, Statement]
    mine: frozenset[str]
    under: Statement | None = None


class _EarlyReveal:
    def __init__(self, program: Program, graph: CallGraph, deed: str, whole: Statement) -> None:
        self.program, self.graph = program, graph
        self.found: dict[str, tuple[Statement, str, Statement]] = {}
        """Of each mark and place the first sentence that shows an answer, what it shows, and the question"""
        self._kept: dict[str, Statement] = {}
        """Of each mark, and of each name that is set, the question on which it rests"""
        self._read: dict[str, list[str]] = {}
        before = -1
        while before < len(self._kept):  # what is set below may be read above, in the next round of a loop
            before, self.found = len(self._kept), {}
            self._done = set[object]()
            self._block(whole.body, _Sight(deed, {}, frozenset(["me"])))

    # ------------------------------------------------------------ the course
    def _block(self, body: Sequence[Statement], sight: _Sight) -> Left:
        left: Left = []
        for x in (x for x in body if not has(x.op, "is a note")):
            if sight.under is None and left:
                sight = evolve(sight, under=left[0][1])
            rests = self._rests(x.nodes(), sight)
            self._changed(x, sight)
            self._called(x, sight)
            inside = self._inside(x, sight, rests)
            inner = self._block(x.body, inside)
            inner += self._block(x.otherwise or (), evolve(inside, mine=sight.mine))
            left += [(y, question) for y, question in inner if y.op != "skip" or not has(x.op, "loops")]
            if has(x.op, "leaves") and sight.under is not None:
                left.append((x, sight.under))
            if x.op == "let" or has(x.op, "names a choice"):
                sight = evolve(sight, names=_with(sight.names, [x.data["x"]], rests if x.op == "let" else x))
        return left

    def _inside(self, x: Statement, sight: _Sight, rests: Statement | None) -> _Sight:
        """What is known below a sentence."""
        asks = has(x.op, "asks") and not has(x.op, "names a choice") and x.op != "at-once"
        under = sight.under or (x if asks else rests)
        mine = sight.mine
        if has(x.op, "binds me"):
            whose = x.args.get("w")
            known = x.op == "may" or (whose is not None and _is(whose, mine))
            mine = mine | {"me"} if known else mine - {"me"}
        made = [name for key, name in x.data.items() if key in ("x", "y") and isinstance(name, str)]
        return evolve(sight, under=under, mine=mine, names=_with(sight.names, made, under))

    def _called(self, x: Statement, sight: _Sight) -> None:
        """The deeds, cards and windows that a sentence leads to."""
        for lead in self.graph.leads(x):
            for name in (lead, *self.graph.plays(lead)):
                names, mine = dict[str, Statement](), set[str]()
                for slot, node in x.args.items():
                    question = self._rests(node.walk(), sight)
                    if question is not None:
                        names[slot] = question
                    if _is(node, sight.mine):
                        mine.add(slot)
                if "me" in sight.mine and "me" not in x.args:
                    mine.add("me")
                under = sight.under or (
                    x if x.op == "open" else self._rests(x.nodes(), sight) if x.op != "do" else None
                )
                key = (name, frozenset(names), frozenset(mine), under is None)
                if key not in self._done:
                    self._done.add(key)
                    for body in self.graph.bodies(name) if name in self.program.points else ():
                        self._block(body, _Sight(name, names, frozenset(mine), under))

    # ------------------------------------------------------------ what rests on an answer
    def _rests(self, nodes: Iterable[Node], sight: _Sight) -> Statement | None:
        """The question on whose answer some of the values rest."""
        for n in nodes:
            if n.op in ("local", "role"):
                name = str(n.data["name"] if n.op == "local" else n.data["role"])
                found = sight.names.get(name) or self._kept.get(f"{sight.deed}: {name}")
            elif n.op == "mark":
                found = self._kept.get(n.data["mark"])
            else:
                read = self._marks_read(str(n.data["point"])) if "point" in n.data else ()
                found = next((self._kept[mark] for mark in read if mark in self._kept), None)
            if found is not None:
                return found
        return None

    def _marks_read(self, point: str) -> list[str]:
        if point not in self._read:
            nodes = (n for name in self.graph.reached([point]) for n in self.graph.nodes(name))
            self._read[point] = sorted({str(n.data["mark"]) for n in nodes if "mark" in n.data})
        return self._read[point]

    # ------------------------------------------------------------ what others see of it
    def _changed(self, x: Statement, sight: _Sight) -> None:
        target = x.args.get("x") if has(x.op, "sets") else None
        new = [n for part in x.args.values() for n in part.walk() if n is not target]
        question = sight.under or self._rests(new, sight)
        if question is None:
            return
        if target is not None and target.op == "local":
            self._kept.setdefault(f"{sight.deed}: {target.data['name']}", question)
        elif has(x.op, "sets"):
            for mark, owner, said in self._marks(x):
                self._kept.setdefault(mark, question)
                if self._others_see(mark, owner, sight):
                    self.found.setdefault(mark, (x, said, question))
        elif has(x.op, "moves pieces") or has(x.op, "moves cards"):
            for place, said in self._open_ends(x):
                self.found.setdefault(place, (x, said, question))

    def _marks(self, x: Statement) -> Iterator[tuple[str, Node | None, str]]:
        """The marks that a sentence changes, whose they are, and how they are called there."""
        target = x.args.get("x")
        if x.op == "clear":
            yield from ((mark, None, mark) for mark in self.program.words.mark_groups[x.data["g"]])
        elif target is None:
            yield x.data["mark"], x.args["a"], x.data["mark"]
        elif target.op == "mark":
            yield target.data["mark"], target.args.get("a") or target.args.get("me"), say(target)

    def _others_see(self, mark: str, owner: Node | None, sight: _Sight) -> bool:
        seen = self.program.marks[mark].seen
        if seen == OWNER:
            return owner is None or not _is(owner, sight.mine)
        return seen != "nobody"

    def _open_ends(self, x: Statement) -> Iterator[tuple[str, str]]:
        """The places that all see out of which pieces go, or into which something goes openly."""
        ends = [x.args.get("b"), x.args.get("a")] if has(x.op, "moves pieces") else [x.args.get("b")]
        for end in (end for end in ends if end is not None):
            named = next((str(n.data["place"]) for n in end.walk() if "place" in n.data), None)
            place = self.program.places.get(named) if named is not None else None
            if place is not None and place.seen == "all" and not place.turns and x.data.get("face") != "down":
                yield place.name, say(end)


def _with(names: Mapping[str, Statement], made: Iterable[str], question: Statement | None) -> Mapping[str, Statement]:
    """The names with some new ones, which may rest on a question."""
    made = list(made)
    others = {name: found for name, found in names.items() if name not in made}
    return others | dict.fromkeys(made, question) if question is not None else others


def _is(node: Node, names: frozenset[str]) -> bool:
    return node.op == "local" and node.data["name"] in names
