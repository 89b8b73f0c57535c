"""Tells at the full screen what has happened, at the pace of the table, before the next question is put."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulekit.board import Board as BoardMap
from rulekit.tabletop.driver import Driver
from rulekit.tabletop.page import Page
from rulekit.tabletop.story import StoryLine, told
from rulekit.tabletop.texts import Texts
from rulekit.tui.display import TableDisplay
from rulekit.tui.pace import Pace, Pacing
from rulekit.tui.question_view import QuestionView
from rulekit.tui.screens import Panel

if TYPE_CHECKING:
    from rulekit import Game

HEARD = 5
"""So many lines of an event stand below the map of a small screen."""


class TableTelling(TableDisplay):
    """Tells events one after the other, or all up to what one stops at; then the next bot chooses, or somebody is asked."""

    def __init__(self, rules: Game, driver: Driver, texts: Texts, board: BoardMap | None, pace: Pace) -> None:
        super().__init__(rules, driver, texts, board)
        self.pace = pace
        self.telling: Pacing | None = None
        """events that are still being told: until they are, nobody is asked"""
        self._hurried = False
        """Until the next question events are told at once."""

    @abstractmethod
    def _go_on(self) -> None:
        """Bots choose until a person is asked or the game is over, or something is to be told."""

    @abstractmethod
    def _ask(self, viewer: str) -> None:
        """Asks the person at the keyboard the pending question."""

    @abstractmethod
    def _finish(self) -> None:
        """The game is over."""

    def _is_news(self) -> bool:
        """Whether there are events to tell before the next bot chooses, so that the table matches them. At the pace ``fast``, and
        once the reader has skipped ahead, all events come before the next question."""
        if self.pace == "fast" or self._hurried:
            return False
        return bool(self._told(self.driver.read_up_to(self.viewer)))

    def _told(self, since: int) -> Sequence[StoryLine]:
        stops = self.board_map.look.stops if self.board_map is not None else ()
        return told(self.driver.match, self.viewer, since, self.texts, self.texts.lang, self.names, stops)

    def _tell(self, viewer: str) -> None:
        """Tells what has happened since this player was asked last, at the pace of the table; then asks."""
        self.viewer = self.driver.viewer = viewer
        self._before += self._new
        self._new = ()
        more = not self.driver.match.over and self.driver.pending() is None
        self.telling = Pacing(self._told(self.driver.untold(viewer)), self.pace, more, self.driver.match.over)
        self._tell_on()

    def _tell_on(self, whole: bool = False) -> None:
        """The next event, or all that is left; after the last one a bot chooses again, or the question is put."""
        telling = self.telling
        if telling is None:
            return
        if whole or self._hurried:
            self._hurried = True
            telling.rest()
        wait = telling.next()
        self._new = telling.told
        self._lit = telling.places
        if wait is None:
            self.telling = None
            if self.driver.match.over:
                self._finish()
            elif self.driver.pending() is None:
                self._go_on()
            else:
                self._hurried = False
                self._ask(viewer=self.viewer)
            return
        if self.planning:  # that is over, and what is told needs the room
            self.planning = False
            self._arrange()
        self.query_one(QuestionView).ask([*self._heard(telling.event), (self.say("go_on"), "dim")], ())
        self._fit_question()
        self._refresh_table()
        if any(line.table is not None for line in telling.event) and self._is_unheard():
            self._show_tables(telling)
        elif wait:
            self.set_timer(wait, lambda: self._tell_on() if self.telling is telling else None)

    def _heard(self, event: Sequence[StoryLine]) -> list[tuple[str, str]]:
        """What is being told, above the line that says how it goes on, where the story is not beside the map."""
        if not self._is_unheard():
            return []
        said = [f" {'  ' * line.depth}{line.text}\n" for line in event[:HEARD]]
        return [("".join(said) + (" …\n" if len(event) > HEARD else ""), "")]

    def _is_unheard(self) -> bool:
        """Whether the story is not visible beside the map."""
        return self.is_narrow and self.pane != "story"

    def _show_tables(self, telling: Pacing) -> None:
        """An event with tables in it, in a panel; when that is closed, it goes on."""
        page = Page()
        for line in telling.event:
            if line.table is not None:
                page.tables([line.table])
            else:
                page.line("  " * line.depth + line.text)

        def closed(typed: str | None) -> None:
            self._type(typed)
            if self.telling is telling:
                self._tell_on()

        self.push_screen(Panel(self.say("story"), self._drawn(page), self.say("close")), closed)
