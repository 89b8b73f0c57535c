"""Deals the cards that a player cannot read anew: every possible arrangement is equally likely."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from attrs import define, frozen

if TYPE_CHECKING:
    from rulekit.image import Image
    from rulekit.image import Place as HoldingPlace
    from rulekit.runtime.protocols import MatchState, Namespace
    from rulekit.runtime.visibility import Sight

NOWHERE = -1


@frozen
class HiddenPlace:
    """A place where a player reads nothing, or only what is turned up: a list of cards, or one spot."""

    code: int
    """As in ``where``: the index in ``z``, or the number of lists and the index in ``s``"""
    holds: frozenset[int]
    """Which parts of the kind can lie there"""
    pile: bool
    turns: bool


class HiddenSlot(NamedTuple):
    """Where a card lies that the player cannot read. ``at``: its index in the list, 0 in a spot; ``holds``: the parts of the
    kind from which a card can be dealt to it."""

    place: HiddenPlace
    at: int
    card: int
    holds: frozenset[int]


@define
class Redealer:
    """The things of one kind, for one player of one set-up. A *part* is a kind that the kind is a union of, or itself."""

    root: str
    places: Sequence[HiddenPlace]
    part_of: Sequence[int]
    """For each thing the number of its part"""
    keepers: Sequence[Callable[..., int] | None]
    """For each part who keeps one of its things, or None: nobody knows"""
    where: int
    faces: int
    """The first index of ``where`` and of the faces in ``s``; -1 where nothing of the kind is ever turned"""
    lists: int

    @classmethod
    def of(cls, image: Image, sight: Sight, explain: Namespace, root: str) -> Redealer:
        """``explain``: the module with the functions that say who keeps a thing."""
        parts = _parts(image, root)
        places = [
            HiddenPlace(code, _held(image, root, parts, place.contents), place.pile, place.turns)
            for place in image.places.values()
            if not place.counted and place.root == root
            for code in _codes(place, len(image.z))
            if not sight.card(code, False)
        ]
        part_of = [0] * len(image.kinds[root].members)
        for k, (_, base, size) in enumerate(parts):
            part_of[base : base + size] = [k] * size
        return cls(
            root,
            places,
            part_of,
            [_keeper(image, explain, root, base, size) for _, base, size in parts],
            image.where[root],
            image.faces.get(root, -1),
            len(image.z),
        )

    def deal(
        self, match: MatchState, world: MatchState, rng: Random, asked: Mapping[int, frozenset[int]]
    ) -> dict[int, int]:
        """Lays the hidden things of ``match`` anew in ``world``; gives for each the one that lies in its place now.

        ``asked``: each option of a pending question -> the parts of the kind from which its options come. An option is replaced
        by a thing of these parts.
        """
        groups: dict[int | None, list[HiddenSlot]] = {}
        for slot in self._slots(match, asked):
            keeper = self.keepers[self.part_of[slot.card]]
            key = None if keeper is None else keeper(match, match.s, match.z, slot.card)
            groups.setdefault(key, []).append(slot)
        moved: dict[int, int] = {}
        for key in sorted(groups, key=lambda k: -2 if k is None else k):
            slots = groups[key]
            for slot, card in zip(slots, self._shuffled(slots, rng), strict=True):
                moved[slot.card] = card
                self._lay(match, world, slot, card)
        for place in {slot.place for slots in groups.values() for slot in slots}:
            if place.code < self.lists and not place.pile:  # cards in no order lie in the order of their table
                world.z[place.code].sort()
        return moved

    def _slots(self, match: MatchState, asked: Mapping[int, frozenset[int]]) -> list[HiddenSlot]:
        s, z, lists, faces = match.s, match.z, self.lists, self.faces
        found = []
        for place in self.places:
            code = place.code
            for at, card in enumerate(z[code]) if code < lists else ((0, s[code - lists]),):
                if card >= 0 and not (place.turns and faces >= 0 and s[faces + card]):
                    found.append(HiddenSlot(place, at, card, place.holds & asked.get(card, place.holds)))
        return found

    def _shuffled(self, slots: Sequence[HiddenSlot], rng: Random) -> list[int]:
        """The cards of these slots in a new order, each where it can lie."""
        left = sorted(slot.card for slot in slots)
        rng.shuffle(left)
        if all(len(slot.holds) == len(self.keepers) for slot in slots):
            return left
        dealt = [NOWHERE] * len(slots)
        for k in sorted(range(len(slots)), key=lambda k: len(slots[k].holds)):  # the choosiest places first
            at = next((j for j, card in enumerate(left) if self.part_of[card] in slots[k].holds), None)
            if at is None:  # places that overlap, where none holds all of the other: each part by itself
                return self._by_parts(slots, rng)
            dealt[k] = left.pop(at)
        return dealt

    def _by_parts(self, slots: Sequence[HiddenSlot], rng: Random) -> list[int]:
        dealt = [slot.card for slot in slots]
        for part in range(len(self.keepers)):
            own = [k for k, slot in enumerate(slots) if self.part_of[slot.card] == part]
            cards = sorted(slots[k].card for k in own)
            rng.shuffle(cards)
            for k, card in zip(own, cards, strict=True):
                dealt[k] = card
        return dealt

    def _lay(self, match: MatchState, world: MatchState, slot: HiddenSlot, card: int) -> None:
        code = slot.place.code
        world.s[self.where + card] = code
        if self.faces >= 0:
            world.s[self.faces + card] = match.s[self.faces + slot.card]
        if code < self.lists:
            world.z[code][slot.at] = card
        else:
            world.s[code - self.lists] = card


# ---------------------------------------------------------------- worked out once
def _parts(image: Image, root: str) -> list[tuple[str, int, int]]:
    """(name, first, number) of each kind that is no union, in the order of its members."""
    ranges = image.kinds[root].ranges
    inner = [
        (name, *own) for name, own in ranges.items() if not any(_within(x, own) and x != own for x in ranges.values())
    ]
    return sorted(inner, key=lambda part: part[1])


def _within(a: Sequence[int], b: Sequence[int]) -> bool:
    return b[0] <= a[0] and a[0] + a[1] <= b[0] + b[1]


def _codes(place: HoldingPlace, lists: int) -> range:
    first = place.base + (0 if place.listed else lists)
    return range(first, first + place.size * max(place.spots, 1))


def parts_among(image: Image, root: str, kinds: Sequence[str]) -> frozenset[int]:
    """The numbers of the parts of a kind that belong to some kinds."""
    return _held(image, root, _parts(image, root), kinds)


def _held(image: Image, root: str, parts: Sequence[tuple[str, int, int]], contents: Sequence[str]) -> frozenset[int]:
    ranges = image.kinds[root].ranges
    return frozenset(k for k, (_, *own) in enumerate(parts) if any(_within(own, ranges[name]) for name in contents))


def _keeper(image: Image, explain: Namespace, root: str, base: int, size: int) -> Callable[..., int] | None:
    """The keeper that the innermost kind around a part declares; None where no kind around it declares one."""
    ranges = image.kinds[root].ranges
    around = [name for name, own in ranges.items() if name in image.keepers and _within((base, size), own)]
    if not around:
        return None
    found: Callable[..., int] = explain[image.keepers[min(around, key=lambda name: ranges[name][1])]]
    return found
