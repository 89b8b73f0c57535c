"""Expressions of the intermediate form as C: flat ones, which read, and what a statement may hold by itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulekit.compiler.emit import c_parts
from rulekit.compiler.emit.c_tables import TableWriter, Unsupported
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.ops import operation
from rulekit.compiler.ir.types import LARGEST, SEVERAL, Bool, Cells, Int, Mask, Type, bounds
from rulekit.image import DeviceFunction

WORDS: Mapping[str, str] = {"+": "add", "-": "sub", "*": "mul", "//": "floor_div", "%": "floor_mod"}
SIGNS: Mapping[str, str] = {
    "and": "&&",
    "or": "||",
    **{sign: sign for sign in ("==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "&", "|")},
}
SMALL = 1 << 31
"""Sums of smaller numbers than this need no check."""
MOST = 1_000
"""Members of a range that is written out"""


class CExpressions:
    """Prints the expressions of one module. ``devices``: device -> its number; ``size``, ``lists``: how many numbers and lists a
    match has."""

    def __init__(self, module: ir.Module, size: int, lists: int, devices: Iterable[str]) -> None:
        self.module, self.size, self.lists = module, size, lists
        self.tables = TableWriter(module.tables)
        self.devices = {device: number for number, device in enumerate(devices)}
        self.called: dict[str, DeviceFunction] = {}
        """name in C -> what is called of devices"""
        self.prototypes: dict[str, list[str]] = {}
        self.line = -1
        self.ranges: dict[str, Int] = {}
        """Locals of the function that is printed that only go through constants, and between which they are"""

    def value(self, x: ir.Expr) -> str:
        """What a statement may hold by itself: an operation, a call, a list that is made."""
        match x:
            case ir.Op():
                return self.text(x)
            case ir.Call(callee, args):
                f = self.module.functions[callee]
                return f"f_{callee}({', '.join(['m', *(['st'] if f.asks and f.handle == 'st' else []), *map(self.text, args)])})"
            case ir.DeviceCall(device, function, args):
                called = f"dev{self.devices[device]}_{function}"
                if not called.isidentifier() or not called.isascii():
                    raise Unsupported(f"the function {function} of {device}", self.line)
                self.called[called] = DeviceFunction(device, function)
                self.prototypes[called] = ["M *", *["const V *" if isinstance(a.type, SEVERAL) else "I" for a in args]]
                return f"{called}({', '.join(['m', *map(self.text, args)])})"
            case ir.Range(ir.Const(int(low)), ir.Const(int(high))) if high - low <= MOST:
                return f"((V *)&{self.tables.literal(range(low, high))})"
            case ir.Range(low, high):
                return f"range(m, {self.text(low)}, {self.text(high)})"
            case ir.Items(items) if not items:
                return "op_empty(m, 0)"
            case ir.Items(items) if any(i.const is None for i in items):
                held = "".join(f"{self.text(i)}, " for i in items)
                return f"op_list(m, &(V){{{len(items)}, {len(items)}, (I[]){{{held}}}, 0}})"
        return self.text(x)

    def text(self, x: ir.Expr) -> str:
        """A flat expression, which only reads."""
        match x:
            case ir.Const(int(held), Mask()):
                return f"0x{held:x}ULL"
            case ir.Const(held):
                if not isinstance(held, int):
                    raise Unsupported("a text", self.line)
                return number(int(held))
            case ir.Local():
                return name(x)
            case ir.Load(index):
                return self.place(index)
            case ir.Zone(index):
                return f"(&m->z[{self.index(index, self.lists)}])"
            case ir.Subscript(source, index):
                return self._subscript(source, index)
            case ir.Binary(op, a, b):
                return self._binary(op, a, b, x.type)
            case ir.Not(a):
                return f"!{self.truth(a)}"
            case ir.Between(low, inner, high):
                return f"between({self.text(low)}, {self.text(inner)}, {self.text(high)})"
            case ir.Either(test, a, b):
                return f"({self.truth(test)} ? {self.text(a)} : {self.text(b)})"
            case ir.Items(items):
                return f"((V *)&{self.tables.literal([i.const or 0 for i in items])})"
            case ir.ConstantTable(table) if self.tables.flat(table):
                return f"((V *)&{self.tables.literal(ir.numbers(self.tables.values, table))})"
            case ir.Contains(item, ir.Range(low, high)):
                return f"between({self.text(low)}, {self.text(item)}, {self.text(high)} - 1)"
            case ir.Contains(item, ir.Items(items)):
                return "(" + (" || ".join(f"{self.text(item)} == {self.text(i)}" for i in items) or "0") + ")"
            case ir.Contains(item, source):
                return f"has({self.text(source)}, {self.text(item)})"
            case ir.Op("len", (source,)):
                return f"{self.text(source)}->n"
            case ir.Op():
                return self._operation(x)
        raise Unsupported(f"{type(x).__name__} of the type {x.type}", self.line)

    def truth(self, x: ir.Expr) -> str:
        """Whether it counts as true."""
        return f"({self.text(x)}->n > 0)" if isinstance(x.type, SEVERAL) else self.text(x)

    def index(self, x: ir.Expr, size: int) -> str:
        """An index into ``size`` items, checked; a negative one counts from the end, as in Python."""
        if x.const is not None and 0 <= x.const < size:
            return str(x.const)
        held = self.between(x)
        if held is not None and held.low >= 0 and held.high < size:
            return self.text(x)
        return f"at(m, {self.text(x)}, {size})"

    def place(self, index: ir.Expr) -> str:
        return f"m->s[{self.index(index, self.size)}]"

    def _subscript(self, source: ir.Expr, index: ir.Expr) -> str:
        if not isinstance(source, ir.ConstantTable):
            held = f"vat(m, {self.text(source)}, {self.text(index)})"
            lists = isinstance(source.type, Cells) and isinstance(source.type.of, SEVERAL)
            return f"(V *){held}" if lists else held
        if isinstance(source.made, Mask):
            self.tables.masks(source.name)
        held = f"{self.tables.name(source.name)}[{self.index(index, self.tables.size(source.name))}]"
        return f"((V *)&{held})" if isinstance(source.made, SEVERAL) else held

    def _binary(self, op: str, a: ir.Expr, b: ir.Expr, type_: Type) -> str:
        if op in ("and", "or"):
            return f"({self.truth(a)} {SIGNS[op]} {self.truth(b)})"
        if op in ("min", "max"):
            return f"{op}({self.text(a)}, {self.text(b)})"
        if op in ("+", "-", "*") and _small(a.type) and _small(b.type) and (op != "*" or _small(type_)):
            return f"({self.text(a)} {op} {self.text(b)})"
        if op in WORDS:
            return f"{WORDS[op]}(m, {self.text(a)}, {self.text(b)})"
        return f"({self.text(a)} {SIGNS[op]} {self.text(b)})"

    def _many(self, source: ir.Expr) -> str:
        """How many a loop goes through."""
        match source:
            case ir.Range(low, high):
                return f"max(0, {self.text(high)} - {self.text(low)})"
            case ir.Items(items):
                return str(len(items))
            case ir.Op("members", (mask, _)):
                return f"__builtin_popcountll({self.text(mask)})"
        return f"{self.text(source)}->n"

    def _operation(self, x: ir.Op) -> str:
        row = operation(x.name)
        self.line = x.line
        if row.python:
            raise Unsupported(f"the operation {x.name}", x.line)
        given = ["m"]
        if x.name == "counted":
            over, each, once = x.args
            return f"spend(m, {self._many(over)} * {self.text(each)} + {self.text(once)})"
        if x.name == "some":
            return f"((I){self.text(x.args[0])} != UNSET)"
        if x.name not in c_parts.operations():
            raise LookupError(
                f"nothing in rulekit/compiler/emit/c/ is called op_{x.name}: write it, or say python=True in ir/ops.py"
            )
        for arg in x.args:
            if x.name == "put" and isinstance(arg.type, SEVERAL) and arg is not x.args[0]:
                given.append(f"(I){self.text(arg)}")
            elif isinstance(arg, ir.ConstantTable) and not self.tables.flat(
                arg.name
            ):  # of the sorts of things that are alike, or of neighbours
                given += [self.tables.name(arg.name), str(self.tables.size(arg.name))]
            else:
                given.append(self.text(arg))
        return f"op_{x.name}({', '.join([*given, *([str(x.line)] if row.fails else [])])})"

    # ------------------------------------------------------------ between which numbers a value is
    def members(self, source: ir.Expr) -> Int | None:
        """Between which numbers the members are, of what is always the same."""
        held: Iterable[int] = ()
        match source:
            case ir.Range(ir.Const(int(low)), ir.Const(int(high))):
                held = range(low, high)
            case ir.Range(ir.Const(int(low)), ir.Either(_, ir.Const(int(high)), ir.Const())):
                held = range(low, high)
            case ir.ConstantTable(table) if self.tables.flat(table):
                held = ir.numbers(self.tables.values, table)
            case ir.Op("members", (mask, _)) if isinstance(mask.type, Mask):
                held = (mask.type.low, mask.type.high)
            case ir.Subscript(ir.ConstantTable(table)) if isinstance(source.type, SEVERAL):
                held = [x for row in ir.rows(self.tables.values, table) for x in row]
        return Int(min(held), max(held)) if held else None

    def between(self, x: ir.Expr) -> Int | None:
        """Between which numbers a value is, whatever the state is; its type says so for reachable states."""
        match x:
            case ir.Const(int(n)):
                return Int(n, n)
            case ir.Local():
                return self.ranges.get(x.name)
            case ir.Binary("+" | "-" | "*", a, b):
                low, high = self.between(a), self.between(b)
                made = bounds(x.op, low, high) if low is not None and high is not None else None
                return made if isinstance(made, Int) else None
        return None


def name(local: ir.Local) -> str:
    return f"{local.name}_"


def number(n: int) -> str:
    if abs(n) > 1 << 62:
        raise Unsupported("a number that is too large")
    return str(n) if 0 <= n < SMALL else f"({n}LL)"


def _small(type_: Type) -> bool:
    return isinstance(type_, Bool) or (isinstance(type_, Int) and type_.low > -LARGEST and type_.high < LARGEST)
