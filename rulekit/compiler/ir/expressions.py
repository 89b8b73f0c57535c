"""The expressions of the intermediate form (:mod:`rulekit.compiler.ir.nodes`)."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from rulekit.compiler.ir.types import BOOL, DATA, NUMBER, SEVERAL, VOID, Cells, Int, Set, Type, bounds, element, join


@frozen(cache_hash=True)
class Expr:
    """A value. Its type is given when it is made (``made``), or follows from its parts."""

    atomic: ClassVar[bool] = False
    """Whether it may be written twice without being computed twice"""

    @property
    def type(self) -> Type:
        found: Type = self.made  # type: ignore[attr-defined]  # a node without it says its type itself
        return found

    @property
    def const(self) -> int | None:
        """The constant value (1 or 0 for a truth); None where it is not constant."""
        return None


class Test(Expr):
    """A condition."""

    @property
    def type(self) -> Type:
        return BOOL


@frozen(cache_hash=True)
class Const(Expr):
    """A number, a truth or a text."""

    value: int | str
    made: Type | None = None
    atomic = True

    @property
    def type(self) -> Type:
        if self.made is not None:
            return self.made
        return BOOL if isinstance(self.value, bool) else Int(int(self.value), int(self.value))

    @property
    def const(self) -> int | None:
        return None if isinstance(self.value, str) else int(self.value)


@frozen(cache_hash=True)
class Local(Expr):
    """A local of a function, or the variable of a loop, filter or search."""

    name: str
    made: Type = NUMBER
    atomic = True


@frozen(cache_hash=True)
class Load(Expr):
    """``s[index]``: a mark, a count, the card in a spot, the place of a card. ``columns``: what it can be (base, size)."""

    index: Expr
    made: Type = NUMBER


@frozen(cache_hash=True)
class Zone(Expr):
    """``z[index]``: the cards of a place, as they lie there now."""

    index: Expr
    made: Type = NUMBER


@frozen(cache_hash=True)
class ConstantTable(Expr):
    """A constant of the module: numbers, or a row of numbers for each member."""

    name: str
    made: Type = NUMBER
    """of an entry"""
    atomic = True


@frozen(cache_hash=True)
class Subscript(Expr):
    """``source[index]`` of a table or of several."""

    source: Expr
    index: Expr

    @property
    def type(self) -> Type:
        if isinstance(self.source, ConstantTable):
            return self.source.made
        whole = self.source.type
        if isinstance(whole, Cells):
            return whole.of
        return element(whole) if isinstance(whole, SEVERAL) else DATA


ARITHMETIC = ("+", "-", "*", "//", "%", "min", "max")
WORDS = ("&", "|")
"""Of masks: those in both, those in one of them"""


@frozen(cache_hash=True)
class Binary(Expr):
    """Arithmetic, a comparison, what two masks make, or `and` and `or`, which work out their right side only where it matters."""

    op: str
    a: Expr
    b: Expr

    @property
    def type(self) -> Type:
        if self.op in WORDS:
            return self.a.type
        return bounds(self.op, self.a.type, self.b.type) if self.op in ARITHMETIC else BOOL


@frozen(cache_hash=True)
class Not(Test):
    a: Expr


@frozen(cache_hash=True)
class Between(Test):
    """``low <= x <= high``, both fixed or cheap."""

    low: Expr
    x: Expr
    high: Expr


@frozen(cache_hash=True)
class Either(Expr):
    """``a if test else b``"""

    test: Expr
    a: Expr
    b: Expr

    @property
    def type(self) -> Type:
        return join(self.a.type, self.b.type)


@frozen(cache_hash=True)
class Range(Expr):
    """The numbers from ``low`` up to, and without, ``high``."""

    low: Expr
    high: Expr

    @property
    def type(self) -> Type:
        low, high = self.low.type, self.high.type
        return Set(low.low, max(low.low, high.high - 1)) if isinstance(low, Int) and isinstance(high, Int) else Set()


@frozen(cache_hash=True)
class Items(Expr):
    """A list that is written out in order."""

    items: tuple[Expr, ...]
    made: Type


@frozen(cache_hash=True)
class Filter(Expr):
    """Those members of ``source`` for which ``test`` holds, ``var`` being the member."""

    var: Local
    source: Expr
    test: Expr

    @property
    def type(self) -> Type:
        return self.source.type


@frozen(cache_hash=True)
class Map(Expr):
    """``value`` for each member of ``source`` (a filter is no other node: the printers join them)."""

    var: Local
    source: Expr
    value: Expr
    made: Type


@frozen(cache_hash=True)
class Contains(Test):
    item: Expr
    source: Expr


@frozen(cache_hash=True)
class Op(Expr):
    """An operation of the register (:mod:`rulekit.compiler.ir.ops`). ``line``: the rule line that fails, where it can."""

    name: str
    args: tuple[Expr, ...]
    line: int = -1
    made: Type = NUMBER


@frozen(cache_hash=True)
class Call(Expr):
    """Another function of the module."""

    function: str
    args: tuple[Expr, ...]
    made: Type = VOID


@frozen(cache_hash=True)
class DeviceCall(Expr):
    """A function of a device: (device, function)."""

    device: str
    function: str
    args: tuple[Expr, ...]
    made: Type = VOID


@frozen(cache_hash=True)
class Bind(Expr):
    """``body``, in which ``var`` is the value; only passes make it, and `flatten` makes a statement of it."""

    var: Local
    value: Expr
    body: Expr

    @property
    def type(self) -> Type:
        return self.body.type


@frozen(cache_hash=True)
class GraphSearch(Expr):
    """A search over a graph, from ``starts`` along steps from ``x`` to ``y``.

    ``near``: table of the neighbours of each member, whose first has the id ``base``. ``leave``: condition of x alone, asked
    once for each place that is left; ``step``: condition of both; ``back``: of connected, the step in the other direction;
    ``cost``: of a step, in points; ``ends`` and ``most`` where the sort of search has them.
    """

    sort: str
    near: ConstantTable
    base: int
    x: Local
    y: Local
    starts: Expr
    leave: Expr
    step: Expr
    back: Expr | None
    cost: Expr | None
    ends: Expr | None
    most: Expr | None
    line: int
    made: Type
    weight: int = 0
    """What a step costs at most, where that is counted (:mod:`rulekit.compiler.passes.meter_work`)"""


@frozen(cache_hash=True)
class Tuple(Expr):
    """A tuple of any values, for those who explain; C never sees it."""

    items: tuple[Expr, ...]
    made: Type


@frozen(cache_hash=True)
class Probe(Expr):
    """With a trace: tells that a line was carried out (``asked`` false) or how a condition was answered."""

    numbers: tuple[int, ...]
    """(line) or (yes, no)"""
    value: Expr

    @property
    def type(self) -> Type:
        return self.value.type
