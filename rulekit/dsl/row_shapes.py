"""Parse trees of token sequences: phrases, brackets in them, citations."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen


@frozen
class Bracket:
    """GROUP or SLOT; ``opens`` and ``closes`` are the numbers of its brackets among the signs of the row."""

    kind: str
    items: Sequence[Part]
    opens: int
    closes: int


Part = int | Bracket
"""A sign by its number, or a bracket"""
PartAsSaid = int | tuple[str, list["PartAsSaid"], int, int]
RowAsSaid = tuple[list[list[PartAsSaid]], list[int], bool, bool]
"""As JSON, with lists for tuples"""


@frozen
class RowShape:
    """The structure of a row, by the numbers of its signs. ``phrases``: the parts before and after its `:`."""

    phrases: Sequence[Sequence[Part]]
    citations: Sequence[int]
    leads: bool
    """Whether a block may stand below it."""
    alone: bool
    """Whether it can do without."""

    def spread(self, runs: Sequence[range]) -> RowShape:
        """The same for a row in which a run of signs stands where one sign stands here."""

        def parts(taken: Sequence[Part]) -> list[Part]:
            out: list[Part] = []
            for part in taken:
                if isinstance(part, Bracket):
                    at, to = runs[part.opens].start, runs[part.closes].start
                    out.append(Bracket(part.kind, parts(part.items), at, to))
                else:
                    out += runs[part]
            return out

        cited = [runs[k].start for k in self.citations]
        return RowShape([parts(phrase) for phrase in self.phrases], cited, self.leads, self.alone)

    def said(self) -> RowAsSaid:
        """The shape as data for JSON."""

        def parts(taken: Sequence[Part]) -> list[PartAsSaid]:
            return [(p.kind, parts(p.items), p.opens, p.closes) if isinstance(p, Bracket) else p for p in taken]

        return [parts(phrase) for phrase in self.phrases], list(self.citations), self.leads, self.alone

    @classmethod
    def of(
        cls, phrases: Sequence[Sequence[PartAsSaid]], citations: Sequence[int], leads: bool, alone: bool
    ) -> RowShape:
        """The shape from data of JSON."""

        def parts(said: Sequence[PartAsSaid]) -> list[Part]:
            return [p if isinstance(p, int) else Bracket(p[0], parts(p[1]), p[2], p[3]) for p in said]

        return cls([parts(said) for said in phrases], citations, leads, alone)
