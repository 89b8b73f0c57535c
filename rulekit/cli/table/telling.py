"""Prints what happened, and chooses the names of players in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rulekit.cli.screen import Screen
from rulekit.cli.table.showing import as_table
from rulekit.cli.texts import Texts
from rulekit.tabletop.points import in_scorings, scoring_sheet

if TYPE_CHECKING:
    from rulekit import Match
    from rulekit.runtime.narrative.sentence import Level, Sentence


def tell(
    screen: Screen, texts: Texts, match: Match, viewer: str, since: int = 0, level: Level = "story", most: int | None = None,
    rules: bool = False,
) -> None:  # fmt: skip
    """What happened since ``match.happened`` was ``since``, as ``viewer`` may hear it ("": the whole truth).

    Of more than ``most`` sentences the last are told. ``rules`` adds the rule that each came from.
    """
    told = match.story(viewer, since, level, texts.lang)
    if most is not None and len(told) > most:
        screen.line(texts("earlier", n=len(told) - most, all=len(told)), "dim")
        told = told[len(told) - most :]
    _tell(screen, texts, told, player_names(match, texts), bool(viewer), rules)


def _tell(
    screen: Screen,
    texts: Texts,
    told: Sequence[Sentence],
    names: Mapping[str, str],
    to_one: bool,
    rules: bool,
    depth: int = 0,
) -> None:
    """``to_one``: to one player, and not the whole truth."""
    for line, *more in in_scorings(told):
        if more:
            screen.tables([as_table(scoring_sheet([line, *more], names, texts), screen, texts)])
            continue
        plain = line.yours or line.sort == "entry" or not to_one
        style = "bold" if line.sort == "score" else "" if plain else "dim"
        screen.line("  " * depth + line.text + (_source(line) if rules else ""), style)
        _tell(screen, texts, line.children, names, to_one, rules, depth + 1)


def player_names(match: Match, texts: Texts) -> dict[str, str]:
    """The names of the players in the language of the viewer."""
    return dict(zip(match.players, match.view(None, lang=texts.lang)["players"], strict=True))


def _source(line: Sentence) -> str:
    clauses = f" {', '.join(line.clauses)}" if line.clauses else ""
    return f"  ({line.rule}{clauses})" if line.rule else ""
