"""Defects planted in the journal of A MOST DANGEROUS TIME, for the checks of marches, castles, sieges, defeats to find."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import rulekit
from rulekit.runtime.narrative.rows import CardMoved, Marked, Rolled, Row
from tests.games.journal_replay import AlteredReplay, JournalReplay


def altered_replays() -> Iterator[tuple[str, Callable[[rulekit.Match], JournalReplay]]]:
    """(clause, a replay of a match with altered entries)."""

    def about(replay: AlteredReplay, row: Row) -> str:
        return replay.about(row)[0] if isinstance(row, Marked) else ""

    def dearer(replay: AlteredReplay, row: Row) -> Row | None:
        """A movement point more for what costs one"""
        if isinstance(row, Marked) and about(replay, row) == "points" and row.old - row.new == 1:
            return row._replace(old=row.old + 1)
        return row

    def astray(replay: AlteredReplay, row: Row) -> Row | None:
        """Who sets out comes to the next place on the list"""
        if (
            isinstance(row, CardMoved)
            and row.root == "unit"
            and replay.codes[row.target][0] == "location"
            and replay.value("turn")
        ):
            return row._replace(target=row.target + 1 if row.target < 80 else row.target - 1)
        return row

    def swapped(replay: AlteredReplay, row: Row) -> Row | None:
        """Somebody else goes into the castle"""
        return (
            row._replace(cell=row.cell + 1)
            if isinstance(row, Marked) and about(replay, row) == "inside" and row.new
            else row
        )

    def unhurt(_: AlteredReplay, row: Row) -> Row | None:
        """A hit that is none"""
        return row._replace(hits=row.hits - 1) if isinstance(row, Rolled) and row.hits > 0 else row

    def braver(_: AlteredReplay, row: Row) -> Row | None:
        """Each die of fire with one more"""
        if isinstance(row, Rolled) and row.hits >= 0:
            hits = sum(die + row.plus + 1 >= 6 for die in row.dice)
            return row._replace(plus=row.plus + 1, hits=hits)
        return row

    def late(replay: AlteredReplay, row: Row) -> Row | None:
        """The wounded come back a turn later"""
        return row._replace(new=row.new + 1) if isinstance(row, Marked) and about(replay, row) == "back-on" else row

    def early(replay: AlteredReplay, row: Row) -> Row | None:
        """Whatever happens to a clan is its defeat"""
        if isinstance(row, Marked) and about(replay, row) == "status":
            return row._replace(new=2)
        return row

    for clause, change in (
        ("9.3-01", dearer),
        ("9.3-05", astray),
        (r"(2\.4-12|9\.7-02|10\.5-01)", swapped),
        ("10.5-06", unhurt),
        ("10.5-06", braver),
        ("10.3-24", late),
        ("3.3-01", early),
    ):
        yield clause, partial(AlteredReplay, change=change)
