"""What another process can be asked to put into the cache."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import frozen

from rulekit.image import Setup


@frozen
class BuildJob:
    """A part of the game in a ``folder`` with its ``variants``. ``part``: ``info``, or of a ``setup`` its ``image``, one of its
    forms in Python, or the ``native`` one."""

    folder: str
    variants: Sequence[str]
    part: str
    setup: Setup | None = None


Builder = Callable[[BuildJob], None]
"""Has a part put into the cache. It raises nothing: the caller compiles what is not in the cache afterwards."""
