"""Which rows of the journal a viewer may see."""

from __future__ import annotations

from rulekit.runtime.labels import Labels
from rulekit.runtime.narrative.rows import CardMoved, Marked, Moved, Shown
from rulekit.runtime.visibility import Sight


def pieces_seen(row: Moved, labels: Labels, sight: Sight | None) -> bool:
    """Whether a viewer sees pieces move: the place that they leave or the place that they enter is open to them."""
    return sight is None or _open(labels, sight, row.source) or _open(labels, sight, row.target)


def _open(labels: Labels, sight: Sight, index: int) -> bool:
    """Whether the viewer may see the piece count at this index of the state."""
    block = labels.column(index)
    if block.sort != "count":
        return False
    mine = labels.image.places[block.name].mine
    return sight.pieces(block.name, labels.image.tokens[block.token].owner if mine else index - block.base)


def card_seen(row: CardMoved, sight: Sight | None) -> bool:
    """Whether a viewer can read a card that moves, in the place that it leaves or in the place that it enters."""
    return sight is None or sight.card(row.target, bool(row.up)) or sight.card(row.source, False)


def mark_seen(row: Marked, labels: Labels, sight: Sight | None) -> bool:
    """Whether a viewer sees a mark."""
    block = labels.column(row.cell)
    return sight is None or sight.mark(labels.image.marks[block.name], row.cell - block.base)


def shown_card_named(row: Shown, sight: Sight | None) -> bool:
    """Whether a viewer learns the name of a card that is shown: it is shown to them, or they can read it in its place."""
    return sight is None or row.to < 0 or sight.viewer == row.to or row.at < 0 or sight.card(row.at, False)


def seat_of(sight: Sight | None) -> int:
    """The reader's seat, from 0; -1 for an onlooker and for the whole truth."""
    return -1 if sight is None or sight.viewer is None else sight.viewer
