"""Luck that can be checked: a secret that is committed to before a game begins, and the seed that follows from it.

A server publishes the commitment before a game, and the secret that opens it after the end. Each player may add a nonce: then the
server alone does not determine the seed. Everything is text in UTF-8, so that ``sha256sum`` checks it as well::

    commitment = SHA-256 of SECRET
    seed       = SHA-256 of SECRET/NONCE/NONCE/... (of SECRET/ without nonces), as a number of 256 bits

How dice and cards follow from a seed: :mod:`rulekit.runtime.chance`.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from hashlib import sha256

from attrs import frozen

from rulekit.diagnostics import UserError

SECRET_BITS = 256
LONGEST_NONCE = 64
"""Characters"""
KEY = "luck"
"""Under which a save holds the opening"""


def new_secret() -> str:
    """256 bits of the system's randomness, as 64 hexadecimal digits."""
    return secrets.token_hex(SECRET_BITS // 8)


def is_nonce(text: str) -> bool:
    """Whether a text can be a nonce: printable characters without the slash, which separates nonces."""
    return 0 < len(text) <= LONGEST_NONCE and text.isprintable() and text == text.strip() and "/" not in text


@frozen
class Opening:
    """The opening of a commitment: the secret, and the nonces of the players in the order of their seats."""

    secret: str
    nonces: Sequence[str] = ()

    @property
    def commitment(self) -> str:
        """What is published before the game: it fixes the secret without revealing it. 64 hexadecimal digits."""
        return _digest(self.secret)

    @property
    def seed(self) -> int:
        """The seed of the game: 256 bits, unknown to anybody who lacks the secret or one of the nonces."""
        return int(_digest(f"{self.secret}/{'/'.join(self.nonces)}"), 16)

    def added_to(self, saved: Mapping[str, object]) -> dict[str, object]:
        """The save with this opening in it, where :func:`opening_of` finds it."""
        return {**saved, KEY: {"secret": self.secret, "nonces": list(self.nonces)}}


def opening_of(saved: Mapping[str, object]) -> Opening | None:
    """The opening that a save holds; None where there is none. Raises UserError where the seed of the save does not follow."""
    found = saved.get(KEY)
    if not isinstance(found, Mapping):
        return None
    secret, nonces = found.get("secret"), found.get("nonces")
    if not isinstance(secret, str) or not isinstance(nonces, list) or not all(isinstance(x, str) for x in nonces):
        raise UserError(f"this save is damaged: its {KEY} has another shape than it should")
    opening = Opening(secret, nonces)
    if opening.seed != saved.get("seed"):
        raise UserError(
            "the luck of this save is not what was promised: its seed does not follow from its secret and nonces"
        )
    return opening


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
