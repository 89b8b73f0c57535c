"""Makes secret links: a token is 256 random bits, shown once; the database holds its digest only."""

from __future__ import annotations

import base64
import hashlib
import secrets

BYTES = 32


def new_token() -> str:
    """256 bits as URL-safe text."""
    return secrets.token_urlsafe(BYTES)


def own_token(invitation: str, key: str) -> str:
    """The token that takes the place of an invitation: known to who has both it and the secret key of its first visitor."""
    return base64.urlsafe_b64encode(hashlib.sha256(f"{invitation}/{key}".encode()).digest()).decode().rstrip("=")


def new_id() -> str:
    """The public name of a table: 72 bits, so that nobody finds one by trying."""
    return secrets.token_urlsafe(9)


def digest(token: str) -> str:
    """The digest that is stored for a token. It is random and long, so that one round of SHA-256 is enough."""
    return hashlib.sha256(token.encode()).hexdigest()
