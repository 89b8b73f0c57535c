"""The part of the table that a decision needs, and what has changed since a player saw it last, as pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import define, field

from rulekit.nearest import nearest
from rulekit.tabletop.above import above
from rulekit.tabletop.board import LocalizedView
from rulekit.tabletop.commands import MORE
from rulekit.tabletop.page import Page, Paragraph, page
from rulekit.tabletop.question import QuestionMenu
from rulekit.tabletop.texts import Texts
from rulekit.tabletop.ways import ways

if TYPE_CHECKING:
    from rulekit import Match
    from rulekit.rulebook.passages import Passage

ROWS = 24
"""So many rows of a kind fit on a small screen; a larger one takes more."""
QUESTION = 20
"""So many lines of the screen are left for the question itself."""


@define
class TableView:
    """The table as each player in turn sees it."""

    texts: Texts
    _shown: set[str] = field(init=False, factory=set)
    """The members of kinds that the player was shown in this turn,"""
    _rows: set[tuple[str, ...]] = field(init=False, factory=set)
    """and their contents: of counters that are alike, one is shown for all."""

    def forget(self) -> None:
        """Forgets what was shown: somebody else looks at the screen, or everything may have changed."""
        self._shown.clear()
        self._rows.clear()

    def header(self, match: Match, player: str) -> Page:
        """The header of the game."""
        lines = above(match.header(player, self.texts.lang), self.texts, self.texts.reading)
        return page("", " · ".join(lines), style="bold") if lines else Page()

    def state(self, match: Match, question: QuestionMenu, anew: bool, height: int) -> Page:
        """What matters for a decision: all of it when ``anew``, and otherwise only members that were not shown yet. ``height``:
        the lines of the screen."""
        board, out = self._board(match, question.decision.player), Page()
        if anew:
            self.forget()
            out.tables(board.general())
        keys = {option.id for option in question.decision.options} | {refusal.id for refusal in question.shown_refused}
        around = list(board.around(keys, max(ROWS, height - QUESTION)))
        new = [sheet for sheet, members in around if not members <= self._shown and not set(sheet.rows()) <= self._rows]
        self._shown.update(*(members for _, members in around))
        self._rows.update(*(sheet.rows() for sheet, _ in around))
        out.tables(new)
        return out

    def everything(self, match: Match, player: str) -> Page:
        """All that the player may see."""
        out = Page()
        out.tables(self._board(match, player).everything())
        return out

    def about(self, match: Match, player: str, name: str) -> Page:
        """All that the player may see of one thing or of one kind of things; with `more` behind its name, the exact rule."""
        board = self._board(match, player, with_ways=True)
        sheets, passages, whole = board.about(name), self._passages(board, name), False
        first, _, last = name.rpartition(" ")
        if not sheets and not passages and last.casefold() in MORE:
            sheets, passages, whole = board.about(first), self._passages(board, first), True
        if not sheets and not passages:
            near = nearest(name, [*board.names(), *self.texts.reading.titles()])
            return page(self.texts("not_there", name=name, hint=self.texts.mistake(near)))
        out = Page()
        out.add(self._book_page([p for p in passages if p.sort == "unit"]))
        out.tables(sheet for sheet in sheets if not passages or not board.is_blank(sheet))
        passages = [p for p in passages if p.sort != "unit"]
        if kind := next(filter(None, map(self.texts.reading.of_units, board.kinds_of(name))), ""):
            out.line(kind)
        out.add(self._book_page([*self.texts.reading.with_deeds(passages)] if whole else passages, whole))
        return out

    def has_heading(self, match: Match, player: str, name: str) -> bool:
        """Whether a part of the table is called so, which can be shown without the word `show`."""
        return self._board(match, player).has_heading(name)

    def rules(self, question: QuestionMenu, whole: bool = False) -> Page:
        """What a question is about, in the words of the author. The exact rule is there on demand, as a ``whole``; for a window,
        that in which it is open."""
        reading, asked = self.texts.reading, question.decision.rule
        course = question.decision.course(self.texts.lang, question.viewer)
        passage = next(filter(None, map(reading.at, [asked, *(told.rule for told in reversed(course))])), None)
        if whole and passage is not None:
            return self._book_page([*reading.with_deeds([passage])], whole)
        note = reading.about_question(asked) or (passage.note and passage.summary if passage is not None else "")
        out = page("", note) if note else Page()
        if passage is not None:
            if not note:
                out = page("", passage.title, style="bold")
            out.line(self.texts("exact_here"), "dim")
        return out

    def _passages(self, board: LocalizedView, name: str) -> list[Passage]:
        return [p for key in (board.keys_of(name) or [name]) for p in self.texts.reading.of(key)]

    def _book_page(self, passages: Sequence[Passage], whole: bool = False) -> Page:
        """Passages of the rulebook below each other, each once: what their authors say, or the exact rules as a ``whole``."""
        out = Page()
        for passage in [x for k, x in enumerate(passages) if x not in passages[:k]]:
            text = passage.text if whole else passage.summary
            out.add(Page([Paragraph(""), Paragraph(passage.title, "bold"), Paragraph(text)]))
            if text != passage.text:
                out.add(Page([Paragraph(self.texts("exact", name=passage.heading), "dim")]))
        return out

    def _board(self, match: Match, player: str, with_ways: bool = False) -> LocalizedView:
        view, folder = match.view(player, lang=self.texts.lang), self.texts.reading.folder
        return LocalizedView(
            view,
            self.texts,
            ways(folder, view, self.texts) if with_ways and folder is not None else {},
            lambda key: [line.text for line in match.shown_with(key, player, self.texts.lang)],
        )
