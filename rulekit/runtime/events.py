"""The journal as a tree: which rule was being carried out when something happened.

Two lists are read together: the entries of the journal, and the notes that a journaled form writes beside them (see
``rulekit/compiler/lower/rules.py``). No note says that a rule has come to its end: a line belongs to one rule, so what it
writes ends all rules that began since.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import define, field

if TYPE_CHECKING:
    from rulekit.runtime.protocols import MatchState

Note = tuple[Any, ...]


@define(eq=False)
class Item:
    """One thing inside of an event. ``number``: when, counted over the journal and the notes together.

    ``sort``: ``entry`` (``what`` is the number of the journal entry, from 0), ``event``, or that of the note (``tell``,
    ``gain``, ``answer``).
    """

    number: int
    sort: str
    what: Any


@define(eq=False)
class Event:
    """A rule that is carried out. ``values``: what it was given, in the order of its slots; of a card, last the card."""

    rule: int
    me: int
    line: int
    number: int
    at: int
    """How many entries the journal had"""
    values: tuple[Any, ...]
    outer: Event | None
    unread: Mapping[int, Sequence[int]] = field(factory=dict)
    """seat (-1: an onlooker) -> which of the values that person could not read"""
    inside: list[Item] = field(factory=list)
    said: tuple[int, Note] | None = None
    """When the author's words for it were told, and the note"""
    untold: bool = False
    part_of: int | None = None
    """Of what a player does at once with all others: his seat, from 0"""

    def walk(self) -> Iterator[Event]:
        yield self
        for item in self.inside:
            if item.sort == "event":
                yield from item.what.walk()

    def entries(self) -> Iterator[int]:
        """The entries of the journal that belong to it, also through what it carried out."""
        return (k for _, k in self.numbered())

    def numbered(self) -> Iterator[tuple[int, int]]:
        """The same, each with the number of its item before it."""
        for item in self.inside:
            if item.sort == "entry":
                yield item.number, item.what
            elif item.sort == "event":
                yield from item.what.numbered()


class Tree:
    """The events of a match with a journal. ``root`` holds everything; ``open`` is where the rules stand now."""

    def __init__(self, match: MatchState) -> None:
        self.match, self.image = match, match.compiled.image
        self.root = Event(-1, -1, -1, 0, 0, (), None)
        self._stack = [self.root]
        self._parts: dict[int, dict[int, list[Event]]] = {}
        self._active = -1
        self._number = 0
        log = match.log or []
        told = 0
        for note in match.events:
            while told < note[0]:
                self._entry(told, log[told])
                told += 1
            self._note(note)
        for k in range(told, len(log)):
            self._entry(k, log[k])

    @property
    def at_once(self) -> Event | None:
        """What all do at once, if the rules stand there now."""
        return self._at_once()

    @property
    def size(self) -> int:
        return self._number

    def open(self, line: int, me: int) -> list[Event]:
        """The events that are going on at a line, the outermost first."""
        if me in self._parts.get(id(self._at_once()), ()):
            self._active = me
        self._come_to(line, me)
        out, event = [], self._top
        while event.outer is not None:
            out.append(event)
            event = event.outer
        return out[::-1]

    # ------------------------------------------------------------ one after the other
    def _entry(self, k: int, code: tuple[Any, ...]) -> None:
        self._come_to(code[0], code[1])
        self._add("entry", k)

    def _note(self, note: Note) -> None:
        _, line, me, sort, *what = note
        match sort:
            case "begin":
                top = self._top
                unread = what[2] if len(what) > 2 else {}
                event = Event(
                    what[0], me, line, self._number, note[0], tuple(what[1]), top, unread, part_of=top.part_of
                )
                self._add("event", event)
                self._here.append(event)
                if self.image.rules[event.rule]["sort"] == "at-once":
                    self._parts[id(event)] = {}
            case "part":
                outer = self._at_once()
                if outer is not None:
                    part = Event(outer.rule, me, line, self._number, note[0], (), outer, part_of=me)
                    outer.inside.append(Item(self._number, "event", part))
                    self._parts[id(outer)][me] = [part]
                    self._active = me
                self._number += 1
            case "answer":
                if me in self._parts.get(id(self._at_once()), ()):
                    self._active = me
                self._come_to(line, me)
                self._add("answer", note)
            case "told-as" | "untold":
                self._come_to(line, me)
                self._top.said, self._top.untold = (
                    (self._top.said, True) if sort == "untold" else ((self._number, note), False)
                )
                self._number += 1
            case "call":
                self._come_to(line, me)
                self._number += 1
            case _:
                self._come_to(line, me)
                self._add(sort, note)

    def _add(self, sort: str, what: Any) -> None:
        self._top.inside.append(Item(self._number, sort, what))
        self._number += 1

    # ------------------------------------------------------------ where the rules stand
    def _at_once(self) -> Event | None:
        """What all do at once, if the rules stand there."""
        last = self._stack[-1]
        return last if id(last) in self._parts else None

    @property
    def _here(self) -> list[Event]:
        """The events that the next one lies in: of a player who does his part of what all do at once, those of this part."""
        outer = self._at_once()
        return self._parts[id(outer)].get(self._active, self._stack) if outer is not None else self._stack

    @property
    def _top(self) -> Event:
        return self._here[-1]

    def _come_to(self, line: int, me: int) -> None:
        """A line speaks: what began after its rule has ended."""
        rule = self.image.rule_of[line] if line >= 0 else -1
        if rule < 0:
            return
        for stack in (self._here, self._stack):
            k = next((k for k in range(len(stack) - 1, -1, -1) if stack[k].rule == rule), None)
            if k is not None:
                del stack[k + 1 :]
                return
