"""What generated code can call. Nothing else is in its namespace: no imports, no builtins beyond those listed here."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from typing import Any

from rulekit.runtime.chance import below


class Failure(Exception):
    """A rule line that can not be carried out: its number, and a reason ``(template, values)`` where one is written."""

    def __init__(self, line: int, why: tuple[int, tuple[int, ...]] | None = None) -> None:
        self.line, self.why = line, why
        super().__init__(line)


class Ended(Exception):
    """The game is over, in the middle of whatever rule it was."""


def lift(s: list[int], z: list[list[int]], where: int, card: int) -> int:
    """Takes a card from where it lies; gives that place (-1: from nowhere)."""
    place = s[where]
    if place >= 0:
        if place < len(z):
            z[place].remove(card)
        else:
            s[place - len(z)] = -1
        s[where] = -1
    return place


def card(lying: int, line: int) -> int:
    """The card in a spot, which must hold one."""
    if lying < 0:
        raise Failure(line)
    return lying


def top(pile: list[int], line: int) -> int:
    if not pile:
        raise Failure(line)
    return pile[-1]


MOST_REPEATS = 1_000


def times(n: int, line: int) -> int:
    """How often a loop runs whose number is only known in play."""
    if n > MOST_REPEATS:
        raise Failure(line)
    return n


def own(owner: int, instance: int, line: int) -> int:
    """The owner of pieces in a place that holds the pieces of one player only."""
    if owner != instance:
        raise Failure(line)
    return owner


MOST_NUMBERS = 10_000


def numbers(low: int, high: int, line: int) -> range:
    """The numbers to choose from."""
    if high - low > MOST_NUMBERS:
        raise Failure(line)
    return range(low, high + 1)


def within(n: int, low: int, high: int, line: int) -> int:
    """The number, which must lie in a range."""
    if not low <= n <= high:
        raise Failure(line)
    return n


LARGEST = 1_000_000_000


def product(a: int, b: int, line: int) -> int:
    """Two numbers that are only known in play: their product is the only way in which numbers grow fast."""
    n = a * b
    if not -LARGEST <= n <= LARGEST:
        raise Failure(line)
    return n


def tops(pile: list[int], n: int, line: int) -> list[int]:
    """The top n cards of a pile, the topmost first."""
    if not 0 <= n <= len(pile):
        raise Failure(line)
    return pile[len(pile) - n :][::-1]


def shuffle(s: list[int], stream: int, items: list[int]) -> None:
    """Fisher-Yates in place."""
    for k in range(len(items) - 1, 0, -1):
        j = below(s, stream, k + 1)
        items[k], items[j] = items[j], items[k]


def pick(s: list[int], stream: int, items: Sequence[int], line: int) -> int:
    items = list(items)
    if not items:
        raise Failure(line)
    return items[below(s, stream, len(items))]


def sample(s: list[int], stream: int, items: Sequence[int], n: int, line: int) -> list[int]:
    """n different items, in the order in which they are drawn."""
    items = list(items)
    if not 0 <= n <= len(items):
        raise Failure(line)
    return [items.pop(below(s, stream, len(items))) for _ in range(n)]


def nth(items: Sequence[int], n: int, line: int) -> int:
    """The n-th of some spots, counted from 1."""
    if not 1 <= n <= len(items):
        raise Failure(line)
    return items[n - 1]


def together(items: Sequence[int], item: int) -> list[int]:
    """A set with one member more, unless it is in it already."""
    return [*items] if item in items else [*items, item]


def with_most(items: Sequence[int], keys: list[int]) -> list[int]:
    best = max(keys, default=0)
    return [x for x, key in zip(items, keys, strict=True) if key == best]


def with_least(items: Sequence[int], keys: list[int]) -> list[int]:
    best = min(keys, default=0)
    return [x for x, key in zip(items, keys, strict=True) if key == best]


def ranked_low(items: Sequence[int], keys: list[int]) -> list[int]:
    return [x for _, _, x in sorted(zip(keys, range(len(keys)), items, strict=True))]


def ranked_high(items: Sequence[int], keys: list[int]) -> list[int]:
    return [x for _, _, x in sorted((-key, k, x) for k, (key, x) in enumerate(zip(keys, items, strict=True)))]


def ranked_shuffled(s: list[int], stream: int, items: Sequence[int], keys: list[int]) -> list[int]:
    """Highest first; equals in an order of chance."""
    order = list(range(len(keys)))
    shuffle(s, stream, order)
    items = list(items)
    return [items[k] for k in sorted(order, key=lambda k: -keys[k])]


def path(near: Sequence[Sequence[int]], base: int, start: int, goal: Sequence[int], through: Sequence[int]) -> bool:
    """Whether a way leads from ``start`` to one of ``goal`` over members of ``through`` (the ends may be outside).

    ``base`` is the id of the first member of the graph.
    """
    ends, open_ = frozenset(goal), frozenset(through)
    if start in ends:
        return True
    seen, edge = {start}, [start]
    while edge:
        for other in near[edge.pop() - base]:
            if other in ends:
                return True
            if other in open_ and other not in seen:
                seen.add(other)
                edge.append(other)
    return False


BUILTINS = {
    name: getattr(__import__("builtins"), name)
    for name in ("frozenset", "int", "len", "list", "max", "min", "range", "sum", "tuple", "zip")
}


def namespace() -> dict[str, Any]:
    """A fresh namespace for a generated module."""
    return {
        "__builtins__": BUILTINS,
        "Failure": Failure,
        "below": below,
        "card": card,
        "insort": insort,
        "lift": lift,
        "path": path,
        "pick": pick,
        "product": product,
        "ranked_high": ranked_high,
        "ranked_low": ranked_low,
        "ranked_shuffled": ranked_shuffled,
        "sample": sample,
        "shuffle": shuffle,
        "times": times,
        "together": together,
        "top": top,
        "tops": tops,
        "numbers": numbers,
        "nth": nth,
        "own": own,
        "within": within,
        "with_least": with_least,
        "with_most": with_most,
    }
