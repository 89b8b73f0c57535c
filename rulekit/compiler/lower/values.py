"""Single values (numbers, members, options, marks, columns of tables, dice) and conditions about them.

What options decide is folded away.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod

from rulekit.compiler.errors import CompileError
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import (
    FALSE,
    TRUE,
    add,
    and_,
    arithmetic,
    between,
    compare,
    multiply,
    not_,
    number,
    or_,
    subtract,
    truth,
)
from rulekit.compiler.ir.types import NUMBER, TEXT, Int, Seq
from rulekit.compiler.lower import tables
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.expressions import (
    condition,
    instance,
    lowers,
    negation,
    register,
    type_of,
    value,
    within,
)
from rulekit.compiler.lower.scope import Scope
from rulekit.dsl.symbols import LARGEST, Mark
from rulekit.dsl.tree import Node

register(
    {
        "number": lambda low, x, c, n: number(n),
        "truth": lambda low, x, c, yes: truth(yes),
        "none": lambda low, x, c: number(-1),
        "text": lambda low, x, c, text: ir.Const(text, TEXT),
        "local": lambda low, x, c, name: c.names[name],
        "this-card": lambda low, x, c, this_card: value(low, this_card, c),
        "role": lambda low, x, c: ir.Load(mark_index(low, x, c), type_of(low, x.type)),
        "mark": lambda low, x, c, mark: ir.Load(mark_index(low, x, c), mark_type(low, mark)),
        "entity": lambda low, x, c, kind, index: number(low.layout.bases[kind] + index),
        "thing-of-group": lambda low, x, c, group, piece: number(low.program.groups[group].pieces.index(piece)),
    }
)


@lowers("seat")
def _seat(low: Lowering, node: Node, c: Scope, *, n: ir.Expr) -> ir.Expr:
    return subtract(within(low, n, 1, low.layout.players, c), number(1))


@lowers("half")
def _half(low: Lowering, node: Node, c: Scope, *, n: ir.Expr, up: str = "") -> ir.Expr:
    return arithmetic("//", add(n, number(bool(up))), number(2))


@lowers("seated")
def _seated(low: Lowering, node: Node, c: Scope, *, name: str) -> ir.Expr:
    seats = low.layout.setup.seats
    return number(seats.index(name) if name in seats else -2)


@lowers("option")
def _option(low: Lowering, node: Node, c: Scope, *, option: str) -> ir.Expr:
    chosen = low.layout.setup.options[option]
    return truth(bool(chosen)) if low.program.options[option].sort == "truth" else number(chosen)


@lowers("arithmetic")
def _arithmetic(low: Lowering, node: Node, c: Scope, *, a: ir.Expr, b: ir.Expr, sign: str) -> ir.Expr:
    if sign == "*" and a.const is None and b.const is None:
        return ir.Op("product", (a, b), c.line)
    return arithmetic(sign, a, b)


@lowers("smaller")
def _smaller(low: Lowering, node: Node, c: Scope, *, a: ir.Expr, b: ir.Expr) -> ir.Expr:
    return arithmetic("min", a, b)


@lowers("larger")
def _larger(low: Lowering, node: Node, c: Scope, *, a: ir.Expr, b: ir.Expr) -> ir.Expr:
    return arithmetic("max", a, b)


# ---------------------------------------------------------------- marks
def mark_index(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    """The index in the state of a mark or a role."""
    if node.op == "role":
        return number(low.layout.roles[node.data["scene"], node.data["role"]])
    mark = low.program.marks[node.data["mark"]]
    return add(number(low.layout.marks[mark.name]), instance(low, node, mark.owners, c))


def mark_type(low: Lowering, name: str) -> Int:
    """The type of a mark."""
    mark = low.program.marks[name]
    if mark.type.head == "truth":
        return Int(0, 1)
    if mark.type.head == "number" and mark.low is not None:
        return Int(mark.low, LARGEST if mark.high is None else mark.high)
    found = type_of(low, mark.type)
    return found if isinstance(found, Int) else NUMBER


def first_value(low: Lowering, mark: Mark, it: int, c: Scope) -> ir.Expr:
    """What a mark of ``it`` is at the beginning of the game or of its scene."""
    if mark.first is not None:
        return value(low, mark.first, c.bind(it=number(it)))
    if mark.type.maybe:
        return number(-1)
    return number(low.layout.bases[mark.type.of] if mark.type.head == "kind" else mark.low or 0)


def can_be(mark: Mark, n: int) -> bool:
    """Whether a mark can have this number."""
    return (mark.low is None or n >= mark.low) and (mark.high is None or n <= mark.high)


def limits(mark: Mark) -> str:
    """`from 0 to 5`: what a mark can be, as it is said in findings."""
    return f"from {mark.low} " + ("up" if mark.high is None else f"to {mark.high}")


@lowers("adjective")
def _adjective(low: Lowering, node: Node, c: Scope, *, a: ir.Expr, mark: str, state: int | None = None) -> ir.Expr:
    return adjective(low, a, mark, state)


def adjective(low: Lowering, member: ir.Expr, mark: str, state: int | None) -> ir.Expr:
    """A truth that is kept of each member of a kind, or that it is in one of several states."""
    index = adjective_index(low, mark, member)
    if state is not None:
        return compare(ir.Load(index, mark_type(low, mark)), "==", number(state_code(low, mark, state)))
    return ir.Load(index, Int(0, 1))


def state_code(low: Lowering, mark: str, state: int) -> int:
    """How a state is kept: as a member of the kind of the mark's states."""
    return low.layout.bases[mark] + state


def adjective_index(low: Lowering, name: str, member: ir.Expr) -> ir.Expr:
    mark = low.program.marks[name]
    return add(number(low.layout.marks[name] - low.layout.bases[mark.owners[0]]), member)


# ---------------------------------------------------------------- tables
@lowers("column")
def _column(low: Lowering, node: Node, c: Scope, *, a: ir.Expr, column: str, kind: str) -> ir.Expr:
    values = tables.column_values(low, kind, column)
    index = subtract(a, number(low.layout.bases.get(kind, 0)))
    if index.const is not None and isinstance(values[index.const], int):
        return number(values[index.const])
    return ir.Subscript(tables.column(low, kind, column), index)


@lowers("copy-number")
def _copy_number(low: Lowering, node: Node, c: Scope, *, a: Node, n: ir.Expr) -> ir.Expr:
    kind, card = a.type.of, value(low, a, c)
    if card.const is None or n.const is None or kind not in low.program.families:
        raise CompileError("name a card and a number themselves", "for example:  CARD 2")
    copies = low.copies(kind, card.const - low.layout.bases[kind])
    if not 1 <= n.const <= len(copies):
        raise CompileError(f"there are {len(copies)} copies of this card", f"a number from 1 to {len(copies)}")
    return number(copies[n.const - 1])


@lowers("copy-with")
def _copy_with(low: Lowering, node: Node, c: Scope, *, a: ir.Expr, n: ir.Expr, column: str, kind: str) -> ir.Expr:
    """The copy of a card that has a number in a column."""
    if a.const is None or n.const is None:
        raise CompileError("name the card and the number themselves", "for example:  CARD with value 2")
    numbers, base = tables.column_values(low, kind, column), low.layout.bases[kind]
    for copy in low.copies(kind, a.const - base):
        if numbers[copy - base] == n.const:
            return number(copy)
    raise CompileError(f"no copy of this card has {column} {n.const}")


@lowers("way")
def _way(low: Lowering, node: Node, c: Scope, *, a: ir.Expr, kind: str, way: int) -> ir.Expr:
    """Of a thing that is one for each of others: which of them it belongs to."""
    ways = low.program.kinds[kind].ways
    index = subtract(a, number(low.layout.bases[kind]))
    if index.const is not None and index.const >= 0:
        return number(tables.way_values(low, kind, way)[index.const])
    if len(ways) > 1:  # read from a table, by which members are found
        return ir.Subscript(tables.column(low, kind, ways[way][0]), index)
    sizes = [low.layout.sizes[k] if k else high - least + 1 for _, k, least, high in ways]
    found = arithmetic("//", index, number(prod(sizes[way + 1 :])))
    if way:
        found = arithmetic("%", found, number(sizes[way]))
    _, of, least, _ = ways[way]
    return add(found, number(low.layout.bases[of] if of else least))


@lowers("paired")
def _paired(low: Lowering, node: Node, c: Scope, *, a: ir.Expr, kind: str) -> ir.Expr:
    other = low.program.kinds[kind].ways[0][1]
    return add(a, number(low.layout.bases[kind] - low.layout.bases[other]))


@lowers("pair")
def _pair(low: Lowering, node: Node, c: Scope, *, a: ir.Expr, b: ir.Expr, kind: str) -> ir.Expr:
    """The member of a kind that is one for each two things."""
    base, sizes = low.layout.bases, low.layout.sizes
    (_, one, _, _), (_, other, _, _) = low.program.kinds[kind].ways
    row = multiply(subtract(a, number(base[one])), number(sizes[other]))
    return add(row, add(b, number(base[kind] - base[other])))


@lowers("rule-table")
def _rule_table(low: Lowering, node: Node, c: Scope, *, table: str, index: int) -> ir.Expr:
    found = low.program.tables[table]
    return tables.looked_up(low, found, index, value(low, node.args[found.slot[0]], c), c.line)


@lowers("index")
def _index(low: Lowering, node: Node, c: Scope, *, x: Node) -> ir.Expr:
    """The number of a thing among its kind, of a spot in its row."""
    code = value(low, x, c)
    if x.type.head == "spot":
        return ir.Subscript(tables.spot_numbers(low), code)
    return add(subtract(code, number(low.layout.bases[x.type.of])), number(1))


# ---------------------------------------------------------------- conditions
def _comparison(sign: str) -> Callable[..., ir.Expr]:
    return lambda low, x, c, a, b: compare(value(low, a, c), sign, value(low, b, c))


register(
    {
        "more": _comparison(">"),
        "less": _comparison("<"),
        "at-least": _comparison(">="),
        "at-most": _comparison("<="),
        "is-not": negation("is"),
        "plays-not": negation("plays"),
        "not": lambda low, x, scope, c: not_(condition(low, c, scope)),
        "or": lambda low, x, c, a, b: or_(condition(low, a, c), condition(low, b, c)),
    }
)


@lowers("and")
def _and(low: Lowering, node: Node, c: Scope, *, a: Node, b: Node) -> ir.Expr:
    first = condition(low, a, c)
    return FALSE if first.const == 0 else and_(first, condition(low, b, c))


@lowers("is")
def _is(low: Lowering, node: Node, c: Scope, *, a: Node, b: Node) -> ir.Expr:
    for x, y in ((a, b), (b, a)):  # an entry with several copies is any of them
        if y.op == "entity" and y.data["kind"] in low.program.families:
            same = low.copies(y.data["kind"], y.data["index"])
            if len(same) > 1:
                return between(same[0], value(low, x, c), same[-1])
    return compare(value(low, a, c), "==", value(low, b, c))


@lowers("plays")
def _plays(low: Lowering, node: Node, c: Scope, *, a: Node) -> ir.Expr:
    return truth(a.data["name"] in low.layout.setup.seats) if a.op == "seated" else TRUE


# ---------------------------------------------------------------- dice
MOST_DICE = 200


register(
    {
        "die": lambda low, x, c: ir.Op("told_sum", (_throw(low, number(1), c.line), c.me), c.line, Int(1, 6)),
        "dice": lambda low, x, c, n: ir.Op(
            "told_sum", (_throw(low, _many(low, n, c), c.line), c.me), c.line, Int(0, 6 * MOST_DICE)
        ),
    }
)


@lowers("hits")
def _hits(
    low: Lowering, node: Node, c: Scope, *, k: ir.Expr, m: ir.Expr | None = None, n: Node, minus: str = ""
) -> ir.Expr:
    plus = m or number(0)
    if minus:
        plus = subtract(number(0), plus)
    return ir.Op("told_hits", (_throw(low, _many(low, n, c), c.line), plus, k, c.me), c.line, Int(0, MOST_DICE))


def _many(low: Lowering, n: Node, c: Scope) -> ir.Expr:
    return within(low, value(low, n, c), 0, MOST_DICE, c)


def _throw(low: Lowering, n: ir.Expr, line: int) -> ir.Expr:
    stream = number(low.layout.streams["dice"])
    if low.layout.script is not None:
        script = ir.Zone(number(low.layout.script), Seq(0, 6))
        return ir.Op("throw_scripted", (script, stream, n), line, Seq(1, 6))
    return ir.Op("throw", (stream, n), -1, Seq(1, 6))
