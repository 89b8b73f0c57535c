"""Lists and reads the files of a game folder, in a fixed order, with the paths that messages show."""

from __future__ import annotations

import errno
import os
import stat
from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from rulekit.characters import position
from rulekit.diagnostics import Diagnostic, RulesError, Span, UserError

TESTS = "tests"
VARIANTS = "variants"
MOST_FILES = 2000
MOST_ENTRIES = 20_000
"""Most files and folders in the folder of a game; a folder with more is taken for something else"""
MOST_BYTES = 4 << 20
"""No text of ours is longer, whatever its characters"""
NO_WAIT = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
"""Flags that open a pipe or a terminal without blocking"""
WAYS_OUT: Mapping[int | None, str] = {
    errno.ENAMETOOLONG: "choose a shorter name",
    **dict.fromkeys((errno.ENOENT, errno.ENOTDIR), "look at the spelling, or make the folder first"),
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), "choose a place to which you have access"),
    errno.ENOSPC: "make room, or choose another disk",
}
"""What to do where the system refuses a file"""
RULES = (".rules",)
TABLES = (".yaml", ".yml")


@contextmanager
def access(path: Path | str, cannot: str = "cannot be read") -> Iterator[None]:
    """Raises UserError, with what to do, where the system refuses what is done inside with the file or folder."""
    try:
        yield
    except OSError as error:
        raise refused(path, cannot, error) from error


def refused(path: Path | str, cannot: str, error: OSError) -> UserError:
    """That the system refuses a file or folder, and what to do."""
    text = f"{path} {cannot}: {error.strerror or error}"
    return UserError(text, WAYS_OUT.get(error.errno))


def check_output(path: Path) -> None:
    """Raises UserError where a file could not be written, before long work is done for it."""
    with access(path, "cannot be written"):
        place = path if path.exists() else path.parent
        if place != path and not place.is_dir():
            raise FileNotFoundError(errno.ENOENT, f"there is no folder {place}")
        if not os.access(place, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def rule_files(folder: Path, variants: Sequence[Path] = (), tests: bool = False) -> dict[str, str]:
    """The texts of a game's rule files by their path as a person would write it, in a fixed order."""
    if not folder.exists():
        raise UserError(f"there is no folder {folder}")
    if not folder.is_dir():
        raise UserError(f"{folder} is not a folder", "name the folder that holds the rule files")
    found = files_in(folder, RULES)
    parts = {p: p.relative_to(folder).parts for p in found}
    over = [p for v in variants for p in (*variant_rules(v), *(variant_tests(v) if tests else ()))]
    chosen = [p for p in found if parts[p][0] != VARIANTS and (tests or parts[p][0] != TESTS)]
    if not chosen:
        raise UserError(f"{folder} holds no rule files", "a game is a folder with files that end in .rules")
    if len(chosen) > MOST_FILES:
        raise UserError(f"{folder} holds more than {MOST_FILES} rule files")
    return {shown(p): read_text(p) for p in [*chosen, *over]}


def own_variants(folder: Path) -> dict[str, Path]:
    """The variants that lie in the folder of a game, by name: each a file or a folder of files."""
    inside = folder / VARIANTS
    if not inside.is_dir():
        return {}
    files = {p.stem: p for p in inside.glob("*.rules") if p.is_file()}
    folders = {p.name: p for p in inside.iterdir() if p.name != TESTS and p.is_dir() and any(p.glob("*.rules"))}
    return dict(sorted({**folders, **files}.items()))


def variant_name(variant: Path) -> str:
    """What a variant is called where one chooses among several: as its file without the ending, or as its folder."""
    return variant.name if variant.is_dir() else variant.stem


def variant_rules(variant: Path) -> list[Path]:
    """The rule files of a variant: the file itself, or all in its folder, without tests."""
    if not variant.is_dir():
        return [variant]
    return [p for p in files_in(variant, RULES) if p.relative_to(variant).parts[0] != TESTS]


def variant_tests(variant: Path) -> list[Path]:
    """The tests of a variant ``long_war``, file or folder: ``tests/long_war.rules`` beside it, and its own ``tests``."""
    beside = variant.parent / TESTS / f"{variant.name.removesuffix('.rules')}.rules"
    inside = files_in(variant / TESTS, RULES) if variant.is_dir() else []
    return [p for p in (beside, *inside) if p.is_file()]


def variant_tables(variant: Path) -> list[Path]:
    """The table files of a variant that is a folder."""
    return files_in(variant, TABLES, deep=False) if variant.is_dir() else []


def test_files(folder: Path, variants: Sequence[Path] = ()) -> list[Path]:
    """The files with the rule tests of a game, and of the variants that are laid over it."""
    return [*files_in(folder / TESTS, RULES), *(p for v in variants for p in variant_tests(v))]


def shown(path: Path) -> str:
    """A path as messages show it: relative to the current folder, if it is below that."""
    text = os.path.relpath(path)
    return str(path) if text.startswith("..") else text


def shown_all(folder: Path, variants: Sequence[Path] = ()) -> str:
    """What the names of files begin with in messages about a game; two such texts differ where any name of a file does."""
    return "\0".join(map(shown, (folder, *variants)))


def files_in(folder: Path, endings: tuple[str, ...], deep: bool = True) -> list[Path]:
    """The files of a folder with one of these endings, sorted; ``deep``: those of its folders, too.

    Hidden files (``.git``) and files behind a link to a folder are left out. Raises RulesError for a link to a
    file outside, UserError for a folder with far too many files.
    """
    found: list[Path] = []
    left, entries = [folder], 0
    while left:
        try:
            with os.scandir(left.pop()) as inside:
                for entry in inside:
                    entries += 1
                    if entries > MOST_ENTRIES:
                        hint = "name the folder of one game"
                        raise UserError(f"{shown(folder)} holds more than {MOST_ENTRIES} files and folders", hint)
                    if entry.name.startswith("."):
                        continue
                    if entry.is_dir(follow_symlinks=False):
                        left += [Path(entry.path)] * deep
                    elif entry.name.endswith(endings) and not os.path.isdir(entry.path):
                        found.append(_inside(Path(entry.path), folder))
        except OSError:  # none is there, or nobody may look into it
            continue
    return sorted(found)


def _inside(path: Path, folder: Path) -> Path:
    """A file of the folder. Raises RulesError for a link that leads out of it."""
    if path.is_symlink() and not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder)):
        raise _mistake(path, "this is a link to a file outside of the folder", "put a copy of the file in its place")
    return path


def _mistake(path: Path, what: str, hint: str, code: str = "RK101") -> RulesError:
    return RulesError([Diagnostic(code, what, Span(shown(path), 1), hint)])


def read_text(path: Path) -> str:
    """The text of a file, without the byte order mark of editors on Windows. Raises RulesError for a file that is not regular,
    too large or not UTF-8, UserError where it cannot be read. Nothing is waited for: a pipe is not opened, nor a device read.
    """
    with access(shown(path)):
        handle = os.open(path, os.O_RDONLY | NO_WAIT)
        with open(handle, "rb") as file:
            found = os.fstat(handle)
            if not stat.S_ISREG(found.st_mode):
                raise _mistake(path, "this is no plain file", "put a plain file in its place")
            data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        code = "RK201" if path.suffix in TABLES else "RK103"
        raise _mistake(path, f"this file is larger than {MOST_BYTES} bytes", "divide it into several", code)
    try:
        text = data.removeprefix(BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode("utf-8", "replace")
        line, column = position(before, len(before))
        what, where = "this file is not UTF-8 text", Span(shown(path), line, column, column + 1)
        hint = f"save it as UTF-8; byte {error.start + len(data) - len(error.object)} cannot be read"
        raise RulesError([Diagnostic("RK101", what, where, hint)]) from error
    return text.replace("\r\n", "\n").replace("\r", "\n")
