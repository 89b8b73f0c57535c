"""The one place where plugins are found. A manager is made for each call: nothing is shared between loads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from attrs import define, field

from rulekit.devices import Device
from rulekit.diagnostics import UserError

GROUP = "rulekit"


@define
class Plugins:
    """What the installed plugins bring."""

    devices: dict[str, Device] = field(factory=dict)
    games: dict[str, Path] = field(factory=dict)
    bots: dict[str, Any] = field(factory=dict)
    names: list[tuple[str, str]] = field(factory=list)
    """(plugin, version) in the order of their names"""


def find(extra: tuple[object, ...] = ()) -> Plugins:
    """Loads the installed plugins and those given in ``extra`` (modules or objects with hook implementations).

    Raises UserError naming the plugin when one can not be loaded or implements an unknown hook.
    """
    import pluggy

    from rulekit import hookspecs

    manager = pluggy.PluginManager(GROUP)
    manager.add_hookspecs(hookspecs)
    found = Plugins()
    for point, version in entry_points():
        try:
            manager.register(point.load(), name=point.name)
        except Exception as error:
            raise UserError(
                f"the plugin {point.name} can not be loaded: {error}", "reinstall it, or take it out with pip uninstall"
            ) from error
        found.names.append((point.name, version))
    for number, plugin in enumerate(extra):
        manager.register(plugin, name=f"extra-{number}")
    try:
        manager.check_pending()
    except pluggy.PluginValidationError as error:
        raise UserError(f"a plugin implements a hook that does not exist: {error}") from error
    for devices in reversed(manager.hook.rulekit_devices()):
        found.devices.update({device.name: device for device in devices})
    for games in reversed(manager.hook.rulekit_games()):
        found.games.update({name: Path(folder) for name, folder in games})
    for bots in reversed(manager.hook.rulekit_bots()):
        found.bots.update(dict(bots))
    return found


def entry_points() -> list[tuple[Any, str]]:
    """The installed plugins, sorted by name, each with the version of its package."""
    from importlib.metadata import entry_points as installed

    points = {p.name: (p, p.dist.version if p.dist else "") for p in installed(group=GROUP)}
    return [points[name] for name in sorted(points)]
