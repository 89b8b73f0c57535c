"""Characters that do not show themselves: controls, escapes of terminals, marks of direction. Imports nothing of ours.

In a file they are refused: a line would not be what it looks like. Where foreign text is printed they are replaced, so that
no name of a table, a save or a folder drives the terminal; and a server replaces them in what people send.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache

_CONTROLS = r"\x00-\x08\x0b-\x1f\x7f-\x9f"
_INVISIBLE = r"\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"
_SURROGATES = r"\ud800-\udfff"
_HIDDEN = re.compile(f"[{_CONTROLS}{_INVISIBLE}{_SURROGATES}]")
"""Joiners (U+200C, U+200D) are not among them: some scripts cannot be written without. A tab and a new line are layout."""
_BLANK = r"\xad\u034f\u115f\u1160\u17b4\u17b5\u2061-\u2065\u206a-\u206f\u3164\uffa0"
"""Characters without a width or a shape, with which two names look the same"""
_JOINED = (
    r"\u0600-\u08ff\u0900-\u109f\u1780-\u18af\u1900-\u1cff\ua800-\uabff\U00011000-\U0001193f"  # Arabic to Mongolian, Indic
    r"\u2190-\u21ff\u2600-\u27bf\u2b00-\u2bff\ufe0f\U0001f000-\U0001faff"  # pictures that are put together of several
)
"""After these a joiner (U+200C, U+200D) changes what is read"""
_UNTYPED = re.compile(f"[{_CONTROLS}{_INVISIBLE}{_SURROGATES}{_BLANK}]|(?<![{_JOINED}])[\u200c\u200d]")
_BREAK = re.compile(r"\r\n?|[\n\t]")
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


def typed(text: str, lines: bool = False) -> str:
    """What one person has typed and another one reads: each character that does not show itself is replaced, joiners
    that no script needs where they are as well; tabs and, without ``lines``, new lines become spaces."""
    if text.isprintable() and text.isascii():
        return text
    broken = _BREAK.sub(lambda found: "\n" if lines and found[0] != "\t" else " ", text)
    return _UNTYPED.sub(REPLACED, broken)


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
