"""What is wrong in a user's file: where, what, and what to do. Imports nothing of ours; everybody may import it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import frozen


@frozen(order=True)
class Span:
    """A place in a file; lines and columns count from 1, ``end`` is the column after the last character of the line."""

    file: str
    line: int
    column: int = 1
    end: int = 2

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@frozen
class Diagnostic:
    """One finding. ``code`` names its sort (docs/messages.md), ``hint`` the nearest way out, where we know one."""

    code: str
    message: str
    span: Span
    hint: str | None = None
    severity: str = "error"
    also: Sequence[tuple[str, Span]] = ()
    about: str = ""
    """The word or the name that is not known, where that is what is wrong."""
    follows: Sequence[Diagnostic] = ()
    """Findings that are there only because of this one."""

    def as_json(self) -> dict[str, Any]:
        return {
            "code": self.code,
            "severity": self.severity,
            "message": self.message,
            "file": self.span.file,
            "line": self.span.line,
            "column": self.span.column,
            "end": self.span.end,
            "hint": self.hint,
            "also": [{"text": text, "place": str(span)} for text, span in self.also],
            "follows": [d.as_json() for d in self.follows],
        }


def width(text: str) -> int:
    """Columns that a text takes on a terminal: Chinese and Japanese characters take two."""
    from unicodedata import east_asian_width

    return sum(2 if east_asian_width(c) in "WF" else 1 for c in text)


def render(found: Diagnostic, sources: Mapping[str, str]) -> str:
    """The finding as a person reads it: place, text, the line itself with a caret, and the hint."""
    out = [f"{found.span}: {found.severity} {found.code}: {found.message}"]
    out += _excerpt(found.span, sources)
    if found.hint:
        out.append(f"    {found.hint}")
    for text, span in found.also:
        out.append(f"    {text} ({span})")
        out += _excerpt(span, sources)
    if found.follows:
        out.append(f"    and {len(found.follows)} more that follow from this")
    return "\n".join(out)


def in_order(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """As they are shown: errors before warnings, first what others follow from, then by their places."""
    return sorted(found, key=lambda d: (d.severity != "error", not d.follows, d.span, d.code))


def _excerpt(span: Span, sources: Mapping[str, str]) -> list[str]:
    lines = sources.get(span.file, "").splitlines()
    if not 0 < span.line <= len(lines):
        return []
    line = lines[span.line - 1]
    before, marked = line[: span.column - 1], line[span.column - 1 : max(span.end - 1, span.column)]
    pad = "".join(c if c == "\t" else " " * width(c) for c in before)
    return [f"    {line}", f"    {pad}{'^' * max(width(marked), 1)}"]


class RulesError(Exception):
    """A game folder holds mistakes. ``diagnostics`` has all of them, ``sources`` the texts they point into."""

    def __init__(self, diagnostics: Sequence[Diagnostic], sources: Mapping[str, str] | None = None) -> None:
        self.diagnostics = tuple(in_order(diagnostics))
        self.sources = dict(sources or {})
        super().__init__(f"{len(self.diagnostics)} problems in the rules")

    def __str__(self) -> str:
        return "\n".join(render(d, self.sources) for d in self.diagnostics)


class UserError(Exception):
    """Something that a user did outside rule files (a wrong folder, a broken save): one clear line, exit code ``status``."""

    def __init__(self, message: str, hint: str | None = None, status: int = 1) -> None:
        self.message, self.hint, self.status = message, hint, status
        super().__init__(message if hint is None else f"{message}\n  {hint}")
