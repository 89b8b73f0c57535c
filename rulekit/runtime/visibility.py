"""Who may see what: computed from the declared visibility of places, in this one module."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from rulekit.image import Image


class Sight:
    """``viewer``: a seat from 0, or None for somebody who sits at no side of the table."""

    def __init__(self, image: Image, viewer: int | None) -> None:
        self.image, self.viewer = image, viewer
        self._zones = {}
        for name, place in image.places.items():
            if not place["counted"] and not place["spot"] and place["row"] is None:
                for k in range(place["size"]):
                    self._zones[place["base"] + k] = (name, k)
        self._spots = {}
        for name, place in image.places.items():
            if not place["counted"] and (place["spot"] or place["row"] is not None):
                size = place["row"][2] if place["row"] is not None else place["size"]
                for k in range(size):
                    self._spots[place["base"] + k] = (name, k)

    def owner(self, place: dict[str, Any], instance: int) -> int:
        """The player whose place it is, by the first of its owners."""
        below = 1
        for owner in place["owners"][1:]:
            below *= self._size(owner)
        return instance // below

    def _size(self, kind: str) -> int:
        return next(int(k["ranges"][kind][1]) for k in self.image.kinds.values() if kind in k["ranges"])

    def mark(self, mark: dict[str, Any], instance: int) -> bool:
        return self._may(mark["seen"], mark, instance)

    def _may(self, seen: str, thing: dict[str, Any], instance: int) -> bool:
        if seen == "all":
            return True
        return seen == "their owner" and self.viewer is not None and self.owner(thing, instance) == self.viewer

    def pieces(self, name: str, instance: int) -> bool:
        """Whether the counted pieces at an instance of a place can be seen."""
        place = self.image.places[name]
        return self._may(place["seen"], place, instance)

    def card(self, code: int, face: bool) -> bool:
        """Whether a card that lies at a place (one number) can be read."""
        if code < 0:
            return False
        found = self._zones.get(code) or self._spots.get(code - len(self.image.z))
        if found is None:
            return False
        place = self.image.places[found[0]]
        return (place["turns"] and face) or self._may(place["seen"], place, found[1])

    def reads(self, s: Sequence[int], root: str, thing: int) -> bool:
        """Whether a thing can be read where it lies now. What lies nowhere, or can lie nowhere, is no secret."""
        where = self.image.where.get(root)
        if where is None or thing < 0 or s[where + thing] < 0:
            return True
        faces = self.image.faces.get(root)
        return self.card(s[where + thing], faces is not None and bool(s[faces + thing]))


@frozen
class Look:
    """A state as one person sees it."""

    sight: Sight
    s: Sequence[int]

    def reads(self, root: str, thing: int) -> bool:
        """Whether this person can read a thing where it lies."""
        return self.sight.reads(self.s, root, thing)

    def hidden(self, template: Sequence[Any], values: Sequence[Any]) -> list[int]:
        """Which values of a text, counted from 0, tell what this person may not read."""
        sorts = [part for part in template if not isinstance(part, str)]
        return [k for k, (sort, value) in enumerate(zip(sorts, values, strict=True)) if not self._open(sort, value)]

    def _open(self, sort: Sequence[Any], value: Any) -> bool:
        if len(sort) > 3:  # a value that rests on cards
            return all(self.reads(root, card) for root, card in zip(sort[3], value[1:], strict=True))
        match sort[0]:
            case "kind":
                return self.reads(sort[1], value)
            case "set" if len(sort) > 1:
                return all(self.reads(sort[1], x) for x in value)
        return True
