"""Pieces of generated Python: expressions that know when they are constant, and lines with indentation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Self

from rulekit.compiler.impossible import TooDeep

BRACKETS = 150
"""Deepest brackets of a generated line: Python reads 200."""
LOOPS = 15
"""Most loops inside each other in a generated line: Python stands 20."""
TOO_DEEP = (
    "too much is nested in this rule line; "
    "give a part of it a name with `let`, or a `number`, `set` or `whether` of its own"
)


class Code(str):
    """A Python expression. ``const`` is its value when it is known at compile time."""

    const: int | None
    __slots__ = ("const",)

    def __new__(cls, text: str, const: int | None = None) -> Self:
        made = super().__new__(cls, text)
        made.const = const
        return made

    @property
    def atomic(self) -> bool:
        """Whether the expression can be written twice without being computed twice."""
        return self.const is not None or re.fullmatch(r"[A-Za-z_]\w*", self) is not None


def number(n: int) -> Code:
    return Code(str(n), n)


class Filtered(Code):
    """``[var for var in source if test]``, kept in parts so that a filter over a filter becomes one."""

    source: str
    var: Code
    test: Code
    __slots__ = ("source", "test", "var")

    @classmethod
    def of(cls, source: str, var: Code, test: Code) -> Filtered:
        made = cls(f"[{var} for {var} in {source} if {test}]")
        made.source, made.var, made.test = source, var, test
        return made

    def mapped(self, key: str) -> str:
        return f"[{key} for {self.var} in {self.source} if {self.test}]"


TRUE, FALSE = Code("True", 1), Code("False", 0)


def truth(yes: bool) -> Code:
    return TRUE if yes else FALSE


def not_(c: Code) -> Code:
    if c.const is not None:
        return truth(not c.const)
    return Code(f"not {_bracket(c)}")


def and_(a: Code, b: Code) -> Code:
    if a.const is not None:
        return b if a.const else FALSE
    if b.const is not None:
        return a if b.const else FALSE
    return Code(f"{_bracket(a)} and {_bracket(b)}")


def or_(a: Code, b: Code) -> Code:
    if a.const is not None:
        return TRUE if a.const else b
    if b.const is not None:
        return TRUE if b.const else a
    return Code(f"{_bracket(a)} or {_bracket(b)}")


def _bracket(c: Code) -> str:
    return c if re.fullmatch(r"[\w.]+|[\w.]+\[[^\[\]]*\]", c) else f"({c})"


def add(a: Code, b: Code) -> Code:
    if a.const is not None and b.const is not None:
        return number(a.const + b.const)
    if a.const == 0:
        return b
    if b.const == 0:
        return a
    return Code(f"{_bracket(a)} + {_bracket(b)}")


def subtract(a: Code, b: Code) -> Code:
    if a.const is not None and b.const is not None:
        return number(a.const - b.const)
    return a if b.const == 0 else Code(f"{_bracket(a)} - {_bracket(b)}")


def multiply(a: Code, b: Code) -> Code:
    if a.const is not None and b.const is not None:
        return number(a.const * b.const)
    if a.const == 1:
        return b
    if b.const == 1:
        return a
    return Code(f"{_bracket(a)} * {_bracket(b)}")


COMPARE = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def compare(a: Code, sign: str, b: Code) -> Code:
    if a.const is not None and b.const is not None:
        return truth(COMPARE[sign](a.const, b.const))
    return Code(f"{_bracket(a)} {sign} {_bracket(b)}")


def lay(kept: Sequence[str], step: int) -> str:
    """Lays a frame on the stack: what is alive, and last the number of the step that goes on."""
    return f"st.append(({''.join(k + ', ' for k in kept)}{step},))"


def unpack(out: Lines, kept: Sequence[str]) -> None:
    """Takes the frame of a step from the stack."""
    out.add(f"{', '.join(kept)}, _ = st.pop()" if kept else "st.pop()")


def nesting(text: str) -> tuple[int, int]:
    """(brackets inside each other, loops inside each other) of a generated line."""
    deepest = loops = 0
    open_: list[list[int]] = [[0, 0]]  # of each open bracket: is it a loop, and the loops inside it
    for found in re.finditer(r"[(\[]|[)\]]| for ", text):
        match found[0]:
            case "(" | "[":
                open_.append([0, 0])
                deepest = max(deepest, len(open_) - 1)
            case " for ":
                open_[-1][0] = 1
            case _ if len(open_) > 1:
                own = sum(open_.pop())
                open_[-1][1] = max(open_[-1][1], own)
                loops = max(loops, own)
    return deepest, loops


class Lines:
    """Lines of a function's body."""

    def __init__(self, depth: int = 1) -> None:
        self.rows: list[str] = []
        self.depth = depth

    def add(self, text: str) -> None:
        if text.count("(") + text.count("[") > BRACKETS or text.count(" for ") > LOOPS:
            brackets, loops = nesting(text)
            if brackets > BRACKETS or loops > LOOPS:
                raise TooDeep(TOO_DEEP)
        self.rows.append("    " * self.depth + text)

    def __bool__(self) -> bool:
        return bool(self.rows)
