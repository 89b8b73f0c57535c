"""Lists that grow at the end and whose beginning is seldom read, and therefore compressed."""

from __future__ import annotations

import marshal
import zlib
from collections.abc import Iterable, Iterator, MutableSequence
from functools import lru_cache
from typing import Any, Generic, TypeVar, overload

from rulekit.runtime.narrative.rows import Note, Row, packed, unpacked

SIZE = 64
"""So many items are folded together"""
RECENT = 32
"""So many at the end are left as they are"""
MOST_UNFOLDED = 64
"""So many pieces are remembered as they were, of all lists together"""

Item = TypeVar("Item", bound=Row | Note)


class FoldedList(MutableSequence[Item], Generic[Item]):
    """A list of rows or notes. What was folded no longer changes: only later items can be removed."""

    __slots__ = ("_new", "_old", "append")

    def __init__(self, items: Iterable[Item] = (), old: tuple[bytes, ...] = ()) -> None:
        """``old``: what was folded before the items, ``SIZE`` in each piece."""
        self._old, self._new = old, list(items)
        self.append = self._new.append  # type: ignore[method-assign]  # the course of the rules writes through this

    def fold(self) -> None:
        """Folds everything except the latest items."""
        whole = max(0, len(self._new) - RECENT) // SIZE
        if whole:
            pieces = [_folded(self._new[k * SIZE : k * SIZE + SIZE]) for k in range(whole)]
            self._old += tuple(pieces)
            del self._new[: whole * SIZE]

    def __len__(self) -> int:
        return len(self._old) * SIZE + len(self._new)

    def __iter__(self) -> Iterator[Item]:
        for piece in self._old:
            yield from _unfolded(piece)
        yield from self._new

    @overload
    def __getitem__(self, k: int) -> Item: ...
    @overload
    def __getitem__(self, k: slice) -> MutableSequence[Item]: ...
    def __getitem__(self, k: int | slice) -> Item | MutableSequence[Item]:
        if isinstance(k, slice):
            return self._part(k)
        past = len(self._old) * SIZE
        k = k + len(self) if k < 0 else k
        if k >= past:
            return self._new[k - past]
        if k < 0:
            raise IndexError(k)
        found: Item = _unfolded(self._old[k // SIZE])[k % SIZE]
        return found

    def _part(self, wanted: slice) -> MutableSequence[Item]:
        first, last, step = wanted.indices(len(self))
        past = len(self._old) * SIZE
        if (first, last, step) == (0, len(self), 1):
            return FoldedList(self._new, self._old)
        if first >= past and step == 1:
            return self._new[first - past : max(last, past) - past]
        return list(self)[wanted]

    def __delitem__(self, k: int | slice) -> None:
        first, last, step = k.indices(len(self)) if isinstance(k, slice) else (k, k + 1, 1)
        past = len(self._old) * SIZE
        if first < past or step != 1:
            raise ValueError("what was folded is not taken away again")
        del self._new[first - past : last - past]

    def __setitem__(self, k: object, value: object) -> None:
        raise ValueError("what has happened does not change")

    def insert(self, k: int, value: Item) -> None:
        if k != len(self):
            raise ValueError("it grows at its end")
        self._new.append(value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (FoldedList, list)) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]


def _folded(items: Iterable[Row | Note]) -> bytes:
    return zlib.compress(marshal.dumps([packed(item) for item in items]), 6)


@lru_cache(MOST_UNFOLDED)
def _unfolded(piece: bytes) -> list[Any]:
    return [unpacked(data) for data in marshal.loads(zlib.decompress(piece))]
