"""The story since somebody's last look, as lines, with the places that they name."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from rulekit.tabletop.board import Sheet
from rulekit.tabletop.story_tables import in_tables
from rulekit.tabletop.texts import Texts

if TYPE_CHECKING:
    from rulekit import Match
    from rulekit.runtime.narrative.sentence import Sentence
    from rulekit.tabletop.names import PlaceNames


FEW = 3
"""More than one in so many places are not lit: what is everywhere is no news."""


@frozen
class StoryLine:
    """One line of the story. ``places``: those it names, by their names in rules; ``yours``: it is about the reader;
    ``concerns``: somebody else did it to them; ``table``: what it tells as one, and ``scoring``: where the points of all came
    from; ``stops``: the game says that what follows waits for the reader."""

    text: str
    depth: int = 0
    places: Collection[str] = ()
    yours: bool = False
    concerns: bool = False
    table: Sheet | None = None
    scoring: bool = False
    stops: bool = False


def events(lines: Sequence[StoryLine]) -> list[list[StoryLine]]:
    """The lines in groups that are shown together; each begins with a line of depth 0."""
    out: list[list[StoryLine]] = []
    for line in lines:
        if line.depth == 0 or not out:
            out.append([])
        out[-1].append(line)
    return out


def few(lit: Collection[str], places: Collection[str]) -> bool:
    """Whether named places may be highlighted on the map: only if they are not most of its places."""
    return len(lit) <= max(1, len(places) // FEW)


def without_player(told: Sentence, name: str) -> str:
    """What a sentence tells, without the player of this name before a colon: whose it is, is said already."""
    first, *rest = told.parts
    if str(first) == name and rest and isinstance(rest[0], str):
        side, colon, behind = rest[0].partition(":") if ":" in rest[0] else rest[0].partition("：")
        if colon and len(side) < 2:
            return (behind.lstrip() + "".join(map(str, rest[1:]))).strip()
    return told.text


def places_of(told: Sentence, names: PlaceNames | None) -> list[str]:
    """The places of a board that a sentence names, by their names in rules; also where it does so in plain words."""
    if names is None:
        return []
    found = [
        key
        for part in told.parts
        for key in (names.found(part) if isinstance(part, str) else [part.id] if part.id in names.keys else [])
    ]
    return list(dict.fromkeys(found))


def told(
    match: Match,
    viewer: str,
    since: int,
    texts: Texts,
    lang: str,
    board: PlaceNames | None,
    stops: Collection[str] = (),
) -> list[StoryLine]:
    """The story from ``since`` on (see :attr:`rulekit.Match.happened`), as ``viewer`` (a player's name) may hear it.

    ``board``: what the places of the board are called, if there is one; ``stops``: the deeds after which the telling waits.
    """
    players = dict(zip(match.players, match.view(None, lang=lang).players, strict=True))

    def lines(nodes: Sequence[Sentence], depth: int = 0) -> Iterator[StoryLine]:
        for found, sheet in in_tables(nodes, players, texts):
            node = found[0]
            if sheet is not None:
                scoring = node.sort == "score"
                yours = any(x.yours for x in found)
                yield StoryLine(sheet.title or node.text, depth, (), yours, yours and scoring, sheet, scoring)
                continue
            others = any(x.yours and x.player != viewer for x in node.joined or (node,))
            stop = any(x.deed in stops for x in node.joined or (node,))
            yield StoryLine(node.text, depth, places_of(node, board), node.yours, others, stops=stop)
            yield from lines(node.children, depth + 1)

    return list(lines(match.story(viewer, since, "story", lang)))
