"""Estimates the width of texts without a font, and breaks long names into lines."""

from __future__ import annotations

from functools import lru_cache
from unicodedata import east_asian_width

WIDTHS = {
    0.222: "ijl'|",
    0.278: "ftI .,:;/!",
    0.333: "r-()·",
    0.5: "cksvxyzJ",
    0.611: "FLTZ",
    0.667: "ABEKPSVXY&",
    0.722: "wCDHNRU",
    0.778: "GOQ",
    0.833: "mM",
    0.944: "W@",
}
"""How wide letters are, as parts of their height, in most fonts without serifs; all others are 0.556."""
USUAL = 0.556
_SHARES = {char: share for share, chars in WIDTHS.items() for char in chars}
LINE = 1.12
"""Height of a line, in letters."""
LONG = 9
"""Latin names of more letters than this may be broken."""


@lru_cache(maxsize=4096)
def width(text: str, letters: float) -> float:
    """How wide a text is at a height of letters: those of Chinese as wide as high, the others by groups."""
    return sum(letters * _share(char) for char in text)


def _share(char: str) -> float:
    if east_asian_width(char) in "WF":
        return 1.0
    return _SHARES.get(char, USUAL)


def is_wide(text: str) -> bool:
    """Whether it is written in a script of wide letters, such as Chinese."""
    return any(east_asian_width(char) in "WF" for char in text)


def broken(name: str) -> tuple[str, ...]:
    """A long name in two lines, as even as its blanks and hyphens allow; in one where it cannot be broken."""
    if is_wide(name) or len(name) <= LONG:
        return (name,)
    cuts = [k + 1 for k, char in enumerate(name) if char in " -" and 2 <= k < len(name) - 2]
    if not cuts:
        return (name,)
    cut = min(cuts, key=lambda k: max(k, len(name) - k))
    return name[:cut].rstrip(), name[cut:]


def short(name: str) -> str:
    """A short form of a name where there is little room: its first letters; of a name in Chinese the last two."""
    if is_wide(name):
        return name[-2:]
    words = [word for word in name.replace("-", " ").split() if word]
    return "".join(word[0].upper() for word in words[:2]) if len(words) > 1 else name[:2]
