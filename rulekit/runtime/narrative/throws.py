"""What devices did during an event: what went in, and what came out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import frozen

from rulekit.runtime.labels import Labels
from rulekit.runtime.narrative.rows import DeviceGiven, DeviceUsed, Row


@frozen
class CountedPieces:
    """``count`` pieces of one sort. ``name``: of the sort, for so many, without the owner; ``owner``: the seat from 0, -1 for
    nobody."""

    name: str
    owner: int
    count: int


@frozen
class Throw:
    """One use of a device. ``key``: its name in rules, ``name`` in the reader's language."""

    key: str
    name: str
    given: tuple[CountedPieces, ...]
    result: tuple[CountedPieces, ...]


def throws(rows: Iterable[Row], labels: Labels) -> tuple[Throw, ...]:
    """The uses of devices among rows of the journal, except those with nothing in and nothing out."""
    found: list[Throw] = []
    given: list[Sequence[int]] = []
    for row in rows:
        if isinstance(row, DeviceGiven):
            given.append(row.counts)
        elif isinstance(row, DeviceUsed):
            before = _pieces([sum(counts) for counts in zip(*given, strict=True)], labels)
            after = _pieces(row.counts, labels)
            found += [Throw(row.device, labels.word(row.device), before, after)] if before or after else []
            given = []
    return tuple(found)


def _pieces(counts: Sequence[int], labels: Labels) -> tuple[CountedPieces, ...]:
    found = [(labels.image.tokens[k], n) for k, n in enumerate(counts) if n > 0]
    return tuple(CountedPieces(labels.word(x.piece if n == 1 else x.plural), x.owner, n) for x, n in found)
