"""The sentences of a story with what belongs to them, and how neighbours that say the same of others are told together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Literal

from attrs import evolve, frozen

from rulekit.diagnostics import width
from rulekit.runtime.labels import Labels, Part, Thing
from rulekit.runtime.narrative.gains import Gain
from rulekit.runtime.narrative.rolls import Roll
from rulekit.runtime.narrative.throws import Throw

Level = Literal["headline", "story", "full", "ledger"]
LEVELS: tuple[Level, ...] = ("headline", "story", "full", "ledger")
"""The levels of detail, from what changed owners and scores to every row of the journal by itself"""
LONGEST = 150
"""So many characters are told in one line, before it is moved in below another one"""


@frozen
class Sentence:
    """One sentence, and what belongs to it.

    ``sort``: ``event`` (a rule that was carried out), ``line`` (what it tells in its course), ``row`` (words of an author that
    are the row of a table: ``table_rows``), ``shown`` (a card that somebody looks at or is shown), ``change`` (something that
    changed and that nobody has words for), ``secret`` (what others did unseen), ``score`` (``rows``: where points came from),
    ``result`` (who has won), ``chapter`` (a heading, at the level ``headline``), ``entry`` (a row of the journal, at the level
    ``ledger``).
    ``player``: who did it. ``yours``: whether it concerns the reader. ``rule``: ``FILE:LINE``.
    ``entries``: the entries of the journal that belong to it, from and up to, counted from 0. ``throws``: what devices did in it;
    ``rolls``: the dice that were thrown in it, where it is a part of a scene (``in_scene``).
    """

    sort: str
    parts: tuple[Part, ...]
    number: int
    player: str | None = None
    yours: bool = False
    rule: str = ""
    clauses: tuple[str, ...] = ()
    entries: tuple[int, int] = (0, 0)
    children: tuple[Sentence, ...] = ()
    rows: tuple[Gain, ...] = ()
    throws: tuple[Throw, ...] = ()
    rolls: tuple[Roll, ...] = ()
    in_scene: bool = False
    template: int = -1
    deed: str = ""
    """for an event the name of the rule that was carried out"""
    joined: tuple[Sentence, ...] = ()
    """the sentences that are told together in this one"""

    @property
    def text(self) -> str:
        """The sentence as plain text."""
        return "".join(map(str, self.parts))

    @property
    def things(self) -> tuple[Thing, ...]:
        """What the sentence names: players, places, cards and the like."""
        return tuple(dict.fromkeys(x for x in self.parts if isinstance(x, Thing)))

    def lines(self, depth: int = 0) -> Iterator[tuple[int, Sentence]]:
        """(how far in, sentence) of this one and all below it."""
        yield depth, self
        for child in self.children:
            yield from child.lines(depth + 1)


def in_order(nodes: Sequence[Sentence]) -> list[Sentence]:
    return sorted(nodes, key=lambda x: x.number)


def befalls(node: Sentence, reader: str | None) -> bool:
    """Whether a sentence is about what others do to the reader, or about a change for them that no author describes."""
    return node.yours and any(
        x.sort == "change" or x.player not in (None, reader) for x in node.joined or (node,) if x.yours
    )


def together(nodes: Sequence[Sentence], labels: Labels, reader: str | None) -> list[Sentence]:
    """Sentences of one kind that begin alike, up to a colon, are told in one line: ``Take toll: Blue in Alder; Red in Birch``.

    What others do to the ``reader`` keeps a line of its own. So does what they do themselves if the line would be longer than
    :data:`LONGEST`.
    """
    return [
        line
        for alike in _runs(nodes, lambda a, b: _shared(a, b) > 0 and befalls(a, reader) == befalls(b, reader))
        for line in _in_lines(alike, labels)
    ]


def _in_lines(alike: Sequence[Sentence], labels: Labels) -> list[Sentence]:
    whole = _joined(alike, labels)
    if width(whole.text) <= LONGEST or len({x.yours for x in alike}) == 1:
        return [whole]
    return [_joined(group, labels) for group in _runs(alike, lambda a, b: a.yours == b.yours)]


def _runs(nodes: Sequence[Sentence], alike: Callable[[Sentence, Sentence], bool]) -> list[list[Sentence]]:
    """The longest runs of neighbours that are alike."""
    out: list[list[Sentence]] = []
    for node in nodes:
        if out and alike(out[-1][-1], node):
            out[-1].append(node)
        else:
            out.append([node])
    return out


def _joined(group: Sequence[Sentence], labels: Labels) -> Sentence:
    """One line for several; what comes more than once is counted: ``Losses: a guard ×2``."""
    if len(group) == 1:
        return group[0]
    first, shared = group[0], _shared(group[0], group[1])
    joined = [one for node in group for one in node.joined or (node,)]
    parts = list(first.parts[:shared])
    tails = [node.parts[shared:] for node in joined]
    by_place = _by_place(tails, labels)
    for k, (tail, n) in enumerate(_counted(tails) if by_place is None else [(tail, 1) for tail in by_place]):
        parts += [*([labels.semicolon] if k else []), *tail, *([labels.times(n)] if n > 1 else [])]
    return evolve(
        first, parts=tuple(parts), joined=tuple(joined), number=max(node.number for node in group), player=None,
        yours=any(node.yours for node in group),
        entries=(min(node.entries[0] for node in group), max(node.entries[1] for node in group)),
        throws=tuple(throw for node in joined for throw in node.throws),
        rolls=tuple(roll for node in joined for roll in node.rolls),
    )  # fmt: skip


def _by_place(tails: Sequence[tuple[Part, ...]], labels: Labels) -> list[tuple[Part, ...]] | None:
    """``a guard ×2, Ann in Kirkby; Ben in Ripon`` for things of which each is told where it is, with some in the same place;
    nothing for all else, as for what players do or for a way from one place to another."""
    found: dict[tuple[Part, ...], list[tuple[Part, ...]]] = {}
    for first, *rest in tails:
        where = [part for part in rest if isinstance(part, Thing)]
        if not isinstance(first, Thing) or len(where) != 1 or first.kind in ("player", where[0].kind):
            return None
        found.setdefault(tuple(rest), []).append((first,))
    if len(found) == len(tails):
        return None
    out: list[tuple[Part, ...]] = []
    for rest_, things in found.items():
        said: list[Part] = []
        for thing, n in _counted(things):
            said += [*([labels.comma] if said else []), *thing, *([labels.times(n)] if n > 1 else [])]
        out.append((*said, *rest_))
    return out


def _counted(tails: Sequence[tuple[Part, ...]]) -> list[tuple[tuple[Part, ...], int]]:
    """How often each comes. On a way, which goes on where it came to, the order is kept: ``A to B; B to A; A to B``."""
    way = any(_things(a)[-1:] == _things(b)[:1] != [] for a, b in pairwise(tails))
    counted: list[tuple[tuple[Part, ...], int]] = []
    at: dict[str, int] = {}
    for tail in tails:
        said = "".join(map(str, tail))
        k = at.get(said, -1)
        if k < 0 or (way and k < len(counted) - 1):
            at[said] = len(counted)
            counted.append((tail, 1))
        else:
            counted[k] = (counted[k][0], counted[k][1] + 1)
    return counted


def _things(parts: Sequence[Part]) -> list[str]:
    return [part.name for part in parts if isinstance(part, Thing)]


def _shared(one: Sentence, other: Sentence) -> int:
    """How many parts two sentences begin with, if they can be told together: up to the first colon. Events have to be of one
    line of the rules; what is told in the course of one may be said by several."""
    if one.template < 0 or one.sort != other.sort or one.sort == "row":
        return 0
    if one.template != other.template and one.sort != "line":
        return 0
    if one.children or other.children:
        return 0
    for k, (a, b) in enumerate(zip(one.parts, other.parts, strict=False)):
        if a != b:
            return 0
        if isinstance(a, str) and a.rstrip().endswith((":", "：")):
            return k + 1
    return 0
