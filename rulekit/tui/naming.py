"""Finds the places of a board in texts: in the labels of options and in what is told."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property

from attrs import define

from rulekit.board.places import Board


@define(slots=False)
class PlaceNames:
    """The places of a board as they are called in a language."""

    board: Board
    language: str

    @cached_property
    def _things(self) -> Mapping[str, str]:
        return {place.name(self.language): place.thing for place in self.board.places.values()}

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        """Longer names first, and names of letters only as whole words."""
        names = sorted(self._things, key=len, reverse=True)
        forms = (rf"(?<![\w-]){re.escape(name)}(?![\w-])" if name.isascii() else re.escape(name) for name in names)
        return re.compile("|".join(forms) or r"(?!)")

    def found(self, text: str) -> list[str]:
        """The places that a text speaks of, by their names in rules, in the order in which it does."""
        return list(dict.fromkeys(self._things[name] for name in self._pattern.findall(text)))

    def of_option(self, key: str, label: str) -> str:
        """The place that an option stands for: it is that place, or speaks of just one. Nothing where it is neither."""
        if any(key == place.thing for place in self.board.places.values()):
            return key
        spoken = self.found(label)
        return spoken[0] if len(spoken) == 1 else ""
