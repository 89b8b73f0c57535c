"""The nodes of the intermediate form: a structured tree, typed, with the rule line of everything that can fail.

An expression changes nothing but streams of chance (a draw); statements change the state, ask and write the journal. A node
is a value: it is never changed, two that say the same are equal. `State` below is the match: ``s``, one list of numbers, and
``z``, one list of lists.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from attrs import field, frozen

from rulekit.compiler.ir.expressions import (
    Between,
    Binary,
    Bind,
    Call,
    Const,
    ConstantTable,
    Contains,
    DeviceCall,
    Either,
    Expr,
    Filter,
    GraphSearch,
    Items,
    Load,
    Local,
    Map,
    Not,
    Op,
    Probe,
    Range,
    Subscript,
    Test,
    Tuple,
    Zone,
)
from rulekit.compiler.ir.types import LARGEST, VOID, Type

__all__ = ["Between", "Binary", "Bind", "Call", "Const", "ConstantTable", "Contains", "DeviceCall", "Either", "Expr"]
__all__ += ["Filter", "GraphSearch", "Items", "Load", "Local", "Map", "Not", "Op", "Probe", "Range", "Subscript"]
__all__ += ["Test", "Tuple", "Zone"]

RowName = Literal[
    "Moved", "CardMoved", "TurnedUp", "Shown", "Marked", "Shuffled", "Chosen", "DeviceGiven", "DeviceUsed",
    "Begun", "PartBegun", "Called", "Gained", "Remarked", "Entitled", "Silenced",
]  # fmt: skip
"""The rows of a journal, and the notes beside it, that compiled rules write"""


# ---------------------------------------------------------------- statements
@frozen(cache_hash=True)
class Stmt:
    """A statement."""


Block = tuple[Stmt, ...]


@frozen(cache_hash=True)
class Let(Stmt):
    """Sets a local, for the first time or again."""

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
class Loop(Stmt):
    """An endless loop, left by a break or a return."""

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
    """The rule line cannot be carried out; ``why``: (template, values) for people, ``facts``: (code, me, values...), see
    :mod:`rulekit.stuck`."""

    line: int
    why: Expr | None = None
    facts: tuple[Expr, ...] = ()


@frozen(cache_hash=True)
class Do(Stmt):
    """An expression for what it does: a call, a device, an operation on lists."""

    value: Expr


@frozen(cache_hash=True)
class Attempt(Stmt):
    """Whole or not at all: the call, and what it changed is taken back when it fails in one of ``lines`` before the first draw
    or question. ``counts``: from and to which numbers have to be restored then, ``cards``: whether the lists have to be (worked
    out by the pass `plan_rollback`)."""

    call: Call
    line: int
    me: Expr
    lines: frozenset[int] = frozenset()
    counts: tuple[int, int] = (0, LARGEST)
    cards: bool = True
    draws: bool = True
    """Whether one of the lines can also fail after a draw or a question: it stands then."""


@frozen(cache_hash=True)
class Suppose(Stmt):
    """The body is carried out, and what it changed is taken back; its locals stay. Where it fails ``var`` is false.
    ``spots``: the numbers that a card which is lifted may leave. ``kept``: the numbers to restore, ``cards``: whether the
    lists have to be (worked out by the pass `quiet_suppositions`)."""

    var: Local
    body: Block
    spots: tuple[tuple[int, int], ...] = ()
    kept: tuple[tuple[int, int], ...] = ((0, LARGEST),)
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
class Log(Stmt):
    """A row of the journal, or a note beside it: its class, by name (:mod:`rulekit.runtime.narrative.rows`), and the fields
    behind ``line`` and ``me``; only where a journal is written."""

    line: int
    me: Expr
    row: RowName
    what: tuple[Expr, ...]


@frozen(cache_hash=True)
class End(Stmt):
    """The game ends. ``rows``: ``width`` numbers for each player who is ranked: their own, their keys, of which the highest stand
    first, and the sign with which the first key is shown: -1 where the rules rank the lowest first."""

    rows: Expr
    width: int
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
    """Starts a function for every player on a stack of their own, and returns."""

    function: str
    args: tuple[Expr, ...]


@frozen(cache_hash=True)
class MarkArena(Stmt):
    """``var``: how much of the work area is in use, for targets that hand it out themselves."""

    var: Local


@frozen(cache_hash=True)
class ReleaseArena(Stmt):
    """What was handed out since ``mark`` is given back: nobody reads these lists any more."""

    mark: Local


# ---------------------------------------------------------------- functions
@frozen(eq=False)
class Function:
    """``params`` without the state; ``asks``: whether it is given the stack (or what answers at once)."""

    name: str
    params: tuple[Local, ...]
    body: Block
    gives: Type = VOID
    sort: str = "deed"
    """deed, point, step, explain (called only for display), begin or test (called by the runtime with a stack)"""
    asks: bool = False
    turn: bool = False
    """Whether a turn begins with it (:mod:`rulekit.compiler.analysis.turns`)"""
    handle: str = "st"
    """What a function that asks is given: the stack ``st``, or ``draw``, which answers at once."""


@frozen(eq=False)
class Module:
    """Everything that is carried out of one set-up. ``steps``: number of a step -> its function; ``steady``: see
    :mod:`rulekit.compiler.passes.detect_last_choices`; ``without``: the sorts of nodes that a pass has taken out for good."""

    functions: dict[str, Function]
    tables: dict[str, object] = field(factory=dict)
    steps: tuple[str, ...] = ()
    steady: frozenset[str] = frozenset()
    without: frozenset[type[Expr | Stmt]] = frozenset()


def numbers(tables: Mapping[str, object], name: str) -> Sequence[int]:
    """A constant that is one list of numbers."""
    held = tables[name]
    assert isinstance(held, tuple | list | range)
    return held


def rows(tables: Mapping[str, object], name: str) -> Sequence[Sequence[int]]:
    """A constant that is a list of lists of numbers."""
    held = tables[name]
    assert isinstance(held, tuple | list)
    return held
