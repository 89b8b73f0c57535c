"""Where the chance of a game comes from, and who may know it: kept with the set-up of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from rulekit.runtime.commitment import Opening

Source = Literal["server", "seed", "save", ""]
"""``server``: a secret to which the server has committed itself; ``seed``: one that was named when the table was set; ``save``:
goes on from a save; empty: a game of before version 0.3.0"""


class Luck(msgspec.Struct, frozen=True):
    """``secret``: see :mod:`rulekit.runtime.commitment`, empty if there is none; ``asks``: the seats that are to add a nonce;
    ``nonces``: seat -> its nonce, not stored with the rest."""

    source: Source = ""
    secret: str = ""
    asks: tuple[int, ...] = ()
    nonces: Mapping[int, str] = {}

    @property
    def waits(self) -> list[int]:
        """The seats whose nonce is missing: before they are there the game cannot begin."""
        return [seat for seat in self.asks if seat not in self.nonces]

    @property
    def opening(self) -> Opening | None:
        """What is behind the commitment; None where there is none. Its seed is that of the game once nobody is waited for."""
        return Opening(self.secret, [self.nonces[k] for k in self.asks if k in self.nonces]) if self.secret else None

    @property
    def commitment(self) -> str:
        """The commitment, which everybody may know; empty without a secret."""
        return self.opening.commitment if self.opening is not None else ""
