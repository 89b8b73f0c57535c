"""What is needed here of the catalogue of texts of a front end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol


class Texts(Protocol):
    """A catalogue in one language: ``texts("empty")``."""

    def __call__(self, key: str, **values: object) -> str:
        """One text, with the values filled in."""

    @property
    def colon(self) -> str:
        """What stands between a name and what is said of it."""

    def list(self, names: Iterable[str]) -> str:
        """Names in a row, as one writes them in this language."""
