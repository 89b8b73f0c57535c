"""What a sweep or a search varies: an option of the game, or anything else that one line of a variant can settle."""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from attrs import frozen

from rulekit import cache
from rulekit.api import check, load
from rulekit.diagnostics import UserError

RANGE = re.compile(r"(-?\d{1,9})\.\.(-?\d{1,9})(?::(\d{1,9}))?")
MOST = 200
"""Values of one sweep"""
LINES = ("{name} is {value}", "there are {value} {name}", "adjust {name}: becomes {value}")
"""How a variant says the value of something that is no option, in the order in which they are tried"""


@frozen
class Swept:
    """``name``: an option, or what a variant calls a number (``price of mill``, ``coins``, ``toll``). ``values``: as texts."""

    name: str
    values: tuple[str, ...]

    @classmethod
    def read(cls, name: str, text: str) -> Swept:
        """``8..20``, ``8..20:4`` (every fourth) or ``Small,Large``. Raises UserError for anything else."""
        found = RANGE.fullmatch(text.strip())
        if found is None:
            values = [value.strip() for value in text.split(",")]
        else:
            low, high, step = int(found[1]), int(found[2]), int(found[3] or 1)
            values = [str(n) for n in range(low, high + 1, step)][: MOST + 1] if step else []
        values = list(dict.fromkeys(value for value in values if value))
        if len(values) < 2:
            raise UserError(
                f"{name}={text} is one value, or none", f"several: {name}=2..6, {name}=2..20:4 or {name}=A,B"
            )
        if len(values) > MOST:
            raise UserError(f"{name}={text} is more than {MOST} values", f"take larger steps: {name}=0..1000:50")
        return cls(name, tuple(values))


def is_swept(text: str) -> bool:
    """Whether the value of a setting is several values."""
    return RANGE.fullmatch(text.strip()) is not None or "," in text


@frozen
class SettingValue:
    """One value, and the set-up of the game with it."""

    value: str
    options: Mapping[str, object]
    variants: tuple[Path, ...]


def points(
    folder: str | Path, variants: Sequence[str | Path], options: Mapping[str, object], swept: Swept
) -> list[SettingValue]:
    """A point for each value. What is no option is said by a variant of one line, which is written into the cache. Raises
    UserError for a name that the game does not know, RulesError where the game itself has mistakes."""
    game = load(folder, variants)
    files = tuple(Path(v) for v in variants)
    if swept.name in game.options:
        return [SettingValue(value, {**options, swept.name: value}, files) for value in swept.values]
    form = _form(folder, files, game.name, swept)
    return [
        SettingValue(value, options, (*files, _written(game.name, form.format(name=swept.name, value=value))))
        for value in swept.values
    ]


def _form(folder: str | Path, variants: Sequence[Path], game: str, swept: Swept) -> str:
    """The first form of a line that the game reads."""
    if re.fullmatch(r"[\w' -]+", swept.name):
        for form in LINES:
            path = _written(game, form.format(name=swept.name, value=swept.values[0]))
            found, _ = check(folder, [*variants, path])
            if not any(d.severity == "error" for d in found):
                return form
    options = ", ".join(load(folder, variants).options) or "none"
    raise UserError(
        f"nothing here is called {swept.name} that could have these values",
        f"the options: {options}; or a number that a variant can settle, like `price of mill` or `toll`",
    )


def _written(game: str, line: str) -> Path:
    text = f'variant Swept of {game} "{line}":\n  {line}\n'
    name = f"swept-{hashlib.sha256(text.encode()).hexdigest()[:16]}.rules"
    folder = cache.folder() or Path(tempfile.gettempdir()) / f"rulekit-{os.getuid() if hasattr(os, 'getuid') else 0}"
    path = folder / name
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        folder.mkdir(mode=0o700, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return path


def singles(settings: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The settings that are one value."""
    return ((name, value) for name, value in settings.items() if not is_swept(value))


def the_swept(settings: Mapping[str, str]) -> Swept:
    """The one setting that is several values. Raises UserError for none, or for more."""
    found = [(name, value) for name, value in settings.items() if is_swept(value)]
    if len(found) != 1:
        names = ", ".join(name for name, _ in found) or "none"
        raise UserError(f"exactly one setting is to have several values, and here: {names}", "--set NAME=2..6")
    return Swept.read(*found[0])
