"""The journal as a tree: which rule was being carried out when something happened.

Two lists are read together: the rows of the journal, and the notes that a journaled form writes beside them (see
``rulekit/compiler/lower/narration_scopes.py``). The end of a rule is not noted: a line belongs to one
rule, so a row that it writes ends all rules that began after that rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING
from weakref import ReferenceType, ref

from attrs import define, field

from rulekit.runtime.narrative.rows import (
    ALL_READ,
    Answered,
    Begun,
    Called,
    Entitled,
    Gained,
    Marked,
    Moved,
    Note,
    PartBegun,
    Remarked,
    Row,
    Silenced,
    Unread,
)

if TYPE_CHECKING:
    from rulekit.image import Told
    from rulekit.runtime.protocols import MatchState


@define(eq=False)
class Item:
    """Something that happened during an event. ``number``: its position in the journal and the notes, counted together.
    ``what``: the number of a journal entry (from 0), an event or a note."""

    number: int
    what: int | Event | Remarked | Gained | Answered


@define(eq=False)
class Event:
    """A rule that is carried out. ``values``: what it was given, in the order of its slots; of a card, last the card."""

    rule: int
    me: int
    line: int
    number: int
    at: int
    """How many entries the journal had"""
    values: tuple[Told, ...]
    _outer: ReferenceType[Event] | None
    unread: Unread = ALL_READ
    inside: list[Item] = field(factory=list)
    said: tuple[int, Entitled] | None = None
    """When the author's words for it were told, and the note"""
    silenced: int | None = None
    """The line of the rules that says `not told`, where nothing said after it has words"""
    part_of: int | None = None
    """Of what a player does at once with all others: their seat, from 0"""
    last: int = field(init=False, default=-1)
    """The number of the last thing that belongs to it"""
    entries: tuple[int, int] | None = field(init=False, default=None)
    """From and up to which entry of the journal something belongs to it, also through what it carried out; None for nothing"""
    whose: int = field(init=False, default=0)
    """A bit for each seat of which these entries changed something that belongs to it"""

    @property
    def untold(self) -> bool:
        """Whether it is passed over in silence."""
        return self.silenced is not None

    @property
    def outer(self) -> Event | None:
        """What it is a part of, as long as somebody holds the tree; nothing for the root. It is not held here: a tree that nobody
        needs any more goes at once, and does not wait for the collector."""
        return None if self._outer is None else self._outer()

    def touch(self, number: int) -> None:
        """Something with this number belongs to it, and so to what it is a part of."""
        event: Event | None = self
        while event is not None:
            event.last, event = number, event.outer

    def take(self, k: int, whose: int) -> None:
        """The ``k``-th entry of the journal belongs to it, and so to what it is a part of."""
        event: Event | None = self
        while event is not None:
            event.entries = (event.entries[0] if event.entries is not None else k, k + 1)
            event.whose |= whose
            event = event.outer

    def walk(self) -> Iterator[Event]:
        yield self
        for item in self.inside:
            if isinstance(item.what, Event):
                yield from item.what.walk()

    def numbered(self, since: int) -> Iterator[tuple[int, int]]:
        """The entries of the journal that belong to it and were written since, each with the number of its item before it."""
        for item in self.inside:
            if isinstance(item.what, int) and item.number >= since:
                yield item.number, item.what
            elif isinstance(item.what, Event) and item.what.last >= since:
                yield from item.what.numbered(since)


def tree_of(match: MatchState, since: int = 0) -> EventTree:
    """The tree of a match, with all that has happened since. The match keeps it, and it goes on where it was, unless something
    was taken back; what it has forgotten is read anew from the journal."""
    tree = match.tree
    if not isinstance(tree, EventTree) or not tree.is_of(match):
        tree = match.tree = EventTree(match)
    elif since < tree.forgotten:
        return EventTree(match)
    else:
        tree.go_on()
    return tree


class EventTree:
    """The events of a match with a journal. ``root`` holds everything; ``open`` is where the rules stand now."""

    def __init__(self, match: MatchState) -> None:
        self.image, self._owner_marks = match.compiled.image, match.compiled.owner_marks
        self.root = Event(-1, -1, -1, 0, 0, (), None)
        self._stack = [self.root]
        self._parts: dict[int, dict[int, list[Event]]] = {}
        self.owned: dict[int, list[tuple[int, int]]] = {}
        """index of the state that says whose something is -> (number of the entry, what it was before)"""
        self._active = -1
        self._number = 0
        self.forgotten = 0
        """Before this number it holds only what still goes on"""
        self._log, self._notes = match.log, match.events
        self._entries = self._noted = 0
        """So many entries and notes are in the tree."""
        self.go_on()

    def is_of(self, match: MatchState) -> bool:
        """Whether it holds the beginning of what has happened in a match."""
        return (
            match.log is self._log and match.events is self._notes
            and len(match.log or ()) >= self._entries and len(match.events) >= self._noted
        )  # fmt: skip

    def go_on(self) -> None:
        """Takes in what has happened since."""
        log = self._log or []
        for note in self._notes[self._noted :]:
            for k in range(self._entries, note.entries):
                self._entry(k, log[k])
            self._entries = max(self._entries, note.entries)
            self._note(note)
        for k in range(self._entries, len(log)):
            self._entry(k, log[k])
        self._entries, self._noted = len(log), len(self._notes)

    def forget(self, before: int) -> None:
        """Forgets what was over before a number: nobody asks for that, or it is read from the journal again."""
        self.forgotten = max(self.forgotten, min(before, self._number))
        going = {id(event): event for event in self._stack}
        self._parts = {key: parts for key, parts in self._parts.items() if key in going}
        for parts in self._parts.values():
            going |= {id(event): event for stack in parts.values() for event in stack}
        self._prune(self.root, going)
        told = [*going.values(), *(x.what for e in going.values() for x in e.inside if isinstance(x.what, Event))]
        slotted = (e.at for e in told if e.rule >= 0 and any(x.sort.kind for x in self.image.rules[e.rule].slots))
        first = min(slotted, default=self._entries)
        self.owned = {k: left for k, old in self.owned.items() if (left := [x for x in old if x[0] >= first])}

    def _prune(self, event: Event, going: Mapping[int, Event]) -> None:
        """Keeps everything that an event told by itself: who tells the rest depends on whether it did."""
        event.inside = [
            x
            for x in event.inside
            if x.number >= self.forgotten
            or isinstance(x.what, Remarked)
            or (
                isinstance(x.what, Event)
                and (x.what.last >= self.forgotten or id(x.what) in going or x.what.part_of is not None)
            )
        ]
        for x in event.inside:
            if isinstance(x.what, Event) and x.number < self.forgotten:
                self._prune(x.what, going)

    @property
    def at_once(self) -> Event | None:
        """The simultaneous part that is being carried out now, if any."""
        return self._at_once()

    @property
    def size(self) -> int:
        return self._number

    def open(self, line: int, me: int) -> list[Event]:
        """The events that are going on at a line, outermost first."""
        if me in self._parts.get(id(self._at_once()), ()):
            self._active = me
        self._come_to(line, me)
        out, event = [], self._top
        while event.outer is not None:
            out.append(event)
            event = event.outer
        return out[::-1]

    # ------------------------------------------------------------ one after the other
    def _entry(self, k: int, row: Row) -> None:
        self._come_to(row.line, row.me)
        self._add(k)
        self._top.take(k, self._whose(k, row))

    def _whose(self, k: int, row: Row) -> int:
        """A bit for each seat of which a row changed something: pieces of its colour, or what came to it or went from it."""
        if isinstance(row, Moved):
            owner = self.image.tokens[row.token].owner
            return 1 << owner if owner >= 0 else 0
        if not isinstance(row, Marked) or row.cell not in self._owner_marks:
            return 0
        self.owned.setdefault(row.cell, []).append((k, row.old))
        return sum(1 << seat for seat in (row.old, row.new) if seat >= 0) if row.old != row.new else 0

    def _note(self, note: Note) -> None:
        match note:
            case Begun():
                self._begin(note)
            case PartBegun():
                self._begin_part(note)
            case Answered():
                if note.me in self._parts.get(id(self._at_once()), ()):
                    self._active = note.me
                self._come_to(note.line, note.me)
                self._add(note)
            case Entitled() | Silenced():
                self._come_to(note.line, note.me)
                if isinstance(note, Entitled):
                    self._top.said = self._number, note
                self._top.silenced = note.line if isinstance(note, Silenced) else None
                self._top.touch(self._number)
                self._number += 1
            case Called():
                self._come_to(note.line, note.me)
                self._number += 1
            case Remarked() | Gained():
                self._come_to(note.line, note.me)
                self._add(note)

    def _begin(self, note: Begun) -> None:
        top = self._top
        event = Event(
            note.rule,
            note.me,
            note.line,
            self._number,
            note.entries,
            note.values,
            ref(top),
            note.unread,
            part_of=top.part_of,
        )
        self._add(event)
        self._here.append(event)
        if self.image.rules[event.rule].sort == "at-once":
            self._parts[id(event)] = {}

    def _begin_part(self, note: PartBegun) -> None:
        outer = self._at_once()
        if outer is not None:
            part = Event(outer.rule, note.me, note.line, self._number, note.entries, (), ref(outer), part_of=note.me)
            outer.inside.append(Item(self._number, part))
            self._parts[id(outer)][note.me] = [part]
            self._active = note.me
        self._number += 1

    def _add(self, what: int | Event | Remarked | Gained | Answered) -> None:
        self._top.inside.append(Item(self._number, what))
        self._top.touch(self._number)
        self._number += 1

    # ------------------------------------------------------------ where the rules stand
    def _at_once(self) -> Event | None:
        """The simultaneous part that is being carried out, if any."""
        last = self._stack[-1]
        return last if id(last) in self._parts else None

    @property
    def _here(self) -> list[Event]:
        """The events that the next one lies in: of a player who does their part of what all do at once, those of this part."""
        outer = self._at_once()
        return self._parts[id(outer)].get(self._active, self._stack) if outer is not None else self._stack

    @property
    def _top(self) -> Event:
        return self._here[-1]

    def _come_to(self, line: int, me: int) -> None:
        """A row of a line was read: everything that began after the rule of that line has ended."""
        rule = self.image.rule_of[line] if line >= 0 else -1
        if rule < 0:
            return
        for stack in (self._here, self._stack):
            for k in range(len(stack) - 1, -1, -1):
                if stack[k].rule == rule:
                    del stack[k + 1 :]
                    return
