"""``rulekit board``: the board of a game, as text on the terminal or as a picture in a file."""

from __future__ import annotations

from pathlib import Path

import click

from rulekit.cli.games import find_game
from rulekit.diagnostics import UserError


@click.command()
@click.argument("game")
@click.option(
    "--svg", "picture", type=click.Path(path_type=Path), metavar="FILE", help="Write it as SVG; - is the screen."
)
@click.option("--lang", "language", default="en", show_default=True, help="The language of the names.")
@click.option(
    "--width", default=100, show_default=True, type=click.IntRange(40, 400), help="Columns of the map on the terminal."
)
def board(game: str, picture: Path | None, language: str, width: int) -> None:
    """Show the board of GAME: the places, the routes between them, and what their marks mean."""
    from rulekit.board import chart, read_board, svg

    drawn = read_board(find_game(game))
    if picture is None:
        click.echo(chart(drawn, language, width), nl=False)
    elif str(picture) == "-":
        click.echo(svg(drawn, language), nl=False)
    else:
        try:
            picture.write_text(svg(drawn, language), encoding="utf-8")
        except OSError as error:
            raise UserError(f"{picture} can not be written: {error.strerror or error}") from error
        click.echo(f"{picture}: {len(drawn.places)} places, {len(drawn.routes)} routes")
