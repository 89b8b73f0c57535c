"""The one place where plugins are found. A manager is made for each call: nothing is shared between loads.

A plugin is loaded because it is installed, or because the user named it (``rulekit --plugin``, ``RULEKIT_PLUGINS``); never
because a game folder holds Python.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from attrs import define, field

from rulekit.diagnostics import UserError
from rulekit.plugins import contracts
from rulekit.plugins.calls import Calling
from rulekit.plugins.contracts import BroughtBot, Guarded
from rulekit.plugins.devices import Device
from rulekit.plugins.entry_points import Announced, announced
from rulekit.plugins.senders import Sender

if TYPE_CHECKING:
    from pluggy import PluginManager

GROUP = "rulekit"
NAMED = "RULEKIT_PLUGINS"
"""The environment variable with the plugins that the user named: modules or Python files, put together like a PATH."""


@define
class Plugins:
    """What the plugins at hand bring."""

    devices: dict[str, Device] = field(factory=dict)
    games: dict[str, Path] = field(factory=dict)
    variants: dict[str, Path] = field(factory=dict)
    bots: dict[str, BroughtBot] = field(factory=dict)
    senders: dict[str, Sender] = field(factory=dict)
    names: list[tuple[str, str]] = field(factory=list)
    """(plugin, version) in the order of their names"""
    gifts: dict[str, list[tuple[str, str]]] = field(factory=dict)
    """plugin -> (what it brings, one line about it), for people"""

    def words(self) -> str:
        """A text that differs when the devices have other words or settings: loaded games depend on them."""
        return repr([(d.name, tuple(d.parameters), tuple(d.words)) for d in self.devices.values()])


def find_plugins(extra: tuple[object, ...] = ()) -> Plugins:
    """Loads the installed plugins, those that the user named, and those given in ``extra`` (modules or objects).

    Raises UserError naming the plugin when one cannot be loaded, implements an unknown hook, or brings what it may not.
    """
    from rulekit.plugins import hookspecs
    from rulekit.plugins.hook_manager import HookManager

    manager = HookManager(GROUP)
    manager.add_hookspecs(hookspecs)
    found = Plugins()
    for name, version, plugin in [*_installed(), *_named(), *_given(extra)]:
        if manager.has_plugin(name) or manager.is_registered(plugin):  # installed, and named besides
            continue
        with Calling(partial(_unloaded, name, "tell its authors"), UserError):
            _register(manager, name, plugin)
        found.names.append((name, version))
        found.gifts[name] = []
    for hook, accept in ACCEPT.items():
        for implementation in getattr(manager.hook, hook).get_hookimpls():
            plugin = implementation.plugin_name
            gifts = contracts.ask(implementation, hook)
            with Calling(partial(_failing_gift, plugin, hook), UserError):
                accept(found, plugin, gifts)
    return found


def _failing_gift(plugin: str, hook: str, error: BaseException) -> UserError:
    """A property that fails, say."""
    what = f"what {hook} gives fails{contracts.place(error)}: {contracts.text_of(error)}"
    return contracts.PluginFault(plugin, what)


def entry_points() -> list[tuple[Announced, str]]:
    """The installed plugins, sorted by name, each with the version of its package."""
    return [(point, point.version) for point in announced(GROUP)]


# ---------------------------------------------------------------- where they come from
Source = tuple[str, str, object]
"""(name, version, module or object with hook implementations)"""


def _installed() -> Iterator[Source]:
    for point, version in entry_points():
        with Calling(partial(_unloaded, point.name, "reinstall it, or take it out with pip uninstall")):
            plugin = point.load()
        yield point.name, version, plugin


def _named() -> Iterator[Source]:
    for text in filter(None, os.environ.get(NAMED, "").split(os.pathsep)):
        hint = "a plugin is named by its module (rulekit_sack) or by its Python file (./sack.py)"
        with Calling(partial(_unloaded, text, hint)):
            source = _load(text)
        yield source


def _unloaded(plugin: str, hint: str, error: BaseException) -> UserError:
    return UserError(f"the plugin {plugin} cannot be loaded: {contracts.text_of(error)}", hint)


def _load(text: str) -> Source:
    """A module by its name, or a file; the version of a file is a hash of its text."""
    import hashlib
    from importlib import import_module
    from importlib.util import module_from_spec, spec_from_file_location

    if not text.endswith(".py"):
        return text, "", import_module(text)
    path = Path(text).resolve()
    version = hashlib.sha256(path.read_bytes()).hexdigest()[:12]
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None  # it ends in .py
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return text, version, module


def _given(extra: Iterable[object]) -> Iterator[Source]:
    for number, plugin in enumerate(extra):
        name = plugin.__name__ if isinstance(plugin, ModuleType) else f"extra-{number}"
        yield name, "", plugin


# ---------------------------------------------------------------- hooks that do not exist, or take something else
def _register(manager: PluginManager, name: str, plugin: object) -> None:
    """Raises UserError for a function that is meant as a hook and is none."""
    import pluggy

    from rulekit.plugins import hookspecs

    hooks = [hook for hook in vars(hookspecs) if hook.startswith("rulekit_")]
    for said in dir(plugin):
        marked = manager.parse_hookimpl_opts(plugin, said)
        hook = (marked["specname"] if marked else None) or said
        if marked and hook not in hooks:
            near = get_close_matches(hook, hooks, 1, 0.5)
            hint = f"did you mean {near[0]}?" if near else "the hooks are " + ", ".join(hooks)
            raise UserError(f"the plugin {name} implements a hook that does not exist: {hook}", hint)
        if not marked and said in hooks and callable(getattr(plugin, said)):
            raise UserError(f"in the plugin {name} the hook {said} is not marked", "write @hookimpl above it")
    try:
        manager.register(plugin, name=name)
        manager.check_pending()  # whatever pluggy itself still knows to be wrong
    except (pluggy.PluginValidationError, ValueError) as error:
        text = " ".join(str(error).split())
        raise UserError(f"the hooks of the plugin {name} are not as they have to be: {text}") from error


# ---------------------------------------------------------------- what they bring
def _devices(found: Plugins, plugin: str, gifts: Iterable[object]) -> None:
    for gift in gifts:
        device = Guarded(gift, plugin)
        found.devices[device.name] = device
        found.gifts[plugin].append((f"device {device.name}", _line(device.doc)))


def _games(found: Plugins, plugin: str, gifts: Iterable[object]) -> None:
    for gift in gifts:
        name, folder = contracts.game(gift, plugin)
        found.games[name] = folder
        found.gifts[plugin].append((f"game {name}", str(folder)))


def _variants(found: Plugins, plugin: str, gifts: Iterable[object]) -> None:
    for gift in gifts:
        name, path = contracts.variant(gift, plugin)
        found.variants[name] = path
        found.gifts[plugin].append((f"variant {name}", str(path)))


def _bots(found: Plugins, plugin: str, gifts: Iterable[object]) -> None:
    for gift in gifts:
        name, bot = contracts.bot(gift, plugin)
        found.bots[name] = bot
        found.gifts[plugin].append((f"bot {name}", _line(bot.__doc__ or "")))


def _senders(found: Plugins, plugin: str, gifts: Iterable[object]) -> None:
    for gift in gifts:
        name, sender = contracts.sender(gift, plugin)
        found.senders[name] = sender
        found.gifts[plugin].append((f"sender {name}", _line(type(sender).__doc__ or "")))


def _line(text: str) -> str:
    return (text.strip().splitlines() or [""])[0]


ACCEPT = {
    "rulekit_devices": _devices,
    "rulekit_games": _games,
    "rulekit_variants": _variants,
    "rulekit_bots": _bots,
    "rulekit_senders": _senders,
}
