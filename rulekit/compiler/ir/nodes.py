"""The nodes of the intermediate form: a structured tree, typed, with the rule line of everything that can fail.

An expression changes nothing but streams of chance (a draw); statements change the state, ask and write the journal. A node
is a value: it is never changed, two that say the same are equal. `State` below is the match: ``s``, one list of numbers, and
``z``, one list of lists.
"""

from __future__ import annotations

from typing import ClassVar

from attrs import field, frozen

from rulekit.compiler.ir.types import BOOL, DATA, NUMBER, SEVERAL, VOID, Int, Set, Type, bounds, element, join

# ---------------------------------------------------------------- expressions


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
        """The number (of a truth 1 or 0) where it is known."""
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
class Table(Expr):
    """A constant of the module: numbers, or a row of numbers for each member."""

    name: str
    made: Type = NUMBER
    """of an entry"""
    atomic = True


@frozen(cache_hash=True)
class Item(Expr):
    """``source[index]`` of a table or of several."""

    source: Expr
    index: Expr

    @property
    def type(self) -> Type:
        if isinstance(self.source, Table):
            return self.source.made
        whole = self.source.type
        return element(whole) if isinstance(whole, SEVERAL) else DATA


ARITHMETIC = ("+", "-", "*", "//", "%", "min", "max")
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
LOGIC = ("and", "or")


@frozen(cache_hash=True)
class Binary(Expr):
    """Arithmetic, a comparison, or `and` and `or`, which work out their right side only where it matters."""

    op: str
    a: Expr
    b: Expr

    @property
    def type(self) -> Type:
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
        low, high = self.low.const, self.high.const
        return Set(low, high - 1) if low is not None and high is not None else Set()


@frozen(cache_hash=True)
class Items(Expr):
    """Several, written out in their order."""

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
class Device(Expr):
    """A function of a device: (device, function)."""

    device: str
    function: str
    args: tuple[Expr, ...]
    made: Type = VOID


@frozen(cache_hash=True)
class Bind(Expr):
    """``body``, in which ``var`` is the value; only passes make it, and `write_loops` makes a statement of it."""

    var: Local
    value: Expr
    body: Expr

    @property
    def type(self) -> Type:
        return self.body.type


SEARCHES = ("path", "reach", "within", "nearest", "fewest", "connected", "within-points", "fewest-points")


@frozen(cache_hash=True)
class Search(Expr):
    """A search over a graph, from ``starts`` along steps from ``x`` to ``y``.

    ``near``: table of the neighbours of each member, whose first has the id ``base``. ``leave``: condition of x alone, asked
    once for each place that is left; ``step``: condition of both; ``back``: of connected, the step in the other direction;
    ``cost``: of a step, in points; ``ends`` and ``most`` where the sort of search has them.
    """

    sort: str
    near: Table
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
    """What a step costs at most, where that is counted (:mod:`rulekit.compiler.passes.count_work`)"""


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


# ---------------------------------------------------------------- statements


@frozen(cache_hash=True)
class Stmt:
    """Something that is done."""


Block = tuple[Stmt, ...]


@frozen(cache_hash=True)
class Let(Stmt):
    """A local is set, for the first time or anew."""

    var: Local
    value: Expr


@frozen(cache_hash=True)
class Store(Stmt):
    """``s[index] = value``"""

    index: Expr
    value: Expr


@frozen(cache_hash=True)
class Increase(Stmt):
    """``s[index] += amount``, or ``-=`` where ``less``."""

    index: Expr
    amount: Expr
    less: bool = False


@frozen(cache_hash=True)
class If(Stmt):
    test: Expr
    then: Block
    otherwise: Block = ()


@frozen(cache_hash=True)
class For(Stmt):
    """For each member as they are now: what the body changes does not change whom it is carried out for.

    ``live``: the body changes nothing that the members come from, so that they need not be copied.
    """

    var: Local
    source: Expr
    body: Block
    live: bool = False


@frozen(cache_hash=True)
class Zip(Stmt):
    """For the members of two sources side by side, as long as both have one."""

    var: Local
    other: Local
    source: Expr
    beside: Expr
    body: Block


@frozen(cache_hash=True)
class Repeat(Stmt):
    """``count`` times."""

    count: Expr
    body: Block


@frozen(cache_hash=True)
class Loop(Stmt):
    """Until a break or a return."""

    body: Block


@frozen(cache_hash=True)
class Break(Stmt):
    pass


@frozen(cache_hash=True)
class Continue(Stmt):
    pass


@frozen(cache_hash=True)
class Return(Stmt):
    value: Expr | None = None


@frozen(cache_hash=True)
class Fail(Stmt):
    """The rule line can not be carried out; ``why``: (template, values) for people."""

    line: int
    why: Expr | None = None


@frozen(cache_hash=True)
class Do(Stmt):
    """An expression for what it does: a call, a device, an operation on lists."""

    value: Expr


@frozen(cache_hash=True)
class Attempt(Stmt):
    """Whole or not at all: the call, and what it changed is taken back when it fails in one of ``lines`` before the first draw
    or question. ``counts``/``cards``: whether numbers and lists have to be restored (worked out by the pass `rollback`)."""

    call: Call
    line: int
    me: Expr
    lines: frozenset[int] | None = None
    counts: bool = True
    cards: bool = True


@frozen(cache_hash=True)
class Ask(Stmt):
    """``player`` chooses one of ``options`` (a fresh list, never empty); the answer is ``var``.

    ``shown``: the locals of the functions that are called while it waits (prompt, labels, refusals, facts).
    """

    question: int
    player: Expr
    options: Expr
    var: Local
    shown: tuple[Local, ...] = ()


@frozen(cache_hash=True)
class AtOnce(Stmt):
    """Every player carries out the body, in secret and all at once."""

    me: Local
    body: Block


@frozen(cache_hash=True)
class Journal(Stmt):
    """An entry of the journal, ``(line, me, sort, *what)``; only where one is written."""

    line: int
    me: Expr
    sort: str
    what: tuple[Expr, ...]


@frozen(cache_hash=True)
class End(Stmt):
    """The game ends: for each member of ``who`` his keys, the highest first."""

    var: Local
    who: Expr
    keys: tuple[Expr, ...]
    line: int


# ---------------------------------------------------------------- statements that only the passes make


@frozen(cache_hash=True)
class Push(Stmt):
    """Lays a frame on the stack: the locals, and the step that goes on with them."""

    frame: tuple[Expr, ...]
    step: int


@frozen(cache_hash=True)
class Pop(Stmt):
    """Takes the frame of the step that is being carried out."""

    frame: tuple[Local, ...]


@frozen(cache_hash=True)
class Suspend(Stmt):
    """Hands a question to the match, and returns."""

    question: int
    player: Expr
    options: Expr


@frozen(cache_hash=True)
class Fork(Stmt):
    """Starts a function for every player on a stack of his own, and returns."""

    function: str
    args: tuple[Expr, ...]


@frozen(cache_hash=True)
class Finish(Stmt):
    """The game ends: ``rows`` holds ``width`` numbers for each player, his own and his keys (what flattening makes of `End`)."""

    rows: Expr
    width: int
    line: int


@frozen(cache_hash=True)
class Mark(Stmt):
    """``var``: how much of the work area is in use, for targets that hand it out themselves."""

    var: Local


@frozen(cache_hash=True)
class Release(Stmt):
    """What was handed out since ``mark`` is given back: nobody reads these lists any more."""

    mark: Local


@frozen(cache_hash=True)
class Forget(Stmt):
    """Something has changed: answers that are kept in these places of ``Module.kept`` are forgotten."""

    places: frozenset[int]


# ---------------------------------------------------------------- functions


@frozen(eq=False)
class Function:
    """``params`` without the state; ``asks``: whether it is given the stack (or what answers at once)."""

    name: str
    params: tuple[Local, ...]
    body: Block
    gives: Type = VOID
    sort: str = "deed"
    """deed, point, step, explain (called only when somebody looks), begin or test (called by the runtime with a stack)"""
    asks: bool = False
    handle: str = "st"
    """What a function that asks is given: the stack ``st``, or ``draw``, which answers at once."""


@frozen(eq=False)
class Module:
    """Everything that is carried out of one set-up. ``steps``: number of a step -> its function."""

    functions: dict[str, Function]
    tables: dict[str, object] = field(factory=dict)
    steps: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    """Functions whose answers a match keeps until a `Forget` names their place."""
