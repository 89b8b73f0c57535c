"""The ledger: every row of the journal on a line of its own, including choices, dice and bookkeeping of the rules."""

from __future__ import annotations

from rulekit.runtime.labels import Labels, Part
from rulekit.runtime.narrative import shown_cards
from rulekit.runtime.narrative.changes import change
from rulekit.runtime.narrative.messages import form
from rulekit.runtime.narrative.rows import Chosen, DeviceGiven, DeviceUsed, Rolled, Row, Shown, Shuffled
from rulekit.runtime.visibility import Sight


def line(row: Row, labels: Labels, sight: Sight | None) -> list[Part]:
    """A row as one viewer may read it, without the player who carried it out; empty where there is nothing to see."""
    match row:
        case Chosen():
            return _chosen(row, labels, sight)
        case Rolled():
            dice = " ".join(map(str, row.dice)) + (f" {row.plus:+}" if row.plus else "")
            text, hits = form("hits" if row.hits >= 0 else "dice", labels), "hit" if row.hits == 1 else "hits"
            return [text.format(dice=dice, n=row.hits, hits=hits)]
        case Shuffled():
            return [form("shuffled", labels).format(a=labels.place(row.place))]
        case Shown():
            return shown_cards.phrase([row], labels, sight)
        case DeviceGiven():  # what comes of it says enough
            return []
        case DeviceUsed():
            return _device(row, labels)
    return change(row, labels, sight, ledger=True)


def _chosen(row: Chosen, labels: Labels, sight: Sight | None) -> list[Part]:
    """A choice: only its player can read it."""
    if sight is not None and sight.viewer != row.me:
        return []
    ask = labels.image.asks[row.question]
    if row.label is not None:
        what = labels.template(*row.label, hidden=row.hidden if sight is not None else ())
    elif row.unseen:
        what = labels.answer(ask, row.value) if sight is None else labels.word("a card")
    elif ask.sort.head in ("branch", "yesno"):
        return []
    else:
        what = labels.answer(ask, row.value)
    return [form("chosen", labels).format(what=what)]


def _device(row: DeviceUsed, labels: Labels) -> list[Part]:
    """The pieces in the last place that the device was given: its result. Owners are named, since the pieces of all
    lie together."""
    everybody = Labels(labels.image, labels.lang)
    parts = [everybody.pieces(token, n) for token, n in enumerate(row.counts) if n > 0]
    said = labels.comma.join(parts) or labels.word("none")
    return [form("device", labels).format(what=labels.word(row.device), parts=said)]
