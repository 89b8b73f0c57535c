"""Icons by the names of the rules, and by the names that people read, as the ``board.yaml`` of a game declares them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulekit.board import Board
from rulekit.image import Image
from rulekit.runtime.labels import Labels


def icons_of(board: Board | None, image: Image) -> dict[str, str]:
    """Thing -> icon: its own, or else that of the smallest of its kinds that has one."""
    said = board.look.icons if board is not None else {}
    return {**dict(_by_kind(said, image)), **said}


def icons_as_read(board: Board | None, labels: Labels) -> dict[str, str]:
    """Displayed name of a thing, or of a place of the reader -> icon: the subject of a form's line is only a text."""
    image = labels.image
    icons = icons_of(board, image)
    if not icons:
        return {}
    found = {
        labels.member(root, k): icons[member.name]
        for root, kind in image.kinds.items()
        for k, member in enumerate(kind.members)
        if member.name in icons
    }
    places = {name: place for name, place in image.places.items() if name in icons}
    return found | {labels.instance(name, place.owners, 0, reader=0): icons[name] for name, place in places.items()}


def _by_kind(said: Mapping[str, str], image: Image) -> Iterator[tuple[str, str]]:
    """(name, icon) of the members of kinds that have one, those of the largest kinds first."""
    rows = [
        (size, root, base, said[name])
        for root, kind in image.kinds.items()
        for name, (base, size) in kind.ranges.items()
        if name in said
    ]
    for size, root, base, icon in sorted(rows, reverse=True):
        for member in image.kinds[root].members[base : base + size]:
            yield member.name, icon
