"""Prints the story and the journal, and chooses the names of players in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rulekit.cli.screen import Screen
from rulekit.cli.table.showing import as_table
from rulekit.cli.texts import Texts
from rulekit.tabletop.points import in_scorings, scoring_sheet

if TYPE_CHECKING:
    from rulekit import Match
    from rulekit.runtime.journal import Entry
    from rulekit.runtime.story_tree import Level, Told


def tell(
    screen: Screen, texts: Texts, journal: Sequence[Entry], viewer: str, since: int = 0, most: int | None = None,
    rules: bool = False,
) -> None:  # fmt: skip
    """What happened from entry ``since`` on, as ``viewer`` saw it ("": the whole truth).

    Of more than ``most`` lines the last are told. ``rules`` adds the rule that each came from.
    """
    lines: list[str] = []
    hidden = 0
    for k in range(len(journal) - 1, since - 1, -1):
        entry = journal[k]
        text = entry.text(texts.lang, viewer=viewer)
        if not text:
            continue  # nothing that this player may know
        if most is not None and len(lines) >= most:
            hidden += 1
            continue
        lines.append(text + (_source(entry) if rules else ""))
    if hidden:
        screen.line(texts("earlier", n=hidden, all=hidden + len(lines)), "dim")
    for text in reversed(lines):
        screen.line(text)


def tell_story(screen: Screen, texts: Texts, match: Match, viewer: str, since: int = 0, level: Level = "story") -> None:
    """What happened since ``match.happened`` was ``since``, in sentences, as ``viewer`` may hear it ("": the whole truth)."""
    _tell(screen, texts, match.story(viewer, since, level, texts.lang), player_names(match, texts), bool(viewer))


def _tell(
    screen: Screen, texts: Texts, told: Sequence[Told], names: Mapping[str, str], to_one: bool, depth: int = 0
) -> None:
    """``to_one``: to one player, and not the whole truth."""
    for line, *more in in_scorings(told):
        if more:
            screen.tables([as_table(scoring_sheet([line, *more], names, texts), screen, texts)])
            continue
        style = "bold" if line.sort == "score" else "" if line.yours or not to_one else "dim"
        screen.line("  " * depth + line.text, style)
        _tell(screen, texts, line.children, names, to_one, depth + 1)


def player_names(match: Match, texts: Texts) -> dict[str, str]:
    """The names of the players in the language of the viewer."""
    return dict(zip(match.players, match.view(None, lang=texts.lang)["players"], strict=True))


def _source(entry: Entry) -> str:
    clauses = f" {', '.join(entry.clauses)}" if entry.clauses else ""
    return f"  ({entry.rule}{clauses})" if entry.rule else ""
