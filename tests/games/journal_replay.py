"""A replay of the journal of a match: each entry, with the position as it was just before it.

Checks of the rules that are worked out a second time need the position at the moment of an act: who was a legal target when an
attack began, who stood in a castle when it was stormed. The replay applies the entries to a copy of the state. It shares
nothing with the rules but names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import rulekit
from rulekit.image import Rule
from rulekit.runtime.narrative.rows import Begun, CardMoved, Chosen, Marked, Row

JournalEntry = Row | Begun
"""A change in the journal, or the note that a rule begins"""
Change = Callable[["AlteredReplay", Row], Row | None]
NOBODY = -1


class JournalReplay:
    """Follows one match with a journal, from its start to its end, or from where it stands."""

    def __init__(self, match: rulekit.Match, from_here: bool = False) -> None:
        assert match.log is not None, "the match has no journal"
        self.match, self.image = match, match.compiled.image
        self.s = list(match.s if from_here else self.image.s)
        if from_here:
            self._forget(match)
        self.cells = {m.base + k: (name, k) for name, m in self.image.marks.items() for k in range(m.size)}
        self.codes = {
            p.base + k: (name, k) for name, p in self.image.places.items() if not p.counted for k in range(p.size)
        }

    def new_entries(self) -> Iterator[JournalEntry]:
        """The entries since the last call. While an entry is given, the position is the one before it.

        They are deleted from the match afterwards, since a match copies its journal at every decision: one replay for each match.
        """
        log, events = self.match.log or [], self.match.events
        notes = 0
        for entries in range(len(log) + 1):
            while notes < len(events) and events[notes].entries <= entries:
                note = events[notes]
                notes += 1
                if isinstance(note, Begun):
                    yield note
            row = self.read(log[entries]) if entries < len(log) else None
            if row is not None:
                yield row
                self._carry_out(row)
        self._forget(self.match)

    @staticmethod
    def _forget(match: rulekit.Match) -> None:
        for entries in (match.log, match.events, match.trail):
            if entries is not None:
                entries.clear()

    def read(self, row: Row) -> Row | None:
        """An entry as it is applied; None to leave it out. Planted defects override this."""
        return row

    def _carry_out(self, row: Row) -> None:
        if isinstance(row, Marked):
            self.s[row.cell] = row.new
        elif isinstance(row, CardMoved):
            self.s[self.image.where[row.root] + row.card] = row.target

    # ------------------------------------------------------------ the position
    def mark(self, name: str) -> list[int]:
        found = self.image.marks[name]
        return self.s[found.base : found.base + found.size]

    def value(self, name: str, k: int = 0) -> int:
        return self.s[self.image.marks[name].base + k]

    def lies(self, root: str, thing: int) -> tuple[str, int]:
        """The place of a thing, and which one of its kind it is."""
        return self.codes.get(self.s[self.image.where[root] + thing], ("", NOBODY))

    def things(self, root: str, place: str, k: int = 0) -> list[int]:
        """What lies in a place."""
        base, code = self.image.where[root], self.image.places[place].base + k
        many = len(self.image.kinds[root].members)
        return [thing for thing, at in enumerate(self.s[base : base + many]) if at == code]

    def drawn(self, row: CardMoved) -> bool:
        """Whether a chit has been drawn and its alliance acts now: in A MOST DANGEROUS TIME."""
        if row.root != "chit":
            return False
        return (self.lies("chit", row.card)[0], self.codes[row.target][0]) == ("drawn", "used-chits")

    # ------------------------------------------------------------ words
    def rule(self, note: Begun) -> Rule:
        return self.image.rules[note.rule]

    def about(self, row: Marked) -> tuple[str, int]:
        """The mark of a row, and whose it is."""
        return self.cells[row.cell]

    def question(self, row: Chosen) -> str:
        """The name by which cards and variants speak of what was chosen."""
        return self.image.asks[row.question].choice

    def label(self, row: Chosen) -> str:
        """How the name of a branch begins, or of what somebody agreed to."""
        if row.label is None:
            return ""
        first = self.image.templates[row.label[0]][0]
        return first if isinstance(first, str) else ""


class AlteredReplay(JournalReplay):
    """A replay in which ``change`` has altered the entries, for planted defects; None leaves an entry out."""

    def __init__(self, match: rulekit.Match, change: Change) -> None:
        super().__init__(match)
        self.change = change

    def read(self, row: Row) -> Row | None:
        return self.change(self, row)
