"""``rulekit plugins``: what is installed, what each gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import click

from rulekit.cli.games import installed_games
from rulekit.cli.screen import Screen
from rulekit.version import __version__


@click.command()
@click.option("--plain", is_flag=True, help="No colours and no boxes.")
def plugins(plain: bool) -> None:
    """Show what is installed, and what each plugin gives."""
    from rulekit.bots import BUILT_IN
    from rulekit.plugins import entry_points, find

    found = find()  # complains about a plugin that is broken
    ours = [(f"bot {name}", bot.__doc__ or "") for name, bot in BUILT_IN.items()]
    ours += [(f"game {name}", str(folder)) for name, folder in installed_games().items() if name not in found.games]
    rows = [["rulekit", __version__, *gift] for gift in ours]
    for point, version in entry_points():
        given = _given(point.load())
        rows += [[point.name, version, *gift] for gift in given or [("nothing", "")]]
    for k in range(len(rows) - 1, 0, -1):
        if rows[k][:2] == rows[k - 1][:2]:
            rows[k][:2] = ["", ""]
    screen = Screen(plain)
    screen.tables([screen.table("", ["Plugin", "Version", "Gives", ""], rows)])


def _given(plugin: Any) -> list[tuple[str, str]]:
    """What one plugin gives: the same hooks, with this plugin alone."""
    import pluggy

    from rulekit import hookspecs

    manager = pluggy.PluginManager("rulekit")
    manager.add_hookspecs(hookspecs)
    manager.register(plugin)
    hooks: Mapping[str, Callable[[Any], tuple[str, str]]] = {
        "rulekit_devices": lambda device: (f"device {device.name}", device.doc),
        "rulekit_games": lambda game: (f"game {game[0]}", str(game[1])),
        "rulekit_bots": lambda bot: (f"bot {bot[0]}", bot[1].__doc__ or ""),
    }
    return [
        (what, (text.strip().splitlines() or [""])[0])
        for name, describe in hooks.items()
        for things in getattr(manager.hook, name)()
        for what, text in map(describe, things)
    ]
