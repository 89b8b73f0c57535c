"""A long game told short: its beginning and its end whole, and of each decision between them one line with what was chosen
and a digest of what was asked, offered, told and seen:

812 3f2a91c4   -> Ise Castle

Every choice stands there, so the game can be played again; the first line that is another one is where it parts.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator

from tests.playthroughs.telling import CHOICE

WHOLE = 30
"""So many decisions are told whole before it gets short."""
EVERY = 200
"""After so many decisions the table goes into the digest."""
QUESTION = re.compile(r"(\d+) ")
SHORT = re.compile(r"\d+ [0-9a-f]{8}")


def choices(text: list[str]) -> Iterator[str]:
    """What was chosen in a game that is told, whole or short."""
    for line in text:
        head, arrow, choice = line.partition(CHOICE)
        if arrow and (not head or SHORT.fullmatch(head)):
            yield choice


class Shortened:
    """The lines of a whole telling, shortened. ``block``: what was told whole for the line that came last."""

    def __init__(self, lines: Iterator[str]) -> None:
        self.lines = lines
        self.block: list[str] = []

    def __iter__(self) -> Iterator[str]:
        block: list[str] = []
        for line in self.lines:
            if QUESTION.match(line):
                yield from self._told(block)
                block = []
            block.append(line)
        self.block = block
        yield from block

    def _told(self, block: list[str]) -> Iterator[str]:
        self.block = block
        question = QUESTION.match(block[0])
        if question is None or int(question[1]) <= WHOLE:
            yield from block
        else:
            digest = hashlib.sha256("\n".join(block).encode()).hexdigest()[:8]
            choice = next(line for line in block if line.startswith(CHOICE))
            yield f"{question[1]} {digest}{choice}"
