"""``rulekit board``: the board of a game, as text or as a picture, bare or with the position of a saved game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulekit.cli.commands.replay import rules_of
from rulekit.cli.completion import complete_game
from rulekit.cli.output import say
from rulekit.diagnostics import UserError
from rulekit.files import access
from rulekit.installed import find_game
from rulekit.tabletop import save_files
from rulekit.tabletop.texts import choose_language

if TYPE_CHECKING:
    from rulekit.board import Board, Position


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.option(
    "--svg", "picture", type=click.Path(path_type=Path), metavar="FILE", help="Write it as SVG; - is the screen."
)
@click.option(
    "--from", "save", type=click.Path(path_type=Path), metavar="SAVE", help="The position of this saved game."
)
@click.option(
    "--seat", type=click.IntRange(min=1), metavar="N", help="What the player in seat N may know; normally what all may."
)
@click.option(
    "--lang", "language", metavar="LANG", help="en, zh-Hans, zh-Hant or another language that the game speaks."
)
@click.option(
    "--width", default=100, show_default=True, type=click.IntRange(40, 400), help="Columns of the map on the terminal."
)
def board(
    game: str, picture: Path | None, save: Path | None, seat: int | None, language: str | None, width: int
) -> None:
    """Show the board of GAME: the places, the routes between them, and what their marks mean.

    With --from it shows a position: whose the places are, and what lies there.
    """
    from rulekit.board import chart, read_board, svg

    if seat is not None and save is None:
        raise click.UsageError("--seat is about a position; name a saved game with --from")
    folder = find_game(game)
    drawn = read_board(folder)
    texts = choose_language(language, drawn.languages)
    lang = texts.lang
    position, title = None, folder.name
    if save is not None:
        position, title = _position(folder, save, seat, drawn, lang)
    if picture is None:
        say(chart(drawn, lang, width, position), nl=False)
        return
    text = svg(drawn, lang, position, title)
    if str(picture) == "-":
        say(text, nl=False)
        return
    with access(picture, "cannot be written"):
        picture.write_text(text, encoding="utf-8")
    say(texts("drawn", path=picture, places=len(drawn.places), routes=len(drawn.routes)))


def _position(folder: Path, save: Path, seat: int | None, board: Board, lang: str) -> tuple[Position, str]:
    """The position of a save as one person may see it, and the title of the game."""
    from rulekit.board import read_position

    saved = save_files.read(save)
    rules = rules_of(save, saved, str(folder), ())
    match = rules.resume(saved, journal=False)
    seats = match.compiled.image.seats
    if seat is not None and seat > len(seats):
        raise UserError(f"there is no seat {seat}", f"the seats are 1 to {len(seats)}: " + ", ".join(seats))
    view = match.view(seats[seat - 1] if seat is not None else None, lang)
    return read_position(view, board), str(rules.names.get(lang) or rules.title)
