"""The chapters of a game's story, by the first line that the game shows above the table, and how a story is cut between them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping

from attrs import define, evolve, field, frozen

from rulekit.i18n.catalogue import LANGUAGES
from rulekit.runtime.labels import Labels
from rulekit.runtime.match import Match
from rulekit.runtime.narrative.rows import Called, Marked, Remarked
from rulekit.runtime.narrative.sentence import Sentence, in_order, together
from rulekit.runtime.shown_lines import title_above


@frozen
class StoryChapter:
    """``since``: how much had happened when it began; ``titles``: language -> its heading, as everybody at the table reads it."""

    since: int
    titles: Mapping[str, str]


@define
class StoryChapters:
    """Those of a game in play, the last of which goes on. A new one begins where the heading is another one, in the midst of what
    a choice led to."""

    found: list[StoryChapter] = field(factory=list)

    def follow(self, match: Match, kept: int) -> None:
        """Updates the chapters after a move or an undo. ``kept``: how much of what had happened is still valid."""
        while self.found and self.found[-1].since >= kept:
            self.found.pop()
        before, now = self.found[-1].titles["en"] if self.found else "", title_above(match, None, "en")
        if not self.found or now not in ("", before):
            since = _begin(match, before, kept) if self.found else 0
            self.found.append(StoryChapter(since, {lang: title_above(match, None, lang) for lang in LANGUAGES}))

    def at(self, happened: int) -> int:
        """The number of the current chapter, from 0, when so much has happened."""
        return max(0, bisect_right([chapter.since for chapter in self.found], happened) - 1)

    def span(self, number: int, now: int) -> tuple[int, int]:
        """The start and the end of a chapter; an empty span for an unknown one."""
        if number >= len(self.found):
            return now, now
        return self.found[number].since, self.found[number + 1].since if number + 1 < len(self.found) else now


def _begin(match: Match, before: str, kept: int) -> int:
    """Where the heading became another one than ``before``: with the change of a mark after which it was that no longer. Where
    none is found, after all that has happened."""
    log, notes, s = match.log or [], match.events, list(match.s)
    noted = len(notes)
    for k in range(len(log) - 1, -1, -1):
        row = log[k]
        while noted and notes[noted - 1].entries > k:
            noted -= 1
        if k + noted < kept:
            break
        if isinstance(row, Marked):
            s[row.cell] = row.old
            if title_above(match, None, "en", s) == before:
                return k + _first_note(match, noted, k, row.line)
    return match.happened


def _first_note(match: Match, noted: int, entry: int, line: int) -> int:
    """The index of the first note that belongs to a change by a line of the rules. A remark of another rule, which had ended by
    then, does not belong to it."""
    rule_of, notes = match.compiled.image.rule_of, match.events
    rules = {rule_of[line]}
    while noted and notes[noted - 1].entries == entry:
        note = notes[noted - 1]
        if isinstance(note, Called):
            rules.add(rule_of[note.line])
        elif isinstance(note, Remarked) and rule_of[note.line] not in rules:
            break
        noted -= 1
    return noted


def told_before(told: Iterable[Sentence], until: int, labels: Labels, reader: str | None) -> list[Sentence]:
    """The part of a story that a reader had been told when only so much had happened."""
    out: list[Sentence] = []
    for x in told:
        inside = told_before(x.children, until, labels, reader)
        if x.number < until:
            out.append(evolve(x, children=tuple(inside)))
        elif x.joined:
            out += together(told_before(x.joined, until, labels, reader), labels, reader)
        else:
            out += inside
    return in_order(out)
