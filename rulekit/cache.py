"""Compiled games on disk, under a folder that only the user can write, by the hash of all that went into them.

Nothing here is executed unless it lies in that folder, and a broken or foreign file is as good as none.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import tempfile
from contextlib import suppress
from functools import cache as once
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import asdict
from platformdirs import user_cache_dir

from rulekit.plain_data import restored
from rulekit.version import __version__

if TYPE_CHECKING:
    from attrs import AttrsInstance

T = TypeVar("T")

ENGINE = ("compiler", "dsl", "plugins", "runtime")
"""The packages with a part in what is kept, beside the modules at the top."""
MOST = 512 << 20
"""So many bytes are kept; what has not been used for longest goes first."""
ROOM = 32 << 20
"""After so many bytes that a process has written it looks again whether there are too many."""
_unwatched = ROOM
"""Bytes written since it last looked; it looks when it first writes."""


def folder() -> Path | None:
    """The user's cache folder, made when missing; None where there can be none or it is not the user's alone."""
    if os.environ.get("RULEKIT_CACHE") == "off":
        return None
    path = wanted()
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = path.stat()
    except OSError:
        return None
    if hasattr(os, "getuid") and (found.st_uid != os.getuid() or stat.S_IMODE(found.st_mode) & 0o022):
        return None
    return path


def wanted() -> Path:
    """Where the cache belongs, whether it can be there or not."""
    return Path(os.environ.get("RULEKIT_CACHE") or user_cache_dir("rulekit", appauthor=False))


@once
def engine() -> str:
    """Changes with every change of the engine's own files; those with which this process began."""
    here = Path(__file__).parent
    parts = [__version__]
    for path in sorted([*here.glob("*.py"), *(path for room in ENGINE for path in here.glob(f"{room}/**/*"))]):
        if path.suffix in (".py", ".lark", ".json", ".phrases", ".txt", ".h", ".c"):
            found = path.stat()
            parts.append(f"{path.name}:{found.st_size}:{found.st_mtime_ns}")
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def key(*parts: str) -> str:
    return hashlib.sha256("\0".join((engine(), *parts)).encode(errors="surrogatepass")).hexdigest()[:32]


def read(name: str) -> Any:
    """What was written under a name; None where there is nothing, or anything else than what was written."""
    where = folder()
    if where is None:
        return None
    path = where / f"{name}.json"
    try:
        if not path.is_file():  # a pipe would be waited for
            return None
        digest, _, text = path.read_text(encoding="utf-8").partition("\n")
        value = json.loads(text) if digest == _digest(name, text) else None
    except (OSError, ValueError):
        return None
    used(path)
    return value


def stored(cls: type[T], name: str) -> T | None:
    """The attrs object that :func:`store` has written under a name; None where there is nothing, or no such object."""
    try:
        return restored(cls, read(name))
    except (TypeError, LookupError, ValueError, AttributeError):
        return None


def store(name: str, made: AttrsInstance) -> None:
    """Writes an attrs object of plain data."""
    write(name, asdict(made))


def used(path: Path) -> None:
    """Notes that a file is in use: it stays longer than others."""
    with suppress(OSError):  # somebody else may have thrown it away, or the disk may be read only
        os.utime(path)


def _digest(name: str, text: str) -> str:
    """What stands above a text: with another one it is not what was written under this name."""
    return hashlib.sha256(f"{name}\n{text}".encode()).hexdigest()


def write(name: str, value: object) -> None:
    where = folder()
    if where is None:
        return
    text = json.dumps(value, separators=(",", ":"))
    said = f"{_digest(name, text)}\n{text}"
    try:
        handle, temporary = tempfile.mkstemp(dir=where, suffix=".tmp")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(said)
        os.replace(temporary, where / f"{name}.json")
        _tidy(where, len(said))
    except OSError:
        return


def _tidy(where: Path, written: int) -> None:
    """Throws away what has not been used for longest, down to three quarters of what may be kept."""
    global _unwatched
    _unwatched += written
    if _unwatched < ROOM:
        return
    _unwatched = 0
    found = [(path.stat(), path) for pattern in ("*.json", "*.so") for path in where.glob(pattern)]
    size = sum(state.st_size for state, _ in found)
    if size <= MOST:
        return
    for state, path in sorted(found, key=lambda each: each[0].st_mtime_ns):
        path.unlink(missing_ok=True)
        size -= state.st_size
        if size <= MOST * 3 // 4:
            return
