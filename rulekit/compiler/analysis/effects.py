"""What an expression or a function does besides giving a value: fails, draws, changes. Known from the register, not guessed."""

from __future__ import annotations

from attrs import define, field, frozen

from rulekit.compiler.analysis.calm import Calm
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.ops import operation
from rulekit.compiler.ir.traverse import children, statements, walk
from rulekit.compiler.ir.types import Bool, Int

WIDEST = 100_000
"""An index that spans more is one of which nothing is known."""


@frozen
class Cells:
    """A set of numbers (``s``) and of lists (``z``) of the state, as bits."""

    numbers: int = 0
    lists: int = 0

    def __or__(self, other: Cells) -> Cells:
        return Cells(self.numbers | other.numbers, self.lists | other.lists)

    def meets(self, other: Cells) -> bool:
        return bool(self.numbers & other.numbers or self.lists & other.lists)


NOTHING, ALL = Cells(), Cells(-1, -1)


@frozen
class State:
    """How many numbers and lists the state has, which of the numbers are spots (they hold a card), and with which numbers its
    columns begin."""

    numbers: int
    lists: int
    spots: Cells
    firsts: frozenset[int] = frozenset()


@define
class Effects:
    """What functions and expressions read, and what statements change, of one module; through all calls."""

    module: ir.Module
    state: State = State(0, 0, ALL)
    _reads: dict[str, Cells] = field(factory=dict)
    _changes: dict[str, Cells] = field(factory=dict)
    _calm: Calm = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._calm = Calm(self.module.functions)

    # ------------------------------------------------------------ whether it may be dropped, doubled, done earlier
    def pure(self, x: ir.Expr) -> bool:
        """Whether it changes nothing, draws nothing and never fails."""
        return self._calm.expression(x)

    def steady(self, x: ir.Expr) -> bool:
        """Whether it changes nothing and draws nothing; it may fail."""
        return self._calm.still(x)

    def total(self, x: ir.Expr) -> bool:
        """Whether it can be worked out at any place, whether its value is asked for or not: it is pure, and every entry of
        a table that it looks up is there."""
        return self.pure(x) and all(not isinstance(y, ir.Item) or self._there(y) for y in walk(x))

    def _there(self, x: ir.Item) -> bool:
        held = self.module.tables.get(x.source.name) if isinstance(x.source, ir.Table) else None
        at = x.index.type
        return isinstance(held, tuple) and isinstance(at, Int) and -len(held) <= at.low and at.high < len(held)

    def _number(self, index: ir.Expr) -> int:
        return _span(index, self.state.firsts)

    def _list(self, index: ir.Expr) -> int:
        return _span(index)

    # ------------------------------------------------------------ what it reads
    def reads(self, x: ir.Expr) -> Cells:
        """The cells that an expression looks at."""
        found = NOTHING
        for y in walk(x):
            match y:
                case ir.Load(index):
                    found |= Cells(self._number(index))
                case ir.Zone(index):
                    found |= Cells(0, self._list(index))
                case ir.Call(name):
                    found |= self.function_reads(name)
                case ir.Device() | ir.Probe():
                    return ALL
                case ir.Op(name, args) if operation(name).state:
                    found |= _run(args, operation(name).reads)
        return found

    def function_reads(self, name: str) -> Cells:
        if name not in self._reads:
            self._reads[name] = ALL
            found = NOTHING
            for x in statements(self.module.functions[name].body):
                for y in children(x):
                    found |= self.reads(y)
            self._reads[name] = found
        return self._reads[name]

    # ------------------------------------------------------------ what it changes
    def changes(self, x: ir.Stmt, deep: bool = True) -> Cells:
        """The cells that a statement changes, those inside of it included; ``deep``: and those that it calls."""
        found = NOTHING
        for y in statements((x,)):
            match y:
                case ir.Store(index) | ir.Increase(index):
                    found |= Cells(self._number(index))
                case ir.Attempt(ir.Call(name)) | ir.Fork(name):
                    found |= self.function_changes(name) if deep else NOTHING
                case ir.Ask() | ir.AtOnce() | ir.End():
                    return ALL
            for one in children(y):
                for z in walk(one):
                    found |= self._changed(z, deep)
        return found

    def _changed(self, x: ir.Expr, deep: bool) -> Cells:
        match x:
            case ir.Call(name):
                return self.function_changes(name) if deep else NOTHING
            case ir.Device():
                return ALL
            case ir.Op("lift"):
                where = x.args[0]
                return Cells(self._number(where), -1) | self.state.spots
            case ir.Op(name, args):
                row = operation(name)
                if row.writes:
                    return ALL
                changed = args[row.changes] if row.changes >= 0 else None
                if isinstance(changed, ir.Zone):
                    return Cells(0, self._list(changed.index))
        return NOTHING

    def function_changes(self, name: str) -> Cells:
        if name not in self._changes:
            self._changes[name] = ALL
            found = NOTHING
            for x in self.module.functions[name].body:
                found |= self.changes(x)
            self._changes[name] = found
        return self._changes[name]


def _run(args: tuple[ir.Expr, ...], reads: tuple[int, int] | None) -> Cells:
    """The numbers that an operation reads which is given the state."""
    low, high = (args[k].const for k in reads) if reads is not None else (None, None)
    return ALL if low is None or high is None else Cells((1 << high) - (1 << low))


def _span(index: ir.Expr, firsts: frozenset[int] = frozenset()) -> int:
    """The bits of the cells that an index can name; all where it is not known.

    A thing that may be none (-1) is asked for nothing before the rules have made sure that it is there, so a span that begins
    one before a column begins with the column.
    """
    type_ = index.type
    if isinstance(type_, Bool):
        return 3
    if not isinstance(type_, Int) or type_.high - type_.low > WIDEST or type_.low < -1:
        return -1
    low = type_.low + (type_.low < type_.high and type_.low + 1 in firsts)
    return ((1 << (type_.high + 1)) - 1) & -(1 << max(low, 0))
