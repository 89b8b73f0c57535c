"""The input line for numbers, names and commands. While it is empty, some keys control the map and the options."""

from __future__ import annotations

from textual import events
from textual.widgets import Input

KEYS = {
    "left": "point(-1, 0)",
    "right": "point(1, 0)",
    "left_square_bracket": "zoom(-1)",
    "right_square_bracket": "zoom(1)",
    "backslash": "whole",
    "question_mark": "help",
    "space": "go_on",
}
"""key -> action of the app"""


class CommandLine(Input):
    """An input of one line without a frame."""

    DEFAULT_CSS = """
    CommandLine, CommandLine:focus { border: none; height: 1; padding: 0; background: $boost; }
    """

    async def _on_key(self, event: events.Key) -> None:
        action = KEYS.get(event.key) if not self.value else None
        if action is None:
            await super()._on_key(event)
            return
        event.stop()
        event.prevent_default()
        await self.app.run_action(action)
