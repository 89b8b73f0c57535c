"""The data with which a worker process replays a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from rulekit.web.clock import NO_CLOCK
from rulekit.web.luck import Luck
from rulekit.web.stored_rows import GameRow, MoveRow

if TYPE_CHECKING:
    from rulekit.web.catalogue import Catalogue
    from rulekit.web.session import GameSession


class GameJob(msgspec.Struct):
    """``folder``, ``variants``: where the rules are; ``rules``: their hash; ``seed``: as text."""

    game: str
    folder: str
    variants: Sequence[str]
    rules: str
    seats: tuple[str, ...]
    options: Mapping[str, str]
    seed: str
    chance: str
    moves: Sequence[MoveRow]

    @property
    def row(self) -> GameRow:
        """The fields of the game's row that its course needs; the others are empty."""
        return GameRow(
            self.game, 0, "", "", self.rules, self.seats, self.options, (), int(self.seed), "", NO_CLOCK, self.chance,
            Luck(), 0,
        )  # fmt: skip


def about(session: GameSession, catalogue: Catalogue, moves: Sequence[MoveRow]) -> dict[str, Any]:
    """The fields of a job about a game."""
    row = session.row
    folder, variants = catalogue.files(session.game)
    return {
        "game": row.id,
        "folder": str(folder),
        "variants": [*map(str, variants)],
        "rules": session.game.hash,
        "seats": row.seats,
        "options": row.options,
        "seed": str(row.seed),
        "chance": row.chance,
        "moves": moves,
    }
