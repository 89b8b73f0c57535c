"""The story of a game as each seat reads it, worked out once for each line and not anew for each request."""

from __future__ import annotations

from attrs import define, field

from rulekit.runtime.match import Match

MOST_READERS = 12
"""So many seats and languages are remembered for a game"""


@define
class Reader:
    """The lines that one seat has been told in one language, up to entry ``read`` of the journal."""

    lines: list[str] = field(factory=list)
    read: int = 0


@define
class Telling:
    """What is remembered of the stories of one game. It is dropped whenever something is taken back."""

    _readers: dict[tuple[str | None, str], Reader] = field(init=False, factory=dict)

    def lines(self, match: Match, viewer: str | None, lang: str) -> list[str]:
        """Every line that a viewer may read, oldest first."""
        key = (viewer, lang)
        if key not in self._readers and len(self._readers) >= MOST_READERS:
            self._readers.pop(next(iter(self._readers)))
        reader = self._readers.setdefault(key, Reader())
        journal = match.journal
        reader.lines += [text for entry in journal[reader.read :] if (text := entry.text(lang, viewer))]
        reader.read = len(journal)
        return reader.lines

    def forget(self) -> None:
        """After something was taken back: the journal is shorter, and goes on otherwise."""
        self._readers.clear()
