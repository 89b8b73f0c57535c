"""Many small caches that may hold only so much together: what has not been used for long makes room.

A cache for each mark of each thing, with a limit of its own, would hold too much where there are many things, and too little of
those that change often. What is held is in two generations: when the younger one is full, the older one is dropped. What was used
since is in the younger one.
"""

from __future__ import annotations

import threading
from typing import Generic, TypeVar

from attrs import define, field

K = TypeVar("K")
V = TypeVar("V")


@define(eq=False)
class CacheBudget:
    """So many values may be kept by all caches that share it (``most``). Safe to use from several threads."""

    most: int
    _count: int = field(init=False, default=0)
    """How many values are in the younger generation"""
    _filled: list[BudgetedCache[object, object]] = field(init=False, factory=list)
    """The caches that hold something in the younger generation,"""
    _aged: list[BudgetedCache[object, object]] = field(init=False, factory=list)
    """and in the older one"""
    _lock: threading.Lock = field(init=False, factory=threading.Lock)

    @property
    def kept(self) -> int:
        """How many values the caches hold."""
        return sum(cache.kept for cache in {*self._filled, *self._aged})

    def fills(self, cache: BudgetedCache[K, V]) -> None:
        """A cache is about to keep its first value of this generation."""
        with self._lock:
            self._filled.append(cache)  # type: ignore[arg-type]  # only its methods without values are called

    def spend(self) -> None:
        """One more value is kept; makes room where that is one too many."""
        self._count += 1
        if self._count * 2 >= self.most:
            with self._lock:
                if self._count * 2 >= self.most:
                    self._age()

    def _age(self) -> None:
        self._count = 0
        for cache in self._aged:
            cache.drop_old()
        self._aged, self._filled = self._filled, []
        for cache in dict.fromkeys(self._aged):
            cache.age()


class BudgetedCache(Generic[K, V]):
    """What was made under a key, while there is room for it in a budget."""

    __slots__ = ("_budget", "_old", "_recent")

    def __init__(self, budget: CacheBudget) -> None:
        self._budget = budget
        self._recent: dict[K, V] = {}
        self._old: dict[K, V] | None = None

    @property
    def kept(self) -> int:
        """How many values it holds; twice what was used since the last generation began."""
        return len(self._recent) + len(self._old or ())

    def get(self, key: K) -> V | None:
        """What is kept under a key; it counts as used. None where nothing is."""
        found = self._recent.get(key)
        if found is None and (old := self._old):
            found = old.get(key)
            if found is not None:
                self.put(key, found)
        return found

    def put(self, key: K, value: V) -> None:
        """Keeps a value."""
        recent = (
            self._recent
        )  # another thread may begin a new generation meanwhile: then the value belongs to the old one
        if not recent:
            self._budget.fills(self)
        recent[key] = value
        self._budget.spend()

    def age(self) -> None:
        """Begins a new generation: what is kept has to be used before the next one to stay."""
        self._old, self._recent = self._recent, {}

    def drop_old(self) -> None:
        """Drops what was not used since the last generation began."""
        self._old = None
