"""Save files: read with care, written whole or not at all, never over something that is not ours."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from codecs import BOM_UTF8
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Never

from attrs import asdict, frozen

from rulekit.characters import cleaned_json
from rulekit.diagnostics import UserError
from rulekit.files import access, refused

FORMAT = "rulekit-save"
TABLE = "table"
"""The key under which we keep who sat where and from which folder the game was loaded; the engine never sees it."""
LARGEST = 64_000_000


@frozen
class SavedTable:
    """What a save needs besides the match. ``folder``, ``variants``: the paths of the rules; ``seats``: who sits where, as
    ``--seat`` names it."""

    folder: str = ""
    variants: Sequence[str] = ()
    seats: Sequence[str] = ()

    def added_to(self, saved: Mapping[str, object]) -> dict[str, object]:
        """A save with this in it, as :func:`take_table` takes it out."""
        return {**saved, TABLE: asdict(self)}


def read(path: Path) -> dict[str, object]:
    """A save file. Raises UserError for a file that is missing, cut off, or something else."""
    try:
        if path.is_dir():
            raise UserError(f"{path} is a folder, not a saved game")
        if not path.is_file():
            raise UserError(f"{path} is no plain file, and so no saved game") if path.exists() else FileNotFoundError
        if path.stat().st_size > LARGEST:
            raise UserError(f"{path} is too large for a saved game")
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError as error:
        raise UserError(f"there is no saved game {path}") from error
    except UnicodeDecodeError as error:
        raise UserError(f"{path} is not a saved game: it is not UTF-8 text") from error
    except OSError as error:
        raise refused(path, "cannot be read", error) from error
    try:
        data = json.loads(text, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        if not text.lstrip().startswith("{"):
            raise UserError(f"{path} is not a saved game") from error
        raise UserError(f"{path}:{error.lineno}:{error.colno}: this saved game is cut off or damaged") from error
    except (RecursionError, ValueError) as error:  # nested too deep, a number too long to read, or none (NaN, Infinity)
        raise UserError(f"{path} is not a saved game") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise UserError(f"{path} is not a saved game")
    return data


def _no_number(said: str) -> Never:
    """Refuses ``NaN`` and ``Infinity``, which Python reads although they are no JSON."""
    raise ValueError(said)


def take_table(saved: dict[str, object]) -> SavedTable:
    """Takes out of a save what we ourselves put there. A file may hold anything: what has another shape is ignored."""
    table = saved.pop(TABLE, None)
    table = table if isinstance(table, dict) else {}
    folder = table.get("folder")
    return SavedTable(
        folder if isinstance(folder, str) else "", _texts(table.get("variants")), _texts(table.get("seats"))
    )


def _texts(value: object) -> list[str]:
    return list(value) if isinstance(value, list) and all(isinstance(x, str) for x in value) else []


def check_target(path: Path, also: Path | None = None) -> None:
    """Says before the first move, and not after the last one, that a save could not be written there.

    A save that lies there may be replaced (see :func:`write`); ``also`` is the file that the game is resumed from.
    """
    with access(path, "cannot be written"):
        _check_target(path, also)


def _check_target(path: Path, also: Path | None) -> None:
    with suppress(FileNotFoundError):
        path.lstat()  # fails for a name that no file can have
    if also is not None and path.exists() and also.exists() and path.samefile(also):
        return
    folder = path.resolve().parent
    if path.is_dir():
        raise UserError(f"{path} is a folder; name a file in it")
    if not folder.is_dir():
        raise UserError(f"{path} cannot be written: there is no folder {path.parent}")
    if path.exists() and not (path.is_file() and _is_save(path)):
        raise UserError(f"{path} exists and is not a saved game; it is left as it is", "choose another name")
    if not os.access(folder, os.W_OK):
        raise UserError(f"{path} cannot be written: the folder {path.parent} is write-protected")


def write(path: Path, data: Mapping[str, object], backup: bool = False) -> None:
    """Replaces the file at once by a new one, so that it is whole at every moment, also when the power fails.

    ``backup``: a save of something else that lies there is kept, as ``NAME~``.
    """
    check_target(path)
    path = path.resolve()  # a link stays a link: what it points to is replaced
    text = cleaned_json(json.dumps(data, ensure_ascii=False, separators=(",", ":"))) + "\n"
    temporary = None
    try:
        handle, temporary = tempfile.mkstemp(prefix=_hidden(path), dir=path.parent)
        with open(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o666 & ~_umask())  # mkstemp keeps it private; a save is a file like any other
        if backup and path.exists():
            _keep(path, path.with_name(path.name + "~"))
        os.replace(temporary, path)
        temporary = None
        _settle(path.parent)
    except OSError as error:
        reason = error.strerror or error
        raise UserError(f"{path} could not be written: {reason}", "what was there is still there") from error
    finally:
        if temporary is not None:
            with suppress(OSError):
                os.unlink(temporary)


def _keep(path: Path, copy: Path) -> None:
    """Gives a file a second name, in place of what had that name; until the file itself is replaced it stays where it is."""
    handle, beside = tempfile.mkstemp(prefix=_hidden(copy), dir=path.parent)
    os.close(handle)
    try:
        try:
            os.unlink(beside)
            os.link(path, beside)
        except OSError:  # a file system without links
            shutil.copy2(path, beside)
        os.replace(beside, copy)
    finally:
        with suppress(OSError):  # gone to its place
            os.unlink(beside)


def _hidden(path: Path) -> str:
    """How the temporary file for a file is called; short enough that it can be made wherever the file can."""
    return f".{path.name[:40]}."


def _is_save(path: Path) -> bool:
    # Only the beginning: the file may be huge, and one of ours that was cut off since is still one of ours.
    try:
        with path.open("rb") as file:
            head = file.read(4096)
    except OSError:
        return False
    return b'"format"' in head and FORMAT.encode() in head and head.removeprefix(BOM_UTF8).lstrip().startswith(b"{")


def _settle(folder: Path) -> None:
    # The new name itself is on the disk only when the folder is. Where that cannot be done, the file is whole anyway.
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
