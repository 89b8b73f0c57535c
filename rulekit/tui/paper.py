"""What the commands print at the prompts, caught for a panel: the same words, as text with colours."""

from __future__ import annotations

from io import StringIO

from rich.console import Console
from rich.text import Text

from rulekit.cli.screen import Screen


class Paper(Screen):
    """A screen that nobody sees: what is written on it is taken off as a text. It asks nothing."""

    def __init__(self, width: int, height: int = 40) -> None:
        self.terminal, self.plain = False, False
        self._high = height
        self.console = Console(
            file=StringIO(), force_terminal=True, color_system="truecolor", width=width, height=height, markup=False,
            highlight=False, emoji=False, legacy_windows=False,
        )  # fmt: skip

    @property
    def height(self) -> int:
        return self._high

    def take(self) -> Text:
        """What was written since the last time."""
        file = self.console.file
        assert isinstance(file, StringIO)
        text = file.getvalue()
        file.seek(0)
        file.truncate()
        return Text.from_ansi(text.strip("\n"))
