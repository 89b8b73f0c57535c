"""``rulekit serve``: the table in the browser."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from rulekit.cli.completion import complete_game, complete_variant
from rulekit.cli.options import chosen_language
from rulekit.cli.output import say
from rulekit.cli.progress_messages import TEXTS
from rulekit.cli.served_variants import served_variants
from rulekit.diagnostics import UserError
from rulekit.install_command import install_command
from rulekit.installed import find_game, installed_games

if TYPE_CHECKING:
    from rulekit.plugins.senders import Sender

LOG_LEVELS = ("debug", "info", "warning", "error")
LOG_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...", shell_complete=complete_game)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address on which to listen.")
@click.option(
    "--port", default=8760, show_default=True, type=click.IntRange(1, 65535), help="The port on which to listen."
)
@click.option("--db", "database", default="rulekit-tables.db", show_default=True, metavar="FILE|URL", envvar="RULEKIT_DB",
              help="Where games are kept: a file, or a URL such as postgresql://...")  # fmt: skip
@click.option("--public", metavar="URL", help="The address under which people reach the server, behind a proxy.")
@click.option("--allow-host", "hosts", multiple=True, metavar="NAME",
              help="Another name under which people reach the server, such as that of this machine at home.")  # fmt: skip
@click.option("--variant", "variants", multiple=True, metavar="FILE", shell_complete=complete_variant,
              help="A variant that the lobby offers, ticked: a file of yours, or the name of an installed one.")  # fmt: skip
@click.option("--smtp", metavar="URL", envvar="RULEKIT_SMTP",
              help="The server for mail to who is asked: smtp://[user:password@]host[:port], or smtps://...")  # fmt: skip
@click.option("--mail-from", metavar="ADDRESS", help="Who mail comes from.")
@click.option("--hooks-anywhere", is_flag=True, help="Let web hooks lead into the server's own network, too.")
@click.option("--password", metavar="TEXT", envvar="RULEKIT_PASSWORD",
              help="Needed to set a table; players have links and need none.")  # fmt: skip
@click.option("--no-uploads", is_flag=True, help="Take no house rules from people; those of the games are still there.")
@click.option("--rate", default=50, show_default=True, type=click.IntRange(1), metavar="N",
              help="Requests a second that one address may make.")  # fmt: skip
@click.option("--log-level", default="info", show_default=True, type=click.Choice(LOG_LEVELS),
              help="From which level on the log is written to standard error; debug has every refused request.")  # fmt: skip
@click.option("--open", "opened", is_flag=True, help="Open the lobby in the browser.")
def serve(
    games: tuple[str, ...],
    host: str,
    port: int,
    database: str,
    public: str | None,
    hosts: tuple[str, ...],
    variants: tuple[str, ...],
    smtp: str | None,
    mail_from: str | None,
    hooks_anywhere: bool,
    password: str | None,
    no_uploads: bool,
    rate: int,
    log_level: str,
    opened: bool,
) -> None:
    """Serve tables in the browser, for the GAMEs that are named or for all that are installed."""
    try:
        from rulekit.web.addresses import lobby_at, names_of
        from rulekit.web.app import create_app
        from rulekit.web.server import run
    except ImportError as error:
        hint = f"install them with:  {install_command('web')}"
        raise UserError(f"the table in the browser needs packages that are not here ({error.name})", hint) from error
    logging.basicConfig(format=LOG_FORMAT, level=logging.WARNING)
    logging.getLogger("rulekit").setLevel(log_level.upper())
    folders = _by_name(games) or installed_games()
    names = names_of(host)
    links = [public] if public else [lobby_at(name, port) for name in names]
    url = database if "://" in database else f"sqlite:///{Path(database)}"
    app = create_app(
        folders,
        url,
        public,
        senders=_senders(smtp, mail_from, hooks_anywhere),
        uploads=not no_uploads,
        rate=rate,
        hosts=[*hosts, *names],
        password=password or "",
        variants=served_variants(folders, variants),
    )
    run(app, host, port, lambda: _tell(links, opened))


def _tell(links: Sequence[str], opened: bool) -> None:
    """Prints the address of the lobby, and opens it."""
    lang = chosen_language(None)
    say(TEXTS.text("lobby", lang, link=links[0]))
    for link in links[1:]:
        say(TEXTS.text("lobby here", lang, link=link))
    if opened:
        import webbrowser

        Thread(target=webbrowser.open, args=(links[0],), daemon=True).start()


def _senders(smtp: str | None, mail_from: str | None, anywhere: bool) -> dict[str, Sender]:
    """The ways to tell people that it is their turn: web hooks, mail if there is a server for it, those of plugins."""
    from rulekit.plugins.manager import find_plugins
    from rulekit.web.notices import Hook, Mail

    senders: dict[str, Sender] = {"hook": Hook(anywhere)}
    if smtp is not None:
        if urlsplit(smtp).scheme not in ("smtp", "smtps") or not mail_from:
            raise UserError("mail needs --smtp smtp://HOST and --mail-from ADDRESS", "give both, or neither")
        senders["mail"] = Mail(smtp, mail_from)
    return {**find_plugins().senders, **senders}


def _by_name(games: Sequence[str]) -> dict[str, Path]:
    """The folders of games by their names, which addresses and stored games have. Raises UserError for two of one name."""
    found: dict[str, Path] = {}
    for text in games:
        name, folder = Path(text).resolve().name, find_game(text)
        if found.setdefault(name, folder).resolve() != folder.resolve():
            raise UserError(
                f"two games are called {name}: {found[name]} and {folder}",
                "a server knows games by their folders: rename one of them",
            )
    return found
