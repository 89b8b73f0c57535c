"""Whether the state of a match is whole, for any game: pieces are conserved, every card lies in one place, marks are in range.

Nothing here asks the rules: it reads the flat state by the names and blocks of the image.
"""

from __future__ import annotations

from collections.abc import Iterator

import rulekit


class Wholeness:
    def __init__(self, match: rulekit.Match) -> None:
        self.match, self.image = match, match.compiled.image
        self.counted = [c for c in self.image.columns if c.sort in ("count", "store")]
        self.totals = self._totals()

    def faults(self) -> list[str]:
        """What is wrong with the state, in words; usually nothing."""
        return [*self._pieces(), *self._cards(), *self._marks()]

    def _totals(self) -> list[int]:
        totals = [0] * len(self.image.tokens)
        for column in self.image.columns:
            if column.sort == "count":
                totals[column.token] += sum(self.match.s[column.base : column.base + column.size])
        for device in self.image.devices.values():
            for store in device.stores:
                for token, index in enumerate(store):
                    totals[token] += self.match.s[index] if index >= 0 else 0
        return totals

    def _pieces(self) -> Iterator[str]:
        for token, (before, now) in enumerate(zip(self.totals, self._totals(), strict=True)):
            if before != now:
                yield f"{self.image.tokens[token].name}: {before} have become {now}"
        for column in self.counted:
            if min(self.match.s[column.base : column.base + column.size]) < 0:
                yield f"fewer than no pieces in {column.name}"

    def _cards(self) -> Iterator[str]:
        s, z = self.match.s, self.match.z
        for root, where in self.image.where.items():
            members = len(self.image.kinds[root].members)
            found: dict[int, list[int]] = {}
            for place in self.image.places.values():
                if place.counted or place.root != root:
                    continue
                single = place.spot or place.row is not None
                for k in range(place.row.size if place.row is not None else place.size):
                    code = place.base + k
                    for card in [s[code]] if single else z[code]:
                        if card >= 0 or not single:
                            found.setdefault(card, []).append(code + len(z) if single else code)
            for card in range(members):
                if len(found.get(card, ())) != 1:
                    yield f"{root} {card} lies in {len(found.get(card, ()))} places"
                elif found[card][0] != s[where + card]:
                    yield f"{root} {card} lies elsewhere than is written down"
            if set(found) - set(range(members)):
                yield f"something that is no {root} lies among them"

    def _marks(self) -> Iterator[str]:
        for name, mark in self.image.marks.items():
            values = self.match.s[mark.base : mark.base + mark.size]
            if mark.type.head == "kind":
                root, limit = self._range(mark.type.of)
                if not all((-1 if mark.maybe else 0) <= v < limit for v in values):
                    yield f"{name} is no {root}"
            elif mark.type.head in ("truth", "yesno") and not set(values) <= {0, 1}:
                yield f"{name} is neither yes nor no"

    def _range(self, kind: str) -> tuple[str, int]:
        kinds = self.image.kinds
        root = kind if kind in kinds else next(r for r, k in kinds.items() if kind in k.ranges)
        return root, len(kinds[root].members)
