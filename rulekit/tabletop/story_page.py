"""The story of a match as a page: sentences with those below them, a scoring and rows as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rulekit.tabletop.page import Page
from rulekit.tabletop.story_tables import in_tables
from rulekit.tabletop.texts import Texts

if TYPE_CHECKING:
    from rulekit import Match
    from rulekit.runtime.narrative.sentence import Level, Sentence


def story_page(
    texts: Texts, match: Match, viewer: str, since: int = 0, level: Level = "story", most: int | None = None
) -> Page:
    """What happened since ``match.happened`` was ``since``, as ``viewer`` may know it ("": the whole truth).

    Of more than ``most`` sentences the last ones. Rows of the ledger stand with the rule line that made them.
    """
    out, sentences = Page(), match.story(viewer, since, level, texts.lang)
    if most is not None and len(sentences) > most:
        out.line(texts("earlier", n=len(sentences) - most, all=len(sentences)), "dim")
        sentences = sentences[len(sentences) - most :]
    _add(out, texts, sentences, player_names(match, texts), bool(viewer))
    return out


def _add(
    out: Page,
    texts: Texts,
    sentences: Sequence[Sentence],
    names: Mapping[str, str],
    to_one: bool,
    depth: int = 0,
) -> None:
    """``to_one``: for one player, and not the whole truth."""
    for (line, *_), sheet in in_tables(sentences, names, texts):
        if sheet is not None:
            out.tables([sheet])
            continue
        plain = line.yours or line.sort == "entry" or not to_one
        text = "  " * depth + line.text + (_source(line) if line.sort == "entry" else "")
        out.line(text, "bold" if line.sort in ("chapter", "score") else "" if plain else "dim")
        _add(out, texts, line.children, names, to_one, depth + 1)


def player_names(match: Match, texts: Texts) -> dict[str, str]:
    """The names of the players in the language of the viewer."""
    return dict(zip(match.players, match.view(None, lang=texts.lang).players, strict=True))


def _source(line: Sentence) -> str:
    clauses = f" {', '.join(line.clauses)}" if line.clauses else ""
    return f"  ({line.rule}{clauses})" if line.rule else ""
