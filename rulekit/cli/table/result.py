"""Shows the result of a game: the table of standings, or one JSON object for programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from rulekit.cli.screen import Screen
from rulekit.cli.table.showing import as_table
from rulekit.cli.table.telling import player_names
from rulekit.cli.texts import Texts
from rulekit.tabletop.points import point_sheets

if TYPE_CHECKING:
    from rulekit import Game, Match


def show_result(screen: Screen, texts: Texts, match: Match) -> None:
    """Standings, best first, where the points came from, and who won."""
    names = player_names(match, texts)
    standings = sorted(match.standings, key=lambda s: (s.rank, s.seat))
    columns = [texts(key) for key in ("rank", "player", "seat", "score")]
    rows = [[s.rank, names[s.name], s.seat, s.score] for s in standings]
    if all(
        s.scores in ((0,), (1,)) for s in standings
    ):  # who has won is said by the rules: the numbers stand beside it
        marks = _marks(match, texts.lang)
        columns += [mark["name"] for mark in next(iter(marks.values()), ())]
        rows = [
            [*row, *(mark["raw"] for mark in marks.get(s.name, ()))] for row, s in zip(rows, standings, strict=True)
        ]
    if any(len(s.scores) > 1 for s in standings):
        columns.append(texts("ties"))
        rows = [[*row, " / ".join(map(str, s.scores[1:]))] for row, s in zip(rows, standings, strict=True)]
    screen.line()
    screen.line(texts("over") + " " + texts("decisions", n=match.decided), "bold")
    if not standings:
        screen.line(texts("nobody_ranked"))
        return
    screen.tables([screen.table("", columns, rows)])
    points = point_sheets(match.scores(None, texts.lang), names, texts)
    screen.tables(as_table(sheet, screen, texts) for sheet in points)
    screen.line()
    winners = list(match.winners)
    if winners:
        key = "winner" if len(winners) == 1 else "winners"
        screen.line(texts(key, names=texts.list(names[winner] for winner in winners)), "bold")


def _marks(match: Match, lang: str = "en") -> dict[str, list[dict[str, Any]]]:
    """The numbers that everybody sees written down of each player: his points, what he owns."""
    players = set(match.players)
    tables = (t["rows"] for t in match.view(None, lang=lang)["tables"] if {row["key"] for row in t["rows"]} == players)
    return {
        row["key"]: [mark for mark in row["marks"] if mark["sort"] == "number" and mark["told"]]
        for row in next(tables, ())
    }


def as_json(game: Game, match: Match) -> str:
    """One line with what a program wants to know of a finished game."""
    winners, marks = list(match.winners), _marks(match)
    return json.dumps(
        {
            "game": game.name,
            "seed": match.seed,
            "players": len(match.players),
            "decisions": match.decided,
            "standings": [
                {
                    "seat": s.seat,
                    "name": s.name,
                    "score": s.score,
                    "ties": list(s.scores[1:]),
                    "rank": s.rank,
                    "marks": {mark["key"]: mark["raw"] for mark in marks.get(s.name, ())},
                }
                for s in match.standings
            ],
            "winner": winners[0] if len(winners) == 1 else winners or None,
        },
        ensure_ascii=False,
    )
