"""Determinisation: one of the matches that a player may be in, as far as they can see.

Drawn anew, uniformly and from a seed of its own: which of the things that they cannot read lies where, hidden marks, how the
content of a device is spread inside it, and every stream of chance. All that they see stays as it is, and what is drawn hangs
on nothing that they may not know: with the same seed the world is the same wherever the hidden things really lie.

Things of one kind can have changed places if they have the same *keeper*: a rule file says with ``kept by`` who keeps a thing
that is not seen, as everybody knows. Things without such a line mix wherever the declared contents of the places allow it.
See docs/decisions/0012-determinisation.md, also for what is not done: nothing is inferred from choices, and what was seen and
then covered again is forgotten.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, TypeVar

from rulekit.image import STREAM_WIDTH
from rulekit.runtime.chance import keyed
from rulekit.runtime.linear_congruential import mix
from rulekit.runtime.redeal import Redealer, parts_among

if TYPE_CHECKING:
    from rulekit.runtime.protocols import Ask, CompiledGame, MatchState

M = TypeVar("M", bound="MatchState")
Moved = dict[str, dict[int, int]]
"""kind -> thing that is not seen -> the thing that lies in its place now"""


def determinised(match: M, unknown: HiddenInformation, seed: int) -> M:
    """A match that looks to a player exactly as this one, with all that is ``unknown`` to them drawn anew from ``seed``;
    without a journal."""
    world = match.copy()
    world.seed = mix(mix(seed) ^ unknown.seat)
    world.log, world.events, world.past, world.trail = None, [], None, []
    rng = Random(world.seed)
    moved = {
        dealing.root: dealing.deal(match, world, rng, unknown.asked(match, dealing)) for dealing in unknown.dealings
    }
    unknown.draw_marks(world, moved, rng)
    unknown.spread_stores(world, rng)
    unknown.rename_options(world, moved, rng)
    for index in match.compiled.image.streams.values():
        world.s[index : index + STREAM_WIDTH] = keyed(rng.randbytes(32))
    world.play_quickly()
    return world


class HiddenInformation:
    """What one player may not know of the matches of one set-up."""

    def __init__(self, compiled: CompiledGame, player: str) -> None:
        self.image = image = compiled.image
        sight = compiled.sight(player)
        self.seat = image.seats.index(player)
        dealings = (Redealer.of(image, sight, compiled.machine.explain, root) for root in image.where)
        self.dealings = [dealing for dealing in dealings if dealing.places]
        self._among = {
            k: parts_among(image, x.sort.of, x.among)
            for k, x in enumerate(image.asks)
            if x.among and x.sort.of in image.where
        }
        """question -> the parts of the kind to which its options belong"""
        self._part_of = {dealing.root: dealing.part_of for dealing in self.dealings}
        self._piles = {p.code for dealing in self.dealings for p in dealing.places if p.pile}
        self._marks = [
            (mark, mark.base + k) for mark in image.marks.values() for k in range(mark.size) if not sight.mark(mark, k)
        ]

    def asked(self, match: MatchState, dealing: Redealer) -> dict[int, frozenset[int]]:
        """Each thing that is an option of a pending question -> the parts of its kind from which the options come."""
        found: dict[int, frozenset[int]] = {}
        for _, question, options, _ in match.asks:
            parts = self._among.get(question)
            if parts is not None and self.image.asks[question].sort.of == dealing.root:
                found |= {thing: parts & found.get(thing, parts) for thing in options}
        return found

    def draw_marks(self, world: MatchState, moved: Moved, rng: Random) -> None:
        """A hidden mark that names a hidden thing names one that lies there now; any other is drawn from its limits. A
        number without an upper limit is what it was at first."""
        for mark, at in self._marks:
            low, high, root = mark.low, mark.high, mark.type.kind
            if root in self.image.where:
                names = moved.get(root, {})
                if world.s[at] in names:
                    (world.s[at],) = self._renamed(world, root, names, [world.s[at]], rng)
            elif low is None or high is None:
                world.s[at] = self.image.s[at]
            else:
                drawn = rng.randint(low - bool(mark.maybe), high)
                world.s[at] = drawn if drawn >= low else -1

    def spread_stores(self, world: MatchState, rng: Random) -> None:
        """Each piece inside a device lies in any of its stores."""
        s = world.s
        for device in self.image.devices.values():
            for slots in zip(*device.stores, strict=True):
                inside = 0
                for k in slots:
                    inside += s[k]
                    s[k] = 0
                for _ in range(inside):
                    s[slots[int(rng.random() * len(slots))]] += 1

    def rename_options(self, world: MatchState, moved: Moved, rng: Random) -> None:
        """A pending question about things that are not seen is about as many of those that lie in the same places now."""
        asks: list[Ask] = []
        for player, question, options, stack in world.asks:
            sort = self.image.asks[question].sort
            names = moved.get(sort.of, {}) if sort.head == "kind" else {}
            if any(v in names for v in options):
                known = [v for v in options if v >= 0 and v not in names]
                asked = [v for v in options if v in names]
                hidden = self._renamed(world, sort.of, names, asked, rng, self._among.get(question))
                options = [*sorted(known + hidden), *(v for v in options if v < 0)]
            asks.append((player, question, options[:], stack))
        world.asks = asks

    def _renamed(
        self,
        world: MatchState,
        root: str,
        names: dict[int, int],
        things: list[int],
        rng: Random,
        parts: frozenset[int] | None = None,
    ) -> list[int]:
        """For things that are not seen as many that lie in the same places now, of these ``parts`` of the kind: where they lie
        in no order, any of them."""
        where, part_of = self.image.where[root], self._part_of[root]
        at: dict[int, list[int]] = {}
        for thing in things:
            now = names[thing]
            at.setdefault(world.s[where + now], []).append(now)
        came, out = set(names.values()), []
        for code in sorted(at):
            if code in self._piles or code >= len(world.z):
                out += at[code]
            else:
                lying = [x for x in world.z[code] if x in came and (parts is None or part_of[x] in parts)]
                out += rng.sample(lying, len(at[code]))
        return out
