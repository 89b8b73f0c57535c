"""Names in generated code: made of the game's own words to be read, and kept apart by a register.

Python takes two identifiers for one when Unicode's compatibility forms make them equal (``Aﬁx`` and ``Afix``), and a number
behind a name may be part of another name. So only plain letters, digits and ``_`` of a word go into a name, and a name is
given once.
"""

from __future__ import annotations

import re
from collections.abc import Hashable

NUMBERED = re.compile(r"[0-9_]*")


def plain(text: str) -> str:
    """The part of a text that an identifier can hold; two texts may have the same."""
    return re.sub(r"[^A-Za-z0-9]+", "_", text).strip("_")


class NameTable:
    """The names of one module. Two things never have the same name."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._last: dict[str, int] = {}
        self._kept: dict[Hashable, str] = {}

    def new(self, prefix: str, text: str) -> str:
        """A name that nothing has. None has two ``_`` in a row: passes and printers, which count by themselves, make such."""
        said = plain(text).lower()
        stem = f"{prefix}_x{said}" if NUMBERED.fullmatch(said) else f"{prefix}_{said}"
        name, number = stem, self._last.get(stem, 1)
        while name in self._taken:
            number += 1
            name = f"{stem}_{number}"
        self._last[stem] = number
        self._taken.add(name)
        return name

    def kept(self, prefix: str, text: str, of: Hashable) -> str:
        """The name of something, always the same one."""
        key = (prefix, of)
        if key not in self._kept:
            self._kept[key] = self.new(prefix, text)
        return self._kept[key]
