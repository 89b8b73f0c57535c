"""Whether a finding can be followed: a place inside its file, and something that can be done."""

from __future__ import annotations

from rulekit.characters import hidden, rows_of
from rulekit.diagnostics import Diagnostic


def inside(found: Diagnostic, text: str) -> None:
    """The place lies in the text, or right behind its end."""
    rows = rows_of(text)
    assert 1 <= found.span.line <= len(rows), found.span
    assert 1 <= found.span.column <= len(rows[found.span.line - 1]) + 1, found.span
    assert found.hint or found.also
    assert hidden(found.message + (found.hint or "")) is None
