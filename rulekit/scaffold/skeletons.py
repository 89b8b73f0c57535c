"""Skeletons: names of new things, and the files that `rulekit new` writes from ``scaffold/templates``, overwriting none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Template

from attrs import frozen

from rulekit.diagnostics import UserError
from rulekit.files import access

_NAME = re.compile(r"[A-Z][\w'-]*( [A-Z][\w'-]*)*")


@frozen
class ScaffoldNames:
    """``name``: as rules say it, ``Late Frost``; ``title``: for people, ``Late frost``; ``stem``: of files, ``late_frost``."""

    name: str
    title: str
    stem: str


def naming(text: str) -> ScaffoldNames:
    """``late-frost``, ``late_frost`` and ``Late Frost`` are the same name. Raises UserError for what cannot be one."""
    words = re.split(r"[\s_-]+", text.strip())
    name = " ".join(word[:1].upper() + word[1:] for word in words)
    if not _NAME.fullmatch(name):
        raise UserError(f"{text!r} cannot be a name", "every word of a name begins with a letter: late-frost")
    return ScaffoldNames(name, name.capitalize(), "_".join(words).lower())


def skeleton(name: str, values: Mapping[str, str]) -> dict[str, str]:
    """The files of one template, by their path in it; ``$word`` is filled in, in the texts and in the paths.

    A file that tools would take for what it only becomes (Python, a pyproject.toml) has a name that ends in ``.template``.
    """
    found = {}
    for path, text in _texts(files("rulekit.scaffold") / "templates" / name, ""):
        found[Template(path.removesuffix(".template")).substitute(values)] = Template(text).substitute(values)
    return found


def write_new(folder: Path, made: Mapping[str, str]) -> list[Path]:
    """Writes files that are not there yet. Raises UserError before it writes anything if one of them is."""
    paths = {folder / name: text for name, text in made.items()}
    for path in paths:
        with access(path, "cannot be written"):
            if path.exists() or path.is_symlink():
                raise UserError(f"{path} is there already", "choose another name, or move it away; nothing was written")
    for path, text in paths.items():
        with access(path, "cannot be written"):
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
    return list(paths)


def _texts(folder: Traversable, above: str) -> Iterator[tuple[str, str]]:
    for item in sorted(folder.iterdir(), key=lambda x: x.name):
        path = above + item.name
        if item.is_dir():
            if item.name != "__pycache__":
                yield from _texts(item, path + "/")
        else:
            yield path, item.read_text(encoding="utf-8")
