"""Characters that do not show themselves: controls, escapes of terminals, marks of direction. Imports nothing of ours.

In a file they are refused: a line would not be what it looks like. Where foreign text is printed they are replaced, so that
no name of a table, a save or a folder drives the terminal.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache

_CONTROLS = r"\x00-\x08\x0b-\x1f\x7f-\x9f"
_INVISIBLE = r"\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"
_SURROGATES = r"\ud800-\udfff"
_HIDDEN = re.compile(f"[{_CONTROLS}{_INVISIBLE}{_SURROGATES}]")
"""Joiners (U+200C, U+200D) are not among them: some scripts can not be written without. A tab and a new line are layout."""
REPLACED = "\ufffd"
"""What is printed in place of one: it is one column wide, so that what stands below it still points to the right place."""


def hidden(text: str, start: int = 0) -> int | None:
    """Where the first character stands that does not show itself; None where there is none."""
    found = _HIDDEN.search(text, start)
    return None if found is None else found.start()


def name_of(char: str) -> str:
    """A character as Unicode numbers it: ``U+202E``."""
    return f"U+{ord(char):04X}"


def cleaned(text: str) -> str:
    """A text that can be printed: tabs and new lines stay, each character that does not show itself is replaced."""
    return text if text.isprintable() else _HIDDEN.sub(REPLACED, text)


def one_line(text: str) -> str:
    """The same for a name: nothing in it begins a new line either."""
    return " ".join(cleaned(text).split()) if not text.isprintable() else text


def cleaned_json(text: str) -> str:
    """A JSON text with every such character escaped: it is the same data."""
    return text if text.isprintable() else _HIDDEN.sub(lambda found: json.dumps(found[0])[1:-1], text)


@lru_cache(maxsize=16)
def rows_of(text: str) -> tuple[str, ...]:
    """The rows of a file, as an editor counts them. They are cut once, however many findings quote them."""
    return tuple(text.split("\n"))


def position(text: str, at: int) -> tuple[int, int]:
    """The line and the column of a character, both counted from 1; lines end with a new line and with nothing else."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
