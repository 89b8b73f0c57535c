"""Resolves what the user wrote to a game folder, its variants and its options."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulekit.diagnostics import RulesError, UserError
from rulekit.files import RULES, files_in, own_variants, read_text
from rulekit.installed import installed_games
from rulekit.nearest import nearest

if TYPE_CHECKING:
    from rulekit import Game


def find_game(text: str) -> Path:
    """The folder of a game: a folder, or the name of an installed game."""
    if not text:
        raise UserError("there is no folder without a name", "name a folder with rule files, or an installed game")
    path = Path(text)
    is_name = os.path.basename(text) == text and text not in (".", "..")
    if path.is_dir() and (not is_name or files_in(path, RULES)):
        return path
    if path.exists() and not path.is_dir():
        raise UserError(f"{text} is not a folder", "a game is a folder with files that end in .rules")
    if not is_name:
        raise UserError(f"there is no folder {text}", nearest(path.name, _beside(path), "there are") or None)
    games = installed_games()
    if text in games:
        return games[text]
    if path.is_dir():
        raise UserError(f"{text} holds no rule files", "a game is a folder with files that end in .rules")
    known = [*games, *_beside(path)]
    raise UserError(f"there is no folder and no installed game {text}", nearest(text, known, "there are") or None)


def find_variants(folder: Path, texts: Iterable[str]) -> list[Path]:
    """Variants, files or folders: a path, or the bare name of one in the game's own folder ``variants`` or of a plugin."""
    return [_variant(folder, text) for text in texts]


def _variant(folder: Path, text: str) -> Path:
    path, own = Path(text), folder / "variants"
    if path.is_file():
        if not os.path.realpath(path).endswith(RULES):  # the list of variants in a save may name any file
            raise UserError(f"{text} is no variant", "a variant is a file that ends in .rules")
        return path
    if (inside := own / f"{text.removesuffix('.rules')}.rules").is_file():
        return inside
    for whole in (path, own / text):  # a folder
        if whole.is_dir() and any(whole.glob("*.rules")):
            return whole
    if path.exists():
        raise UserError(f"{text} is no variant", "a variant is a file that ends in .rules, or a folder of such files")
    from rulekit.plugins.manager import find_plugins

    brought = find_plugins().variants
    if text in brought:
        return brought[text]
    there = sorted({*own_variants(folder), *brought})
    raise UserError(f"there is no variant {text}", nearest(path.stem, there, "variants of this game") or None)


def find_files(text: str) -> tuple[Path, list[Path]]:
    """The game that a path belongs to: a folder or a name, or one rule file in it. A variant comes along as such."""
    path = Path(text)
    if not path.is_file():
        return find_game(text), []
    for folder in path.resolve().parents:
        if any(_has_game(p) for p in sorted(folder.glob("*.rules"))):
            game = Path(os.path.relpath(folder))
            parts = path.resolve().relative_to(folder).parts
            if parts[:2] == ("variants", "tests"):  # the tests of a variant: it comes along with them
                path = path.parent.parent / path.name
                path = path if path.is_file() else path.with_suffix("")
            elif parts[0] == "variants" and len(parts) > 2:  # a file of a variant that is a folder
                path = game / parts[0] / parts[1]
            return game, [path] if parts[0] == "variants" else []
    raise UserError(f"{text} belongs to no game", "name the folder of the game, and the file with --variant")


def _has_game(path: Path) -> bool:
    try:
        return any(line.startswith("game ") for line in read_text(path).split("\n"))
    except (RulesError, UserError):
        return False


def _beside(path: Path) -> list[str]:
    try:
        return sorted(p.name for p in path.parent.iterdir() if any(p.glob("*.rules")))
    except OSError:
        return []


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
