"""Reads what the user wrote: a file of a game, the options of a game."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulekit.api import variant_heading
from rulekit.diagnostics import RulesError, UserError
from rulekit.files import access, read_text
from rulekit.installed import find_game, installed_games

if TYPE_CHECKING:
    from rulekit import Game


def find_files(text: str) -> tuple[Path, list[Path]]:
    """The game that a path belongs to: a folder or a name, or one rule file in it. A variant comes along as such, also one
    that lies elsewhere and is of an installed game."""
    path = Path(text)
    with access(text):
        if not path.is_file():
            return find_game(text), []
    for folder in path.resolve().parents:
        if any(has_game(p) for p in sorted(folder.glob("*.rules"))):
            game = Path(os.path.relpath(folder))
            parts = path.resolve().relative_to(folder).parts
            if parts[:2] == ("variants", "tests"):  # the tests of a variant: it comes along with them
                path = path.parent.parent / path.name
                path = path if path.is_file() else path.with_suffix("")
            elif parts[0] == "variants" and len(parts) > 2:  # a file of a variant that is a folder
                path = game / parts[0] / parts[1]
            return game, [path] if parts[0] == "variants" else []
    named = variant_of(path)
    for game in installed_games().values() if named else ():
        if any(has_game(p, named) for p in sorted(game.glob("*.rules"))):
            return game, [path]
    raise UserError(f"{text} belongs to no game", "name the folder of the game, and the file with --variant")


def has_game(path: Path, name: str = "") -> bool:
    """Whether a file has the heading of a game; with ``name``, of the game of that name."""
    try:
        return any(line.startswith(f'game {name} "' if name else "game ") for line in read_text(path).split("\n"))
    except (RulesError, UserError):
        return False


def variant_of(path: Path) -> str:
    """The Name of the game that a file is a variant of; empty where it is none."""
    try:
        return variant_heading(path).game
    except (RulesError, UserError):
        return ""


def split_settings(texts: Iterable[str], form: str) -> dict[str, str]:
    """``NAME=VALUE`` from the command line; the same name twice is a mistake in the command."""
    found: dict[str, str] = {}
    for text in texts:
        name, sign, value = (part.strip() for part in text.partition("="))
        if not sign or not name or not value:
            raise click.UsageError(f"{text!r} is not of the form {form}")
        if name in found:
            raise click.UsageError(f"{name} is given twice, as {found[name]} and as {value}")
        found[name] = value
    return found


def usual_players(game: Game, wanted: int | None) -> int:
    """As many as the rules call normal, unless the user says how many."""
    return wanted if wanted is not None else game.usual
