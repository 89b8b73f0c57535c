"""The sentences of a story with what belongs to them, and how neighbours that say the same of others are told together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from attrs import evolve, frozen

from rulekit.runtime.labels import Labels, Part, Thing
from rulekit.runtime.narrative.gains import Gain
from rulekit.runtime.narrative.throws import Throw

Level = Literal["short", "story", "full", "ledger"]
LEVELS: tuple[Level, ...] = ("short", "story", "full", "ledger")
"""The levels of detail, from what concerns the reader to every row of the journal by itself"""


@frozen
class Sentence:
    """One sentence, and what belongs to it.

    ``sort``: ``event`` (a rule that was carried out), ``line`` (what it tells in its course), ``shown`` (a card that somebody
    looks at or is shown), ``change`` (something that changed and that nobody has words for), ``secret`` (what others did unseen),
    ``score`` (``rows``: where points came from).
    ``player``: who did it. ``yours``: whether it concerns the reader. ``rule``: ``FILE:LINE``.
    ``entries``: the entries of the journal that belong to it, from and up to, counted from 0. ``throws``: what devices did in it.
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
    template: int = -1
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


def together(nodes: Sequence[Sentence], labels: Labels) -> list[Sentence]:
    """Sentences of one kind that begin alike, up to a colon, are told in one line: ``Collect taxes: Blue in Aki; Red in Kai``."""
    groups: list[list[Sentence]] = []
    for node in nodes:
        if groups and _shared(groups[-1][-1], node):
            groups[-1].append(node)
        else:
            groups.append([node])
    return [group[0] if len(group) == 1 else _joined(group, labels) for group in groups]


def _joined(group: Sequence[Sentence], labels: Labels) -> Sentence:
    """One line for several; what comes more than once is counted: ``Losses: a guard ×2``."""
    first, shared = group[0], _shared(group[0], group[1])
    joined = [one for node in group for one in node.joined or (node,)]
    many: dict[str, tuple[tuple[Part, ...], int]] = {}
    for node in joined:
        tail = node.parts[shared:]
        said = "".join(map(str, tail))
        many[said] = (tail, many[said][1] + 1 if said in many else 1)
    joint = "；" if labels.base in ("zh", "ja") else "; "
    parts = list(first.parts[:shared])
    for k, (tail, n) in enumerate(many.values()):
        parts += [*([joint] if k else []), *tail, *([labels.times(n)] if n > 1 else [])]
    return evolve(
        first, parts=tuple(parts), joined=tuple(joined), number=max(node.number for node in group), player=None,
        entries=(min(node.entries[0] for node in group), max(node.entries[1] for node in group)),
        throws=tuple(throw for node in joined for throw in node.throws),
    )  # fmt: skip


def _shared(one: Sentence, other: Sentence) -> int:
    """How many parts two sentences begin with, if they can be told together: up to the first colon. Events have to be of one
    line of the rules; what is told in the course of one may be said by several."""
    if one.template < 0 or one.sort != other.sort or one.yours != other.yours:
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
