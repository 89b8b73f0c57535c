"""Where points came from: each time a score was raised or lowered, by how much, and for what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from rulekit.image import Image
from rulekit.runtime.labels import Labels, Part
from rulekit.runtime.narrative.event_tree import tree_of
from rulekit.runtime.narrative.rows import Gained
from rulekit.runtime.narrative.visible import seat_of
from rulekit.runtime.visibility import Sight

if TYPE_CHECKING:
    from rulekit.runtime.protocols import MatchState


@frozen
class Gain:
    """``player`` got ``n`` of ``mark`` (less than 0: lost them), for ``why``, which are parts of a text; then they had ``total``.

    ``rule``: the line, as ``FILE:LINE``. ``number``: when, as in the story. ``name``: of the mark, in the reader's language.
    ``variant``: of which the line is, if it is not the game's.
    """

    player: str
    mark: str
    n: int
    total: int
    why: tuple[Part, ...]
    rule: str
    number: int
    name: str = ""
    variant: str = ""

    @property
    def reason(self) -> str:
        return "".join(map(str, self.why))


def gain_of(number: int, note: Gained, labels: Labels, sight: Sight | None) -> Gain | None:
    """A gain as one person may see it; None where they may not see the mark."""
    image = labels.image
    block = labels.column(note.cell)
    mark, owner = image.marks[block.name], note.cell - block.base
    variant = image.lines[note.line].variant
    if sight is not None and not sight.mark(mark, owner):
        return None
    if note.template >= 0 and note.values is not None:
        hidden = note.unread.get(seat_of(sight), ()) if sight is not None else ()
        why = labels.spoken(note.template, note.values, hidden=hidden)
    elif variant:
        why = [labels.variant(variant)]
    else:
        why = [_amount(image, labels, note.line)]
    return Gain(
        image.seats[owner], block.name, note.new - note.old, note.new, tuple(why), labels.line(note.line), number,
        labels.word(block.name), variant,
    )  # fmt: skip


def _amount(image: Image, labels: Labels, line: int) -> str:
    """What nobody has words for: the amount as the rule line has it, where rules are read, else what its rule is called."""
    text = image.lines[line].text
    if labels.base == "en" or image.rule_of[line] < 0:
        return text.partition(" by ")[2].partition(", to no ")[0] or text
    rule = image.rules[image.rule_of[line]]
    return labels.words.get(rule.key, labels.word(rule.name))


def sum_of(rows: Sequence[Gain], labels: Labels) -> list[Part]:
    """``Red: +14 points (20)``"""
    first, last = rows[0], rows[-1]
    sum_ = sum(x.n for x in rows)
    many = labels.counted(sum_, first.mark, first.mark)
    total = f" ({last.total})" if labels.base == "en" else f"（共{labels.counted(last.total, first.mark, first.mark)}）"
    sign = "+" if sum_ > 0 else ""
    return [
        labels.thing("player", labels.image.seats.index(first.player)),
        f"{labels.side(labels.word(first.player))}{labels.colon}{sign}{many}{total}",
    ]


def gains_sentence(rows: Sequence[Gain], labels: Labels) -> list[Part]:
    """``Red: +14 points (20): regions 7, most tokens in Green 3``"""
    out: list[Part] = [*sum_of(rows, labels), labels.colon]
    for k, (why, n) in enumerate(summed(rows)):
        blank = " " if labels.base == "en" or "".join(map(str, why))[-1:].isascii() else ""
        out += [labels.comma if k else "", *why, f"{blank}{n}"]
    return [x for x in out if x != ""]


def by_player(gains: Sequence[Gain]) -> list[list[Gain]]:
    """The gains of each player and mark, in the order in which they came first."""
    found: dict[tuple[str, str], list[Gain]] = {}
    for gain in gains:
        found.setdefault((gain.player, gain.mark), []).append(gain)
    return list(found.values())


def summed(rows: Sequence[Gain]) -> list[tuple[tuple[Part, ...], int]]:
    """Pairs of reason and amount; amounts with the same reason are added up."""
    found: dict[tuple[Part, ...], int] = {}
    for x in rows:
        found[x.why] = found.get(x.why, 0) + x.n
    return list(found.items())


def scores(match: MatchState, viewer: str | None = "", lang: str = "en") -> list[Gain]:
    """Every gain of the match so far, in order, as a viewer may see it."""
    labels = match.compiled.labels(lang)
    sight = None if viewer == "" else match.compiled.sight(viewer)
    items = ((x.number, x.what) for event in tree_of(match).root.walk() for x in event.inside)
    notes = [(number, note) for number, note in items if isinstance(note, Gained)]
    found = (gain_of(number, note, labels, sight) for number, note in sorted(notes, key=lambda x: x[0]))
    return [x for x in found if x is not None]
