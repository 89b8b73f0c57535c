"""How a game ended: the table of standings, and the same as one JSON object for programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from rulekit.cli.screen import Screen
from rulekit.cli.table.telling import player_names
from rulekit.cli.texts import Texts

if TYPE_CHECKING:
    from rulekit import Game, Match


def show_result(screen: Screen, texts: Texts, match: Match) -> None:
    """Standings, best first, and who won."""
    names = player_names(match, texts)
    standings = sorted(match.standings, key=lambda s: (s.rank, s.seat))
    columns = [texts(key) for key in ("rank", "player", "seat", "score")]
    rows = [[s.rank, names[s.name], s.seat, s.score] for s in standings]
    if any(len(s.scores) > 1 for s in standings):
        columns.append(texts("ties"))
        rows = [[*row, " / ".join(map(str, s.scores[1:]))] for row, s in zip(rows, standings, strict=True)]
    screen.line()
    screen.line(texts("over") + " " + texts("decisions", n=match.decided), "bold")
    if not standings:
        screen.line(texts("nobody_ranked"))
        return
    screen.tables([screen.table("", columns, rows)])
    screen.line()
    winners = list(match.winners)
    if winners:
        key = "winner" if len(winners) == 1 else "winners"
        screen.line(texts(key, names=texts.list(names[winner] for winner in winners)), "bold")


def as_json(game: Game, match: Match) -> str:
    """One line with what a program wants to know of a finished game."""
    winners = list(match.winners)
    return json.dumps(
        {
            "game": game.name,
            "seed": match.seed,
            "players": len(match.players),
            "decisions": match.decided,
            "standings": [
                {"seat": s.seat, "name": s.name, "score": s.score, "ties": list(s.scores[1:]), "rank": s.rank}
                for s in match.standings
            ],
            "winner": winners[0] if len(winners) == 1 else winners or None,
        },
        ensure_ascii=False,
    )
