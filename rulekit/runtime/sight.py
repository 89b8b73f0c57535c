"""Who may see what: computed from the declared visibility of places, in this one module."""

from __future__ import annotations

from typing import Any

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
