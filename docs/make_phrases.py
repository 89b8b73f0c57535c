"""Writes ``docs/phrases.md`` from the phrase tables: ``python docs/make_phrases.py``; with ``--check`` it only compares.

The tables hold the phrases, what they mean to the compiler, and examples. What they mean to a person stands in
``docs/meanings.txt``. A phrase without a meaning there is an error: nobody adds a phrase without a word about it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import making
from attrs import frozen

from rulekit.dsl.gaps import gap, name_of
from rulekit.dsl.phrases import FILES, FOLDER, Phrase, read_phrases
from rulekit.plugins.devices import Word
from rulekit.plugins.manager import find_plugins

TARGET = Path(__file__).with_name("phrases.md")
SOURCE = Path(__file__).with_name("meanings.txt")

INTRODUCTION = """\
# The phrases

<!-- Made by docs/make_phrases.py from rulekit/dsl/phrases/*.phrases. Change these, or docs/meanings.txt. -->

Everything that the language itself can say. A game adds the phrases of its own headings, and the plugins that it uses add
theirs. How the parts fit together is told in [language.md](language.md). The examples speak of the small game in
[`tests/games/toy`](../tests/games/toy).

What stands in braces is a gap:

| gap | what goes in |
|---|---|
{gaps}

`the` is dropped wherever it stands. `is` and `are`, `has` and `have`, `a` and `an`, singular and plural are the same word.
"""

SECTIONS = {
    "S": ("Sentences", "One sentence, one line of a rule."),
    "H": ("Headings inside a rule", "They end with `:`; what belongs to them stands below, or behind on the same line."),
    "V": ("Values", "A number, a thing, a set of things or a sort of piece, wherever one is needed."),
    "C": ("Conditions", "Also with `not` before them, joined by `and` or by `or`; both only with brackets."),
    "B": ("Clauses of a number, a value, a set or a condition", "The lines below `number`, `value`, `set` and `whether`."),
    "BH": ("Exceptions", "The last lines of a number, a value, a set or a condition. Behind the `:` stands a clause."),
    "R": ("Clauses of a permission", "The lines below `permission`. Behind a `refuse` stands `:` and the reason."),
    "A": ("Adjustments", "What stands behind `adjust POINT:`."),
    "DH": ("Headings at the left margin, in cards and in variants", "They end with `:`."),
    "D": ("Lines below a heading", "Below a game, a kind, a family, a card, a window or a variant."),
    "L": ("Places and marks: what there is", "The beginning of a line below `places seen by ...` and `marks seen by ...`."),
    "P": ("Places: what lies there", "What stands behind the `:` of a place."),
    "M": ("Marks and pieces: what they are", "What stands behind the `:` of a mark or a piece."),
    "T": ("Rule tests", "The lines of a test."),
}  # fmt: skip
"""category: (title, introduction). Every category of the tables is here."""


@cache
def words() -> dict[str, dict[str, list[str]]]:
    """``meanings.txt``: sort of row -> what it is about -> the cells behind it."""
    out: dict[str, dict[str, list[str]]] = {"gap": {}, "means": {}, "example": {}}
    for row in SOURCE.read_text(encoding="utf-8").splitlines():
        if row and not row.startswith("#"):
            head, *cells = (x for x in re.split(r"\s+\|(?:\s+|$)", row.strip()) if x)
            sort, *about = head.split()
            if sort == "example":
                about += ["|", cells.pop(0)]
            out[sort][" ".join(about)] = cells
    return out


@frozen
class Row:
    """One phrase as the page shows it. ``written``: the phrase as it stands in the table."""

    phrase: Phrase
    written: str
    example: str
    meaning: str

    @property
    def shown(self) -> str:
        return re.sub(r"\{\w+:([^}]*)\}", lambda m: gap(m.group(1)), self.written)


def rows() -> Iterator[Row]:
    """Every phrase of the tables. Raises LookupError for one that ``meanings.txt`` does not explain."""
    for name in FILES:
        text = (FOLDER / f"{name}.phrases").read_text(encoding="utf-8")
        lines = text.splitlines()
        for phrase in read_phrases(text, name):
            number = int(phrase.source.rpartition(":")[2])
            written = " ".join(lines[number - 1].split("#")[0].split(" | ")[1].split())
            yield Row(phrase, written, _example(phrase, written), _meaning(phrase))


def _example(phrase: Phrase, written: str) -> str:
    if phrase.example:
        return phrase.example
    return _row("example", f"{phrase.category} | {written}", "an example") if "{" in written else written


def about(phrase: Phrase) -> str:
    """What a row of ``meanings.txt`` begins with that explains the phrase."""
    return f"{phrase.category} {phrase.op}" + "".join(f" {k}={v}" for k, v in phrase.data.items())


def _meaning(phrase: Phrase) -> str:
    return _row("means", about(phrase), "what it means")


def _row(sort: str, about: str, what: str) -> str:
    if about not in words()[sort]:
        raise LookupError(f"docs/meanings.txt lacks a row:  {sort} {about} | {what}")
    return words()[sort][about][0]


def page() -> str:
    """The whole page."""
    found = list(rows())
    gaps = "\n".join(f"| `{{{name_of(spec)}}}` | {cells[0]} |" for spec, cells in words()["gap"].items())
    out = [INTRODUCTION.replace("{gaps}", gaps)]
    for category, (title, introduction) in SECTIONS.items():
        out.append(f"\n## {title}\n\n{introduction}\n")
        out.append(_table([(r.shown, r.example, r.meaning) for r in found if r.phrase.category == category]))
    out.append("\n## Words of the plugins that come along\n")
    for name, device in sorted(find_plugins().devices.items()):
        if getattr(device, "plugin", "") == "battle_tower":
            out.append(f"\n`uses plugin {name}` brings:\n")
            out.append(_table([(_bare(w.phrase), w.example, _word(w)) for w in device.words]))
    return "\n".join(out)


def _bare(phrase: str) -> str:
    return re.sub(r"\{\w+:(\w+)\}", lambda m: gap(m.group(1)), phrase)


def _word(word: Word) -> str:
    said = "in rule tests only: `given ...`" if word.test else "a number" if word.gives else "a sentence"
    return said + (", by chance" if word.chance else "")


def _table(cells: list[tuple[str, str, str]]) -> str:
    out = ["| phrase | example | what it means |", "|---|---|---|"]
    out += [f"| `{_cell(a)}` | `{_cell(b)}` | {_cell(c)} |" for a, b, c in cells]
    return "\n".join(out) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", r"\|")


if __name__ == "__main__":
    sys.exit(making.write(TARGET, page, lambda made: f"{sum(1 for _ in rows())} phrases"))
