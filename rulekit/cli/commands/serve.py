"""``rulekit serve``: the table in the browser."""

from __future__ import annotations

from pathlib import Path

import click

from rulekit.cli.games import find_game, installed_games
from rulekit.cli.output import say
from rulekit.diagnostics import UserError

INSTALL = 'install them with: pip install "rulekit-boardgames[web]"'


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address on which to listen.")
@click.option(
    "--port", default=8760, show_default=True, type=click.IntRange(1, 65535), help="The port on which to listen."
)
@click.option("--db", "database", default="rulekit-tables.db", show_default=True, metavar="FILE|URL",
              help="Where games are kept: a file, or a URL such as postgresql://...")  # fmt: skip
@click.option("--public", metavar="URL", help="The address under which people reach the server, behind a proxy.")
@click.option("--open", "opened", is_flag=True, help="Open the lobby in the browser.")
def serve(games: tuple[str, ...], host: str, port: int, database: str, public: str | None, opened: bool) -> None:
    """Serve tables in the browser, for the GAMEs that are named or for all that are installed."""
    try:
        import uvicorn

        from rulekit.web.app import create_app
    except ImportError as error:
        raise UserError(f"the table in the browser needs packages that are not here ({error.name})", INSTALL) from error
    folders = {_name(text): find_game(text) for text in games} or installed_games()
    url = database if "://" in database else f"sqlite:///{Path(database)}"
    app = create_app(folders, url, public)
    link = public or f"http://{host}:{port}/"
    say(f"The lobby: {link}")
    if opened:
        import webbrowser

        webbrowser.open(link)
    uvicorn.run(app, host=host, port=port, log_level="warning", h11_max_incomplete_event_size=64 << 10)


def _name(text: str) -> str:
    return Path(text).resolve().name
