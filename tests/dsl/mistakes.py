"""Single mistakes in copies of the toy game, and what the checker says to them as plain text.

A fixture ``messages/NAME.rules`` is put into the game's folder, or laid over it when it begins with ``variant``. Comment lines
at its top change other files of the copy:

    # in towns.yaml: income: 2 ==> income: two           the first time that the text stands there (\\n and \\t are read)
    # without game.rules                                 the file is taken away
    # with clauses.yaml: clauses: {TOY-1: {}}            a file more
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import rulekit
from tests.playing import TOY

FOLDER = Path(__file__).with_name("messages")
FIXTURES = sorted(FOLDER.glob("*.rules"))
_CHANGE = re.compile(r"# in (\S+): (.*) ==> (.*)")
_WITHOUT = re.compile(r"# without (\S+)")
_WITH = re.compile(r"# with (\S+): (.*)")


def directives(text: str) -> Iterator[str]:
    for row in text.splitlines():
        if not row.startswith(("# in ", "# without ", "# with ")):
            return
        yield row


def lay_out(fixture: Path, place: Path) -> list[Path]:
    """Copies the toy game to ``place`` with the mistake in it; gives the variants to be laid over it."""
    shutil.copytree(TOY, place)
    text = fixture.read_text(encoding="utf-8")
    for row in directives(text):
        without, more, change = _WITHOUT.fullmatch(row), _WITH.fullmatch(row), _CHANGE.fullmatch(row)
        if without:
            (place / without[1]).unlink()
        elif more:
            (place / more[1]).write_text(more[2].replace("\\n", "\n") + "\n", encoding="utf-8")
        else:
            assert change, f"{fixture.name}: this directive can not be read: {row}"
            path = place / change[1]
            before = path.read_text(encoding="utf-8")
            old, new = (x.replace("\\n", "\n").replace("\\t", "\t") for x in change.group(2, 3))
            assert old in before, f"{fixture.name}: {change[1]} does not hold {old!r}"
            path.write_text(before.replace(old, new, 1), encoding="utf-8")
    body = "\n".join(text.splitlines()[len(list(directives(text))) :]) + "\n"
    if not body.strip():
        return []
    said = next(row for row in body.splitlines() if row and not row.startswith("#"))
    variant = place.parent / fixture.name if said.startswith("variant") else place / fixture.name
    variant.write_text(body, encoding="utf-8")
    return [variant] if said.startswith("variant") else []


def answer(fixture: Path, place: Path) -> str:
    """Everything that is found, one paragraph each: place, code, message, the marked text, hint, other places."""
    variants = lay_out(fixture, place)
    found, sources = rulekit.check(place, variants)
    out = []
    for d in found:
        line = sources.get(d.span.file, "").splitlines()[d.span.line - 1 : d.span.line]
        marked = line[0][d.span.column - 1 : max(d.span.end - 1, d.span.column)] if line else ""
        out.append(f"{d.span}: {d.severity} {d.code}: {d.message}\n    at: {marked}")
        out += [f"    hint: {d.hint}"] if d.hint else []
        out += [f"    {text}: {span}" for text, span in d.also]
    return (
        "".join(row + "\n" for row in out)
        .replace(f"{place}/", "")
        .replace(f"{place.parent}/", "")
        .replace(str(place), "toy")
    )
