"""Gives memory back to the system: the C library keeps what was freed, hundreds of MB after some hundred games were compiled."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from functools import cache


def trim() -> None:
    """Returns what is free in the C library's heap; does nothing where it can not be asked to."""
    returns = malloc_trim()
    if returns is not None:
        returns(0)


@cache
def malloc_trim() -> Callable[[int], int] | None:
    """glibc's malloc_trim(3); None for another C library."""
    if not sys.platform.startswith("linux"):
        return None
    found: Callable[[int], int] | None = getattr(ctypes.CDLL(None), "malloc_trim", None)
    return found
