"""What a seat sees, and what it can do, as numbers in a layout that a set-up fixes: the same for all of its matches.

**Observation**, in this order; :attr:`Encoding.features` names each number:

- ``question``: the number of the question that the seat is asked, from 1; 0 where it is not asked;
- the marks of the table and of its members, HIDDEN where the seat may not see them (marks of a scene are not in it);
- how many pieces of each sort are at each place, HIDDEN likewise; for each device how many of each sort it holds in all;
- how many cards are at each place for cards;
- for each card the number of its place from 1, 0 where it is at none, HIDDEN where the seat cannot read it; for each card
  that can be turned whether it is turned up, HIDDEN likewise.

**Actions**, in this order; :attr:`Encoding.actions` names each:

- for each kind of which members are chosen: nobody or nothing, then its members;
- ``no`` and ``yes``; the spots; branches and numbers, counted from the first option of the question on;
- things that the seat cannot read, counted in the order in which :class:`rulekit.runtime.hidden_options.HiddenOptions` shows
  them.

A question with more options than there are actions for (numbers, branches, hidden things: 64) offers the first ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from rulekit.runtime.compiled import Compiled
from rulekit.runtime.decisions import Decision
from rulekit.runtime.match import Match
from rulekit.runtime.visibility import Sight

HIDDEN = -9
"""Stands for what a seat may not see. (A mark can hold -1, no mark of a game of ours less.)"""
COUNTED = 64
"""Actions for options that are counted"""
UNREAD = "unread"


class FeatureKind(IntEnum):
    """What a number of an observation is read from; ``batch.c`` counts them likewise."""

    UNSEEN = 0
    NUMBER = 1
    LENGTH = 2
    PLACE = 3
    FACE = 4
    SUM = 5
    QUESTION = 6


class FeatureSource(NamedTuple):
    """Where a feature comes from. ``a``, ``b``: a number of the state; a list; where a card is written down and its face (-1:
    none); the first of the numbers that are added up, and how many."""

    kind: FeatureKind
    a: int = 0
    b: int = 0


class Encoding:
    """The layout of one set-up."""

    def __init__(self, compiled: Compiled) -> None:
        self.compiled = compiled
        image = compiled.image
        self._marks = [
            (name, mark, k) for name, mark in image.marks.items() if not mark.scene for k in range(mark.size)
        ]
        self._counts = [
            (column.name, k, column.token, column.base + k)
            for column in image.columns
            if column.sort == "count"
            for k in range(column.size)
        ]
        self._lists = [
            (name, place.base + k) for name, place in image.places.items() if place.listed for k in range(place.size)
        ]
        self._cards = [(root, base, k) for root, base in image.where.items() for k in range(self._members(root))]
        self._faces = [(root, base, k) for root, base in image.faces.items() for k in range(self._members(root))]
        self._spots = [(c.name, c.base + k) for c in image.columns if c.sort == "spot" for k in range(c.size)]
        self.sums: list[int] = []
        """Where the pieces are that are added up for totals of devices"""
        self._totals: list[FeatureSource] = []
        for device in image.devices.values():
            for token in range(len(image.tokens)):
                stores = [store[token] for store in device.stores]
                self._totals.append(FeatureSource(FeatureKind.SUM, len(self.sums), len(stores)))
                self.sums += stores
        self.spots: dict[int, int] = {at: k for k, (_, at) in enumerate(self._spots)}
        self.offsets: dict[str, int] = {}
        """The first action of each kind and sort"""
        self.actions: tuple[str, ...] = distinct(self._name_actions())
        """The name of each action."""
        self.features: tuple[str, ...] = distinct(self._name_features())
        """The name of each number of an observation."""

    # ------------------------------------------------------------ the layout
    def _members(self, root: str) -> int:
        return len(self.compiled.image.kinds[root].members)

    def _name_actions(self) -> list[str]:
        image = self.compiled.image
        sorts = {(ask.sort.head, ask.sort.kind) for ask in image.asks}
        names: list[str] = []
        for sort, kind in sorted(sorts):
            self.offsets[kind if sort == "kind" else sort] = len(names)
            if sort == "kind":
                names += [f"{kind}: none", *(f"{kind}: {member.name}" for member in image.kinds[kind].members)]
            elif sort == "yesno":
                names += ["no", "yes"]
            elif sort == "spot":
                names += [name for name, _ in self._spots]
            else:
                names += [f"{sort} {k}" for k in range(1, COUNTED + 1)]
        self.offsets[UNREAD] = len(names)
        return names + [f"{UNREAD} {k}" for k in range(1, COUNTED + 1)]

    def _name_features(self) -> list[str]:
        image = self.compiled.image
        tokens = [token.name for token in image.tokens]
        member = {root: [thing.name for thing in image.kinds[root].members] for root in image.where}
        return [
            "question",
            *(f"{name} {k}" if mark.size > 1 else name for name, mark, k in self._marks),
            *(f"{name} {k}: {tokens[token]}" for name, k, token, _ in self._counts),
            *(f"{name}: {token}" for name in image.devices for token in tokens),
            *(f"{name}, number of cards" for name, _ in self._lists),
            *(f"place of {member[root][k]}" for root, _, k in self._cards),
            *(f"face of {member[root][k]}" for root, _, k in self._faces),
        ]

    # ------------------------------------------------------------ in play
    def sources(self, seat: int) -> list[FeatureSource]:
        """Where each feature comes from, for a seat (from 1)."""
        image, sight = self.compiled.image, self.compiled.sight(self.compiled.image.seats[seat - 1])
        unseen = FeatureSource(FeatureKind.UNSEEN)
        out = [FeatureSource(FeatureKind.QUESTION)]
        out += [
            FeatureSource(FeatureKind.NUMBER, mark.base + k) if sight.mark(mark, k) else unseen
            for _, mark, k in self._marks
        ]
        out += [
            FeatureSource(FeatureKind.NUMBER, at) if sight.pieces(name, k) else unseen
            for name, k, _, at in self._counts
        ]
        out += self._totals
        out += [FeatureSource(FeatureKind.LENGTH, k) for _, k in self._lists]
        out += [FeatureSource(FeatureKind.PLACE, base + k, self._face(root, k)) for root, base, k in self._cards]
        return out + [FeatureSource(FeatureKind.FACE, image.where[root] + k, base + k) for root, base, k in self._faces]

    def observe(self, match: Match, seat: int) -> list[int]:
        """What a seat sees (from 1), as many numbers as :attr:`features`."""
        sight = self.compiled.sight(self.compiled.image.seats[seat - 1])
        return [self._seen(match, seat, sight, source) for source in self.sources(seat)]

    def _seen(self, match: Match, seat: int, sight: Sight, source: FeatureSource) -> int:
        s = match.s
        match source.kind:
            case FeatureKind.NUMBER:
                return s[source.a]
            case FeatureKind.LENGTH:
                return len(match.z[source.a])
            case FeatureKind.SUM:
                return sum(s[k] for k in self.sums[source.a : source.a + source.b])
            case FeatureKind.QUESTION:
                return next((question + 1 for player, question, *_ in match.asks if player == seat - 1), 0)
            case FeatureKind.PLACE | FeatureKind.FACE if s[source.a] < 0 or sight.card(
                s[source.a], source.b >= 0 and s[source.b] > 0
            ):
                return s[source.a] + 1 if source.kind == FeatureKind.PLACE else s[source.b]
        return HIDDEN

    def _face(self, root: str, card: int) -> int:
        base = self.compiled.image.faces.get(root)
        return -1 if base is None else base + card

    def options(self, decision: Decision) -> dict[int, int]:
        """action -> index of the option that it means, for the player who is asked."""
        sort, kind = decision.about.sort.head, decision.about.sort.kind
        out: dict[int, int] = {}
        unread = 0
        for option in decision.options:
            if sort == "kind" and decision.unread(option.value):
                action, unread = self.offsets[UNREAD] + unread, unread + 1
                if unread > COUNTED:
                    continue
            elif sort == "kind":
                action = self.offsets[kind] + 1 + option.value
            elif sort == "yesno":
                action = self.offsets[sort] + option.value
            elif sort == "spot":
                action = self.offsets[sort] + self.spots[option.value]
            elif option.index < COUNTED:
                action = self.offsets[sort] + option.index
            else:
                continue
            out[action] = option.index
        return out

    def mask(self, decision: Decision | None) -> list[int]:
        """1 for each action that the player can take who is asked; all 0 for somebody who is not asked."""
        out = [0] * len(self.actions)
        for action in self.options(decision) if decision is not None else ():
            out[action] = 1
        return out


def distinct(names: Sequence[str]) -> tuple[str, ...]:
    """The names, each but the first of its like with a number."""
    met: Counter[str] = Counter()
    out = []
    for name in names:
        met[name] += 1
        out.append(f"{name} ({met[name]})" if met[name] > 1 else name)
    return tuple(out)


def asked(match: Match, seat: int) -> Decision | None:
    """What a seat (from 1) is asked now."""
    return match.decision_of(match.players[seat - 1])


def reward(shares: Sequence[float], seat: int) -> float:
    """Zero-sum, from -1 to 1: ``(n * share of the win - 1) / (n - 1)`` of ``n`` seats; 0 where nobody is ranked."""
    if not sum(shares):
        return 0.0
    n = len(shares)
    return (n * shares[seat - 1] - 1) / (n - 1) if n > 1 else shares[0]
