"""The answer to a choice that can not be made."""

from __future__ import annotations


class Refused(Exception):
    """A choice that is none of the options. The text says why, and ``rule`` where that is written."""

    def __init__(self, reason: str, rule: str = "") -> None:
        self.reason, self.rule = reason, rule
        super().__init__(reason)
