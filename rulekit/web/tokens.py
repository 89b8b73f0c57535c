"""Makes secret links: a token has 256 bits, and the database holds its digest only.

The host of a table gets a token. The invitations to its seats are derived from it, so that they can be shown again.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

BYTES = 32


def new_token() -> str:
    """256 bits as URL-safe text."""
    return secrets.token_urlsafe(BYTES)


def own_token(invitation: str, key: str) -> str:
    """The token that takes the place of an invitation: known to who has both it and the secret key of its first visitor."""
    return _text(hashlib.sha256(f"{invitation}/{key}".encode()).digest())


def invitation(host: str, seat: int, number: int) -> str:
    """The invitation to a seat, the ``number``-th from 0. Derived from the host's token."""
    return _text(hmac.digest(host.encode(), f"seat {seat} {number}".encode(), "sha256"))


def watch_token(host: str) -> str:
    """The token of the spectators' link. Derived from the host's token."""
    return _text(hmac.digest(host.encode(), b"watch", "sha256"))


def _text(digest: bytes) -> str:
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def new_id() -> str:
    """The public name of a table: 72 bits, so that nobody finds one by trying."""
    return secrets.token_urlsafe(9)


def digest(token: str) -> str:
    """The digest that is stored for a token. It is random and long, so that one round of SHA-256 is enough."""
    return hashlib.sha256(token.encode()).hexdigest()
