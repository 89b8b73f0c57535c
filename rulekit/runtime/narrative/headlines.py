"""The headlines of a story: the chapters of a game, and those sentences that tell a new owner, a score or the result."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from rulekit.runtime.labels import Labels, Part, Thing
from rulekit.runtime.narrative.changes import change, hands
from rulekit.runtime.narrative.event_tree import EventTree
from rulekit.runtime.narrative.gains import by_player, sum_of
from rulekit.runtime.narrative.rows import Answered, Marked
from rulekit.runtime.narrative.sentence import Sentence, in_order, together
from rulekit.runtime.narrative.visible import seat_of
from rulekit.runtime.shown_lines import title_above
from rulekit.runtime.visibility import Sight

if TYPE_CHECKING:
    from rulekit.runtime.protocols import MatchState


@frozen
class NewOwner:
    """``thing`` came to another owner, by the ``entry``-th row of the journal; ``number``: that of the row in the story;
    ``holders``: who had it and who has it, where that is no player; whether that is news, its author says in a sentence."""

    thing: Thing
    entry: int
    number: int
    row: Marked
    holders: Sequence[Thing] = ()

    def is_told_by(self, sentence: Sentence) -> bool:
        """Whether a sentence that names the thing is about this."""
        in_time = sentence.entries[0] <= self.entry < sentence.entries[1]
        return in_time and (not self.holders or any(holder in sentence.things for holder in self.holders))


@frozen
class _Told:
    """A sentence of the story, and how many stand above it."""

    sentence: Sentence
    depth: int


def headlines(
    match: MatchState, tree: EventTree, since: int, told: Sequence[Sentence], labels: Labels, reader: str | None
) -> list[Sentence]:
    """Of what a ``reader`` is ``told`` since then what has another owner now, what was scored and who has won, below the chapters
    in which it happened. Chapters without any of it are left out, and so are headings where the game shows none."""
    sight = None if reader == "" else match.compiled.sight(reader)
    rows = sorted(tree.root.numbered(since))
    chapters = _chapters(match, rows, labels.lang)
    begins = [number for number, _ in chapters]
    kept = [*_owners(match, rows, told, labels, sight), *_flat(told, ("score", "result"))]
    out: list[Sentence] = []
    for at, inside in groupby(in_order(kept), lambda x: bisect_right(begins, x.number) - 1):
        lines = together([*_scored(inside, labels)], labels, reader)
        if at < 0 or not chapters[at][1]:
            out += lines
        else:
            out.append(Sentence("chapter", (chapters[at][1],), lines[0].number, children=tuple(lines)))
    return out


def _chapters(match: MatchState, rows: Sequence[tuple[int, int]], lang: str) -> list[tuple[int, str]]:
    """(number in the story from which on it holds, first line above the table), with the last one before ``rows`` in front.

    The game is gone through backwards from where it stands; a heading changes with a mark.
    """
    log, s, found = match.log or (), list(match.s), []
    after = title_above(match, None, lang)
    for number, k in reversed(rows):
        row = log[k]
        if isinstance(row, Marked):
            s[row.cell] = row.old
            before = title_above(match, None, lang, s)
            if before != after:
                found.append((number, after))
            after = before
    return [(-1, after), *((number, title) for number, title in reversed(found) if title)]


def _flat(told: Iterable[Sentence], sorts: Sequence[str]) -> Iterator[Sentence]:
    for node in told:
        yield from (line for _, line in node.lines() if line.sort in sorts)


# ---------------------------------------------------------------- new owners
def _owners(
    match: MatchState, rows: Iterable[tuple[int, int]], told: Sequence[Sentence], labels: Labels, sight: Sight | None
) -> Iterator[Sentence]:
    """For each change of owner the sentence that tells it: of those in an author's words that name what changed hands the one
    furthest in. The engine words the other changes, except those of the set-up, before the first question."""
    naming: dict[Thing, list[_Told]] = {}
    for one in _worded(told):
        for thing in one.sentence.things:
            naming.setdefault(thing, []).append(one)
    kept: dict[int, Sentence] = {}
    bare: list[NewOwner] = []
    dealt = next((note.entries for note in match.events if isinstance(note, Answered)), len(match.log or ()))
    for new in _new_owners(match, rows, labels, sight):
        found = [x for x in naming.get(new.thing, ()) if new.is_told_by(x.sentence)]
        if not found:
            bare += [new] if new.entry >= dealt and not new.holders else []
            continue
        # Whatever an event tells bears the entries of all of it: the first sentence behind the change is about it.
        best = max(found, key=lambda x: (x.depth, x.sentence.number >= new.number, -x.sentence.number)).sentence
        kept.setdefault(id(best), best)
    yield from kept.values()
    yield from _hands(bare, labels, seat_of(sight))


def _worded(told: Iterable[Sentence], depth: int = 0) -> Iterator[_Told]:
    """Every sentence in an author's words, separately, even where several are told in one line."""
    for node in told:
        for one in node.joined or (node,):
            if one.template >= 0:
                yield _Told(evolve(one, children=()), depth)
        yield from _worded(node.children, depth + 1)


def _new_owners(
    match: MatchState, rows: Iterable[tuple[int, int]], labels: Labels, sight: Sight | None
) -> Iterator[NewOwner]:
    """The changes of ownership that a reader may see."""
    compiled = match.compiled
    for number, k in rows:
        row = (match.log or ())[k]
        if not isinstance(row, Marked) or row.old == row.new or not change(row, labels, sight):
            continue
        mark = compiled.owner_marks.get(row.cell) or compiled.holder_marks.get(row.cell)
        if mark is not None:
            root, (base, _) = labels.range_of(mark.owners[0])
            members = [x for x in (row.old, row.new) if x >= 0] if row.cell in compiled.holder_marks else []
            holders = [labels.thing(mark.type.kind, x) for x in members]
            yield NewOwner(labels.thing(root, base + row.cell - mark.base), k, number, row, holders)


def _hands(found: Iterable[NewOwner], labels: Labels, seat: int) -> Iterator[Sentence]:
    """``Red gets Alder, Birch``, one sentence for what one rule line gives to one owner."""
    for (line, new), run in groupby(found, lambda x: (x.row.line, x.row.new)):
        rows = [*run]
        things = [*dict.fromkeys(x.thing for x in rows)]
        yield Sentence(
            "change", tuple(hands(things, rows[0].row.old, new, labels)), rows[-1].number,
            yours=seat >= 0 and any(seat in (x.row.old, x.row.new) for x in rows),
            rule=labels.line(line) if line >= 0 else "", entries=(rows[0].entry, rows[-1].entry + 1),
        )  # fmt: skip


# ---------------------------------------------------------------- scores
def _scored(told: Iterable[Sentence], labels: Labels) -> Iterator[Sentence]:
    """With the scores of one mark that follow each other in one line: ``Red: +11 points (11); Blue: +15 points (26)``"""
    for mark, run in groupby(told, lambda x: x.rows[0].mark if x.sort == "score" else None):
        if mark is None:
            yield from run
            continue
        scores = [*run]
        parts: list[Part] = []
        for rows in by_player([gain for x in scores for gain in x.rows]):
            parts += [*([labels.semicolon] if parts else []), *sum_of(rows, labels)]
        yield evolve(
            scores[-1], sort="line", parts=tuple(parts), rows=(), player=None, yours=any(x.yours for x in scores),
            entries=(min(x.entries[0] for x in scores), max(x.entries[1] for x in scores)),
        )  # fmt: skip
