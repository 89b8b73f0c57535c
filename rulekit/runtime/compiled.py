"""A game compiled for one set-up, with what is worked out once for all of its matches."""

from __future__ import annotations

from attrs import define, field

from rulekit.diagnostics import UserError
from rulekit.image import Image
from rulekit.runtime.determinise import Unknown
from rulekit.runtime.labels import Labels
from rulekit.runtime.machine import Machine
from rulekit.runtime.visibility import Sight


@define(eq=False)
class Compiled:
    """A game for one set-up: the image, its functions, and what is made of it once."""

    image: Image
    machine: Machine
    key: str
    _labels: dict[str, Labels] = field(factory=dict)
    _sights: dict[str | None, Sight] = field(factory=dict)
    _unknown: dict[str, Unknown] = field(factory=dict)

    def labels(self, lang: str) -> Labels:
        """How things are called in a language; worked out once."""
        if lang not in self._labels:
            self._labels[lang] = Labels(self.image, lang)
        return self._labels[lang]

    def sight(self, viewer: str | None) -> Sight:
        """What a player may see, or an onlooker (None). Raises UserError for somebody who does not sit here."""
        if viewer not in self._sights:
            if viewer is not None and viewer not in self.image.seats:
                raise UserError(f"nobody here is called {viewer}", "at the table: " + ", ".join(self.image.seats))
            self._sights[viewer] = Sight(self.image, None if viewer is None else self.image.seats.index(viewer))
        return self._sights[viewer]

    def unknown(self, player: str) -> Unknown:
        """What a player may not know. Raises UserError for somebody who does not sit here."""
        if player not in self._unknown:
            self._unknown[player] = Unknown(self, player)
        return self._unknown[player]
