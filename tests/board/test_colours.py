"""The colours of players are told apart, by people who see red and green alike, too. Letters and patterns come in addition."""

from __future__ import annotations

from itertools import combinations

import pytest

from rulekit.board import read_board
from tests.playing import SHOGUN

DEUTAN = ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881))
"""Linear light as it is seen without the receptors for green (Machado, Oliveira, Fernandes 2009, severity 1)"""
NORMAL = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
LIGHT = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
"""Linear sRGB -> CIE XYZ"""
WHITE = (0.9505, 1.0, 1.089)
Vector = tuple[float, ...]


def times(matrix: tuple[Vector, ...], vector: Vector) -> Vector:
    return tuple(sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)


def lab(colour: str, eyes: tuple[Vector, ...]) -> Vector:
    """CIE L*a*b* of a colour as eyes see it."""
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = tuple(x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
    seen = tuple(min(1.0, max(0.0, x)) for x in times(eyes, linear))
    x, y, z = (
        t ** (1 / 3) if t > (6 / 29) ** 3 else t / (3 * (6 / 29) ** 2) + 4 / 29
        for t in (a / b for a, b in zip(times(LIGHT, seen), WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("eyes, least", [(NORMAL, 40), (DEUTAN, 18)], ids=["normal", "deutan"])
def test_players_of_shogun_are_told_apart_by_colour(eyes: tuple[Vector, ...], least: float) -> None:
    """Distances in Lab (CIE76); 10 and less are taken for the same colour at a glance."""
    colours = {key: side.colour for key, side in read_board(SHOGUN).look.owners.sides.items()}
    assert len(colours) == 5
    for (one, a), (two, b) in combinations(colours.items(), 2):
        apart = sum((x - y) ** 2 for x, y in zip(lab(a, eyes), lab(b, eyes), strict=True)) ** 0.5
        assert apart >= least, f"{one} and {two} are {apart:.0f} apart"
