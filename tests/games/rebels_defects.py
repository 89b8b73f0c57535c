"""Defects planted in the journal of WAR OF NOBUNAGA'S SUCCESSORS, for ``rebels.py`` and ``encounters.py`` to find."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import rulekit
from rulekit.runtime.narrative.rows import CardMoved, Marked, Rolled, Row
from tests.games.journal_replay import AlteredReplay, JournalReplay


def altered_replays() -> Iterator[tuple[str, Callable[[rulekit.Match], JournalReplay]]]:
    """(clause, a replay of a match with altered entries)."""

    def marked(replay: AlteredReplay, row: Row) -> str:
        return replay.about(row)[0] if isinstance(row, Marked) else ""

    def no_rebel(replay: AlteredReplay, row: Row) -> Row | None:
        return None if marked(replay, row) == "rebel" else row

    def too_cheap(replay: AlteredReplay, row: Row) -> Row | None:
        if isinstance(row, Marked) and marked(replay, row) == "honour" and row.old - row.new == 3:
            return row._replace(new=row.new + 1)
        return row

    def a_die_too_many(_: AlteredReplay, row: Row) -> Row | None:
        return row._replace(dice=(*row.dice, 1)) if isinstance(row, Rolled) else row

    def a_loss_too_few(replay: AlteredReplay, row: Row) -> Row | None:
        fell = isinstance(row, CardMoved) and replay.codes[row.target][0] == "fallen"
        return None if fell else row

    def unruled(replay: AlteredReplay, row: Row) -> Row | None:
        return None if marked(replay, row) == "tenkabito" else row

    for clause, change in (
        ("16.3-04", no_rebel),
        ("16.3-08", too_cheap),
        ("13.1-04", a_die_too_many),
        ("13.1-09", a_loss_too_few),
        ("16.3-04", unruled),
    ):
        yield clause, partial(AlteredReplay, change=change)
