"""Writes the tables of ``docs/generality.md``: ``python docs/make_generality.py``; with ``--check`` it only compares.

Which sentences a game uses is read off the typed tree of its own rules: every node knows the phrase that it was read as. The
text around the tables is written by hand in the page, and so is, in ``docs/reasons.txt``, why a sentence that one game alone uses
is in the language. A sentence without a reason there is an error, and so is a reason for a sentence that another game uses too.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import making
from make_phrases import Row, rows

from rulekit.dsl.phrases import Phrase
from rulekit.loader import read_program
from rulekit.plugins.manager import find_plugins

ROOT = Path(__file__).resolve().parents[1]
TARGET = Path(__file__).with_name("generality.md")
REASONS = Path(__file__).with_name("reasons.txt")
GAMES = {
    "SHOGUN": ROOT / "games/shogun",
    "A MOST DANGEROUS TIME": ROOT / "plugins/most_dangerous_time/rulekit_most_dangerous_time/game",
    "NOBUNAGA'S SUCCESSORS": ROOT / "plugins/nobunaga_successors/rulekit_nobunaga_successors/game",
    "CHESS": ROOT / "games/chess",
    "BACKGAMMON": ROOT / "games/backgammon",
    "DIPLOMACY": ROOT / "games/diplomacy",
    "HNEFATAFL": ROOT / "games/hnefatafl",
    "HEARTS": ROOT / "games/hearts",
}
COUNTED = {"S": "Sentences", "H": "Headings inside a rule", "V": "Values", "C": "Conditions"}
SKIPPED = ("otherwise", "otherwise if {condition}")
"""They belong to the `if` above them, which is counted."""
LEFT_OUT = ("table", "words", "tests", "variants", "edits", "tables_read", "translations")
"""Parts of a program that are no rules of the game"""
BLOCK = re.compile(r"(<!-- made: (\w+) -->\n).*?(<!-- end -->)", flags=re.DOTALL)


def used(folder: Path) -> set[str]:
    """Where the phrases stand in the tables of the language with which the rules of a game are read."""
    program = read_program(folder, find_plugins().devices)
    left: list[Any] = [getattr(program, a.name) for a in attrs.fields(type(program)) if a.name not in LEFT_OUT]
    seen: set[int] = set()
    found: set[str] = set()
    while left:
        x = left.pop()
        if id(x) in seen or x is None or isinstance(x, (str, int, Path)):
            continue
        seen.add(id(x))
        if isinstance(x, Phrase):
            found.add(x.source.replace(".phrases:", ":"))
        elif isinstance(x, Mapping):
            left += x.values()
        elif isinstance(x, (list, tuple, set, frozenset)):
            left += x
        elif attrs.has(type(x)):
            left += [getattr(x, a.name, None) for a in attrs.fields(type(x))]
    return found


@cache
def users() -> Mapping[str, Sequence[str]]:
    """A sentence as it is shown -> the games that use it, in the order of GAMES. All that can be counted are there."""
    by_game = {name: used(folder) for name, folder in GAMES.items()}
    return {
        row.shown: tuple(name for name in GAMES if row.phrase.source in by_game[name]) for row in rows() if _counts(row)
    }


def _counts(row: Row) -> bool:
    return row.phrase.category in COUNTED and row.shown not in SKIPPED


def reasons() -> Iterator[tuple[str, list[str]]]:
    """(why, the sentences of which it is said)"""
    for paragraph in REASONS.read_text(encoding="utf-8").split("\n\n"):
        lines = [line for line in paragraph.splitlines() if line and not line.startswith("#")]
        if lines:
            yield (
                " ".join(line for line in lines if not line.startswith("  ")),
                [line.strip() for line in lines if line.startswith("  ")],
            )


# ---------------------------------------------------------------- the tables
def numbers() -> str:
    """How many sentences are used by how many games."""
    out = ["| | all | several | one | none |", "|---|---|---|---|---|"]
    total = [0] * 4
    for category, title in COUNTED.items():
        counts = [0] * 4
        for row in rows():
            if row.phrase.category == category and _counts(row):
                many = len(users()[row.shown])
                counts[0 if many == len(GAMES) else 3 - min(many, 2)] += 1
        total = [a + b for a, b in zip(total, counts, strict=True)]
        out.append(f"| {title} | {' | '.join(map(str, counts))} |")
    return "\n".join([*out, f"| together | {' | '.join(map(str, total))} |"])


def everywhere() -> str:
    return _list([shown for shown, games in users().items() if len(games) == len(GAMES)])


def several() -> str:
    """For some of the games, but not all, the sentences that these use and no other does."""
    found = sorted(
        {games for games in users().values() if 1 < len(games) < len(GAMES)},
        key=lambda some: (-len(some), [list(GAMES).index(game) for game in some]),
    )
    rows = [(_names(some), _list([shown for shown, games in users().items() if games == some])) for some in found]
    return _table(("used by", "sentences"), rows)


def _names(games: Sequence[str]) -> str:
    return ", ".join(games[:-1]) + f" and {games[-1]}"


def alone() -> str:
    """The sentences of one game, by the reason for which they are in the language. Raises LookupError where one has none."""
    single = {shown: games[0] for shown, games in users().items() if len(games) == 1}
    cells = []
    for why, sentences in reasons():
        strange = [shown for shown in sentences if shown not in single]
        if strange:
            raise LookupError(f"docs/reasons.txt: not one game alone uses {_list(strange)}")
        games = {single.pop(shown) for shown in sentences}
        cells.append((" and ".join(game for game in GAMES if game in games), _list(sentences), why))
    if single:
        raise LookupError(f"docs/reasons.txt says nothing about {_list(single)}")
    return _table(("used by", "sentences", "why they are in the language"), cells)


def nowhere() -> str:
    return _list([shown for shown, games in users().items() if not games])


def _list(sentences: Sequence[str] | Mapping[str, str]) -> str:
    return ", ".join(f"`{shown}`" for shown in sentences)


def _table(heads: Sequence[str], cells: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *cells]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def page() -> str:
    """The page as it stands, with its tables made anew."""
    made = {"numbers": numbers, "everywhere": everywhere, "several": several, "alone": alone, "nowhere": nowhere}
    text = TARGET.read_text(encoding="utf-8")
    if {m[2] for m in BLOCK.finditer(text)} != set(made):
        raise LookupError(f"docs/generality.md has to have a place for each of {', '.join(made)}")
    return BLOCK.sub(lambda m: f"{m[1]}{made[m[2]]()}\n{m[3]}", text)


if __name__ == "__main__":
    sys.exit(making.write(TARGET, page, lambda made: f"{len(users())} sentences"))
