"""The result of a game: a page with the standings, or one JSON object for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulekit.board.look import HELD
from rulekit.tabletop.board import Sheet
from rulekit.tabletop.columns import TextColumn
from rulekit.tabletop.page import Page
from rulekit.tabletop.players_table import declared_players
from rulekit.tabletop.points import point_sheets
from rulekit.tabletop.story_page import player_names
from rulekit.tabletop.texts import Texts

if TYPE_CHECKING:
    from rulekit import Game, Match
    from rulekit.board import Board
    from rulekit.runtime.view_types import Mark


def result_page(texts: Texts, match: Match, board: Board | None = None) -> Page:
    """Standings, best first, where the points came from, what ended the game, and who won.

    Where the rules only name the winner, the numbers of the players say more than a score of 1 or 0: those that ``board``
    declares for the players' table, otherwise all that everybody sees.
    """
    out, names = Page(), player_names(match, texts)
    standings = sorted(match.standings, key=lambda s: (s.rank, s.seat))
    out.line()
    out.line(texts("over_after", n=match.decided), "bold")
    if not standings:
        out.line(texts("nobody_ranked"))
        return out
    columns: dict[str, Sequence[object]] = {
        texts("rank"): [s.rank for s in standings],
        texts("player"): [names[s.name] for s in standings],
        texts("seat"): [s.seat for s in standings],
    }
    if all(s.scores in ((0,), (1,)) for s in standings):
        for column in _of_players(match, texts.lang, board):
            columns[column.name] = [column.cells[s.seat - 1] for s in standings]
    else:
        columns[texts("score")] = [s.score for s in standings]
    for k, key in enumerate(match.compared()[1:], 1):
        name = match.compiled.labels(texts.lang).word(key) if key else texts("ties")
        columns[name] = [s.scores[k] for s in standings]
    table = Sheet([TextColumn(name[:1].upper() + name[1:], list(map(str, cells))) for name, cells in columns.items()])
    out.tables([table])
    out.tables(point_sheets(match.scores(None, texts.lang), names, texts))
    out.line()
    if match.winners:
        told = _last_told(match, texts.lang)
        if told:
            out.line(told)
        out.line(who_won(texts, match), "bold")
    return out


def who_won(texts: Texts, match: Match) -> str:
    """The winners by name; that nobody is ranked where the rules name none."""
    winners, names = list(match.winners), player_names(match, texts)
    if not winners:
        return texts("nobody_ranked")
    return texts("winner" if len(winners) == 1 else "winners", names=texts.list(names[winner] for winner in winners))


def _last_told(match: Match, lang: str) -> str:
    """The author's last words before the result; nothing where they only name the winner, or end in a list of points."""
    *before, result = match.story(None, lang=lang)
    last = before[-1] if before else None
    while last is not None and last.children:
        last = last.children[-1]
    return last.text if last is not None and last.sort in ("event", "line") and last.text != result.text else ""


def _of_players(match: Match, lang: str, board: Board | None) -> Sequence[TextColumn]:
    """The numbers that everybody sees, a row for each seat: of the players' table that ``board`` declares, else all. What the
    players hold no longer matters."""
    rows = _marks(match, lang)
    marks = [rows.get(player, []) for player in match.players]
    declared = declared_players(match.view(None, lang=lang), board, lang) if board is not None else None
    if board is None or declared is None:
        return [TextColumn(column[0].name, [str(mark.raw) for mark in column]) for column in zip(*marks, strict=True)]
    numbers = {HELD, *(mark.key for mark in marks[0])}
    columns = zip(board.look.columns, declared.columns[1:], strict=True)
    return [column for key, column in columns if key in numbers]


def _marks(match: Match, lang: str = "en") -> dict[str, list[Mark]]:
    """The numbers that everybody sees written down of each player: their points, what they own."""
    players = set(match.players)
    tables = (t.rows for t in match.view(None, lang=lang).tables if {row.key for row in t.rows} == players)
    return {row.key: [mark for mark in row.marks if mark.sort == "number" and mark.told] for row in next(tables, ())}


def as_json(game: Game, match: Match) -> str:
    """The result of a finished game as one line for programs."""
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
                    "marks": {mark.key: mark.raw for mark in marks.get(s.name, ())},
                }
                for s in match.standings
            ],
            "winner": winners[0] if len(winners) == 1 else winners or None,
        },
        ensure_ascii=False,
    )
