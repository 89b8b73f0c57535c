"""Another world that a seat cannot tell from this one: the same match with what is hidden from that seat lying otherwise.

What is hidden is found here a second time, from the visibility that the rule files declare, and not by the engine's own module.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import rulekit
from rulekit.image import STREAM_WIDTH, Mark
from rulekit.image import Place as TablePlace
from rulekit.runtime.chance import keyed

Place = tuple[list[int], int, int, int]
"""Where a hidden card lies: (list, position in it, the place as one number, whose place it is or -1)"""


def owner_of(match: rulekit.Match, thing: TablePlace | Mark, instance: int) -> int:
    """The seat from 0 that a place or a mark belongs to; -1 for none."""
    if thing.owners[:1] != ("player",):
        return -1
    return instance * len(match.players) // thing.size


def open_to(match: rulekit.Match, seat: int, thing: TablePlace | Mark, instance: int) -> bool:
    """Whether a seat (-1: an onlooker) may look into a place or at a mark."""
    if thing.seen.startswith("their owner"):
        owner = owner_of(match, thing, instance)
        shared = [group for group in match.compiled.image.partners if seat in group and owner in group]
        return seat >= 0 and (owner == seat or (thing.seen.endswith("partners") and bool(shared)))
    return thing.seen == "all"


def hidden_cards(match: rulekit.Match, seat: int, root: str) -> Iterator[Place]:
    """Where each card of a kind lies that a seat may not read."""
    s, z, face = match.s, match.z, match.compiled.image.faces.get(root)
    for place in match.compiled.image.places.values():
        if place.counted or place.root != root:
            continue
        single = place.spot or place.row is not None
        for k in range(place.row.size if place.row is not None else place.size):
            if open_to(match, seat, place, k):
                continue
            row = s if single else z[place.base + k]
            for j in [place.base + k] if single else range(len(row)):
                if row[j] >= 0 and not (place.turns and face is not None and s[face + row[j]]):
                    yield row, j, (len(z) if single else 0) + place.base + k, owner_of(match, place, k)


def another_world(
    match: rulekit.Match, seat: int, random: Random, apart: bool = False, goes_on: bool = False
) -> tuple[rulekit.Match, dict[str, dict[int, int]]]:
    """A copy in which the hidden cards have changed places, and for each kind which card lies now where another one lay.

    ``apart``: the cards of one owner stay with that owner, for games in which everybody knows who holds which cards, and only
    not where; decks, which belong to nobody, stay as they are there (what is drawn and put to use at once is chance). Cards
    change places with their like only: a chest is no province, and a card of Red none of Blue.

    ``goes_on``: both matches will be played on. A rule that waits for an answer may hold a card by its number (the card just
    drawn): such cards stay where they are, since the number in the frame of the rule would name another card then.
    """
    image, world = match.compiled.image, match.copy()
    held = set(_numbers([world.st, *(stack for *_, stack in world.asks)])) if goes_on else set()
    turned: dict[str, dict[int, int]] = {}
    for root, where in image.where.items():
        groups: dict[Any, list[Place]] = {}
        for found in hidden_cards(world, seat, root):
            row, j, _, owner = found
            if (apart and owner < 0) or row[j] in held:
                continue
            groups.setdefault((_like(match, root, row[j]), owner if apart else None), []).append(found)
        for places in groups.values():
            cards = [row[j] for row, j, _, _ in places]
            faces = [world.s[image.faces[root] + card] if root in image.faces else 0 for card in cards]
            mixed = random.sample(cards, len(cards))
            for (row, j, code, _), old, new, face in zip(places, cards, mixed, faces, strict=True):
                row[j] = new
                world.s[where + new] = code
                if root in image.faces:
                    world.s[image.faces[root] + new] = face
                if old != new:
                    turned.setdefault(root, {})[old] = new
    world.asks = [_asked_there(match, ask, turned) for ask in world.asks]
    return world, turned


def _asked_there(match: rulekit.Match, ask: Any, turned: Mapping[str, Mapping[int, int]]) -> Any:
    """The same question there: about the cards that lie now where those lay that can be chosen."""
    player, question, options, stack = ask
    sort = match.compiled.image.asks[question].sort
    names = turned.get(sort.kind, {}) if sort.kind else {}
    if not names:
        return ask
    cards = sorted(names.get(x, x) for x in options if x >= 0)
    return player, question, [*cards, *(x for x in options if x < 0)], stack


def _numbers(frames: Any) -> Iterator[int]:
    """All numbers that frames hold, whatever they stand for."""
    for value in frames:
        if isinstance(value, (list, tuple)):
            yield from _numbers(value)
        elif isinstance(value, int):
            yield value


def _like(match: rulekit.Match, root: str, card: int) -> tuple[Any, ...]:
    """Equal for cards that can take each other's place: of the same kinds, and of the same player if each has a set."""
    entry = match.compiled.image.kinds[root]
    kinds = tuple(name for name, (base, size) in entry.ranges.items() if base <= card < base + size)
    owner, member = next(iter(entry.members[card].owners), (None, None))
    return (*kinds, owner, member if owner == "player" else None)


def mix_chance(world: rulekit.Match, random: Random) -> None:
    """What is to come by chance, and what lies where in equipment, becomes something else: nobody may know either."""
    image, s = world.compiled.image, world.s
    for stream in image.streams.values():
        s[stream : stream + STREAM_WIDTH] = keyed(random.randbytes(32))
    for device in image.devices.values():
        for token in range(len(image.tokens)):
            stores = [store[token] for store in device.stores]
            for k, value in zip(stores, random.sample([s[k] for k in stores], len(stores)), strict=True):
                s[k] = value


def mix_marks(world: rulekit.Match, seat: int, random: Random) -> None:
    """Marks that a seat may not see change their values among each other."""
    for mark in world.compiled.image.marks.values():
        hidden = [mark.base + k for k in range(mark.size) if not open_to(world, seat, mark, k)]
        for k, value in zip(hidden, random.sample([world.s[k] for k in hidden], len(hidden)), strict=True):
            world.s[k] = value
