"""Screens on top of the table: a panel with a longer text, and the curtain between two people."""

from __future__ import annotations

from typing import ClassVar

from rich.console import RenderableType
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.events import Key, Resize
from textual.screen import ModalScreen, Screen
from textual.widgets import Static

SHARE, ROWS = 96, 92
"""Per cent of the width of the screen that a panel takes, and of its height at most"""

CLOSING = "q "
"""Characters that a panel takes for itself"""


def room(width: int) -> int:
    """The columns for text in a panel on a screen of this width: without border, padding and scroll bar."""
    return width * SHARE // 100 - 6


class Panel(ModalScreen[str | None]):
    """A longer text with a title; Esc closes it. So does the first character of an answer, which is the result."""

    DEFAULT_CSS = f"""
    Panel {{ align: center middle; }}
    Panel > Vertical {{ width: {SHARE}%; height: auto; border: round $primary; background: $surface; padding: 0 1; }}
    Panel #close {{ height: 1; color: $text-muted; }}
    Panel #text {{ width: auto; min-width: 100%; }}
    Panel VerticalScroll {{ height: auto; overflow-x: auto; }}
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,f1,f2,f3,f4", "dismiss(None)", "close"),
        Binding("space", "scroll_on", "on", show=False),
    ]

    def __init__(self, title: str, text: RenderableType, close: str, from_end: bool = False) -> None:
        super().__init__()
        self.title_text, self.text, self.close, self.from_end = title, text, close, from_end

    def compose(self) -> ComposeResult:
        with Vertical() as box:
            box.border_title = self.title_text
            with VerticalScroll():
                yield Static(self.text, id="text", markup=False)
            yield Static(self.close, id="close", markup=False)

    def on_mount(self) -> None:
        scroll = self.query_one(VerticalScroll)
        scroll.focus()
        if self.from_end:
            scroll.scroll_end(animate=False)

    def on_resize(self, event: Resize) -> None:
        """A short text takes few rows, and a long one nearly all: its frame and the line below it take three."""
        self.query_one(VerticalScroll).styles.max_height = max(1, event.size.height * ROWS // 100 - 3)

    def on_key(self, event: Key) -> None:
        if event.character is not None and event.is_printable and event.character not in CLOSING:
            event.stop()
            self.dismiss(event.character)

    def action_scroll_on(self) -> None:
        self.query_one(VerticalScroll).scroll_page_down()


class HandoverScreen(Screen[None]):
    """Hides the table until the next person confirms that they sit at the screen."""

    DEFAULT_CSS = "HandoverScreen { align: center middle; } HandoverScreen Static { width: auto; text-align: center; }"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "dismiss(None)", "go on")]

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        yield Static(self.text, markup=False)
