"""The widgets of the table at the full screen, and which of them are seen: all side by side, or one pane after the other."""

from __future__ import annotations

from abc import abstractmethod
from typing import Literal

from textual import events
from textual.app import App, ComposeResult
from textual.containers import Container, Vertical, VerticalScroll
from textual.widgets import Static

from rulekit.tabletop.texts import Texts
from rulekit.tui.command_line import CommandLine
from rulekit.tui.geography import Geography
from rulekit.tui.map_view import MapView
from rulekit.tui.messages import say
from rulekit.tui.question_view import QuestionView

Aside = Literal["usual", "story", "yours"]
WIDE = (118, 30)
"""From this size on, in columns and rows, map, story and table are seen together: a map fits beside them."""
STORY = 4
"""So many rows stay for the story and its border where one's own places stand above it"""
QUESTION = 9
"""The question takes so many lines at most; on a small screen fewer."""


class TableArrangement(App[str]):
    """Where everything stands on the screen. ``shape``: the map, if the game has one."""

    CSS_PATH = "table.tcss"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, shape: Geography | None, texts: Texts) -> None:
        super().__init__()
        self.shape, self.texts = shape, texts
        self.pane = "map"
        self.planning = False
        """Whether a form is asked: the rows of cards that one plans by are shown then on a small screen, too."""
        self.aside: Aside = "usual"
        """What is shown beside the map of a large screen, below the players"""

    def say(self, key: str, **values: object) -> str:
        return say(self.texts.lang, key, **values)

    @abstractmethod
    def _has_yours(self) -> bool:
        """Whether the reader has pieces or cards that need a pane of their own."""

    @abstractmethod
    def _refresh_table(self) -> None:
        """Updates the map, the players and one's own pieces and cards."""

    @abstractmethod
    def _refresh_side(self) -> None:
        """Updates the panes beside the map."""

    # ------------------------------------------------------------ the screen
    def compose(self) -> ComposeResult:
        yield Static(id="head", markup=False)
        with Container(id="body"):
            with Vertical(id="main"):
                if self.shape is not None:
                    yield MapView(self.shape, self.texts.lang, id="map")
                with VerticalScroll(id="list", can_focus=False):
                    yield Static(id="places", markup=False)
            with Vertical(id="side"):
                yield Static(id="players", markup=False)
                yield Static(id="own", markup=False)
                with VerticalScroll(id="yours", can_focus=False):
                    yield Static(id="held", markup=False)
                with VerticalScroll(id="story", can_focus=False):
                    yield Static(id="told", markup=False)
        yield Static(id="glance", markup=False)
        yield QuestionView(id="question")
        yield Static(id="message", markup=False)
        yield CommandLine(id="line", placeholder="")
        yield Static(id="keys", markup=False)

    def on_resize(self, event: events.Resize) -> None:
        self.call_after_refresh(self._arrange)

    def _arrange(self) -> None:
        """Everything side by side where there is room, else one pane at a time. Who plans sees their places above the story."""
        wide = self.is_wide
        self.set_class(not wide, "narrow")
        main, side = self.query_one("#main"), self.query_one("#side")
        main.display = wide or self.pane == "map"
        side.display = wide or self.pane != "map"
        aside = self._aside() if wide else self.pane
        self.query_one("#story").display = aside in ("story", "both")
        self.query_one("#yours").display = aside in ("yours", "both")
        self.set_class(aside == "both", "both")
        for pane in ("#players", "#own"):
            self.query_one(pane).display = wide or self.pane == "table"
        self.query_one("#keys", Static).update(self.say("keys" if self.size.width >= 118 else "keys_short"))
        self._fit_question()
        self.call_after_refresh(self._refresh_side)
        self.call_after_refresh(self._fit_yours)

    def _aside(self) -> str:
        """The panes beside the map of a large screen: ``story``, ``yours`` or ``both``."""
        if not self._has_yours():
            return "story"
        return self.aside if self.aside != "usual" else "both" if self.planning else "story"

    def _fit_yours(self) -> None:
        """Limits the height of one's own places, so that some rows are left for the story below."""
        side, above = self.query_one("#side"), [self.query_one(pane) for pane in ("#players", "#own")]
        left = side.size.height - sum(pane.outer_size.height for pane in above) - STORY
        self.query_one("#yours").styles.max_height = max(STORY, left) if self.has_class("both") else None

    def _fit_question(self) -> None:
        view = self.query_one(QuestionView)
        most = max(4, min(QUESTION, self.size.height // 3))
        view.styles.height = max(2, min(view.lines, most))

    @property
    def is_wide(self) -> bool:
        """Whether the screen has room for everything side by side."""
        return self.size.width >= WIDE[0] and self.size.height >= WIDE[1]

    @property
    def is_narrow(self) -> bool:
        return self.has_class("narrow")

    # ------------------------------------------------------------ which part of it is seen
    def action_zoom(self, by: int) -> None:
        if self.shape is not None:
            self.query_one(MapView).zoom(by)

    def action_whole(self) -> None:
        if self.shape is not None:
            self.query_one(MapView).whole()

    def action_pan(self, across: int, down: int) -> None:
        if self.shape is not None:
            self.query_one(MapView).pan(across, down)

    def action_list(self) -> None:
        """The map, or the list of places with their neighbours."""
        if self.shape is not None:
            listed = self.query_one("#list")
            listed.display = not listed.display
            self.query_one(MapView).display = not listed.display

    def action_pane(self) -> None:
        """On a small screen: the map, the story, the players and one's own things, in turn. On a large one: the story or one's
        own places; while one plans, first both."""
        if self.is_narrow:
            panes_ = ("map", "story", "table", *(("yours",) if self._has_yours() else ()))
            self.pane = panes_[(panes_.index(self.pane) + 1) % len(panes_) if self.pane in panes_ else 0]
        else:
            shown: tuple[Aside, ...] = ("story", "yours")
            self.aside = shown[(shown.index(now) + 1) % 2] if (now := self._aside()) in shown else "story"
        self._arrange()
        self.call_after_refresh(self._refresh_table)

    def action_scroll_story(self, by: int) -> None:
        story = self.query_one("#yours" if self.query_one("#yours").display else "#story")
        (story.scroll_page_up if by < 0 else story.scroll_page_down)(animate=False)
