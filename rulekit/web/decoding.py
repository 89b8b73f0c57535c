"""Reads JSON and plain data into classes of msgspec, from any thread.

msgspec works out how a class is read when it is first used, and lets other threads see that half done: where two threads are the
first to read a class, the process can crash (seen with 0.22). Here it is done under a lock, before anything is read.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")
Hook = Callable[[type, Any], Any]
"""(a type that msgspec does not know, data) -> a value of it"""
_LOCK = threading.Lock()
_DECODERS: dict[tuple[Any, Hook | None], msgspec.json.Decoder[Any]] = {}


def decode(body: bytes | str, shape: type[T], hook: Hook | None = None) -> T:
    """JSON as a value of a type. Raises msgspec.DecodeError for what is no JSON, or has another shape."""
    value: T = _decoder(shape, hook).decode(body)
    return value


def convert(
    data: object,
    shape: type[T],
    hook: Hook | None = None,
    *,
    strict: bool = True,
    str_keys: bool = False,
    from_attributes: bool = False,
) -> T:
    """Plain data as a value of a type; the options are those of :func:`msgspec.convert`. Raises msgspec.ValidationError for data
    of another shape."""
    _decoder(shape, hook)
    return msgspec.convert(
        data, shape, strict=strict, str_keys=str_keys, from_attributes=from_attributes, dec_hook=hook
    )


def _decoder(shape: Any, hook: Hook | None) -> msgspec.json.Decoder[Any]:
    found = _DECODERS.get((shape, hook))
    if found is None:
        with _LOCK:
            made = msgspec.json.Decoder(shape, dec_hook=hook)
            found = _DECODERS.setdefault((shape, hook), made)
    return found
