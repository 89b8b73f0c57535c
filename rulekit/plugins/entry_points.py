"""Which packages have announced something under a group of entry points, without going through the standard library's reader.

That reader (``importlib.metadata``) brings the parser of e-mails with it, for the heads of packages; loading it takes longer
than all of this. What is read here is written down in the standard for entry points: a folder ``NAME-VERSION.dist-info`` (or
``.egg-info``) on the path, and in it ``entry_points.txt``, with one line ``name = module:attribute`` for each.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from importlib import import_module

from attrs import frozen

INFO = (".dist-info", ".egg-info")
FINDERS = ("_frozen_importlib_external", "importlib_metadata")
"""Modules of finders that look into the folders of the path: Python's, and that of its reader for older versions"""


@frozen
class Announced:
    """An entry point: ``value`` says where it is, ``version`` is that of its package."""

    name: str
    value: str
    version: str

    def load(self) -> object:
        """What it stands for. Raises whatever the import of its module raises, and AttributeError."""
        module, _, attributes = self.value.partition(":")
        found: object = import_module(module.strip())
        for attribute in filter(None, attributes.split("[")[0].strip().split(".")):
            found = getattr(found, attribute)
        return found


def announced(group: str) -> list[Announced]:
    """The entry points of a group, sorted by name: one for each name, whichever packages announce it.

    A package counts where it comes first on the path. A name that several packages announce counts in the package that comes
    first: by the path, and within a folder by the name of the package; beside archives, in the order of the standard library.
    """
    found: dict[str, Announced] = {}
    for point in _everywhere(group):
        found.setdefault(point.name, point)
    return [found[name] for name in sorted(found)]


def _everywhere(group: str) -> Iterator[Announced]:
    if not _plain():
        from importlib.metadata import entry_points

        for point in entry_points(group=group):
            version = ""  # of a package without a head: some readers raise, others say None
            with suppress(OSError, ImportError, KeyError):
                version = (point.dist.version if point.dist else "") or ""
            yield Announced(point.name, point.value, version)
        return
    seen: set[str] = set()
    for folder in sys.path:
        for name in _listed(folder or "."):
            stem, end = os.path.splitext(name)
            package = stem.partition("-")[0].lower().replace(".", "_")
            if end not in INFO or package in seen:
                continue
            seen.add(package)
            yield from _of(os.path.join(folder, name), group)


def _plain() -> bool:
    """Whether packages lie in folders only, where they can be listed: not in archives, nor where somebody else's finder looks."""
    finders = [f for f in sys.meta_path if hasattr(f, "find_distributions")]
    ours = all(getattr(f, "__module__", "") in FINDERS for f in finders)
    return ours and not any(map(os.path.isfile, sys.path))


def _listed(folder: str) -> list[str]:
    try:
        return sorted(name for name in os.listdir(folder) if name.endswith(INFO))
    except OSError:
        return []


def _of(info: str, group: str) -> Iterator[Announced]:
    path = os.path.join(info, "entry_points.txt")
    try:
        found = os.stat(path)
    except OSError:
        return
    for name, value in _rows(path, group, found.st_mtime_ns, found.st_ino, found.st_size):
        yield Announced(name, value, _version(info))


@lru_cache(maxsize=4096)
def _rows(path: str, group: str, *_state: int) -> tuple[tuple[str, str], ...]:
    """The names and values below a group. Plugins are looked for at each game that is loaded: a file is read once while it is
    in the same state."""
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except (OSError, UnicodeDecodeError):
        return ()
    if f"[{group}]" not in text:
        return ()
    out, inside = [], False
    for row in map(str.strip, text.splitlines()):
        if row.startswith("["):
            inside = row == f"[{group}]"
        elif inside and "=" in row and not row.startswith(("#", ";")):
            name, _, value = row.partition("=")
            out.append((name.strip(), value.strip()))
    return tuple(out)


def _version(info: str) -> str:
    """The version of a package, from the name of its folder or else from its head."""
    stem, end = os.path.splitext(os.path.basename(info))
    if end == ".dist-info" and "-" in stem:
        return stem.partition("-")[2]
    for name in ("METADATA", "PKG-INFO"):
        try:
            with open(os.path.join(info, name), encoding="utf-8") as file:
                for row in file:
                    if row.startswith("Version:"):
                        return row[8:].strip()
        except OSError:
            continue
    return ""
