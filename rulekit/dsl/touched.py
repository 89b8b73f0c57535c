"""What a block of sentences reads and changes, with all that it carries out, begins, opens and works out: the most that can be.

Marks are told apart by their names, counted pieces by their sort and the sort of place where they lie, things by their kind. Of
whom or where a mark or a piece is does not count, so that two blocks of which nothing is said here never meet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rulekit.dsl.call_graph import CallGraph, sentence
from rulekit.dsl.operations import has
from rulekit.dsl.points import Modifier
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Node, Statement
from rulekit.dsl.types import Type

Resource = tuple[str, ...]
"""("mark", name), ("pieces", sort, where), ("things", kind), ("chance",), ("question",), ("end",); "*" stands for any"""
Touches = Mapping[Resource, set[str]]
"""How each is touched: "read"; "raise" and "lower" of a mark, "put" and "take" of pieces: each the same in any order by itself;
"set KEY", to a value that rests on nothing; "write" """
ANY = "*"
CHANCE, QUESTION, END = ("chance",), ("question",), ("end",)


class Touched:
    """Of one program."""

    def __init__(self, program: Program, graph: CallGraph) -> None:
        self.program, self.graph = program, graph
        held = [k for p in program.places.values() if not p.counted for k in p.contents]
        held += [h.held for h in program.words.kinds.housing.values()]
        self._lying = {leaf for kind in held for leaf in self._leaves(kind)}

    def conditions(self, said: Modifier) -> Touches:
        """What it hangs on whether a modifier speaks: its condition, and where its card lies."""
        found: dict[Resource, set[str]] = {}
        family = self.program.families.get(said.family) if said.carrier else None
        if family is not None and family.zone is not None:
            self._note(found, (("things", leaf) for leaf in self._leaves(family.name)), "read")
        self._values([said.condition] if said.condition is not None else [], found)
        return found

    def by(self, said: Modifier) -> Touches:
        """All that a modifier reads and changes."""
        found = {k: set(v) for k, v in self.conditions(said).items()}
        for x in (x for s in said.body for x in s.walk()):
            self._statement(x, found)
        called = [n for s in said.body for x in s.walk() for n in self.graph.leads(x)]
        values = [n for s in said.body for x in s.walk() for v, _ in sentence(x) for n in v.walk()]
        if said.condition is not None:
            values += said.condition.walk()
        called += [str(n.data["point"]) for n in values if "point" in n.data]
        for name in self.graph.reached(called):
            self._point(name, found)
        return found

    def values(self, nodes: Iterable[Node]) -> Touches:
        """All that some values read, with the points that they rest on."""
        found: dict[Resource, set[str]] = {}
        many = [n for whole in nodes for n in whole.walk()]
        self._values(many, found)
        for name in self.graph.reached(str(n.data["point"]) for n in many if "point" in n.data):
            self._point(name, found)
        return found

    def room(self, x: Statement) -> Touches:
        """What decides, beside its values, whether a sentence can be carried out: the pieces that it takes, and the mark that
        has limits."""
        found: dict[Resource, set[str]] = {}
        if has(x.op, "moves pieces"):
            self._note(found, [("pieces", p, _where(x.args["a"])) for p in [*_pieces(x.args["p"])] or [ANY]], "read")
        target = x.args.get("x") if has(x.op, "sets") else None
        if target is not None and target.op == "mark":
            self._note(found, [("mark", target.data["mark"])], "read")
        return found

    def sentence(self, x: Statement) -> Touches:
        """What one sentence changes and reads by itself, without what it carries out and without its inner sentences."""
        found: dict[Resource, set[str]] = {}
        self._statement(x, found)
        return found

    def _point(self, name: str, found: dict[Resource, set[str]]) -> None:
        point = self.program.points[name]
        tests = [n for c in point.clauses for n in (c.value, c.condition) if n is not None]
        tests += [r.condition for r in point.rulings if r.condition is not None]
        tests += self.graph.asked(name)
        for said in self.graph.modifiers(name):
            tests += [n for n in (said.condition, said.adjustment and said.adjustment[1]) if n is not None]
        self._values(tests, found)
        for x in self.graph.statements(name):
            self._statement(x, found)

    # ------------------------------------------------------------ sentences
    def _statement(self, x: Statement, found: dict[Resource, set[str]]) -> None:
        if has(x.op, "is told") or has(x.op, "is a note"):
            return
        target = x.args.get("x") if has(x.op, "sets") else None
        self._values([n for n, _ in sentence(x) if n is not target], found)
        if target is not None:
            self._values(target.args.values(), found)
        if x.op == "clear":
            self._note(found, [("mark", ANY)], "write")
        elif has(x.op, "sets"):
            name = str((target.data if target is not None else x.data).get("mark", ""))
            if name:
                self._note(found, [("mark", name)], _how(x))
        if has(x.op, "moves pieces"):
            self._moved(x, found)
        if has(x.op, "moves cards") or x.op in ("shuffle", "turn-up", "turn-next", "device"):
            kinds = {n.type.of for n in x.args.values()} | {str(x.data.get("k", ""))}
            self._note(found, (("things", leaf) for kind in kinds for leaf in self._leaves(kind)), "write")
        if x.op == "device":
            self._note(found, [("pieces", ANY, ANY)], "write")
        if has(x.op, "draws") or "chance" in x.data:
            self._note(found, [CHANCE], "write")
        if has(x.op, "asks"):
            self._note(found, [QUESTION], "write")
        if has(x.op, "ends the game"):
            self._note(found, [END], "write")

    def _moved(self, x: Statement, found: dict[Resource, set[str]]) -> None:
        pieces = list(_pieces(x.args["p"])) or [ANY]
        origin, goal = (_where(x.args[k]) for k in "ab")
        self._note(found, [("pieces", p, origin) for p in pieces], "take")
        self._note(found, [("pieces", p, goal) for p in pieces], "put")
        if x.op != "move-count":  # how many there are decides how many go
            self._note(found, [("pieces", p, origin) for p in pieces], "read")

    # ------------------------------------------------------------ values
    def _values(self, nodes: Iterable[Node], found: dict[Resource, set[str]]) -> None:
        for node in (n for whole in nodes for n in whole.walk()):
            if "chance" in node.data or has(node.op, "draws"):
                self._note(found, [CHANCE], "write")
            if "mark" in node.data:
                self._note(found, [("mark", str(node.data["mark"]))], "read")
            if has(node.op, "looks what pieces lie"):
                sorts = [p for a in node.args.values() for p in _pieces(a)] or [ANY]
                wheres = [_where(a) for a in node.args.values() if a.type.head in ("place", "kind")] or [ANY]
                self._note(found, [("pieces", p, w) for p in sorts for w in wheres], "read")
            asked = [a.type.of for a in node.args.values()] if has(node.op, "looks where things lie") else []
            if not has(node.op, "is known"):
                asked.append(node.type.of)
            self._note(found, (("things", leaf) for kind in asked for leaf in self._leaves(kind)), "read")

    def _note(self, found: dict[Resource, set[str]], about: Iterable[Resource], how: str) -> None:
        for one in about:
            if one[0] != "things" or one[1] in self._lying:
                found.setdefault(one, set()).add(how)

    def _leaves(self, kind: str) -> Iterator[str]:
        made = self.program.kinds.get(kind)
        if made is not None and made.parts:
            for part in made.parts:
                yield from self._leaves(part)
        elif made is not None:
            yield kind


def _how(x: Statement) -> str:
    if x.op in ("raise", "lower"):
        return str(x.op)
    if x.op == "set" and _rests_on_nothing(x.args["v"]):
        return f"set {x.args['v'].key}"
    if x.op == "becomes":
        return f"set {x.data.get('state', '')} {x.data.get('no', '')}"
    return "write"


def _rests_on_nothing(node: Node) -> bool:
    return node.op in ("number", "truth", "option") or (has(node.op, "is known") and not has(node.op, "can be set"))


def _pieces(node: Node) -> Iterator[str]:
    yield from (str(n.data["piece"]) for n in node.walk() if "piece" in n.data)


def _where(node: Node) -> str:
    if "place" in node.data:
        return str(node.data["place"])
    known: Type = node.type
    return known.of if known.head == "kind" else ANY


def changed_by(one: Touches, other: Touches) -> bool:
    """Whether the first reads, or changes by itself, something that the other changes."""
    return any(_same(a, b) and ways - {"read"} for a in one for b, ways in other.items())


def meeting(one: Touches, other: Touches) -> Resource | None:
    """Something through which the order of two blocks shows: what one changes and the other reads, or both change."""
    for ends, rest in ((one, other), (other, one)):
        if END in ends and any(ways - {"read"} for ways in rest.values()):
            return END
    for a, ways in one.items():
        for b, others in other.items():
            if _same(a, b) and _parts(ways, others):
                return a if ANY not in a else b
    return None


def _same(a: Resource, b: Resource) -> bool:
    return len(a) == len(b) and all(x == y or ANY in (x, y) for x, y in zip(a, b, strict=True))


def _parts(a: set[str], b: set[str]) -> bool:
    """Whether two ways to touch one thing come to something else in the other order."""
    return any(x != y or x == "write" for x in a for y in b if (x, y) != ("read", "read"))
