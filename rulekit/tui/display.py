"""Shows the table at the full screen: the map, the players, one's own pieces and cards, the story and the question."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text
from textual.widgets import Static

from rulekit.board import Board as BoardMap
from rulekit.board import read_position
from rulekit.board.place_list import listed
from rulekit.board.sides import Owner, owners
from rulekit.tabletop.above import above, rows
from rulekit.tabletop.board import LocalizedView, Sheet
from rulekit.tabletop.cells import full
from rulekit.tabletop.driver import Driver
from rulekit.tabletop.names import PlaceNames
from rulekit.tabletop.own_places import own_places
from rulekit.tabletop.page import Page
from rulekit.tabletop.players_table import declared_players
from rulekit.tabletop.rulebook import RulebookReader
from rulekit.tabletop.story import StoryLine, few
from rulekit.tabletop.texts import Texts
from rulekit.tabletop.turn_order import turn_order
from rulekit.terminal.pages import in_panel
from rulekit.tui import panes
from rulekit.tui.arrangement import TableArrangement
from rulekit.tui.command_line import CommandLine
from rulekit.tui.drawing import GLYPHS, MapScene
from rulekit.tui.geography import geography
from rulekit.tui.map_view import MapView
from rulekit.tui.prompt import Prompt
from rulekit.tui.question_view import QuestionView
from rulekit.tui.screens import Panel, room

if TYPE_CHECKING:
    from rulekit import Game

KEPT = 200
"""So many lines of the story before the last choice can still be read."""
HEAD = (2, 4)
"""Lines of the header at most, on a small screen and on a large one"""
ROWS = 36
"""From so many lines on the rows of cards that the game shows above its board stand below the header"""


class TableDisplay(TableArrangement):
    """Shows a position in the widgets of the table; makes no choices."""

    def __init__(self, rules: Game, driver: Driver, texts: Texts, board: BoardMap | None) -> None:
        super().__init__(geography(board) if board is not None else None, texts)
        self.rules, self.driver, self.board_map = rules, driver, board
        self.places = {place.thing for place in board.places.values()} if board is not None else set()
        self.names = PlaceNames(board, texts.lang) if board is not None else None
        self.asked: Prompt | None = None
        """the question that is shown with its options, if any"""
        self.viewer = ""
        self._new: Sequence[StoryLine] = ()
        self._lit: set[str] = set()
        self._before: list[StoryLine] = []
        self._sides: Mapping[str, Owner] = {}
        self._lists: dict[str, dict[str, str]] = {}
        """one's own things in many places for one thing each"""
        self._listed_at = 0
        """So many lines of the story had been told when nothing lay there last."""
        self._order: Sequence[str] = ()
        """the names of the players in the order of their turns, if the game shows one"""

    # ------------------------------------------------------------ the position
    def _view(self) -> LocalizedView:
        return LocalizedView(self.driver.match.view(self.viewer or None, lang=self.texts.lang), self.texts)

    def _refresh_table(self) -> None:
        """Updates the map, the players and one's own pieces and cards."""
        view = self._view()
        title = self.texts.title(self.rules, variants=not self.is_narrow)
        header = self.driver.match.header(self.viewer or None, self.texts.lang)
        said = above(header, self.texts, RulebookReader() if self.is_narrow else self.texts.reading)  # notes need room
        said += [f"{device.name}{self.texts.colon}{full(self.texts, device)}" for device in view.equipment()]
        self._order = [thing.name for thing in turn_order(header, self.driver.match.players)]
        head = panes.header(view, said, title, self.size.width - 2, HEAD[not self.is_narrow])
        roomy = self.is_wide and self.size.height >= ROWS
        if self.board_map is not None and (roomy or (self.planning and self.pane == "map")):
            found = rows(view.view, self.board_map.look.strip, said, self.texts)
            lines = [*panes.rows(found, self.texts.comma, self.size.width - 2)]
            if lines and not roomy:  # they are what one plans by
                head = panes.header(view, said, title, self.size.width - 2, 1)
            head = Text("\n", no_wrap=True).join([head, *lines])
        self.query_one("#head", Static).update(head)
        if self.board_map is not None:
            position = read_position(view.view, self.board_map)
            self._sides = owners(self.board_map, position, self.texts.lang)
            self._show_map()
            self._show_list()
        self._refresh_side()

    def _show_map(self) -> None:
        if self.board_map is None:
            return
        position = read_position(self._view().view, self.board_map)
        numbered = self.asked.numbered if self.asked is not None else {}
        lit = self._lit if few(self._lit, self.places) else set()
        k = self.query_one(QuestionView).cursor
        cursor = self.asked.places[k] if self.asked is not None and 0 <= k < len(self.asked.places) else ""
        coloured = not os.environ.get("NO_COLOR")
        vivid = self.app.console.color_system in ("standard", "256")
        self.query_one(MapView).show(MapScene(position, self._sides, numbered, lit, cursor, coloured, vivid))

    def _show_list(self) -> None:
        if self.board_map is not None:
            position = read_position(self._view().view, self.board_map)
            rows = listed(self.board_map, self.texts.lang, position)
            called = {key: place.name(self.texts.lang) for key, place in self.board_map.places.items()}
            numbered = self.asked.numbered if self.asked is not None else {}
            self.query_one("#places", Static).update(panes.places(rows, called, numbered, self.texts))

    def _refresh_side(self) -> None:
        view = self._view()
        width = self._room("#side")
        declared = declared_players(view.view, self.board_map, self.texts.lang) if self.board_map is not None else None
        players = view.players() if declared is None else [declared]
        players = [*panes.in_order(players, self._order)]
        self.query_one("#players", Static).update(panes.sheets(players, self.texts, width, self._sides))
        glance, numbers = self.query_one("#glance", Static), panes.glance(players, self._sides, self.size.width - 2)
        glance.update(numbers)
        glance.display = self.is_narrow and self.pane == "map" and bool(numbers)
        self.query_one("#own", Static).update(panes.sheets(view.own(lists=False), self.texts, width, self._sides))
        own, self._lists = self._own_places(), {name: lying for name, lying in view.lists().items() if lying}
        if not self._lists:
            self._listed_at = len(self._before) + len(self._new)
        done = self._done({place for lying in self._lists.values() for place in lying})
        held: list[RenderableType] = (
            [panes.lists(self._lists, done, self.texts.colon, width - 2)] if self._lists else []
        )
        held += [panes.sheets([own], self.texts, width - 2, self._sides)] if own is not None else []
        self.query_one("#held", Static).update(Group(*held))
        if self.shape is None:
            self.query_one("#places", Static).update(
                panes.sheets(view.everything(), self.texts, self.query_one("#main").size.width - 2, self._sides)
            )
        self._show_story()

    def _room(self, pane: str) -> int:
        """How wide a pane is; that of one which has just been opened is not measured yet, nor is that of one behind another."""
        found = self.query_one(pane).scrollable_content_region.width
        return max(20, found or (self.query_one("#side").size.width or self.size.width) - 2)

    def _done(self, names: set[str]) -> set[str]:
        """Of the things for which something lies in a list those of which the story has told since, and not those that are being
        carried out."""
        told = [line.text for line in (*self._before, *self._new)][self._listed_at :]
        course = self.driver.match.header(self.viewer or None, self.texts.lang).course
        now = [line.text for line in course]
        return {name for name in names if any(name in text for text in told) and not any(name in text for text in now)}

    def _has_yours(self) -> bool:
        return bool(self._lists) or self._own_places() is not None

    def _own_places(self) -> Sheet | None:
        """The reader's places, with the values needed for planning."""
        if self.board_map is None or not self.viewer:
            return None
        match, lang = self.driver.match, self.texts.lang
        view = match.view(self.viewer, lang=lang)

        def shown(thing: str) -> list[str]:
            return [line.text for line in match.shown_with(thing, self.viewer, lang)]

        return own_places(view, self.board_map, self.texts, shown, GLYPHS)

    def _show_story(self) -> None:
        before = self._before[-KEPT:]
        width = self._room("#story")
        said = panes.story(before, self._new, self.texts, width, self._sides)
        told = self.query_one("#told", Static)
        told.update(said if before or self._new else Text(self.say("nothing_yet"), "dim"))
        self.call_after_refresh(self.query_one("#story").scroll_end, animate=False)

    def _message(self, text: str | Page = "") -> None:
        message = self.query_one("#message", Static)
        message.update(text if isinstance(text, str) else self._drawn(text))
        message.display = bool(text if isinstance(text, str) else text.blocks)

    def _reply(self, page: Page, title: str = "") -> None:
        """A short reply above the input line, a long one in a panel."""
        if page.is_short and not title:
            self._message(page)
        else:
            self._open(title, page)

    def _open(self, title: str, page: Page, from_end: bool = False) -> None:
        self.push_screen(Panel(title, self._drawn(page), self.say("close"), from_end), self._type)

    def _type(self, character: str | None) -> None:
        """Writes what was typed at a panel into the input line."""
        if character is not None:
            self.query_one(CommandLine).insert_text_at_cursor(character)

    def _drawn(self, page: Page) -> RenderableType:
        return in_panel(page.trimmed(), self.texts, self.console, max(40, room(self.size.width)))
