"""Types of the intermediate form. Poorer than the language's: members of kinds are numbers, places are lists of numbers."""

from __future__ import annotations

from attrs import frozen

LARGEST = 1_000_000_000
"""No number of a game goes beyond this, to either side."""


@frozen(cache_hash=True)
class Int:
    """A whole number from ``low`` to ``high``, both included. Members of a kind are ids in its range, `none` is -1."""

    low: int = -LARGEST
    high: int = LARGEST

    def __str__(self) -> str:
        return "Int" if (self.low, self.high) == (-LARGEST, LARGEST) else f"Int {self.low}..{self.high}"


@frozen(cache_hash=True)
class Bool:
    """True or false; 1 or 0 where it lies in the state."""

    def __str__(self) -> str:
        return "Bool"


@frozen(cache_hash=True)
class Set:
    """Distinct numbers in ascending order: may be represented as a bit mask over ``low .. high``."""

    low: int = -LARGEST
    high: int = LARGEST

    def __str__(self) -> str:
        return f"Set {self.low}..{self.high}"


@frozen(cache_hash=True)
class Seq:
    """Numbers in an order that means something: a pile, players clockwise, a ranking. The same number may come twice."""

    low: int = -LARGEST
    high: int = LARGEST

    def __str__(self) -> str:
        return f"Seq {self.low}..{self.high}"


@frozen(cache_hash=True)
class Mask:
    """A set as one word: bit k says whether ``low + k`` is in it; at most 64 members. Only passes for C make it."""

    low: int
    high: int

    def __str__(self) -> str:
        return f"Mask {self.low}..{self.high}"


@frozen(cache_hash=True)
class Text:
    """A text, which is only handed on: to a device, to the journal."""

    def __str__(self) -> str:
        return "Text"


@frozen(cache_hash=True)
class Pair:
    """(a number for the prompt, the largest answer), or None: what a device that asks gives."""

    def __str__(self) -> str:
        return "Pair"


@frozen(cache_hash=True)
class Void:
    """Nothing."""

    def __str__(self) -> str:
        return "Void"


@frozen(cache_hash=True)
class Data:
    """A value for those who explain (reasons, facts, rule tests): only Python makes it, and the form does not look inside."""

    def __str__(self) -> str:
        return "Data"


@frozen(cache_hash=True)
class Cells:
    """What a loop keeps: for each place a value of one type, or nothing yet. No other list holds lists."""

    of: Int | Bool | Set | Seq

    def __str__(self) -> str:
        return f"Cells of {self.of}"


Type = Int | Bool | Set | Seq | Mask | Text | Pair | Void | Data | Cells
NUMBER, BOOL, TEXT, PAIR, VOID, DATA = Int(), Bool(), Text(), Pair(), Void(), Data()
SEVERAL = (Set, Seq)


def join(a: Type, b: Type) -> Type:
    """The narrowest type that holds the values of both; a number for a number and a truth."""
    if a == b:
        return a
    if isinstance(a, Bool) and isinstance(b, Int):
        return Int(min(0, b.low), max(1, b.high))
    if isinstance(b, Bool) and isinstance(a, Int):
        return join(b, a)
    if isinstance(a, Int) and isinstance(b, Int):
        return Int(min(a.low, b.low), max(a.high, b.high))
    if isinstance(a, SEVERAL) and isinstance(b, SEVERAL):
        made = Set if isinstance(a, Set) and isinstance(b, Set) else Seq
        return made(min(a.low, b.low), max(a.high, b.high))
    return DATA


def element(type_: Type) -> Int:
    """What a member of several is."""
    assert isinstance(type_, SEVERAL), type_
    return Int(type_.low, type_.high)


def bounds(op: str, a: Type, b: Type) -> Type:
    """The range of an arithmetic result for operands of these ranges; a truth counts as 0 or 1."""
    x, y = _range(a), _range(b)
    if x is None or y is None:
        return NUMBER
    match op:
        case "+":
            found = x.low + y.low, x.high + y.high
        case "-":
            found = x.low - y.high, x.high - y.low
        case "min":
            found = min(x.low, y.low), min(x.high, y.high)
        case "max":
            found = max(x.low, y.low), max(x.high, y.high)
        case "*":
            ends = [x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high]
            found = min(ends), max(ends)
        case "//" if y.low > 0:
            ends = [x.low // y.low, x.low // y.high, x.high // y.low, x.high // y.high]
            found = min(ends), max(ends)
        case "%" if y.low > 0:
            found = 0, y.high - 1
        case _:
            return NUMBER
    return Int(max(found[0], -LARGEST), min(found[1], LARGEST))


def _range(type_: Type) -> Int | None:
    if isinstance(type_, Int):
        return type_
    return Int(0, 1) if isinstance(type_, Bool) else None
