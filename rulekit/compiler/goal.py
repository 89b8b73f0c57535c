"""Where the course of a deed goes on after a sentence that asks."""

from __future__ import annotations

from attrs import frozen


@frozen
class Goal:
    """Where to go on: ``function`` is called with the locals ``kept``; ``step`` is its number for the stack."""

    function: str
    kept: tuple[str, ...]
    step: int
    loop: bool = False
