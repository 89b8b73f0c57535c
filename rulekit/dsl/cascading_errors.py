"""Suppresses cascading errors: findings that follow from another one are attached to it, so that one mistake is one finding.

Two sorts are told apart. A declaration that cannot be read takes its words with it: whatever stumbles over these words, or
over names of a table that cannot be read, follows from it. And a word that is not known is not known everywhere: the places
after the first follow from the first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from attrs import define, evolve

from rulekit.characters import rows_of
from rulekit.diagnostics import Diagnostic, Span
from rulekit.dsl.datum import Datum
from rulekit.dsl.declare.cells import title
from rulekit.dsl.phrases import PhraseTable
from rulekit.dsl.program import Program
from rulekit.dsl.similar_words import near_words
from rulekit.dsl.syntax import Line

TABLE_LOST = ("RK201", "RK202", "RK203")
"""With one of these the names of a whole table may be missing."""
NO_PLUGIN = "RK401"
UNREAD = ("RK301", "RK302", "RK304", "RK309")
"""What is said of a sentence that nothing reads"""
UNKNOWING = (
    "RK301",
    "RK302",
    "RK306",
    "RK304",
    "RK305",
    "RK309",
    "RK310",
    "RK205",
    "RK335",
    "RK336",
    "RK325",
    "RK327",
    "RK345",
)
"""What is said where a word or a name is missing."""
BRINGING = ("places", "marks", "kind", "group", "family", "game", "scene")
"""Headings whose lines bring words of their own."""
MOST_CAUSES = 200
"""So many mistakes among the declarations are held against all others"""
_OFFERED = re.compile(r"(?<=`)[\w-]+(?=`)|\w+(?:-\w+)+")
"""A word that is quoted in a hint, or has a hyphen: what a line would bring if it were mended"""
_WORD = re.compile(r"[A-Za-z][\w'-]*")


@define(eq=False)
class BrokenDeclaration:
    """A declaration that could not be read, and the words that were lost with it. ``names``: any Name may be lost;
    ``phrases``: any sentence may be, since nobody knows what a missing plugin would have brought."""

    finding: Diagnostic
    words: frozenset[str]
    names: bool = False
    phrases: bool = False


def broken(found: Sequence[Diagnostic], lines: Sequence[Line], table: PhraseTable) -> list[BrokenDeclaration]:
    """The declarations that could not be read, with the words that are lost."""
    out, common = [], _common(table)
    there: dict[tuple[str, int], list[Line]] = {}
    numbered: dict[int, list[Line]] = {}
    for line in (inner for top in lines for inner in top.walk()):
        there.setdefault((line.file, line.number), []).append(line)
        numbered.setdefault(line.number, []).append(line)
    for d in [d for d in found if d.severity == "error"][:MOST_CAUSES]:
        if d.code in TABLE_LOST or (d.code == "RK205" and not d.about):
            out.append(BrokenDeclaration(d, frozenset(), True))
            continue
        if d.code == NO_PLUGIN:
            out.append(BrokenDeclaration(d, frozenset(), phrases=True))
            continue
        words: set[str] = set()
        for line in there.get((d.span.file, d.span.line), ()):
            words |= (_brought(line) - common) | set(_OFFERED.findall(d.hint or ""))
        names = "played by" in " ".join(t.text for y in numbered.get(d.span.line, ()) for t in y.tokens[:2])
        out.append(BrokenDeclaration(d, frozenset(words), names or (d.code == "RK301" and not words)))
    return sorted(out, key=lambda b: b.finding.span.column > 1)  # headings first: the lines below go with them


def _brought(line: Line) -> set[str]:
    """The words that a heading and the lines below it would have brought."""
    words = {t.text for t in line.tokens if t.kind in ("WORD", "NAME")}
    if near_words(line.first, BRINGING, 1, 0.7):
        for sub in line.body or ():
            words |= {t.text for t in sub.tokens if t.kind in ("WORD", "NAME")}
    return {part for word in words for part in (word, *_WORD.findall(word))}


def _common(table: PhraseTable) -> set[str]:
    """Words of the language itself."""
    return {w for p in table.all(*table.by_category) if ".phrases" in p.source for w in p.words} | {"player", "players"}


def garbled(found: Diagnostic, text: str, table: PhraseTable) -> BrokenDeclaration:
    """A file of which no line could be read, and the words that its headings would have brought."""
    headings = " ".join(row for row in text.splitlines() if row[:1].isalpha())
    return BrokenDeclaration(found, frozenset(_WORD.findall(headings)) - _common(table))


def collapse(program: Program, causes: Sequence[BrokenDeclaration]) -> None:
    """Attaches to each cause the findings that follow from it; the others stay as they are."""
    kept: list[Diagnostic] = []
    behind: dict[int, list[Diagnostic]] = {}
    first: dict[str, Diagnostic] = {}
    roots = {id(c.finding): k for k, c in enumerate(causes)}
    program.found += [d for _, d in program.behind]
    known = {id(d): cause for cause, d in program.behind}
    for d in sorted(program.found, key=lambda d: (roots.get(id(d), len(roots)), d.span)):
        cause = known.get(id(d)) or _cause(d, causes[: roots.get(id(d), len(causes))], program)
        if cause is None and d.about:
            cause = first.get(d.about)
            first.setdefault(d.about, d)
        if cause is not None and cause is not d and d.severity == "error":
            behind.setdefault(id(cause), []).append(d)
        else:
            kept.append(d)
    program.found[:] = [_misspelt_row(evolve(d, follows=tuple(_all(behind, d))), program) for d in kept]


def _misspelt_row(d: Diagnostic, program: Program) -> Diagnostic:
    """A name that many places say and no table gives, where a table gives one like it that nobody says."""
    if not d.follows or not d.about[:1].isupper():
        return d
    rows = {title(key): span for data in program.tables_read.values() for key, span in _keys(data)}
    if d.about in rows:
        return d
    for name in near_words(d.about, rows, 1, 0.6):
        others = sum(len(re.findall(rf"\b{re.escape(name)}\b", text)) for text in program.sources.values())
        if others == 1:
            text = f"`{name}` stands here, but all others say `{d.about}`"
            return evolve(d, code="RK205", message=text, span=rows[name], hint=f"did you mean `{d.about}`?")
    return d


def _keys(data: Datum | None) -> Iterator[tuple[str, Span]]:
    for rows in (data.fields or {}).values() if data is not None else ():
        yield from rows.keys.items()


def _all(behind: dict[int, list[Diagnostic]], d: Diagnostic) -> Iterable[Diagnostic]:
    for x in behind.get(id(d), ()):
        yield x
        yield from _all(behind, x)


def _cause(d: Diagnostic, causes: Sequence[BrokenDeclaration], program: Program) -> Diagnostic | None:
    if d.code not in UNKNOWING or not causes:
        return None
    rows = rows_of(program.sources.get(d.span.file, ""))
    said = set(_WORD.findall(rows[d.span.line - 1].split("#")[0])) if 0 < d.span.line <= len(rows) else set()
    names = {w for w in said if w[:1].isupper()}
    for cause in causes:
        if cause.finding is d or cause.finding.span == d.span:
            continue
        if cause.phrases and d.code in UNREAD:
            return cause.finding
        if cause.words & said or (cause.names and (d.about[:1].isupper() or names)):
            return cause.finding
    return None
