"""A game compiled for one set-up, with everything that is computed once for all of its matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import define, field

from rulekit.diagnostics import UserError
from rulekit.image import Image, Mark, Sort
from rulekit.runtime.budgeted_cache import CacheBudget
from rulekit.runtime.determinise import HiddenInformation
from rulekit.runtime.labels import Labels
from rulekit.runtime.machine import Machine
from rulekit.runtime.visibility import Sight

if TYPE_CHECKING:
    from rulekit.runtime.view_cache import SharedMakers, Views
    from rulekit.runtime.view_json import EncodedTable
    from rulekit.runtime.view_types import Member

MOST_PARTS = 50_000
"""So many marks, places, pieces of equipment and rows of views are kept, of about 1 kB each"""
MOST_PASSING = 10_000
"""The same where somebody goes through the states of one game"""


@define(eq=False)
class Compiled:
    """A game for one set-up: the image, its functions, and what is computed from them once."""

    image: Image
    machine: Machine
    key: str
    parts: CacheBudget = field(factory=lambda: CacheBudget(MOST_PARTS))
    """Of the parts of views that are kept, of this set-up and of all others that share it"""
    _labels: dict[str, Labels] = field(factory=dict)
    _sights: dict[str | None, Sight] = field(factory=dict)
    _unknown: dict[str, HiddenInformation] = field(factory=dict)
    _views: dict[tuple[str | None, str], Views] = field(factory=dict)
    _members: dict[tuple[str, str], Sequence[Member]] = field(factory=dict)
    """(kind, language) -> its members, as views show them"""
    _shared: dict[str, SharedMakers] = field(factory=dict)
    """language -> what all viewers share"""

    alike: tuple[object, dict[tuple[str, str], EncodedTable]] = field(init=False, factory=lambda: (None, {}))
    """A name for the state that was viewed last, and the tables of it that all see alike; for :meth:`Views.of`"""
    owners: Sequence[Mark] = field(init=False)
    """The marks that say which player something belongs to"""
    owner_marks: Mapping[int, Mark] = field(init=False)
    """index of the state -> that one of these which it belongs to"""
    holder_marks: Mapping[int, Mark] = field(init=False)
    """The same of the marks that say to which member of another kind something belongs: a road to a guild, say"""

    def __attrs_post_init__(self) -> None:
        player, marks = Sort("kind", "player"), self.image.marks.values()
        self.owners = [m for m in marks if m.type == player and len(m.owners) == 1 and not m.scene]
        holders = [m for m in marks if m.type.kind and m.type != player and len(m.owners) == 1 and not m.scene]
        self.owner_marks, self.holder_marks = (
            {m.base + k: m for m in found for k in range(m.size)} for found in (self.owners, holders)
        )

    @property
    def code(self) -> int:
        """How many characters of code its functions have, which tells its size in memory: 60,000 take about 1 MB."""
        return len(self.image.journaled) + len(self.image.plain) + len(self.image.explain)

    def labels(self, lang: str) -> Labels:
        """What things are called in a language; computed once."""
        if lang not in self._labels:
            self._labels[lang] = Labels(self.image, lang)
        return self._labels[lang]

    def sight(self, viewer: str | None) -> Sight:
        """What a player, or an onlooker (None), may see. Raises UserError for somebody who does not sit here."""
        if viewer not in self._sights:
            if viewer is not None and viewer not in self.image.seats:
                raise UserError(f"nobody here is called {viewer}", "at the table: " + ", ".join(self.image.seats))
            self._sights[viewer] = Sight(self.image, None if viewer is None else self.image.seats.index(viewer))
        return self._sights[viewer]

    def members(self, kind: str, lang: str) -> Sequence[Member]:
        """The members of a kind in a language, with what is printed on them; computed once."""
        if (kind, lang) not in self._members:
            from rulekit.runtime.view import members

            self._members[kind, lang] = members(self.image, self.labels(lang), kind)
        return self._members[kind, lang]

    def views(self, viewer: str | None, lang: str) -> Views:
        """The views of a player, or of an onlooker (None), in a language. Raises UserError for somebody who does not sit here."""
        if (viewer, lang) not in self._views:
            from rulekit.runtime.view_cache import SharedMakers, Views

            shared = self._shared.setdefault(lang, SharedMakers())
            made = Views(self.image, viewer, self.labels(lang), self.sight(viewer), shared, self.parts)
            self._views[viewer, lang] = made
        return self._views[viewer, lang]

    def passing_views(self, viewer: str | None, lang: str) -> Views:
        """Views for going through the states of a game one after another: they keep only what stays the same."""
        from rulekit.runtime.view_cache import SharedMakers, Views

        members, budget = self.views(viewer, lang).shared.members, CacheBudget(MOST_PASSING)
        return Views(self.image, viewer, self.labels(lang), self.sight(viewer), SharedMakers(members), budget)

    def unknown(self, player: str) -> HiddenInformation:
        """What a player may not know. Raises UserError for somebody who does not sit here."""
        if player not in self._unknown:
            self._unknown[player] = HiddenInformation(self, player)
        return self._unknown[player]
