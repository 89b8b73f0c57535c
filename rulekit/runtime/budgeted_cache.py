"""Many small caches with one limit for all of them together: what has not been used for long makes room.

A cache for each mark of each thing, with a limit of its own, would hold too much where there are many things, and too little of
those that change often. What is held is in two generations: when the younger one is full, the older one is dropped. What was used
since is in the younger one.
"""

from __future__ import annotations

import threading
from typing import Any, Generic, TypeVar

from attrs import define, field

K = TypeVar("K")
V = TypeVar("V")


@define(eq=False)
class CacheBudget:
    """How many values all caches that share it may keep together (``most``). Safe to use from several threads."""

    most: int
    generation: int = field(init=False, default=0)
    _count: int = field(init=False, default=0)
    """How many values are in the younger generation"""
    _filled: list[dict[Any, Any]] = field(init=False, factory=list)
    """What holds the values of the younger generation,"""
    _aged: list[dict[Any, Any]] = field(init=False, factory=list)
    """and of the older one. Caches are not held here: they would keep each other alive until the collector comes"""
    _lock: threading.Lock = field(init=False, factory=threading.Lock)

    @property
    def kept(self) -> int:
        """How many values are held."""
        return sum(map(len, self._filled)) + sum(map(len, self._aged))

    def filling(self) -> tuple[int, dict[Any, Any]]:
        """Where a cache may keep values, until a generation begins that is not this one."""
        with self._lock:
            values: dict[Any, Any] = {}
            self._filled.append(values)
            return self.generation, values

    def spend(self) -> None:
        """Counts one more value, and makes room where that is one too many."""
        self._count += 1
        if self._count * 2 >= self.most:
            with self._lock:
                if self._count * 2 >= self.most:
                    self._begin_generation()

    def _begin_generation(self) -> None:
        self._count = 0
        self.generation += 1
        for values in self._aged:
            values.clear()
        self._aged, self._filled = self._filled, []


class BudgetedCache(Generic[K, V]):
    """Values by their keys, kept while the budget has room for them."""

    __slots__ = ("_budget", "_generation", "_old", "_recent")

    def __init__(self, budget: CacheBudget) -> None:
        self._budget = budget
        self._generation = -1
        """In which it kept something last"""
        self._recent: dict[K, V] | None = None
        self._old: dict[K, V] | None = None

    def get(self, key: K) -> V | None:
        """The value under a key, which counts as used now; None where there is none."""
        recent = self._recent
        if recent is None:
            return None
        if self._generation == self._budget.generation:
            found = recent.get(key)
            if found is not None or self._old is None:
                return found
            recent = self._old
        found = recent.get(key)  # of the generation before; of one before that, nothing is left
        if found is not None:
            self.put(key, found)
        return found

    def put(self, key: K, value: V) -> None:
        """Keeps a value."""
        recent = self._recent
        if recent is None or self._generation != self._budget.generation:
            self._old = recent
            self._generation, recent = self._budget.filling()
            self._recent = recent
        recent[key] = value
        self._budget.spend()
