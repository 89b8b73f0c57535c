"""Defects in what the journal of WAR OF NOBUNAGA'S SUCCESSORS tells, for ``rebels.py`` and ``encounters.py`` to find."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import rulekit
from rulekit.runtime.narrative.rows import CardMoved, Marked, Rolled, Row
from tests.games.chronicle import Chronicle, Mistold


def mistold() -> Iterator[tuple[str, Callable[[rulekit.Match], Chronicle]]]:
    """Ways to tell a game wrongly: (clause, the wrong tidings of a match)."""

    def marked(told: Mistold, row: Row) -> str:
        return told.about(row)[0] if isinstance(row, Marked) else ""

    def no_rebel(told: Mistold, row: Row) -> Row | None:
        return None if marked(told, row) == "rebel" else row

    def too_cheap(told: Mistold, row: Row) -> Row | None:
        if isinstance(row, Marked) and marked(told, row) == "honour" and row.old - row.new == 3:
            return row._replace(new=row.new + 1)
        return row

    def a_die_too_many(_: Mistold, row: Row) -> Row | None:
        return row._replace(dice=(*row.dice, 1)) if isinstance(row, Rolled) else row

    def a_loss_too_few(told: Mistold, row: Row) -> Row | None:
        fell = isinstance(row, CardMoved) and told.codes[row.target][0] == "fallen"
        return None if fell else row

    def unruled(told: Mistold, row: Row) -> Row | None:
        return None if marked(told, row) == "tenkabito" else row

    for clause, change in (
        ("16.3-04", no_rebel),
        ("16.3-08", too_cheap),
        ("13.1-04", a_die_too_many),
        ("13.1-09", a_loss_too_few),
        ("16.3-04", unruled),
    ):
        yield clause, partial(Mistold, change=change)
