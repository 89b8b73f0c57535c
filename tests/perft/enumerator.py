"""Counts trees of decisions of SHOGUN without the engine and without its rule files: slowly, from a plain description.

The rules are written down a second time (`phases.py`, `battles.py`), as ordinary Python that plays a position on and asks as it
goes. To look at one node of the tree, everything is played again from the position, with the choices that lead to the node.
Chance is drawn in several ways that have nothing to do with each other: an exact count must not depend on it.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.perft.course import Asked, Course, Description
from tests.perft.phases import play

WAYS = 6
"""In how many ways chance is drawn."""


class DependsOnChance(Exception):
    """The number of leaves is not one number."""


def question(description: Description, choices: Sequence[int], way: int) -> Asked | None:
    """What is asked after these choices; None when nobody is asked any more."""
    try:
        play(description, Course(description.get("done", []), choices, way))
    except Asked as asked:
        return asked
    return None


def leaves(description: Description, depth: int, ways: int = WAYS) -> int:
    """The leaves of the tree that is cut off after so many decisions. Raises DependsOnChance."""
    found = {_below(description, (), depth, way) for way in range(ways)}
    if len(found) > 1:
        raise DependsOnChance(f"{description['title']}: {sorted(found)}")
    return found.pop()


def _below(description: Description, choices: tuple[int, ...], left: int, way: int) -> int:
    if not left:
        return 1
    asked = question(description, choices, way)
    if asked is None:
        return 1
    if left == 1:
        return len(asked.options)
    return sum(_below(description, (*choices, k), left - 1, way) for k in range(len(asked.options)))
