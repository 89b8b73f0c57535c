"""Shows a player the part of the table that a decision needs, and what has changed since he last saw it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from attrs import define, field

from rulekit.cli.nearest import nearest
from rulekit.cli.screen import Screen, Shown
from rulekit.cli.table.question import Question
from rulekit.cli.texts import Texts
from rulekit.tabletop.above import above
from rulekit.tabletop.board import Board, Sheet
from rulekit.tabletop.columns import fit
from rulekit.tabletop.ways import ways

if TYPE_CHECKING:
    from rulekit import Match
    from rulekit.rulebook.passages import Passage

ROWS = 24
"""So many rows of a kind fit on a small screen; a larger one takes more."""
QUESTION = 20
"""So many lines of the screen are left for the question itself."""


@define
class Showing:
    """The table as one player after the other sees it."""

    screen: Screen
    texts: Texts
    _shown: set[str] = field(init=False, factory=set)
    """The members of kinds that the player was shown in this turn,"""
    _rows: set[tuple[str, ...]] = field(init=False, factory=set)
    """and their contents: of counters that are alike, one is shown for all."""

    def forget(self) -> None:
        """Somebody else looks at the screen, or everything may have changed."""
        self._shown.clear()
        self._rows.clear()

    def above(self, match: Match, player: str) -> None:
        """The header of the game."""
        lines = above(match.header(player, self.texts.lang), self.texts, self.texts.reading)
        if lines:
            self.screen.line()
            self.screen.line(" · ".join(lines), "bold")

    def state(self, match: Match, question: Question, anew: bool) -> None:
        """What matters for a decision: all of it when ``anew``, and otherwise only members that were not shown yet."""
        board = self._board(match, question.decision.player)
        if anew:
            self.forget()
            self._show(board.general())
        keys = {option.id for option in question.decision.options} | {refusal.id for refusal in question.shown_refused}
        around = list(board.around(keys, max(ROWS, self.screen.height - QUESTION)))
        new = [sheet for sheet, members in around if not members <= self._shown and not set(sheet.rows()) <= self._rows]
        self._shown.update(*(members for _, members in around))
        self._rows.update(*(sheet.rows() for sheet, _ in around))
        self._show(new)

    def everything(self, match: Match, player: str) -> None:
        """All that the player may see."""
        self._show(self._board(match, player).everything())

    def about(self, match: Match, player: str, name: str) -> None:
        """All that the player may see of one thing or of one kind of things."""
        board = self._board(match, player, with_ways=True)
        sheets = board.about(name)
        passages = [p for key in (board.keys_of(name) or [name]) for p in self.texts.reading.of(key)]
        self._show(sheets)
        if passages:
            self.read(passages)
        elif not sheets:
            near = nearest(name, [*board.names(), *self.texts.reading.titles()])
            hint = self.texts.mistake(near)
            self.screen.line(self.texts("not_there", name=name, hint=hint))

    def has_heading(self, match: Match, player: str, name: str) -> bool:
        """Whether a part of the table is called so, which can be shown without the word `show`."""
        return self._board(match, player).has_heading(name)

    def rules(self, question: Question) -> None:
        """The passage of the rulebook that asks, with its clauses; for a window, that of the deed in which it is open."""
        course = question.decision.course(self.texts.lang, question.viewer)
        rules = [question.decision.rule, *(told.rule for told in reversed(course))]
        self.read([passage for passage in map(self.texts.reading.at, rules) if passage is not None][:1])

    def read(self, passages: Iterable[Passage]) -> None:
        """Passages of the rulebook below each other, each once."""
        told: list[Passage] = []
        for passage in passages:
            if passage not in told:
                told.append(passage)
                self.screen.line()
                self.screen.line(passage["title"], "bold")
                self.screen.line(passage["text"])

    def _board(self, match: Match, player: str, with_ways: bool = False) -> Board:
        folder = self.texts.reading.folder if with_ways else None
        found = ways(folder, self.texts.lang, self.texts.list(("", ""))) if folder is not None else {}
        return Board(
            match.view(player, lang=self.texts.lang),
            self.texts,
            found,
            lambda key: [line.text for line in match.shown_with(key, player, self.texts.lang)],
        )

    def _show(self, sheets: Iterable[Sheet]) -> None:
        self.screen.tables(as_table(sheet, self.screen, self.texts) for sheet in sheets)


def as_table(sheet: Sheet, screen: Screen, texts: Texts) -> Shown:
    """A sheet cut to the width of the screen, with the names of omitted columns below it."""
    columns, out = fit(sheet.columns, screen.width)
    notes = [texts("rest", n=sheet.left)] if sheet.left else []
    notes += [texts("too_wide", names=texts.list(out))] if out else []
    rows = zip(*(column.cells for column in columns), strict=True)
    return screen.table(sheet.title, [column.name for column in columns], rows, "\n".join(notes))
