"""``# no RK346: a reason`` at the end of a line, or alone above it, silences a warning there. Without a reason it does not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from rulekit.characters import rows_of
from rulekit.diagnostics import Diagnostic, Span

_FORM = re.compile(r"#\s*no\s+(RK\d{3})\b\s*:?\s*(.*)$")


def silenced(found: Iterable[Diagnostic], sources: Mapping[str, str], unneeded: bool = False) -> list[Diagnostic]:
    """The findings without those that a file silences; ``unneeded`` adds remarks that silence nothing."""
    remarks = {file: _remarks(text) for file, text in sources.items() if file.endswith((".rules", ".yaml", ".yml"))}
    about: dict[tuple[str, int, str], tuple[int, int, str, str]] = {}
    for file, rows in remarks.items():
        for remark in rows:
            about.setdefault((file, remark[1], remark[2]), remark)
    used: set[tuple[str, int, str]] = set()
    out: list[Diagnostic] = []
    for d in found:
        hit = about.get((d.span.file, d.span.line, d.code))
        if d.severity != "error" and hit is not None:
            used.add((d.span.file, hit[0], hit[2]))
            if hit[3]:
                continue
            out.append(Diagnostic("RK364", f"the warning {d.code} is silenced without a reason", Span(d.span.file, hit[0]),
                                  f"# no {d.code}: why it does not matter here", "warning"))  # fmt: skip
        out.append(d)
    if unneeded:
        for file, rows in remarks.items():
            for at, _, code, _ in rows:
                if (file, at, code) not in used:
                    text = f"there is no warning {code} here to be silenced"
                    out.append(Diagnostic("RK364", text, Span(file, at), "take the remark away", "warning"))
    return out


def _remarks(text: str) -> list[tuple[int, int, str, str]]:
    """(line of the remark, line that it speaks of, code, reason)"""
    out = []
    rows = rows_of(text)
    below: int | None = None
    """The nearest row below that says something"""
    for number in range(len(rows), 0, -1):
        row = rows[number - 1]
        match = _FORM.search(row) if "#" in row else None
        if match is not None:
            alone = not row[: match.start()].strip()
            about = below if alone and below is not None else number
            out.append((number, about, match[1], match[2].strip()))
        if _says(row):
            below = number
    return out[::-1]


def _says(row: str) -> bool:
    return bool(row.split("#")[0].strip())
