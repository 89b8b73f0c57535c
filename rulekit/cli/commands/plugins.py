"""``rulekit plugins``: what is installed, what each gives."""

from __future__ import annotations

import click

from rulekit.cli.screen import Screen
from rulekit.installed import installed_games
from rulekit.tabletop.board import Sheet
from rulekit.tabletop.columns import TextColumn
from rulekit.tabletop.page import Page, TableGroup
from rulekit.tabletop.texts import Texts
from rulekit.version import __version__


@click.command()
@click.option("--plain", is_flag=True, help="No colours and no boxes.")
def plugins(plain: bool) -> None:
    """Show what is installed, and what each plugin gives."""
    from rulekit.bots import BUILT_IN
    from rulekit.plugins.manager import find_plugins

    found = find_plugins()  # complains about a plugin that is broken
    ours = [(f"bot {name}", bot.__doc__ or "") for name, bot in BUILT_IN.items()]
    ours += [(f"game {name}", str(folder)) for name, folder in installed_games().items() if name not in found.games]
    rows = [["rulekit", __version__, *gift] for gift in ours]
    for name, version in found.names:
        rows += [[name, version, *gift] for gift in found.gifts[name] or [("nothing", "")]]
    for k in range(len(rows) - 1, 0, -1):
        if rows[k][:2] == rows[k - 1][:2]:
            rows[k][:2] = ["", ""]
    names = ("Plugin", "Version", "Gives", "")
    columns = [TextColumn(name, cells) for name, cells in zip(names, zip(*rows, strict=True), strict=True)]
    Screen(plain).draw(Page([TableGroup([Sheet(columns)])]), Texts("en"))
