"""Names of a generated module as C knows names."""

from __future__ import annotations

STATE = ("m", "s", "z")
"""Parameters of every function that are one and the same thing throughout a game: in C they are global."""


def plain(name: str) -> str:
    """The name of a function. No two have the same: there are no capitals in them but these."""
    return "".join(c if c.isascii() else f"U{ord(c):x}U" for c in name)


def local(name: str) -> str:
    """A local of a function; the ending keeps it off C's own words."""
    return plain(name) + "_"
