"""Lowers rule tests to functions: each line of a test becomes one, called by the runner in order.

``test_N_K(m, s, z, st)`` does what line K of test N says, or gives the value that the runner needs to judge it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rulekit.compiler.errors import CompileError
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import add, append, fresh, number
from rulekit.compiler.ir.types import DATA, NUMBER, TEXT, VOID, Bool, Seq
from rulekit.compiler.lower import calls, chance, templates
from rulekit.compiler.lower.changes import place_card
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.equipment import gap
from rulekit.compiler.lower.expressions import condition, value
from rulekit.compiler.lower.first_state import home_of
from rulekit.compiler.lower.places import count, holder, one_slot, owner_of, spelt, zone
from rulekit.compiler.lower.scope import Scope, Writer
from rulekit.compiler.lower.sets import meant
from rulekit.compiler.lower.statements import BodyLowering
from rulekit.compiler.lower.values import can_be, limits, mark_index
from rulekit.dsl.arguments import by_name
from rulekit.dsl.symbols import RuleTest, RuleTestLine
from rulekit.dsl.tree import Node, Statement
from rulekit.image import Sort
from rulekit.rule_tests import shown_values
from rulekit.runtime.dice import NO_OTHERS

SETUP = ("players", "seated", "option", "set-up", "seed")
CARRIED_OUT = ("do", "carries-out")
NOTHING = ir.Const("None", DATA)


def lower_tests(low: Lowering, tests: Sequence[tuple[int, RuleTest]]) -> None:
    """``tests``: with their numbers. Raises CompileError, with the source location, for a line that cannot be compiled."""
    for number_, test in tests:
        _lower_test(low, number_, test)


def _lower_test(low: Lowering, number_: int, test: RuleTest) -> None:
    for k, line in enumerate(test.lines):
        op, c = line.op, Scope({}, low.line(line.span))
        if op in SETUP:
            continue
        try:
            b = BodyLowering(low, Writer())
            if op in LINES:
                LINES[op](line.values, b, line, c)
            else:
                _gives(b, NOTHING)
            low.function(f"test__{number_}_{k}", [], b.out.block, VOID if op in CARRIED_OUT else DATA, "test")
            if op in TOLD:
                TOLD[op](line.values, low, f"told__{number_}_{k}", c)
        except CompileError as error:
            error.span = error.span or line.span
            raise


def _told(low: Lowering, name: str, scope: Scope, *, c: Node) -> None:
    """For each part of a condition a function: ``(whether it holds, [(value, sort), ...])``."""
    for j, part in enumerate(shown_values.parts(c)):
        b = BodyLowering(low, Writer())
        found = [(value(low, n, scope), templates.sort(low, n.type)) for n in shown_values.values(part)]
        pairs = [ir.Tuple((fresh(x) if sort.head == "set" else x, _sort(sort)), DATA) for x, sort in found]
        _gives(b, condition(low, part, scope), fresh(ir.Items(tuple(pairs), DATA)))
        low.function(f"{name}_{j}", [], b.out.block, DATA, "test")


def _gives(b: BodyLowering, *items: ir.Expr) -> None:
    b.add(ir.Return(items[0] if len(items) == 1 else ir.Tuple(items, DATA)))


def _do(b: BodyLowering, line: RuleTestLine, c: Scope, *, statement: Statement) -> None:
    """Carry out a sentence of the language, for the player it names or for none."""
    b.block([statement], c)


def _carries_out(b: BodyLowering, line: RuleTestLine, c: Scope, *, w: Node, a: Node, p: Node) -> None:
    family = a.type.of
    entries = [e for e in b.low.program.entries.values() if e.family == family]
    args = [value(b.low, w, c), value(b.low, a, c)]
    if b.low.program.families[family].slot is not None:
        args.append(value(b.low, p, c))
    b.add(ir.Do(ir.Call(calls.carry(b.low, family, entries), tuple(args))))


def _holds(body: BodyLowering, line: RuleTestLine, c: Scope, *, a: Node, b: Node) -> None:
    """Moves pieces from or to their initial place until exactly so many are in the place."""
    for many, piece in _pairs(b):
        slot = one_slot(body.low, a, piece, c)
        if slot is None:
            raise _nobodys(body.low, spelt(body.low, piece)[0])
        assert slot.token.const is not None
        home = number(home_of(body.low, slot.token.const))
        body.add(ir.Do(ir.Op("fill", (slot.index, value(body.low, many, c), home), c.line, VOID)))


def _nobodys(low: Lowering, piece: str) -> CompileError:
    """Pieces that each player has of their own, and nobody is named."""
    player = next(iter(low.program.words.players), "PLAYER")
    hint = f"say it:  3 {low.program.pieces[piece].plural} of {player}"
    return CompileError("whose pieces these are is not said", hint)


def _pairs(amounts: Node) -> list[tuple[Node, Node]]:
    items = amounts.data["items"]
    return [(items[k], items[k + 1]) for k in range(0, len(items), 2)]


def _lies(body: BodyLowering, line: RuleTestLine, c: Scope, *, x: Node, b: Node, face: str | None = None) -> None:
    card = value(body.low, x, c)
    root = body.low.layout.roots[x.type.of]
    if root not in body.low.layout.where:
        raise CompileError("this is no card; only cards lie in places", "name a card")
    place_card(body, card, root, b, face, c)


def _mark(b: BodyLowering, line: RuleTestLine, c: Scope, *, x: Node, v: Node) -> None:
    mark = b.low.program.marks.get(x.data.get("mark", ""))
    found = value(b.low, v, c)
    n = found.const
    if mark is not None and n is not None and mark.type.head == "number" and not can_be(mark, n):
        raise CompileError(f"`{mark.name}` cannot be {n}", f"it goes {limits(mark)}")
    if isinstance(found.type, Bool) and n is not None:
        found = number(n)
    b.add(ir.Store(mark_index(b.low, x, c), found))


def _sort(sort: Sort) -> ir.Expr:
    return ir.Const(repr(sort.words), DATA)


def _chooses(b: BodyLowering, line: RuleTestLine, c: Scope, *, w: Node, v: Node | None = None) -> None:
    """(player, value, sort of the value)"""
    found = value(b.low, v, c) if v is not None else NOTHING
    sort = templates.sort(b.low, v.type) if v is not None else Sort("none")
    _gives(b, value(b.low, w, c), found, _sort(sort))


def _one_of(b: BodyLowering, line: RuleTestLine, c: Scope, *, w: Node, s: Node) -> None:
    """(player, members of the set, sort of a member)"""
    members = value(b.low, s, c)
    _gives(b, value(b.low, w, c), fresh(members), _sort_of_members(b.low, s))


def _sort_of_members(low: Lowering, s: Node) -> ir.Expr:
    element = low.program.words.kinds.element(s.type)
    return _sort(templates.sort(low, element) if element is not None else Sort("none"))


def _may_exactly(b: BodyLowering, line: RuleTestLine, c: Scope, *, w: Node, l: Node) -> None:
    items = [ir.Tuple((value(b.low, x, c), _sort(templates.sort(b.low, x.type))), DATA) for x in l.data["items"]]
    _gives(b, value(b.low, w, c), fresh(ir.Items(tuple(items), DATA)))


def _condition(b: BodyLowering, line: RuleTestLine, scope: Scope, *, c: Node) -> None:
    _gives(b, condition(b.low, c, scope))


def _in_order(b: BodyLowering, line: RuleTestLine, c: Scope, *, s: Node, l: Node) -> None:
    """(members of the set, those that are wanted, sort of a member)"""
    wanted = tuple(value(b.low, x, c) for x in l.data["items"])
    _gives(b, fresh(value(b.low, s, c)), fresh(ir.Items(wanted, DATA)), _sort_of_members(b.low, s))


def _holds_exactly(body: BodyLowering, line: RuleTestLine, c: Scope, *, a: Node, b: Node) -> None:
    """[(wanted, there), ...]"""
    parts = [ir.Tuple((value(body.low, wanted, c), count(body.low, a, piece, c)), DATA) for wanted, piece in _pairs(b)]
    _gives(body, fresh(ir.Items(tuple(parts), DATA)))


def _sees(b: BodyLowering, line: RuleTestLine, c: Scope, *, w: Node, p: Node, n: Node | None = None) -> None:
    """(player, [(place of a card, card), ...], where it is kept whether cards lie face up, number)"""
    low = b.low
    faces = low.layout.faces.get(low.layout.roots[p.type.of], -1)
    if p.type.head == "spot":
        spot = value(low, p, c)
        lying: ir.Expr = ir.Tuple((add(number(low.layout.lists), spot), ir.Load(spot)), DATA)
        codes: ir.Expr = fresh(ir.Items((lying,), DATA))
    else:
        at, card = zone(low, p, c), low.variable("x", NUMBER)
        codes = ir.Map(card, ir.Zone(at, Seq()), ir.Tuple((at, card), DATA), DATA)
    many = value(low, n, c) if n is not None else NOTHING
    _gives(b, value(low, w, c), codes, number(faces), many)


def _was_shown(b: BodyLowering, line: RuleTestLine, c: Scope, *, w: Node, x: Node) -> None:
    """(player, kind, every card that is meant)"""
    cards = ir.Items(tuple(meant(b.low, x, c)), DATA)
    root = ir.Const(b.low.layout.roots.get(x.type.of, ""), TEXT)
    _gives(b, value(b.low, w, c), root, fresh(cards))


def _device(b: BodyLowering, line: RuleTestLine, c: Scope, *, device: str, function: str) -> None:
    args: list[ir.Expr] = []
    for given in line.values.values():
        if not isinstance(given, Node):
            continue
        if given.op == "amounts":
            args.append(amounts(b.low, given, c))
        else:
            args.append(gap(b.low, given, c))
    b.add(ir.Do(ir.DeviceCall(device, function, tuple(args))))


def amounts(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    """Amounts as a count for every token."""
    counts = [0] * len(low.layout.tokens)
    for many, piece in _pairs(node):
        n, owner = value(low, many, c), owner_of(low, piece, c)
        for name in spelt(low, piece.args.get("p", piece))[:1]:
            tokens, each = low.layout.tokens_of(name), low.program.pieces[name].each
            if each and (owner is None or owner.const is None):
                raise _nobodys(low, name)
            mine = owner.const if each and owner is not None else 0
            counts[tokens[mine or 0]] += n.const or 0
    return ir.Items(tuple(map(number, counts)), Seq(0, max(counts, default=0)))


def _dice(b: BodyLowering, line: RuleTestLine, c: Scope, *, l: Node) -> None:
    script = b.low.layout.script
    assert script is not None
    for node in l.data["items"]:
        b.add(append(ir.Zone(number(script), Seq(0, 6)), value(b.low, node, c)))


def _dice_strict(b: BodyLowering, line: RuleTestLine, c: Scope) -> None:
    script = b.low.layout.script
    assert script is not None
    b.add(append(ir.Zone(number(script), Seq(0, 6)), number(NO_OTHERS)))


def _sees_mark(b: BodyLowering, line: RuleTestLine, c: Scope, *, w: Node, x: Node) -> None:
    """(player, name of the mark, where in the state it is kept)"""
    if x.op != "mark":
        raise CompileError("only marks are seen or not", "name a mark:  then Red sees hope of Blue")
    _gives(b, value(b.low, w, c), ir.Const(x.data["mark"], TEXT), mark_index(b.low, x, c))


def _brings(b: BodyLowering, line: RuleTestLine, c: Scope, *, l: Node) -> None:
    for node in l.data["items"]:
        for x in (number(chance.sort_of(b.low, node.type.of)), value(b.low, node, c)):
            b.add(append(chance.script(b.low), x))


def _place(b: BodyLowering, line: RuleTestLine, c: Scope, *, w: Node, n: Node | None = None) -> None:
    place = value(b.low, n, c) if n is not None else number(1)
    _gives(b, value(b.low, w, c), place)


def _sees_open(b: BodyLowering, line: RuleTestLine, c: Scope, *, x: Node | None = None, a: Node | None = None) -> None:
    """How the place or the mark was declared: who sees it."""
    program, seen = b.low.program, "all"  # what stands on things of a kind is open
    if x is not None:
        seen = program.marks[x.data["mark"]].seen
    elif a is not None and (place := program.places.get(holder(b.low, a, c)[0])) is not None:
        seen = place.seen
    _gives(b, ir.Const(seen, TEXT))


HANDLERS: Mapping[str, Callable[..., None]] = {
    "do": _do,
    "carries-out": _carries_out,
    "holds": _holds,
    "lies": _lies,
    "mark": _mark,
    **dict.fromkeys(("chooses", "may", "may-not", "asked"), _chooses),
    **dict.fromkeys(("chooses-one", "may-one", "may-none"), _one_of),
    "place": _place,
    "may-exactly": _may_exactly,
    **dict.fromkeys(("then", "always", "random-until"), _condition),
    "in-order": _in_order,
    "holds-exactly": _holds_exactly,
    **dict.fromkeys(("sees", "sees-number"), _sees),
    "sees-open": _sees_open,
    "was-shown": _was_shown,
    "device": _device,
    "dice": _dice,
    "dice-strict": _dice_strict,
    "sees-mark": _sees_mark,
    "brings": _brings,
}
LINES = by_name(HANDLERS, 3, "test")
"""Operation of a line -> what lowers it: given a body, the line, what is in sight, and by name what it takes of the values."""
TOLD = by_name({"then": _told, "always": _told}, 3, "test")
"""Operation of a line -> what lowers the functions that tell why it does not hold"""
