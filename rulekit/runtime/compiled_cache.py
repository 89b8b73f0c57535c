"""The compiled games that are kept in memory, so that no set-up is compiled twice while it is in use."""

from __future__ import annotations

import threading
from collections import OrderedDict
from weakref import WeakValueDictionary

from attrs import define, field

from rulekit.runtime.budgeted_cache import CacheBudget
from rulekit.runtime.compiled import MOST_PARTS, Compiled


@define(eq=False)
class CompiledCache:
    """Compiled games by their keys: all that are in use, and beside them those that were used last, with ``most`` characters of
    code (:attr:`Compiled.code`) together, without a limit as None. May be shared by games. Safe to use from several threads."""

    most: int | None = None
    parts: CacheBudget = field(factory=lambda: CacheBudget(MOST_PARTS))
    """Of the views of them all"""
    _recent: OrderedDict[str, Compiled] = field(init=False, factory=OrderedDict)
    _in_use: WeakValueDictionary[str, Compiled] = field(init=False, factory=WeakValueDictionary)
    _lock: threading.Lock = field(init=False, factory=threading.Lock)

    def get(self, key: str) -> Compiled | None:
        """A game that is in memory; None where it has to be compiled."""
        with self._lock:
            found = self._in_use.get(key)
            return None if found is None else self._used(found)

    def add(self, made: Compiled) -> Compiled:
        """Keeps a game; returns the one that is there already if another thread was quicker."""
        with self._lock:
            return self._used(self._in_use.setdefault(made.key, made))

    def _code(self) -> int:
        return sum(compiled.code for compiled in self._recent.values())

    def _used(self, compiled: Compiled) -> Compiled:
        self._recent[compiled.key] = compiled
        self._recent.move_to_end(compiled.key)
        while self.most is not None and len(self._recent) > 1 and self._code() > self.most:
            self._recent.popitem(last=False)
        return compiled
