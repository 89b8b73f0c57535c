"""The functions that generated code can call; its namespace holds nothing else, and no builtins but those listed here."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from itertools import compress
from typing import TYPE_CHECKING, TypeVar

from rulekit.runtime import dice, scripted
from rulekit.runtime.chance import below, shuffle
from rulekit.runtime.interchangeable import Equivalence, side_by_side, unlike
from rulekit.runtime.work import Failure
from rulekit.stuck import CODES

if TYPE_CHECKING:
    from rulekit.runtime.protocols import Namespace

T = TypeVar("T")


class Noted:
    """Answers questions at once and notes that one was asked: from then on an entry stands, whatever fails."""

    __slots__ = ("asked", "draw")

    def __init__(self, draw: Callable[[], int]) -> None:
        self.draw, self.asked = draw, False

    def __call__(self) -> int:
        self.asked = True
        return self.draw()


def _facts(because: str, *values: int) -> tuple[int, ...]:
    """The facts of a failure without a player."""
    return CODES[because], -1, *values


def lift(s: list[int], z: list[list[int]], where: int, card: int) -> int:
    """Takes a card from where it lies, and returns that place (-1: nowhere)."""
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
        raise Failure(line, facts=_facts("no card"))
    return lying


def top(pile: list[int], place: int, line: int) -> int:
    if not pile:
        raise Failure(line, facts=_facts("empty", place))
    return pile[-1]


MOST_REPEATS = 1_000


def times(n: int, line: int) -> int:
    """How often a loop runs whose number is only known in play."""
    if n > MOST_REPEATS:
        raise Failure(line, facts=_facts("rounds", n, MOST_REPEATS))
    return n


def own(owner: int, instance: int, line: int) -> int:
    """The owner of pieces in a place that holds the pieces of one player only."""
    if owner != instance:
        raise Failure(line, facts=_facts("not its owner"))
    return owner


def found(row: int, line: int) -> int:
    """The row of a table that a number selects."""
    if row < 0:
        raise Failure(line, facts=_facts("no row"))
    return row


def common(reasons: Sequence[T]) -> T | None:
    """The value that all of them have; None where they differ."""
    return reasons[0] if reasons and reasons.count(reasons[0]) == len(reasons) else None


MOST_NUMBERS = 10_000


def numbers(low: int, high: int, line: int) -> range:
    """The numbers to choose from."""
    if high - low > MOST_NUMBERS:
        raise Failure(line, facts=_facts("many numbers", low, high))
    return range(low, high + 1)


def within(n: int, low: int, high: int, line: int) -> int:
    """The number, which must lie in a range."""
    if not low <= n <= high:
        raise Failure(line, facts=_facts("range", n, low, high))
    return n


LARGEST = 1_000_000_000


def product(a: int, b: int, line: int) -> int:
    """Two numbers that are only known in play: their product is the only way in which numbers grow fast."""
    n = a * b
    if not -LARGEST <= n <= LARGEST:
        raise Failure(line, facts=_facts("product", a, b, LARGEST))
    return n


def tops(pile: list[int], n: int, line: int) -> list[int]:
    """The top n cards of a pile, the topmost first."""
    if not 0 <= n <= len(pile):
        raise Failure(line, facts=_facts("few cards", n, len(pile)))
    return pile[len(pile) - n :][::-1]


def pick(s: list[int], stream: int, items: Sequence[int], line: int) -> int:
    items = list(items)
    if not items:
        raise Failure(line, facts=_facts("nothing to draw"))
    return items[below(s, stream, len(items))]


def sample(s: list[int], stream: int, items: Sequence[int], n: int, line: int) -> list[int]:
    """n different items, in the order in which they are drawn."""
    items = list(items)
    if not 0 <= n <= len(items):
        raise Failure(line, facts=_facts("few cards", n, len(items)))
    return [items.pop(below(s, stream, len(items))) for _ in range(n)]


def nth(items: Sequence[int], n: int, line: int) -> int:
    """The n-th of some spots, counted from 1."""
    if not 1 <= n <= len(items):
        raise Failure(line, facts=_facts("no such spot", n, len(items)))
    return items[n - 1]


def only(items: Sequence[int], line: int) -> int:
    """The only member."""
    items = list(items)
    if len(items) != 1:
        raise Failure(line, facts=_facts("not one", len(items)))
    return items[0]


def empty(n: int) -> list[int]:
    """A list that n things are put into, which only some targets need to know."""
    return []


def together(items: Sequence[int], item: int) -> list[int]:
    """A set with one more member, unless it is in it already."""
    return [*items] if item in items else [*items, item]


def united(items: Sequence[int], more: Sequence[int]) -> list[int]:
    """A set with more members, each at its place in the order of the table: so it does not matter which come first."""
    out = list(items)
    for x in more:
        if x not in out:
            out.insert(next((k for k, y in enumerate(out) if y > x), len(out)), x)
    return out


def without(items: Sequence[int], fewer: Sequence[int]) -> list[int]:
    return [x for x in items if x not in fewer]


def position(s: list[int], z: Sequence[Sequence[int]], chance: Sequence[int]) -> list[int]:
    """All that lies on the table at a moment, as one list: the numbers, then the lists, each behind how long it is.

    ``chance``: where the states of chance are; a die that was rolled for nothing has changed nothing.
    """
    out = s[:]
    for at in chance:
        out[at] = 0
    for cards in z:
        out.append(len(cards))
        out += cards
    return out


def unchanged(s: list[int], z: Sequence[Sequence[int]], chance: Sequence[int], before: list[int]) -> bool:
    """Whether everything on the table is as it was at an earlier moment."""
    return position(s, z, chance) == before


def with_most(items: Sequence[int], keys: list[int]) -> list[int]:
    return _at(items, keys, max(keys)) if keys else []


def with_least(items: Sequence[int], keys: list[int]) -> list[int]:
    return _at(items, keys, min(keys)) if keys else []


def _at(items: Sequence[int], keys: list[int], best: int) -> list[int]:
    if keys.count(best) == 1:  # mostly there is one, and finding it is quicker than going through all
        return [items[keys.index(best)]]
    return [x for x, key in zip(items, keys, strict=True) if key == best]


def ranked_low(items: Sequence[int], keys: list[int]) -> list[int]:
    if type(items) is range and not items.start:  # players: the things are their own places
        return sorted(items, key=keys.__getitem__)
    return [items[k] for k in sorted(range(len(keys)), key=keys.__getitem__)]  # equals stay in their order


def ranked_high(items: Sequence[int], keys: list[int]) -> list[int]:
    return [items[k] for k in sorted(range(len(keys)), key=keys.__getitem__, reverse=True)]


def ranked_shuffled(s: list[int], stream: int, items: Sequence[int], keys: list[int]) -> list[int]:
    """Highest first; equals in an order of chance."""
    order = list(range(len(keys)))
    shuffle(s, stream, order)
    items = list(items)
    return [items[k] for k in sorted(order, key=lambda k: -keys[k])]


def grouped(values: Sequence[int], first: int) -> dict[int, list[int]]:
    """value -> the things that have it, in their order; ``first``: the thing of the first value."""
    out: dict[int, list[int]] = {}
    for thing, value in enumerate(values, first):
        out.setdefault(value, []).append(thing)
    return out


def path(
    near: Sequence[Sequence[int]], base: int, starts: Sequence[int], goal: Sequence[int], through: Sequence[int]
) -> bool:
    """Whether a way leads from one of ``starts`` to one of ``goal`` over members of ``through`` (the ends may be outside).

    ``base`` is the id of the first member of the graph.
    """
    ends, open_ = frozenset(goal), frozenset(through)
    seen = {*starts}
    if not ends.isdisjoint(seen):
        return True
    edge = [*seen]
    while edge:
        for other in near[edge.pop() - base]:
            if other in ends:
                return True
            if other in open_ and other not in seen:
                seen.add(other)
                edge.append(other)
    return False


def firsts(items: Sequence[int], n: int, line: int) -> list[int]:
    """The first n of some things, or all of them."""
    if n < 0:
        raise Failure(line)
    return [*items][:n]


BUILTINS = {
    name: getattr(__import__("builtins"), name)
    for name in ("any", "frozenset", "int", "len", "list", "max", "min", "range", "sorted", "sum", "tuple", "zip")
}


def flagged(flags: list[int]) -> list[int]:
    """The indices at which a list holds something, in order."""
    return list(compress(range(len(flags)), flags))


def members(mask: int, low: int) -> list[int]:
    """The members of a bit mask in ascending order: bit k is the member ``low + k``."""
    return [low + k for k in range(mask.bit_length()) if mask >> k & 1]


def kept(values: list[T | None], place: int, worked_out: Callable[[], T]) -> T:
    """What a loop keeps there; worked out where it is not there yet."""
    value = values[place]
    if value is None:
        value = values[place] = worked_out()
    return value


def namespace() -> Namespace:
    """A fresh namespace for a generated module."""
    return {
        "__builtins__": BUILTINS,
        "Equivalence": Equivalence,
        "Failure": Failure,
        "Noted": Noted,
        "below": below,
        "card": card,
        "common": common,
        "compress": compress,
        "empty": empty,
        "flagged": flagged,
        "heappop": heappop,
        "heappush": heappush,
        "firsts": firsts,
        "found": found,
        "grouped": grouped,
        "insort": insort,
        "kept": kept,
        "lift": lift,
        "members": members,
        "path": path,
        "pick": pick,
        "position": position,
        "product": product,
        "ranked_high": ranked_high,
        "ranked_low": ranked_low,
        "ranked_shuffled": ranked_shuffled,
        "sample": sample,
        "shuffle": shuffle,
        "side_by_side": side_by_side,
        "times": times,
        "together": together,
        "top": top,
        "tops": tops,
        "unchanged": unchanged,
        "unlike": unlike,
        "numbers": numbers,
        "nth": nth,
        "only": only,
        "own": own,
        "united": united,
        "within": within,
        "without": without,
        "with_least": with_least,
        "with_most": with_most,
        **dice.WORDS,
        **scripted.WORDS,
    }
