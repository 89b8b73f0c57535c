"""Interchangeable things, which a player cannot tell apart; and labels that tell things of the same name apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING

from attrs import frozen

from rulekit.i18n.catalogue import MessageCatalogue

if TYPE_CHECKING:
    from rulekit.image import AlikeRow, Image, Mark, Sort
    from rulekit.runtime.labels import Labels
    from rulekit.runtime.protocols import MatchState

NAMES = MessageCatalogue("name", {"not": "not {}"})
Key = tuple[object, ...]
"""Equal for things that are alike"""


@frozen
class _Compared:
    """What a thing is compared by. ``group``: constant, equal for all of its like; ``look``: its visible part of a state;
    ``pointers``: the indices of the state that may refer to it."""

    group: tuple[int, int]
    look: Callable[[Sequence[int]], object]
    pointers: Sequence[int]


class Equivalence:
    """Tells whether two things without names are alike."""

    def __init__(self, sorts: Sequence[AlikeRow]) -> None:
        self.sorts = sorts
        self._compared: dict[int, _Compared | None] = {}
        """thing -> what is compared of it; None for one that is like no other"""

    def key(self, s: Sequence[int], x: int) -> Key | None:
        """What has to be equal for two things to be alike; None for a thing that is like no other."""
        try:
            asked = self._compared[x]
        except KeyError:
            asked = self._compared[x] = self._compare(x)
        if asked is None:
            return None
        if asked.pointers:
            return asked.group, asked.look(s), tuple([k for k in asked.pointers if s[k] == x])
        return asked.group, asked.look(s)

    def _compare(self, x: int) -> _Compared | None:
        for low, high, groups, reads, pointers in self.sorts:
            if low <= x < high:
                places = [offset + stride * x for offset, stride in reads]
                blocks = [k for base, size in pointers for k in range(base, base + size)]
                return _Compared((low, groups[x - low]), itemgetter(*places) if places else len, blocks)
        return None


def unlike(s: Sequence[int], items: Sequence[int], alike: Equivalence) -> list[int]:
    """The things, without those that are like an earlier one."""
    out, seen, key_of = [], set(), alike.key
    for x in items:
        key = key_of(s, x)
        if key is None:
            out.append(x)
        elif key not in seen:
            seen.add(key)
            out.append(x)
    return out


def side_by_side(s: Sequence[int], items: Sequence[int], alike: Equivalence) -> list[int]:
    """The things in their order, but with those that are alike next to each other, behind the first of them."""
    places: dict[Key, int] = {}
    return sorted(items, key=lambda x: places.setdefault(alike.key(s, x) or (x,), len(places)))


def key(image: Image, s: Sequence[int], root: str, x: int) -> Key:
    """Equal for two things that a player cannot tell apart."""
    return Equivalence(image.kinds[root].alike).key(s, x) or (x,)


def told_apart(match: MatchState, labels: Labels, root: str, x: int, others: Iterable[int], viewer: str | None) -> str:
    """What a thing is called among others: where names are the same, with a mark that only some of them have."""
    name = labels.member(root, x)
    image = match.compiled.image
    kind = image.kinds[root]
    if x < 0 or not (kind.alike or labels.namesakes(root)):
        return name
    same = [y for y in others if y != x and y >= 0 and labels.member(root, y) == name]
    owner, parts = labels.whose(root, x), list[str]()
    if owner is not None and any(labels.whose(root, y) != owner for y in same):
        parts.append(labels.member("player", owner))
    parts += _differences(match, labels, root, x, same, viewer) if same and kind.alike else []
    return labels.within.format(name, labels.comma.join(parts)) if parts else name


def _differences(
    match: MatchState, labels: Labels, root: str, x: int, same: Sequence[int], viewer: str | None
) -> Iterator[str]:
    image, s = match.compiled.image, match.s
    for name, mark, index in _marks(match, root, x, viewer):
        there = {y: at for y in same for other, _, at in _marks(match, root, y, viewer) if other == name}
        if all(s[at] == s[index] for at in there.values()) and len(there) == len(same):
            continue
        yield _said(labels, name, mark.type, s[index])
    where = image.where.get(root)
    if where is not None and any(s[where + y] != s[where + x] for y in same):
        place = labels.place(s[where + x])
        if place:
            yield place


def _marks(match: MatchState, root: str, x: int, viewer: str | None) -> Iterator[tuple[str, Mark, int]]:
    """The marks of a thing that the viewer sees: (name, mark, index of its value)."""
    image, sight = match.compiled.image, match.compiled.sight(viewer)
    ranges = image.kinds[root].ranges
    for name, mark in image.marks.items():
        owners = mark.owners
        if len(owners) == 1 and owners[0] in ranges:
            base, size = ranges[owners[0]]
            if base <= x < base + size and sight.mark(mark, x - base):
                yield name, mark, mark.base + x - base


def _said(labels: Labels, name: str, sort: Sort, value: int) -> str:
    word = labels.word(name)
    if sort.head == "truth":
        return word if value else NAMES.form("not", labels.lang).format(word)
    return f"{word}{labels.colon}{labels.value(sort, value)}"
