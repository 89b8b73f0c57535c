"""Single values (numbers, members, options, marks, columns of tables, dice) and conditions about them.

What options decide is folded away.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any

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
    Handler,
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
from rulekit.dsl.program import LARGEST, Mark
from rulekit.dsl.tree import Node

register(
    {
        "number": lambda low, x, c: number(x.data["n"]),
        "truth": lambda low, x, c: truth(x.data["yes"]),
        "none": lambda low, x, c: number(-1),
        "text": lambda low, x, c: ir.Const(x.data["text"], TEXT),
        "local": lambda low, x, c: c.names[x.data["name"]],
        "this-card": lambda low, x, c: value(low, x.args["this-card"], c),
        "role": lambda low, x, c: ir.Load(mark_index(low, x, c), type_of(low, x.type)),
        "mark": lambda low, x, c: ir.Load(mark_index(low, x, c), mark_type(low, x.data["mark"])),
        "adjective": lambda low, x, c: adjective(low, x.data, value(low, x.args["a"], c)),
        "entity": lambda low, x, c: number(low.layout.bases[x.data["kind"]] + x.data["index"]),
        "thing-of-group": lambda low, x, c: number(low.program.groups[x.data["group"]].pieces.index(x.data["piece"])),
        "seat": lambda low, x, c: subtract(
            within(low, value(low, x.args["n"], c), 1, low.layout.players, c), number(1)
        ),
        "half": lambda low, x, c: arithmetic("//", add(value(low, x.args["n"], c), number("up" in x.data)), number(2)),
    }
)


@lowers("seated")
def _seated(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    seats = low.layout.setup.seats
    return number(seats.index(node.data["name"]) if node.data["name"] in seats else -2)


@lowers("option")
def _option(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    option = low.program.options[node.data["option"]]
    chosen = low.layout.setup.options[option.name]
    return truth(bool(chosen)) if option.sort == "truth" else number(chosen)


@lowers("arithmetic")
def _arithmetic(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    a, b = value(low, node.args["a"], c), value(low, node.args["b"], c)
    sign = node.data["sign"]
    if sign == "*" and a.const is None and b.const is None:
        return ir.Op("product", (a, b), c.line)
    return arithmetic(sign, a, b)


# ---------------------------------------------------------------- marks
def mark_index(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    """Where in the state a mark or a role is kept."""
    if node.op == "role":
        return number(low.layout.roles[node.data["scene"], node.data["role"]])
    mark = low.program.marks[node.data["mark"]]
    return add(number(low.layout.marks[mark.name]), instance(low, node, mark.owners, c))


def mark_type(low: Lowering, name: str) -> Int:
    """What a mark can be."""
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
    """Whether a mark is ever this number."""
    return (mark.low is None or n >= mark.low) and (mark.high is None or n <= mark.high)


def limits(mark: Mark) -> str:
    """`from 0 to 5`: what a mark can be, as it is said in findings."""
    return f"from {mark.low} " + ("up" if mark.high is None else f"to {mark.high}")


def adjective(low: Lowering, said: Mapping[str, Any], member: ir.Expr) -> ir.Expr:
    """A truth that is kept of each member of a kind, or that it is in one of several states. ``said``: mark, state."""
    index = adjective_index(low, said["mark"], member)
    if "state" in said:
        return compare(ir.Load(index, mark_type(low, said["mark"])), "==", number(state_code(low, said)))
    return ir.Load(index, Int(0, 1))


def state_code(low: Lowering, said: Mapping[str, Any]) -> int:
    """How a state is kept: as a member of the kind of the mark's states."""
    base: int = low.layout.bases[said["mark"]]
    return base + int(said["state"])


def adjective_index(low: Lowering, name: str, member: ir.Expr) -> ir.Expr:
    mark = low.program.marks[name]
    return add(number(low.layout.marks[name] - low.layout.bases[mark.owners[0]]), member)


# ---------------------------------------------------------------- tables
@lowers("column")
def _column(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    kind, column = node.data["kind"], node.data["column"]
    values = tables.column_values(low, kind, column)
    index = subtract(value(low, node.args["a"], c), number(low.layout.bases.get(kind, 0)))
    if index.const is not None and isinstance(values[index.const], int):
        return number(values[index.const])
    return ir.Item(tables.column(low, kind, column), index)


@lowers("copy-number")
def _copy_number(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    kind = node.args["a"].type.of
    card, n = value(low, node.args["a"], c), value(low, node.args["n"], c)
    if card.const is None or n.const is None or kind not in low.program.families:
        raise CompileError("name a card and a number themselves", "for example:  CARD 2")
    copies = low.copies(kind, card.const - low.layout.bases[kind])
    if not 1 <= n.const <= len(copies):
        raise CompileError(f"there are {len(copies)} copies of this card", f"a number from 1 to {len(copies)}")
    return number(copies[n.const - 1])


@lowers("copy-with")
def _copy_with(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    """The copy of a card that has a number in a column."""
    kind, column = node.data["kind"], node.data["column"]
    card, n = value(low, node.args["a"], c), value(low, node.args["n"], c)
    if card.const is None or n.const is None:
        raise CompileError("name the card and the number themselves", "for example:  CARD with value 2")
    numbers, base = tables.column_values(low, kind, column), low.layout.bases[kind]
    for copy in low.copies(kind, card.const - base):
        if numbers[copy - base] == n.const:
            return number(copy)
    raise CompileError(f"no copy of this card has {column} {n.const}")


@lowers("way")
def _way(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    """Of a thing that is one for each of others: which of them it belongs to."""
    kind = low.program.kinds[node.data["kind"]]
    index = subtract(value(low, node.args["a"], c), number(low.layout.bases[kind.name]))
    way = node.data["way"]
    if index.const is not None and index.const >= 0:
        return number(tables.way_values(low, kind.name, way)[index.const])
    if len(kind.ways) > 1:  # read from a table, by which members are found
        return ir.Item(tables.column(low, kind.name, kind.ways[way][0]), index)
    sizes = [low.layout.sizes[k] if k else high - least + 1 for _, k, least, high in kind.ways]
    found = arithmetic("//", index, number(prod(sizes[way + 1 :])))
    if way:
        found = arithmetic("%", found, number(sizes[way]))
    _, of, least, _ = kind.ways[way]
    return add(found, number(low.layout.bases[of] if of else least))


@lowers("paired")
def _paired(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    kind = low.program.kinds[node.data["kind"]]
    other = kind.ways[0][1]
    return add(value(low, node.args["a"], c), number(low.layout.bases[kind.name] - low.layout.bases[other]))


@lowers("pair")
def _pair(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    """The member of a kind that is one for each two things."""
    base, sizes = low.layout.bases, low.layout.sizes
    kind = low.program.kinds[node.data["kind"]]
    (_, one, _, _), (_, other, _, _) = kind.ways
    row = multiply(subtract(value(low, node.args["a"], c), number(base[one])), number(sizes[other]))
    return add(row, add(value(low, node.args["b"], c), number(base[kind.name] - base[other])))


@lowers("rule-table")
def _rule_table(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    table = low.program.tables[node.data["table"]]
    key = value(low, node.args[table.slot[0]], c)
    return tables.looked_up(low, table, node.data["index"], key, c.line)


@lowers("index")
def _index(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    """The number of a thing among its kind, of a spot in its row."""
    thing = node.args["x"]
    code = value(low, thing, c)
    if thing.type.head == "spot":
        return ir.Item(tables.spot_numbers(low), code)
    return add(subtract(code, number(low.layout.bases[thing.type.of])), number(1))


# ---------------------------------------------------------------- conditions
def _comparison(sign: str) -> Handler:
    return lambda low, x, c: compare(value(low, x.args["a"], c), sign, value(low, x.args["b"], c))


register(
    {
        "more": _comparison(">"),
        "less": _comparison("<"),
        "at-least": _comparison(">="),
        "at-most": _comparison("<="),
        "is-not": negation("is"),
        "plays-not": negation("plays"),
        "not": lambda low, x, c: not_(condition(low, x.args["c"], c)),
        "or": lambda low, x, c: or_(condition(low, x.args["a"], c), condition(low, x.args["b"], c)),
    }
)


@lowers("and")
def _and(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    first = condition(low, node.args["a"], c)
    return FALSE if first.const == 0 else and_(first, condition(low, node.args["b"], c))


@lowers("is")
def _is(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    a, b = node.args["a"], node.args["b"]
    for x, y in ((a, b), (b, a)):  # an entry with several copies is any of them
        if y.op == "entity" and y.data["kind"] in low.program.families:
            same = low.copies(y.data["kind"], y.data["index"])
            if len(same) > 1:
                return between(same[0], value(low, x, c), same[-1])
    return compare(value(low, a, c), "==", value(low, b, c))


@lowers("plays")
def _plays(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    who = node.args["a"]
    return truth(who.data["name"] in low.layout.setup.seats) if who.op == "seated" else TRUE


# ---------------------------------------------------------------- dice
MOST_DICE = 200


register(
    {
        "die": lambda low, x, c: ir.Op("told_sum", (_throw(low, number(1)), c.me), c.line, Int(1, 6)),
        "dice": lambda low, x, c: ir.Op(
            "told_sum", (_throw(low, _many(low, x, c)), c.me), c.line, Int(0, 6 * MOST_DICE)
        ),
    }
)


@lowers("hits")
def _hits(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    least = value(low, node.args["k"], c)
    plus = value(low, node.args["m"], c) if "m" in node.args else number(0)
    if "minus" in node.data:
        plus = subtract(number(0), plus)
    thrown = _throw(low, _many(low, node, c))
    return ir.Op("told_hits", (thrown, plus, least, c.me), c.line, Int(0, MOST_DICE))


def _many(low: Lowering, node: Node, c: Scope) -> ir.Expr:
    return within(low, value(low, node.args["n"], c), 0, MOST_DICE, c)


def _throw(low: Lowering, n: ir.Expr) -> ir.Expr:
    stream = number(low.layout.streams["dice"])
    if low.layout.script is not None:
        script = ir.Zone(number(low.layout.script), Seq(1, 6))
        return ir.Op("throw_scripted", (script, stream, n), -1, Seq(1, 6))
    return ir.Op("throw", (stream, n), -1, Seq(1, 6))
