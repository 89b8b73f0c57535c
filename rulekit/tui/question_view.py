"""The widget of the question: its options numbered, in columns, one of them pointed at."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen
from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

GAP = 2
MOST_LINES = 8
"""In more than so many lines choices that are longer than a column have their short labels, if they have any,"""
LEAST_ROOM = 20
"""and all of them have, where a column has no room for so many cells."""


@frozen
class ChoiceRow:
    """An option as it is shown; ``open``: no rule refuses it; ``short``: its label where there is little room."""

    number: int
    label: str
    open: bool = True
    short: str = ""


class QuestionView(ScrollView, can_focus=False):
    """Shows a question. ``cursor`` is the index of the choice that is pointed at."""

    DEFAULT_CSS = "QuestionView { scrollbar-size: 1 1; height: auto; }"

    class ChoiceHighlighted(Message):
        """Sent when another choice is highlighted."""

    class ChoiceClicked(Message):
        """Sent when a choice is clicked."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.prompt: list[tuple[str, str]] = []
        self.choices: Sequence[ChoiceRow] = ()
        self.note = ""
        self.cursor = -1
        self._heads: list[Text] = [Text()]
        """The lines of the prompt"""
        self._notes: list[Text] = []
        """Those of the note"""
        self._labels: list[str] = []
        self._columns, self._high, self._wide = 1, 0, 1

    def ask(
        self, prompt: Sequence[tuple[str, str]], choices: Sequence[ChoiceRow], note: str = "", cursor: int = -1
    ) -> None:
        """Puts a question: its text in parts with styles, what can be chosen, and a line below that. At first nothing is pointed
        at (-1), so that a key too many chooses nothing."""
        self.prompt, self.choices, self.note = list(prompt), choices, note
        self.cursor = min(cursor, len(choices) - 1)
        self._lay_out()
        self.scroll_to(0, 0, animate=False, force=True)

    @property
    def lines(self) -> int:
        """The number of lines that the question needs."""
        return len(self._heads) + self._high + len(self._notes)

    def move(self, across: int, down: int) -> None:
        """Highlights another choice, by columns and rows."""
        if self.choices:
            to = self.cursor + down + across * self._high if self.cursor >= 0 else 0 if down > 0 or across > 0 else -1
            self.point(max(0, min(len(self.choices) - 1, to % len(self.choices) if self.cursor < 0 else to)))

    def point(self, k: int) -> None:
        """Highlights the choice with an index, or none with -1."""
        self.cursor = k
        if k >= 0:
            self.scroll_to_region(Region(0, len(self._heads) + k % self._high, 1, 1), animate=False, force=True)
        self.refresh()
        self.post_message(self.ChoiceHighlighted())

    def on_resize(self) -> None:
        self._lay_out()

    def _lay_out(self) -> None:
        wide = max(20, self.size.width - 1)
        self._heads = list(Text.assemble(*self.prompt).wrap(self.app.console, wide)) or [Text()]
        self._notes = list(Text(self.note).wrap(self.app.console, wide)) if self.note else []
        self._arrange([choice.label for choice in self.choices], wide)
        if self._high > MOST_LINES:
            room = wide // -(-len(self.choices) // MOST_LINES) - GAP - self._digits - 2
            self._arrange([_shortened(choice, room) for choice in self.choices], wide)
        self.virtual_size = Size(wide, self.lines)
        self.refresh()

    def _arrange(self, labels: list[str], wide: int) -> None:
        """Arranges labels in columns. Refused options have a sign as well as a colour of their own."""
        self._labels = labels = [
            label if choice.open else f"– {label}" for label, choice in zip(labels, self.choices, strict=True)
        ]
        longest = max((cell_len(label) for label in labels), default=0)
        self._wide = min(wide, self._digits + 2 + longest + GAP)
        most = max(1, wide // self._wide)
        self._columns = max(1, min(most, -(-len(self.choices) // 4)))
        self._high = -(-len(self.choices) // self._columns)

    @property
    def _digits(self) -> int:
        return max((len(str(choice.number)) for choice in self.choices), default=1)

    def render_line(self, y: int) -> Strip:
        row = y + self.scroll_offset.y
        width = self.size.width
        base = self.rich_style
        if row < len(self._heads):
            parts = [Segment(part.text, base + part.style) for part in self._heads[row].render(self.app.console)]
            return Strip(parts).adjust_cell_length(width, base)
        row -= len(self._heads)
        if row < self._high:
            return Strip(list(self._choices(row))).adjust_cell_length(width, base)
        row -= self._high
        note = self._notes[row].plain if row < len(self._notes) else ""
        return Strip([Segment(note, base + Style(dim=True))]).adjust_cell_length(width, base)

    def _choices(self, row: int) -> list[Segment]:
        base, digits, out = self.rich_style, self._digits, []
        for column in range(self._columns):
            k = column * self._high + row
            if k >= len(self.choices):
                break
            choice, label = self.choices[k], self._labels[k]
            text = f"{choice.number:>{digits}}" + ("" if label == str(choice.number) else f" {label}")
            style = base + (Style(reverse=True) if k == self.cursor else Style()) + Style(dim=not choice.open)
            out += [Segment(set_cell_size(text, self._wide - GAP), style), Segment(" " * GAP, base)]
        return out

    def on_click(self, event: events.Click) -> None:
        row = event.y + self.scroll_offset.y - len(self._heads)
        k = event.x // self._wide * self._high + row
        if 0 <= row < self._high and 0 <= k < len(self.choices):
            self.cursor = k
            self.refresh()
            self.post_message(self.ChoiceClicked(k))


def _shortened(choice: ChoiceRow, room: int) -> str:
    """Its label where that has room in a column, else the short one, cut at the end where it has none either."""
    if not choice.short or (room >= LEAST_ROOM and cell_len(choice.label) <= room):
        return choice.label
    fits = room < LEAST_ROOM or cell_len(choice.short) <= room
    return choice.short if fits else set_cell_size(choice.short, room - 1).rstrip() + "…"
