"""Things that a player can not tell apart, and what tells apart those that are called the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rulekit.runtime.prelude import Alike

if TYPE_CHECKING:
    from rulekit.image import Image
    from rulekit.runtime.labels import Labels
    from rulekit.runtime.match import Match

NOT = {"en": "not {}", "zh": "未{}", "ja": "{}でない"}


def key(image: Image, s: Sequence[int], root: str, x: int) -> tuple[Any, ...]:
    """Equal for two things that are one and the same to a player."""
    return Alike(image.kinds[root]["alike"]).key(s, x) or (x,)


def told_apart(match: Match, labels: Labels, root: str, x: int, others: Iterable[int], viewer: str | None) -> str:
    """How a thing is called among others: where some have the same name, with what only some of them have."""
    name = labels.member(root, x)
    image = match.compiled.image
    if x < 0 or not image.kinds[root]["alike"]:
        return name
    same = [y for y in others if y != x and y >= 0 and labels.member(root, y) == name]
    parts = list(_differences(match, labels, root, x, same, viewer)) if same else []
    return labels.within.format(name, labels.comma.join(parts)) if parts else name


def _differences(
    match: Match, labels: Labels, root: str, x: int, same: Sequence[int], viewer: str | None
) -> Iterator[str]:
    image, s = match.compiled.image, match.s
    for name, mark, index in _marks(match, root, x, viewer):
        there = {y: at for y in same for other, _, at in _marks(match, root, y, viewer) if other == name}
        if all(s[at] == s[index] for at in there.values()) and len(there) == len(same):
            continue
        yield _said(labels, name, mark["type"], s[index])
    where = image.where.get(root)
    if where is not None and any(s[where + y] != s[where + x] for y in same):
        place = labels.place(s[where + x])
        if place:
            yield place


def _marks(match: Match, root: str, x: int, viewer: str | None) -> Iterator[tuple[str, dict[str, Any], int]]:
    """The marks of a thing that the viewer sees: (name, mark, index of its value)."""
    image, sight = match.compiled.image, match.compiled.sight(viewer)
    ranges = image.kinds[root]["ranges"]
    for name, mark in image.marks.items():
        owners = mark["owners"]
        if len(owners) == 1 and owners[0] in ranges:
            base, size = ranges[owners[0]]
            if base <= x < base + size and sight.mark(mark, x - base):
                yield name, mark, mark["base"] + x - base


def _said(labels: Labels, name: str, sort: Sequence[str], value: int) -> str:
    word = labels.word(name)
    if sort[0] == "truth":
        return word if value else NOT.get(labels.base, NOT["en"]).format(word)
    return f"{word}{labels.colon}{labels.value(sort, value)}"
