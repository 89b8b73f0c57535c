"""What happened since somebody looked last, as lines for the story panel. The one module here that reads the journal."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from rulekit import Match
    from rulekit.tui.naming import PlaceNames


@frozen
class Line:
    """One line of the story. ``places``: those it speaks of, by their names in rules; ``concerns``: it is about the reader."""

    text: str
    depth: int = 0
    places: Collection[str] = ()
    concerns: bool = False


def events(lines: Sequence[Line]) -> list[list[Line]]:
    """The lines in groups: each begins with a line of depth 0, and is told at one go."""
    out: list[list[Line]] = []
    for line in lines:
        if line.depth == 0 or not out:
            out.append([])
        out[-1].append(line)
    return out


def told(match: Match, viewer: str, since: int, lang: str, names: PlaceNames | None) -> Sequence[Line]:
    """The lines of the journal from entry ``since`` on, as ``viewer`` (a player's name) may read them."""
    called = dict(zip(match.players, match.view(None, lang=lang)["players"], strict=True)).get(viewer, viewer)
    out = []
    for entry in match.journal[since:]:
        text = entry.text(lang, viewer=viewer)
        if text:
            places = names.found(text) if names is not None else ()
            out.append(Line(text, 0, places, entry.player != viewer and called in text))
    return out
