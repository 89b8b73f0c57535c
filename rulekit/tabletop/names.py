"""Finds the places of a board in texts: in labels of options and in the story."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from functools import cached_property

from attrs import define

from rulekit.board.places import Board

MOST_KEPT = 4000
"""So many texts are remembered, each with the places in it"""


@define(slots=False)
class PlaceNames:
    """The names of a board's places in a language."""

    board: Board
    language: str

    @cached_property
    def _things(self) -> Mapping[str, str]:
        return {place.name(self.language): place.thing for place in self.board.places.values()}

    @cached_property
    def keys(self) -> Set[str]:
        """The places by their names in rules."""
        return frozenset(place.thing for place in self.board.places.values())

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        """Longer names first, and names of letters only as whole words."""
        names = sorted(self._things, key=len, reverse=True)
        forms = (rf"(?<![\w-]){re.escape(name)}(?![\w-])" if name.isascii() else re.escape(name) for name in names)
        return re.compile("|".join(forms) or r"(?!)")

    @cached_property
    def _found(self) -> dict[str, list[str]]:
        return {}

    def found(self, text: str) -> Sequence[str]:
        """The places that a text mentions, by their names in the rules, in order of mention."""
        found = self._found.get(text)
        if found is None:
            if len(self._found) >= MOST_KEPT:
                self._found.clear()
            found = list(dict.fromkeys(self._things[name] for name in self._pattern.findall(text)))
            self._found[text] = found
        return found

    def of_option(self, key: str, label: str) -> str:
        """The place that an option stands for: it is that place, or speaks of just one. Nothing where it is neither."""
        if key in self.keys:
            return key
        spoken = self.found(label)
        return spoken[0] if len(spoken) == 1 else ""
