"""The journal: what happened, row by row, each with the rule line that caused it. Texts are made on demand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, overload

from attrs import define

from rulekit.image import RuleLine
from rulekit.runtime.labels import Labels, Part
from rulekit.runtime.narrative import ledger
from rulekit.runtime.narrative.rows import SORTS, Row

if TYPE_CHECKING:
    from rulekit.runtime.protocols import MatchState


@define(eq=False)
class Entry:
    """One thing that happened. ``rule`` is the causing line, ``clauses`` what it cites."""

    number: int
    row: Row
    match: MatchState

    @property
    def _line(self) -> RuleLine:
        return self.match.compiled.image.lines[self.row.line]

    @property
    def rule(self) -> str:
        """Where the causing line stands: ``FILE:LINE``."""
        return self._line.place

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that the causing line cites."""
        return self._line.clauses

    @property
    def player(self) -> str | None:
        """The player who carried the rule out, where there was one."""
        seats = self.match.compiled.image.seats
        return seats[self.row.me] if 0 <= self.row.me < len(seats) else None

    @property
    def sort(self) -> str:
        """What happened: pieces, card, mark, skip, end and the like."""
        return SORTS[type(self.row)]

    def text(self, lang: str = "en", viewer: str | None = "") -> str:
        """What a viewer sees of it. ``viewer``: a name, None for an onlooker, "" for the whole truth."""
        return "".join(map(str, self.parts(lang, viewer)))

    def parts(self, lang: str = "en", viewer: str | None = "") -> list[Part]:
        """The same in parts."""
        compiled = self.match.compiled
        speaker = self.row.me if self.player and lang.startswith("zh") else -1
        labels = Labels(compiled.image, lang, speaker) if speaker >= 0 else compiled.labels(lang)
        said = ledger.line(self.row, labels, None if viewer == "" else compiled.sight(viewer))
        if not said or self.player is None:
            return said
        who = labels.thing("player", self.row.me)
        return [who, labels.side(who.name) + labels.colon, *said]


class Journal(Sequence[Entry]):
    """Everything that has happened, in order; an entry is made when it is accessed."""

    def __init__(self, match: MatchState) -> None:
        self.match = match
        self.rows = match.log or []

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, k: int) -> Entry: ...
    @overload
    def __getitem__(self, k: slice) -> Sequence[Entry]: ...
    def __getitem__(self, k: int | slice) -> Entry | Sequence[Entry]:
        if isinstance(k, slice):
            return [self[j] for j in range(*k.indices(len(self)))]
        k = k + len(self) if k < 0 else k
        return Entry(k + 1, self.rows[k], self.match)

    def __iter__(self) -> Iterator[Entry]:
        return (Entry(k + 1, row, self.match) for k, row in enumerate(self.rows))
