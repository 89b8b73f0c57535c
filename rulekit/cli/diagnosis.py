"""What ``rulekit doctor`` looks at, one finding for each: what works, what is missing, what is broken, and what helps.

Each check tries the thing itself where that is cheap: it writes to the cache, compiles a function in C, loads the plugins.
"""

from __future__ import annotations

import os
import platform
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from attrs import Factory, frozen

from rulekit.diagnostics import UserError
from rulekit.install_command import install_command, is_checkout
from rulekit.version import DISTRIBUTION, __version__

if TYPE_CHECKING:
    from packaging.requirements import Requirement

State = Literal["works", "missing", "broken"]
PYTHONS = ((3, 11), (3, 14))
"""The first version of Python that is supported, and the first one above them that is not"""
OF_CHECKOUTS = ("dev", "docs", "trust")
"""Extras with which nobody can do anything who has no checkout"""
C_PROBE = "long long rulekit_probe(long long x) { return x * 6; }\n"


@frozen
class Check:
    """One thing that was looked at. ``name`` tells apart what is of one area; "" where there is only one.

    ``missing``: rulekit plays without it; ``broken``: something is wrong that should be put right. ``said`` and ``hint`` are
    keys of :mod:`rulekit.cli.doctor_messages`, or for what others report (a plugin, the compiler) their own words, in
    ``values["reason"]``.
    """

    area: str
    name: str
    state: State
    said: str
    values: Mapping[str, object] = Factory(dict)
    hint: str = ""


def checkup() -> Iterator[Check]:
    """All findings in their order. Raises nothing: every failure is a finding."""
    for look in (_rulekit, _python, _packages, _terminal, _cache, _saves, _compiler, _plugins, _games):
        yield from look()


# ---------------------------------------------------------------- rulekit and Python
def _rulekit() -> Iterator[Check]:
    yield Check(
        "rulekit",
        "",
        "works",
        "version",
        {"version": __version__, "where": str(Path(__file__).resolve().parents[1])},
    )


def _python() -> Iterator[Check]:
    first, above = PYTHONS
    values = {
        "version": platform.python_version(),
        "implementation": platform.python_implementation(),
        "system": f"{platform.system()} {platform.machine()}".strip(),
        "where": sys.executable,
        "first": ".".join(map(str, first)),
        "last": f"{above[0]}.{above[1] - 1}",
    }
    fits = first <= sys.version_info[:2] < above
    yield Check("python", "", "works" if fits else "broken", "python", values, "" if fits else "other_python")


# ---------------------------------------------------------------- packages and extras
def _packages() -> Iterator[Check]:
    """What the package says that it needs, and for each extra whether all of it is there."""
    from importlib.metadata import PackageNotFoundError, metadata

    from packaging.requirements import Requirement

    try:
        said = metadata(DISTRIBUTION)
    except PackageNotFoundError:  # started from a folder of sources
        yield Check("packages", DISTRIBUTION, "missing", "no_metadata", {"command": install_command()}, "install")
        return
    needed = [Requirement(line) for line in said.get_all("Requires-Dist", ())]
    for requirement in needed:
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            yield _package(requirement)
    for extra in said.get_all("Provides-Extra", ()):
        if extra in OF_CHECKOUTS and not is_checkout():
            continue
        reasons = list(dict.fromkeys(_lacks_of(extra, needed)))
        if reasons:
            values = {"extra": extra, "packages": ", ".join(reasons), "command": install_command(extra)}
            yield Check("extras", extra, "missing", "extra_lacks", values, "install" if _is_wanted(extra) else "")
        else:
            yield Check("extras", extra, "works", "extra", {"extra": extra})


def _is_wanted(extra: str) -> bool:
    """Whether an extra would bring something that is not here already: a second C compiler is of no use."""
    from rulekit import native

    if extra != "native":
        return True
    try:
        native.compiler()
    except UserError:
        return True
    return False


def _lacks_of(extra: str, needed: Sequence[Requirement]) -> Iterator[str]:
    """The missing packages of an extra and of the extras that it includes."""
    for requirement in needed:
        marker = requirement.marker
        if marker is None or marker.evaluate({"extra": ""}) or not marker.evaluate({"extra": extra}):
            continue
        if requirement.name == DISTRIBUTION:
            for other in sorted(requirement.extras):
                yield from _lacks_of(other, needed)
        elif reason := lacking(requirement):
            yield reason


def _package(requirement: Requirement) -> Check:
    from importlib.metadata import version

    if reason := lacking(requirement):
        values = {"package": reason, "command": install_command()}
        return Check("packages", requirement.name, "broken", "package_lacks", values, "install")
    return Check("packages", requirement.name, "works", "package", {"version": version(requirement.name)})


def lacking(requirement: Requirement) -> str:
    """A requirement that is not met, as ``name>=version``; "" where it is."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        met = requirement.specifier.contains(version(requirement.name), prereleases=True)
    except PackageNotFoundError:
        return requirement.name
    return "" if met else f"{requirement.name}{requirement.specifier}"


# ---------------------------------------------------------------- the machine
def _terminal() -> Iterator[Check]:
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    try:
        "日本語 → é".encode(encoding)
    except (LookupError, UnicodeEncodeError):
        yield Check("terminal", "", "broken", "encoding_poor", {"encoding": encoding}, "utf8")
    else:
        yield Check("terminal", "", "works", "encoding", {"encoding": encoding})


def _cache() -> Iterator[Check]:
    """Writes an entry, reads it back, and removes it."""
    from rulekit import cache

    if os.environ.get("RULEKIT_CACHE") == "off":
        yield Check("cache", "", "missing", "cache_off", {}, "cache_on")
        return
    folder = cache.folder()
    if folder is None:
        yield Check("cache", "", "broken", "cache_none", {"folder": str(cache.wanted())}, "cache_where")
        return
    name = cache.key("doctor", str(os.getpid()))
    cache.write(name, name)
    kept = cache.read(name) == name
    (folder / f"{name}.json").unlink(missing_ok=True)
    if not kept:
        yield Check("cache", "", "broken", "cache_full", {"folder": str(folder)}, "cache_where")
        return
    sizes = [path.stat().st_size for path in folder.iterdir() if path.is_file()]
    values = {"folder": str(folder), "files": len(sizes), "megabytes": f"{sum(sizes) / 1e6:.1f}"}
    yield Check("cache", "", "works", "cache", values)


def _saves() -> Iterator[Check]:
    from rulekit.state_folder import is_ours, state_folder

    folder = state_folder("saves")
    if is_ours(folder):
        yield Check("saves", "", "works", "saves", {"folder": str(folder)})
    else:
        yield Check("saves", "", "broken", "saves_elsewhere", {"folder": str(folder)}, "saves_where")


def _compiler() -> Iterator[Check]:
    """Compiles a function and calls it. Where there is no compiler everything is played all the same, in Python."""
    import ctypes

    from rulekit import native

    try:
        title = " ".join(native.compiler())
    except UserError as error:
        yield Check("compiler", "", "missing", "theirs", {"reason": error.message, "help": error.hint or ""}, "help")
        return
    try:
        # Windows cannot delete a library that is loaded, so the folder may outlive us there.
        with tempfile.TemporaryDirectory(prefix="rulekit-doctor-", ignore_cleanup_errors=True) as folder:
            probe = ctypes.CDLL(str(native.built(C_PROBE, Path(folder).resolve()))).rulekit_probe
            probe.argtypes, probe.restype = [ctypes.c_longlong], ctypes.c_longlong
            answer = probe(7_000_000_000)
    except UserError as error:
        yield Check("compiler", "", "broken", "theirs", {"reason": error.message, "help": error.hint or ""}, "help")
    except OSError as error:
        yield Check("compiler", "", "broken", "library", {"compiler": title, "reason": str(error)}, "other_compiler")
    else:
        right = answer == 42_000_000_000
        state: State = "works" if right else "broken"
        said = "compiler" if right else "compiler_wrong"
        yield Check("compiler", "", state, said, {"compiler": title}, "" if right else "other_compiler")


# ---------------------------------------------------------------- plugins and games
def _plugins() -> Iterator[Check]:
    """The plugins one by one; the first that is broken keeps all commands from working, and is named with its reason."""
    from rulekit.plugins.manager import entry_points, find_plugins

    try:
        found = find_plugins()
    except UserError as error:
        yield Check("plugins", "", "broken", "theirs", {"reason": error.message, "help": error.hint or ""}, "help")
        for point, version in entry_points():
            yield Check("plugins", point.name, "missing", "plugin_waits", {"version": version})
        return
    for name, version in found.names:
        gifts = ", ".join(what for what, _ in found.gifts[name])
        said = "plugin" if gifts else "plugin_nothing"
        yield Check("plugins", name, "works", said, {"version": version, "gifts": gifts})
    if not found.names:
        yield Check("plugins", "", "missing", "no_plugins")


def _games() -> Iterator[Check]:
    from rulekit.installed import installed_games

    try:
        games = installed_games()
    except UserError:  # a broken plugin, which has been named already
        return
    for name, folder in games.items():
        yield Check("games", name, "works", "game", {"where": str(folder)})
    if not games:
        yield Check("games", "", "missing", "no_games", {}, "new_game")
