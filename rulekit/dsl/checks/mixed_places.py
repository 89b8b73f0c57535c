"""`is empty` asks for all that lies somewhere. A warning where a rule has just taken away or counted one of several sorts alone.

Whoever asks `holds no guard` tells the sorts apart: where a sort is asked for like that, nothing is found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen

from rulekit.diagnostics import Span
from rulekit.dsl.call_graph import CallGraph
from rulekit.dsl.operations import has
from rulekit.dsl.paraphrase import say
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Node, Statement
from rulekit.dsl.types import article

ALL = ""
"""Stands for a sort: the whole contents of the place"""


def check(program: Program, graph: CallGraph) -> None:
    found = _MixedPlaces(program)
    for name in graph.names:
        for body in graph.bodies(name):
            found.block(body, [])


@frozen
class _Mention:
    """A place and a sort mentioned by a statement. ``asked``: it only tests presence; ``names``: the locals in the place."""

    place: str
    sort: str
    asked: bool
    names: frozenset[str]
    span: Span


class _MixedPlaces:
    def __init__(self, program: Program) -> None:
        self.program, self.words = program, program.words

    def block(self, body: Sequence[Statement], before: Sequence[_Mention]) -> None:
        """``before``: what was said above and in the headings round the block."""
        before = list(before)
        for x in body:
            here = list(_mentions_of(x))
            within = [m for inner in (*x.body, *(x.otherwise or ())) for m in _mentions(inner)]
            if x.span.file not in self.program.test_files:
                self._asked(x, [*before, *(within if has(x.op, "loops") else ())])
            made = {str(name) for y in x.walk() for key, name in y.data.items() if key in ("x", "y")}
            made |= {"me"} if any(has(y.op, "binds me") for y in x.walk()) else set()
            inside = _without({"me"} if has(x.op, "binds me") else set(), [*before, *here])
            self.block(x.body, inside)
            self.block(x.otherwise or (), [*before, *here])
            before += [*here, *_without(made, within)]

    def _asked(self, x: Statement, before: Sequence[_Mention]) -> None:
        for node in (n for part in x.args.values() for n in part.walk() if n.op in ("empty", "not-empty")):
            place = node.args["a"]
            sorts = self._held(place)
            mentions = [m for m in before if m.place == place.key]
            spoken = {sort for m in mentions for sort in sorts if self._covers(m.sort, sort)}
            last = next((m for m in reversed(mentions) if not m.asked), None)
            if last is not None and 0 < len(spoken) < len(sorts):
                self._report(x, node, sorts, [sort for sort in sorts if sort in spoken], last.span)
                return

    def _report(self, x: Statement, node: Node, sorts: Sequence[str], spoken: Sequence[str], at: Span) -> None:
        alone, all_ = (_listed([self._plural(sort) for sort in some]) for some in (spoken, sorts))
        text = f"`{say(node)}` asks for {all_}, and only {alone} were spoken of before"
        hint = f"{alone} alone:  {self._said(node, spoken)};  everything there:  {self._said(node, sorts)}"
        self.program.report("RK378", text, x.span, hint, "warning", ((f"it speaks of {alone}", at),))

    def _said(self, node: Node, sorts: Sequence[str]) -> str:
        """How to ask for some sorts alone."""
        no = node.op == "empty"
        place, out = say(node.args["a"]), list[str]()
        for sort in sorts:
            if sort in self.program.groups:
                out.append(f"{self._plural(sort)} in {place} is {'0' if no else 'at least 1'}")
            elif sort in self.program.pieces:
                out.append(f"{place} holds {f'no {sort}' if no else article(sort)}")
            else:
                out.append(f"there are {'no ' if no else ''}{self._plural(sort)} in {place}")
        return (" and " if no else " or ").join(out)

    # ------------------------------------------------------------ sorts
    def _held(self, place: Node) -> Sequence[str]:
        """The sorts that can lie in a place: pieces and groups of them, or kinds."""
        named = self.program.places.get(str(place.data.get("place")))
        if named is not None:
            return [leaf for sort in named.contents for leaf in self._leaves(sort)]
        kind = self.program.kinds.get(place.type.of) if place.type.head == "kind" else None
        if kind is None:
            return []
        held = [self.words.pieces.get(word) or self.words.group_plurals[word] for word in kind.holds]
        housed = self.words.kinds.housing.get(kind.name)
        return [*held, *(self._leaves(housed.held) if housed is not None else ())]

    def _leaves(self, sort: str) -> Iterator[str]:
        parts = self.program.kinds[sort].parts if sort in self.program.kinds else ()
        for part in parts:
            yield from self._leaves(part)
        if not parts:
            yield sort

    def _covers(self, spoken: str, sort: str) -> bool:
        kinds = self.words.kinds
        if spoken == ALL or spoken in kinds.groups.get(sort, ()):
            return True
        return kinds.is_sort_of(spoken, sort) or kinds.is_sort_of(sort, spoken)

    def _plural(self, sort: str) -> str:
        if sort in self.program.pieces:
            return self.program.pieces[sort].plural
        return self.program.groups[sort].plural if sort in self.program.groups else self.words.kinds.names[sort]


def _mentions(x: Statement) -> Iterator[_Mention]:
    for y in x.walk():
        yield from _mentions_of(y)


def _mentions_of(x: Statement) -> Iterator[_Mention]:
    """Of which sorts in which places a sentence speaks, without its inner sentences."""
    place, pieces = x.args.get("a"), x.args.get("p")
    if place is not None and has(x.op, "moves pieces") and pieces is not None:
        yield _mention(place, pieces.type.of, False, x)
    elif place is not None and x.op in ("move-cards", "device"):
        yield _mention(place, ALL, False, x)
    for node in x.nodes():
        place = node.args.get("a")
        if place is None:
            continue
        if node.op == "count":
            yield _mention(place, node.args["p"].type.of, False, x)
        elif node.op == "things-in":
            yield _mention(place, node.type.of, False, x)
        elif node.op in ("holds", "holds-no", "holds-each"):
            yield from (_mention(place, node.args[key].type.of, True, x) for key in "pqr" if key in node.args)


def _mention(place: Node, sort: str, asked: bool, x: Statement) -> _Mention:
    names = frozenset(str(n.data["name"]) for n in place.walk() if n.op == "local")
    return _Mention(place.key, sort, asked, names, x.span)


def _without(names: Iterable[str], mentions: Sequence[_Mention]) -> list[_Mention]:
    """Those that speak of a place that is called by none of these names: they mean something else there."""
    return [m for m in mentions if not m.names & set(names)]


def _listed(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
