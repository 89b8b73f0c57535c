"""What is wrong in a user's file: where, what, and what to do. Imports no room of ours; everybody may import it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from attrs import frozen

from rulekit.characters import cleaned, one_line, rows_of

MOST = 200
"""Findings of one run that are told; the rest is counted"""
ROW, SENTENCE = 160, 600
"""Characters of a quoted row, and of a sentence about it, that are shown"""
LINE = 2_000
"""Characters of the message of a :class:`UserError`"""
FOLLOWS = 20
"""Findings behind another one that are given as data; all are counted"""
PLACES = 6
"""Lines of findings behind another one that are named"""
BEFORE = 40
"""Characters of a long row that are quoted before the place that is meant"""
Speaker = Callable[[str], str]
"""What says an English sentence in the language of the reader"""


@frozen(order=True)
class Span:
    """A place in a file; lines and columns count from 1, ``end`` is the column after the last character of the line."""

    file: str
    line: int
    column: int = 1
    end: int = 2

    def __str__(self) -> str:
        return f"{self.place}:{self.column}"

    @property
    def place(self) -> str:
        """The line as ``FILE:LINE``."""
        return f"{self.file}:{self.line}"


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

    def as_json(self) -> dict[str, object]:
        """The finding as plain data: what ``rulekit check --json`` prints."""
        return {
            "code": self.code,
            "severity": self.severity,
            "message": shortened(self.message),
            "file": self.span.file,
            "line": self.span.line,
            "column": self.span.column,
            "end": self.span.end,
            "hint": None if self.hint is None else shortened(self.hint),
            "also": [{"text": shortened(text), "place": str(span)} for text, span in self.also[:FOLLOWS]],
            "follows": [d.as_json() for d in self.follows[:FOLLOWS]],
            "following": len(self.follows),
        }


@frozen
class OmittedFindings(Diagnostic):
    """That there are more findings than are told."""


def width(text: str) -> int:
    """Columns that a text takes on a terminal: Chinese and Japanese characters take two."""
    from unicodedata import east_asian_width

    return sum(2 if east_asian_width(c) in "WF" else 1 for c in text)


def render(found: Diagnostic, sources: Mapping[str, str], say: Speaker = str) -> str:
    """The finding as a person reads it: place, text, the line itself with a caret, and the hint; ``say``: in their language."""
    head = say(f"{found.severity} {found.code}: ")
    out = [f"{one_line(str(found.span))}: {head}{shortened(say(found.message))}"]
    out += _excerpt(found.span, sources)
    if found.hint:
        out.append(f"    {shortened(say(found.hint))}")
    for text, span in found.also[:FOLLOWS]:
        out.append(f"    {shortened(say(text))} ({one_line(str(span))})")
        out += _excerpt(span, sources)
    if found.follows:
        out.append(f"    {say(_following(found))}")
    return "\n".join(out)


def _following(found: Diagnostic) -> str:
    """Which lines stumble over the same mistake, so that nobody looks for another one in them."""
    spans = sorted(d.span for d in found.follows)
    places = dict.fromkeys(str(s.line) if s.file == found.span.file else f"{s.file}:{s.line}" for s in spans)
    shown, more = list(places)[:PLACES], len(places) - PLACES
    which = f"line{'s' * (len(places) > 1)} {one_line(', '.join(shown))}" + (f" and {more} more" if more > 0 else "")
    return f"because of this, {which} cannot be understood either"


def in_order(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """As they are shown: errors before warnings, first what others follow from, then by their places."""
    return sorted(found, key=lambda d: (d.severity != "error", not d.follows, d.span, d.code))


def capped(found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The first findings, and one that says how many more there are and where they begin."""
    if len(found) <= MOST:
        return list(found)
    rest = found[MOST:]
    severity = "error" if any(d.severity == "error" for d in rest) else "warning"
    text = f"{len(rest)} more findings are left out, of which this is the first"
    return [*found[:MOST], OmittedFindings("RK103", text, rest[0].span, "mend those above first", severity)]


def shortened(text: str, most: int = SENTENCE) -> str:
    """A sentence that can be printed: not too long, and nothing in it drives the terminal."""
    return cleaned(text if len(text) <= most else f"{text[: most - 3]}...")


def _excerpt(span: Span, sources: Mapping[str, str]) -> list[str]:
    lines = rows_of(sources.get(span.file, ""))
    if not 0 < span.line <= len(lines) or (span.line == len(lines) and not lines[-1]):
        return []
    line, column, end = lines[span.line - 1], span.column - 1, max(span.end - 1, span.column)
    if len(line) > ROW:  # what is meant, and what stands around it
        start = max(min(column - BEFORE, len(line) - ROW), 0)
        front, back = "..." * (start > 0), "..." * (start + ROW < len(line))
        line = f"{front}{line[start : start + ROW]}{back}"
        column, end = column - start + len(front), min(end - start + len(front), len(front) + ROW)
    line = cleaned(line)
    before, marked = line[:column], line[column:end]
    pad = "".join(c if c == "\t" else " " * width(c) for c in before)
    return [f"    {line}", f"    {pad}{'^' * max(width(marked), 1)}"]


class RulesError(Exception):
    """A game folder holds mistakes. ``diagnostics`` has all of them, ``sources`` the texts they point into."""

    def __init__(self, diagnostics: Sequence[Diagnostic], sources: Mapping[str, str] | None = None) -> None:
        self.diagnostics = tuple(in_order(diagnostics))
        self.sources = dict(sources or {})
        super().__init__(f"{len(self.diagnostics)} problems in the rules")

    def __str__(self) -> str:
        return self.told(str)

    def told(self, say: Speaker) -> str:
        """All of them as a person reads them; ``say``: in their language."""
        return "\n".join(render(d, self.sources, say) for d in capped(self.diagnostics))


class UserError(Exception):
    """Something that a user did outside rule files (a wrong folder, a broken save): one clear line, exit code ``status``.

    ``names``: what the message calls by its English name and has others, as a game has -> language -> name."""

    def __init__(
        self,
        message: str,
        hint: str | None = None,
        status: int = 1,
        names: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        self.message = shortened(message, LINE)  # both may quote a file, a name or what somebody typed
        self.hint = None if hint is None else shortened(hint, LINE)
        self.status = status
        self.names = names or {}
        super().__init__(self.message if hint is None else f"{self.message}\n  {self.hint}")
