"""Where the points of all players came from, as one table: of the whole game, and of each scoring as it is told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import evolve

from rulekit.tabletop.board import Sheet
from rulekit.tabletop.columns import TextColumn
from rulekit.tabletop.texts import Texts

if TYPE_CHECKING:
    from rulekit.runtime.narrative.gains import Gain
    from rulekit.runtime.narrative.sentence import Sentence


def point_sheets(gains: Sequence[Gain], names: Mapping[str, str], texts: Texts) -> Iterator[Sheet]:
    """For each score that rules raise or lower: for what, what each player got for it, and the sum. ``names``: player -> as they
    are called."""
    for mark in dict.fromkeys(gain.mark for gain in gains):
        rows = [gain for gain in gains if gain.mark == mark]
        yield Sheet(_columns(rows, names, texts("in_all")), texts("points_from"))


def scoring_sheet(scores: Sequence[Sentence], names: Mapping[str, str], texts: Texts) -> Sheet:
    """The table of one scoring, from what is told of each player: like :func:`point_sheets`, with what each has now below it."""
    gains = sorted((gain for told in scores for gain in told.rows), key=lambda gain: gain.number)
    now = {gain.player: gain.total for gain in gains}
    columns = _columns(gains, {player: names[player] for player in names if player in now}, texts("together"))
    below = [texts("points_now"), *(str(now[player]) for player in names if player in now)]
    with_it = (evolve(c, cells=[*c.cells, cell]) for c, cell in zip(columns, below, strict=True))
    return Sheet(list(with_it), texts("points_from"))


def _columns(gains: Sequence[Gain], names: Mapping[str, str], sum_: str) -> list[TextColumn]:
    """For what, then for each player how much; the last row is the sum, called ``sum_``."""
    found: dict[str, dict[str, int]] = {}
    for gain in gains:
        row = found.setdefault(gain.reason, {})
        row[gain.player] = row.get(gain.player, 0) + gain.n
    columns = [TextColumn("", [*found, sum_], items=" ")]
    for player, name in names.items():
        sums = [row.get(player, 0) for row in found.values()]
        columns.append(TextColumn(name, [str(n) if n else "" for n in sums] + [str(sum(sums))]))
    return columns
