"""What changed, in words: a row of the journal as one viewer may read it, in a sentence or as a line of the ledger."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.image import Mark, Sort
from rulekit.runtime.labels import Labels, Part, Thing
from rulekit.runtime.narrative.messages import form
from rulekit.runtime.narrative.rows import CardMoved, GameOver, Marked, Moved, Row, Skipped, TurnedUp
from rulekit.runtime.narrative.visible import card_seen, mark_seen, pieces_seen, seat_of
from rulekit.runtime.visibility import Sight

OWNER = Sort("kind", "player")


def change(row: Row, labels: Labels, sight: Sight | None, ledger: bool = False) -> list[Part]:
    """A row in words; empty where the viewer sees nothing of it, or nothing has changed.

    ``ledger``: with what was there before, and also where a card is moved within its pile.
    """
    match row:
        case Moved():
            if row.source == row.target or not pieces_seen(row, labels, sight):
                return []
            text = form("ledger moved" if ledger else "moved", labels)
            n, a, b = labels.pieces(row.token, row.n), labels.slot(row.source), labels.slot(row.target)
            return [text.format(n=n, a=a, b=b)]
        case CardMoved():
            return _card(row, labels, sight, ledger)
        case TurnedUp():
            return filled(form("turned up", labels), card=[labels.thing(row.root, row.card)])
        case Marked():
            return _mark(row, labels, sight, ledger)
        case Skipped():
            return [form("skip", labels).format(why=reason(row, labels, sight))]
        case GameOver():
            return [form("over", labels)]
    return []


def filled(text: str, **parts: Sequence[Part]) -> list[Part]:
    """A text in parts, with its gaps filled with parts: ``{who} gets {things}``."""
    out: list[Part] = []
    for k, piece in enumerate(text.replace("}", "{").split("{")):  # every other one is a gap
        out += parts[piece] if k % 2 else [piece] if piece else []
    return [x for x in out if x != ""]


def hides(row: Row, sight: Sight | None) -> bool:
    """Whether a row tells of a card that the viewer cannot read."""
    return isinstance(row, CardMoved) and not card_seen(row, sight)


def reason(row: Skipped, labels: Labels, sight: Sight | None) -> str:
    """Why something was not carried out, as far as the viewer may know it."""
    if row.why is None:
        return labels.image.lines[row.failed].text
    hidden = row.unread.get(seat_of(sight), ()) if sight is not None else ()
    return labels.template(*row.why, hidden=hidden)


def hands(things: Sequence[Thing], old: int, new: int, labels: Labels) -> list[Part]:
    """``Red gets Alder, Birch``; where ``new`` is nobody (-1) ``Red loses Alder``, with ``old`` who had it."""
    names: list[Part] = []
    for k, thing in enumerate(things):
        names += [labels.comma if k else "", thing]
    owner = labels.thing("player", new if new >= 0 else old)
    return filled(form("got" if new >= 0 else "lost", labels), who=[owner, labels.side(owner.name)], things=names)


def won(seats: Sequence[int], labels: Labels) -> list[Part]:
    """``Red wins``; ``seats``: of those who have won, from 0."""
    players = [labels.thing("player", seat) for seat in seats]
    names = [*labels.listed(players), labels.side(players[-1].name)]
    return filled(form("won" if len(seats) == 1 else "won together", labels), names=names)


# ---------------------------------------------------------------- cards and marks
def _card(row: CardMoved, labels: Labels, sight: Sight | None, ledger: bool) -> list[Part]:
    if row.source == row.target and not (ledger and labels.is_pile(row.source)):
        return []
    a, b = labels.place(row.source), labels.place(row.target)
    name: Part = labels.thing(row.root, row.card) if card_seen(row, sight) else labels.word("a card")
    text = form(("ledger " if ledger else "") + ("moved" if a else "put"), labels)
    return filled(text, n=[name], a=[a], b=[b])


def _mark(row: Marked, labels: Labels, sight: Sight | None, ledger: bool) -> list[Part]:
    block = labels.column(row.cell)
    mark, instance = labels.image.marks[block.name], row.cell - block.base
    if row.old == row.new or not mark_seen(row, labels, sight) or (mark.scene and not ledger):
        return []  # a variable of a scene is in the ledger only
    if mark.type.head in ("yesno", "truth"):
        return _flag(block.name, mark, instance, bool(row.new), labels)
    if mark.states:
        who = labels.owners(mark.owners, instance)
        return [form("so", labels).format(who=who[0], what=labels.value(mark.type, row.new))]
    what = labels.instance(block.name, mark.owners, instance)
    if ledger:
        old, new = (_value(mark.type, value, labels) for value in (row.old, row.new))
        return [form(_way(mark.type, row), labels).format(what=what, old=old, new=new)]
    if mark.type == OWNER and len(mark.owners) == 1 and mark.owners[0] != "player":
        root, (first, _) = labels.range_of(mark.owners[0])
        return hands([labels.thing(root, first + instance)], row.old, row.new, labels)
    if mark.type.head == "number":
        return [form("number", labels).format(what=what, new=row.new, plus=f"{row.new - row.old:+}")]
    return [form("mark", labels).format(what=what, new=labels.value(mark.type, row.new))]


def _flag(name: str, mark: Mark, instance: int, holds: bool, labels: Labels) -> list[Part]:
    """``Alder is now walled``, ``no longer: truce``"""
    who, what = labels.owners(mark.owners, instance), labels.word(name)
    text = ("so" if holds else "no longer") if who else ("begins" if holds else "ends")
    return [form(text, labels).format(who=labels.comma.join(who), what=what)]


def _way(sort: Sort, row: Marked) -> str:
    """How a mark has changed, in the ledger."""
    if sort.head == "number":
        return "raised" if row.new > row.old else "lowered"
    if sort.head == "kind" and (row.old < 0 or row.new < 0):
        return "given" if row.old < 0 else "gone"
    return "changed"


def _value(sort: Sort, value: int, labels: Labels) -> str:
    return labels.seat(value) if sort == OWNER and value >= 0 else labels.value(sort, value)
