"""Text -> lines of tokens: :mod:`rows` where everything is in order, else Lark, which says what is not."""

from __future__ import annotations

from functools import lru_cache

from rulekit.diagnostics import Diagnostic
from rulekit.dsl import rows
from rulekit.dsl.syntax import Line
from rulekit.dsl.syntax_errors import unreadable


def parse(text: str, file: str, found: list[Diagnostic]) -> list[Line]:
    """The lines of a file. What cannot be read goes into ``found``; the lines before it are not returned then."""
    trouble = unreadable(text, file)
    if trouble:
        found.append(trouble)
        return []
    lines = _plain(text, file)
    if lines is None:
        from rulekit.dsl.lark_parser import parsed

        return parsed(text, file, found)
    return list(lines)


@lru_cache(maxsize=128)
def _plain(text: str, file: str) -> tuple[Line, ...] | None:
    """Nobody changes a line once it is read, so a text that comes again (one file of many was changed) is read once."""
    lines = rows.read(text, file)
    return None if lines is None else tuple(lines)
