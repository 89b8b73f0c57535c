"""``# no RK346: a reason`` at the end of a line, or alone above it, silences a warning there. Without a reason it does not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from rulekit.diagnostics import Diagnostic, Span

_FORM = re.compile(r"#\s*no\s+(RK\d{3})\b\s*:?\s*(.*)$")


def silenced(found: Iterable[Diagnostic], sources: Mapping[str, str], unneeded: bool = False) -> list[Diagnostic]:
    """The findings without those that a file silences; ``unneeded`` adds remarks that silence nothing."""
    remarks = {file: _remarks(text) for file, text in sources.items() if file.endswith((".rules", ".yaml", ".yml"))}
    used: set[tuple[str, int, str]] = set()
    out: list[Diagnostic] = []
    for d in found:
        hit = next((r for r in remarks.get(d.span.file, ()) if r[2] == d.code and d.span.line == r[1]), None)
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
    rows = text.splitlines()
    for number, row in enumerate(rows, 1):
        match = _FORM.search(row)
        if match is None:
            continue
        about = number
        if not row[: match.start()].strip():
            about = next((n for n in range(number + 1, len(rows) + 1) if _says(rows[n - 1])), number)
        out.append((number, about, match[1], match[2].strip()))
    return out


def _says(row: str) -> bool:
    return bool(row.split("#")[0].strip())
