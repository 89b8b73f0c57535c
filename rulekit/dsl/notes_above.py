"""The note above a line of the rules: a text alone on its line, for people."""

from __future__ import annotations

import re
from collections.abc import Sequence

_NOTE = re.compile(r'^\s*"([^"]*)"\s*$')


def note_above(rows: Sequence[str], line: int) -> str:
    """``rows``: the file by lines; ``line``: the number of the line below the note, from 1. Empty where there is none."""
    found = _NOTE.match(rows[line - 2]) if 1 < line <= len(rows) else None
    return found[1] if found else ""
