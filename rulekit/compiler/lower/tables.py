"""Constants of the module: columns of tables, neighbours on the map, where pieces are counted, rows of rule tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from math import prod

from rulekit.compiler.errors import CompileError
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.build import and_, compare, number, subtract
from rulekit.compiler.ir.types import NUMBER, Int, Seq, Set, Type
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.lower.expressions import range_of, set_type
from rulekit.compiler.lower.scope import Writer
from rulekit.dsl.symbols import Cell, RuleTable


def constant(low: Lowering, stem: str, value: object, gives: Type) -> ir.ConstantTable:
    """A constant; ``gives`` is what an entry of it is. The same value under the same stem is made once."""
    name, n = low.names.kept("K", stem, stem), 1
    while low.tables.setdefault(name, value) != value:
        n += 1
        name = low.names.kept("K", stem, (stem, n))
    return ir.ConstantTable(name, gives)


def once(make: Callable[..., ir.ConstantTable]) -> Callable[..., ir.ConstantTable]:
    """Computes a table of a set-up when it is first needed."""

    @wraps(make)
    def known(low: Lowering, *about: str) -> ir.ConstantTable:
        key = (make.__name__, *about)
        if key not in low.known_tables:
            low.known_tables[key] = make(low, *about)
        return low.known_tables[key]

    return known


# ------------------------------------------------------------ columns
def column_values(low: Lowering, kind: str, column: str) -> Sequence[Cell]:
    """What a table says of each member of a kind, as it holds in this set-up."""
    key = (kind, column)
    if key not in low.columns:
        low.columns[key] = _column_values(low, kind, column)
    return low.columns[key]


def _column_values(low: Lowering, kind: str, column: str) -> Sequence[Cell]:
    if kind in low.program.groups:
        return list(low.program.groups[kind].columns[column])
    made = low.program.kinds[kind]
    if made.sort == "union":
        return [value for part in made.parts for value in column_values(low, part, column)]
    if column not in made.columns:
        return way_values(low, kind, [way[0] for way in made.ways].index(column))
    found = made.columns[column]
    base = low.layout.bases[found.type.of] if found.type.of else 0

    def shifted(value: Cell) -> Cell:
        if isinstance(value, tuple):
            return tuple(v + base for v in value)
        return value + base if base and value >= 0 else value

    chosen = low.layout.setup.options[found.each] if found.each is not None else 0
    return [shifted(row[chosen]) for row in found.cells]


def way_values(low: Lowering, kind: str, way: int) -> list[int]:
    """For each member of a kind that is one for each of others: which of them it belongs to."""
    ways = low.program.kinds[kind].ways
    sizes = [low.layout.sizes[of] if of else most - least + 1 for _, of, least, most in ways]
    below = prod(sizes[way + 1 :])
    _, of, least, _ = ways[way]
    base = low.layout.bases[of] if of else least
    return [base + k // below % sizes[way] for k in range(low.layout.sizes[kind])]


@once
def column(low: Lowering, kind: str, column: str) -> ir.ConstantTable:
    values = tuple(column_values(low, kind, column))
    return constant(low, f"{kind} {column}", values, _entry(values))


# ------------------------------------------------------------ the map
@once
def neighbours(low: Lowering, kind: str, route: str | None = None) -> ir.ConstantTable:
    """Member of the graph (from 0) -> its neighbours as ids; with ``route`` along routes of one sort."""
    if kind not in low.program.graphs:
        raise CompileError(f"there is no map over the kind `{kind}`: add a line  graph of ... from ...")
    graph, base = low.program.graphs[kind], low.layout.bases[kind]
    near: list[set[int]] = [set() for _ in low.program.kinds[kind].members]
    for a, b, k in graph.edges:
        if route is None or graph.routes[k] == route:
            near[a].add(base + b)
            near[b].add(base + a)
    return constant(low, f"{route or 'near'} {kind}", tuple(tuple(sorted(n)) for n in near), set_type(low, kind))


def along(low: Lowering, kind: str, routes: Sequence[str]) -> ir.ConstantTable:
    """Member of the graph (from 0) -> its neighbours along routes of these sorts."""
    if len(routes) == 1:
        return neighbours(low, kind, routes[0])
    near = [neighbours(low, kind, route).name for route in routes]
    rows = zip(*(ir.rows(low.tables, name) for name in near), strict=True)
    joined = tuple(tuple(sorted({x for part in row for x in part})) for row in rows)
    return constant(low, f"{' '.join(routes)} {kind}", joined, set_type(low, kind))


def rays(low: Lowering, kind: str, routes: Sequence[str]) -> tuple[ir.ConstantTable, int]:
    """(rows, n): for each member of the graph n rows of those that are met straight on, one row for each way to begin."""
    base = low.layout.bases[kind]
    near = [[[x - base for x in row] for row in ir.rows(low.tables, neighbours(low, kind, r).name)] for r in routes]
    found = [[_ray(sort, here, first) for sort in near for first in sort[here]] for here in range(len(near[0]))]
    most = max([1, *map(len, found)])
    rows = tuple(
        tuple(base + x for x in row) for ways in found for row in [*ways, *[[] for _ in range(most - len(ways))]]
    )
    whole = range_of(low, kind)
    return constant(low, f"straight {' '.join(routes)} {kind}", rows, Seq(whole.low, whole.high)), most


def _ray(near: Sequence[Sequence[int]], here: int, first: int) -> list[int]:
    """Straight on: from each to the neighbour that one does not come from, until there is none or it comes round."""
    row, last = [first], here
    while ahead := [x for x in near[row[-1]] if x != last]:
        last = row[-1]
        if ahead[0] == here:
            break
        row.append(ahead[0])
    return row


def between(low: Lowering, rows: str, many: int, base: int) -> tuple[ir.ConstantTable, ir.ConstantTable] | None:
    """(a, b) -> whether one comes straight on from a to b, and the members on the way; None where two ways lead there."""
    held = ir.rows(low.tables, rows)
    whole = len(held) // many
    found: dict[tuple[int, int], tuple[int, ...]] = {}
    for k, row in enumerate(held):
        for n, goal in enumerate(row):
            if (k // many, goal) in found:
                return None
            found[k // many, goal] = tuple(row[:n])
    pairs = [(a, base + b) for a in range(whole) for b in range(whole)]
    leads = constant(low, f"leads {rows}", tuple(int(pair in found) for pair in pairs), Int(0, 1))
    members = Seq(base, base + whole - 1)
    return leads, constant(low, f"between {rows}", tuple(found.get(pair, ()) for pair in pairs), members)


# ------------------------------------------------------------ places
@once
def spot_numbers(low: Lowering) -> ir.ConstantTable:
    """Index of a spot in ``s`` -> its number in its row; 0 for what is no spot of a row."""
    numbers = [0] * low.layout.size
    for place in low.program.places.values():
        if place.row is not None:
            base = low.layout.spots[place.name]
            first, many = 1 if place.row[0] else place.row[1], low.layout.row_size(place)
            for k in range(many * low.layout.instances(place.owners)):
                numbers[base + k] = first + k % many
    return constant(low, "spot numbers", tuple(numbers), NUMBER)


@once
def holders(low: Lowering, kind: str) -> ir.ConstantTable:
    """Place of a card -> the thing that is this place; -1 for other places, and at the end for nowhere."""
    size, base = low.layout.sizes[kind], low.layout.bases[kind]
    start = low.layout.code_of(low.program.words.kinds.housing[kind].place)
    codes = low.layout.lists + low.layout.size + 1
    held = tuple(base + k - start if start <= k < start + size else -1 for k in range(codes))
    found = range_of(low, kind)
    return constant(low, f"at {kind}", held, Int(-1, found.high))


@once
def slots(low: Lowering, name: str) -> ir.ConstantTable:
    """Instance of a place -> where in ``s`` each token is counted there, -1 where it cannot lie."""
    made = low.program.places.get(name)
    count = low.layout.instances(made.owners) if made is not None else low.layout.sizes[name]
    rows = tuple(low.layout.slots(name, k) for k in range(count))
    return constant(low, f"slots {name}", rows, Seq(-1, low.layout.size))


# ------------------------------------------------------------ rule tables
def looked_up(low: Lowering, table: RuleTable, column: int, key: ir.Expr, line: int) -> ir.Expr:
    """The entry of a rule table; a number outside of it is a failure of the rules."""
    made = table.types[column]
    base = low.layout.bases[made.of] if made.head == "kind" else 0
    values = tuple(row[2][column] + base for row in table.rows)
    entries = constant(low, f"{table.name} {column}", values, _entry(values))
    if key.const is not None:
        for k, (least, most, _, _) in enumerate(table.rows):
            if least <= key.const and (most is None or key.const <= most) and low.trace is None:
                return number(values[k])
    row = ir.Call(_row_of(low, table), (key,), Int(-1, len(values) - 1))
    return ir.Subscript(entries, ir.Op("found", (row,), line, Int(0, len(values) - 1)))


def _row_of(low: Lowering, table: RuleTable) -> str:
    """The function number -> row of the table, -1 for none."""
    key = f"rows of {table.name}"
    if key not in low.made:
        name = low.made[key] = low.names.new("t", table.name)
        out, n = Writer(), ir.Local("n")
        first = table.rows[0][0]
        each = all((least, most) == (first + k, first + k) for k, (least, most, *_) in enumerate(table.rows))
        if each and low.trace is None:
            row = subtract(n, number(first))  # a row for each number: nothing to look for
            inside = ir.Between(number(first), n, number(first + len(table.rows) - 1))
            out.add(ir.If(inside, (ir.Return(row),)))
            out.add(ir.Return(number(-1)))
            low.function(name, [n], out.block, Int(-1, len(table.rows) - 1), "point")
            return name
        for k, (least, most, _, span) in enumerate(table.rows):
            test = compare(number(least), "<=", n)
            if most is not None:
                test = and_(test, compare(n, "<=", number(most)))
            with out.inner() as then:
                out.add(ir.Return(low.seen(span, number(k))))
            out.add(ir.If(test, tuple(then)))
        out.add(ir.Return(number(-1)))
        low.function(name, [n], out.block, Int(-1, len(table.rows) - 1), "point")
    return low.made[key]


def _entry(values: Sequence[Cell]) -> Type:
    """What the entries of a constant are."""
    rows = [v if isinstance(v, tuple) else (v,) for v in values]
    every = [x for row in rows for x in row]
    if all(isinstance(v, int) for v in values):
        return Int(min(every, default=0), max(every, default=0))
    made = Set if all(list(row) == sorted(set(row)) for row in rows) else Seq
    return made(min(every, default=0), max(every, default=0))
