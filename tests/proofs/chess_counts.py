"""The published counts of the tree of moves in chess: six positions that every program is tried on, by plies.

The positions stand as rule tests in ``games/chess/tests/positions.rules``; the counts are known from hundreds of programs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from rulekit.native import go_native
from rulekit.perft import PerftOptions, perft
from rulekit.rule_tests.runner import positions
from rulekit.runtime.match import Match
from tests.playing import ROOT

CHESS = ROOT / "games" / "chess"
COUNTS: Mapping[str, Sequence[int]] = {
    "the start": (20, 400, 8_902, 197_281, 4_865_609),
    "position 2": (48, 2_039, 97_862, 4_085_603),
    "position 3": (14, 191, 2_812, 43_238, 674_624, 11_030_083),
    "position 4": (6, 264, 9_467, 422_333, 15_833_292),
    "position 5": (44, 1_486, 62_379, 2_103_487),
    "position 6": (46, 2_079, 89_890, 3_894_594),
}
HOW = PerftOptions(turns=True, ended=False)
"""As chess counts: in moves, without games that ended earlier"""


@cache
def built() -> Mapping[str, Match]:
    """The positions as matches."""
    return dict(zip(COUNTS, positions(CHESS, list(COUNTS)), strict=True))


def counted(title: str, plies: int, native: bool = True) -> int:
    """The leaves of a position, so many plies deep."""
    match = built()[title]
    if native:
        go_native(match.compiled)
    return perft(match, plies, HOW)


def cases(most: int) -> Iterator[tuple[str, int, int]]:
    """(position, plies, published count) of those with at most so many leaves."""
    for title, counts in COUNTS.items():
        for plies, leaves in enumerate(counts, 1):
            if leaves <= most:
                yield title, plies, leaves
