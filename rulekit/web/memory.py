"""Keeps what a server holds of the system's memory near what it uses.

The C library keeps what was freed, hundreds of MB after some hundred games were compiled, and has an arena of its own for each of
many threads, in each of which something is free.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

ARENAS = 2
"""So many arenas are enough where one thread at a time runs Python"""
_M_ARENA_MAX = -8
"""The option of mallopt(3), from malloc.h"""


def limit_arenas() -> None:
    """Makes all threads share ``ARENAS`` arenas, where that can be asked for. To be called before they begin."""
    option: Callable[[int, int], int] | None = _of_glibc("mallopt")
    if option is not None:
        option(_M_ARENA_MAX, ARENAS)


def trim() -> None:
    """Returns free memory of the C library to the system, if the library supports it."""
    returns: Callable[[int], int] | None = _of_glibc("malloc_trim")
    if returns is not None:
        returns(0)


@cache
def _of_glibc(name: str) -> Any:
    """A function of glibc; None for another C library."""
    return getattr(ctypes.CDLL(None), name, None) if sys.platform.startswith("linux") else None
