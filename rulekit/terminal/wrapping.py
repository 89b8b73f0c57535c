"""Breaks lines between words, and in Chinese and Japanese between characters."""

from __future__ import annotations

import re

from rich.cells import cell_len, set_cell_size

_PIECE = re.compile(r"\s+|[\u2e80-\uffef][，。、；：！？）”』」]*|[^\s\u2e80-\uffef]+[，。、；：！？）”』」]*")
"""What is not broken: a word, or a wide character with the punctuation behind it"""


def wrapped(line: str, width: int, indent: int = 0, torn: bool = True) -> list[str]:
    """A line in lines of at most ``width`` cells. The following ones are indented as the first, by its bullet, and by ``indent``.
    ``torn``: also a word that is wider than a line."""
    margin = " " * (len(line) - len(line.lstrip(" ")) + 2 * line.lstrip(" ").startswith("- ") + indent)
    margin = margin if 2 * len(margin) < width else ""
    out, now = [], ""
    for piece in _PIECE.findall(line):
        if now.strip() and cell_len(now) + cell_len(piece.rstrip()) > width:
            out.append(now.rstrip())
            now = margin
        now += "" if now == margin and out and piece.isspace() else piece
        while torn and cell_len(now.rstrip()) > width:  # a word that is wider than a line
            head = set_cell_size(now, width).rstrip()
            out, now = [*out, head], now[len(head) :]
    return [*out, now]
