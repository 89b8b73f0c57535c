"""Chance in rule tests: what a test has said comes first, the rest by chance.

A script is a list in ``z``: for things, pairs of a sort and a thing, in the order in which they come. Each shuffle, draw or pick
takes from its beginning what is of its sort and among what can come. The stream of chance moves as without a script.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from rulekit.runtime.chance import below, shuffle
from rulekit.runtime.work import Failure
from rulekit.stuck import CODES


def brought(script: list[int], sort: int, pool: Collection[int], most: int) -> list[int]:
    """Takes what comes next off the script: ``most`` things at most."""
    found: list[int] = []
    while script and len(found) < most and script[0] == sort and script[1] in pool and script[1] not in found:
        found.append(script[1])
        del script[:2]
    return found


def shuffle_scripted(s: list[int], script: list[int], sort: int, on_top: int, stream: int, items: list[int]) -> None:
    """The things of the script lie on top of a pile, which is its end, or ``on_top`` 0 at the beginning of a row."""
    shuffle(s, stream, items)
    first = brought(script, sort, items, len(items))
    rest = [x for x in items if x not in first]
    items[:] = [*rest, *reversed(first)] if on_top else [*first, *rest]


def pick_scripted(s: list[int], script: list[int], sort: int, stream: int, items: Sequence[int], line: int) -> int:
    pool = list(items)
    if not pool:
        raise Failure(line, facts=(CODES["nothing to draw"], -1))
    drawn = pool[below(s, stream, len(pool))]
    return next(iter(brought(script, sort, pool, 1)), drawn)


def sample_scripted(
    s: list[int], script: list[int], sort: int, stream: int, items: Sequence[int], n: int, line: int
) -> list[int]:
    pool = list(items)
    if not 0 <= n <= len(pool):
        raise Failure(line, facts=(CODES["few cards"], -1, n, len(pool)))
    first = brought(script, sort, pool, n)
    for x in first:
        pool.remove(x)
    return first + [pool.pop(below(s, stream, len(pool))) for _ in range(n - len(first))]


def ranked_shuffled_scripted(
    s: list[int], script: list[int], sort: int, stream: int, items: Sequence[int], keys: list[int]
) -> list[int]:
    """Highest first; of equals those of the script first."""
    order = list(range(len(keys)))
    shuffle(s, stream, order)
    first = brought(script, sort, list(items), len(keys))
    place = {x: k for k, x in enumerate(first)}
    return [items[k] for k in sorted(order, key=lambda k: (-keys[k], place.get(items[k], len(first))))]


WORDS: Mapping[str, Callable[..., object]] = {
    "pick_scripted": pick_scripted,
    "ranked_shuffled_scripted": ranked_shuffled_scripted,
    "sample_scripted": sample_scripted,
    "shuffle_scripted": shuffle_scripted,
}
"""What a module with rule tests can call of them."""
