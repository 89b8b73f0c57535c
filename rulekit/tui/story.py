"""What happened since somebody looked last, as lines for the story panel. The one module here that reads the story of a match."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from rulekit import Match
    from rulekit.runtime.story import Told


@frozen
class Line:
    """One line of the story. ``places``: those it names, by their names in rules; ``yours``: it is about the reader;
    ``concerns``: somebody else did it to him."""

    text: str
    depth: int = 0
    places: Collection[str] = ()
    yours: bool = False
    concerns: bool = False


def events(lines: Sequence[Line]) -> list[list[Line]]:
    """The lines in groups: each begins with a line of depth 0, and is told at one go."""
    out: list[list[Line]] = []
    for line in lines:
        if line.depth == 0 or not out:
            out.append([])
        out[-1].append(line)
    return out


def told(match: Match, viewer: str, since: int, lang: str, places: Collection[str]) -> list[Line]:
    """The story from ``since`` on (see :attr:`rulekit.Match.happened`), as ``viewer`` (a player's name) may hear it.

    ``places``: the places of the board, by their names in rules.
    """
    names = dict(zip(match.players, match.view(None, lang=lang)["players"], strict=True))
    nodes = match.story(viewer, since, "story", lang)
    return [
        line for node in nodes for depth, part in node.lines() for line in _lines(part, depth, viewer, places, names)
    ]


def _lines(part: Told, depth: int, viewer: str, places: Collection[str], names: Mapping[str, str]) -> Iterator[Line]:
    named = [thing.id for thing in part.things if thing.id in places]
    yield Line(part.text, depth, named, part.yours, part.yours and part.player != viewer)
    for gain in part.rows:
        mine = gain.player == viewer
        yield Line(f"{names[gain.player]} {gain.n:+} = {gain.total}  {gain.reason}", depth + 1, (), mine, mine)
