"""Who may see what: computed from the declared visibility of places, in this one module."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rulekit.image import OWNER, PARTNERS, Gap, Image, Mark, Place, Value

TURNED, READ = 1, 2
"""A card can be read where it lies if it is turned up, or anyhow."""


class Sight:
    """What one person may see. ``viewer``: a seat from 0, or None for an onlooker."""

    def __init__(self, image: Image, viewer: int | None) -> None:
        self.image, self.viewer = image, viewer
        self._read: dict[int, int] = {}
        """Place at which a card can lie, as one number -> READ or TURNED, where it can be read at all"""
        for place in image.places.values():
            first = place.base if place.listed else len(image.z) + place.base
            for k in range(place.size * (place.spots or int(place.listed))):
                read = READ if self._may(place.seen, place, k // max(place.spots, 1)) else TURNED if place.turns else 0
                if read:
                    self._read[first + k] = read

    def owner(self, place: Place | Mark, instance: int) -> int:
        """The player whose place it is, by the first of its owners."""
        below = 1
        for owner in place.owners[1:]:
            below *= self._size(owner)
        return instance // below

    def _size(self, kind: str) -> int:
        return next(k.ranges[kind][1] for k in self.image.kinds.values() if kind in k.ranges)

    def mark(self, mark: Mark, instance: int) -> bool:
        return self._may(mark.seen, mark, instance)

    def _may(self, seen: str, thing: Place | Mark, instance: int) -> bool:
        if seen == "all":
            return True
        if self.viewer is None or seen not in (OWNER, PARTNERS):
            return False
        owner = self.owner(thing, instance)
        return owner == self.viewer or (
            seen == PARTNERS and any(owner in group and self.viewer in group for group in self.image.partners)
        )

    def pieces(self, name: str, instance: int) -> bool:
        """Whether the counted pieces at an instance of a place can be seen."""
        place = self.image.places[name]
        return self._may(place.seen, place, instance)

    def card(self, code: int, face: bool) -> bool:
        """Whether a card that lies at a place (one number) can be read; ``face``: whether it lies face up."""
        read = self._read.get(code, 0)
        return read == READ or (face and read == TURNED)

    def reading(self, code: int) -> int:
        """What can be read at a place at which a card can lie, by its number: READ, TURNED or 0."""
        return self._read.get(code, 0)

    def table(self, codes: int) -> list[int]:
        """For each place at which a card can lie, by its number: READ, TURNED or 0."""
        return [self._read.get(code, 0) for code in range(codes)]

    def reads(self, s: Sequence[int], root: str, thing: int) -> bool:
        """Whether a thing can be read where it lies now. What lies nowhere is no secret."""
        where = self.image.where.get(root)
        if where is None or thing < 0 or s[where + thing] < 0:
            return True
        faces = self.image.faces.get(root)
        return self.card(s[where + thing], faces is not None and bool(s[faces + thing]))


def hides_nothing(image: Image) -> bool:
    """Whether all see everything at any time: each place and mark; no choice is made in secret,
    and nothing lies in a device."""
    return (
        all(place.seen == "all" and not place.turns for place in image.places.values())
        and all(mark.seen == "all" for mark in image.marks.values())
        and not any(ask.secret for ask in image.asks)
        and not image.devices
        and not any(rule.sort == "at-once" for rule in image.rules)
    )


def may_hide(image: Image, template: Sequence[str | Gap]) -> bool:
    """Whether a text can name something that lies hidden: of a kind whose members can lie somewhere."""
    return any(not isinstance(part, str) and (part.cards or part.sort.of in image.where) for part in template)


@frozen
class Perspective:
    """A state as one person sees it."""

    sight: Sight
    s: Sequence[int]

    def reads(self, root: str, thing: int) -> bool:
        """Whether this person can read a thing where it lies."""
        return self.sight.reads(self.s, root, thing)

    def hidden(self, template: Sequence[str | Gap], values: Sequence[Value]) -> list[int]:
        """Which values of a text, counted from 0, reveal something that this person may not see."""
        gaps = [part for part in template if not isinstance(part, str)]
        return [k for k, (gap, value) in enumerate(zip(gaps, values, strict=True)) if not self._open(gap, value)]

    def _open(self, gap: Gap, value: Value) -> bool:
        told, cards = gap.parts(value)
        if gap.cards:
            return all(self.reads(root, card) for root, card in zip(gap.cards, cards, strict=True))
        return all(self.reads(gap.sort.of, x) for x in gap.sort.things(told))
