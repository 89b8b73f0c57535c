"""Finds games and variants by path or by name: those of plugins, those that come with rulekit, those in ``games`` here."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from rulekit.diagnostics import RulesError, UserError
from rulekit.files import RULES, TESTS, access, files_in, own_variants, read_text, shown, variant_rules
from rulekit.nearest import nearest
from rulekit.plugins.manager import Plugins, find_plugins

LOG = logging.getLogger("rulekit.installed")


def installed_games(found: Plugins | None = None) -> dict[str, Path]:
    """Games by name: those of plugins come before those that came with us, and these before ``games`` right here."""
    package = Path(__file__).resolve().parent
    games: dict[str, Path] = {}
    for folder in (Path("games"), package.parent / "games", package / "_games"):
        if folder.is_dir():
            games |= {p.name: p for p in sorted(folder.iterdir()) if p.is_dir() and any(p.glob("*.rules"))}
    return games | {name: Path(folder) for name, folder in (found or find_plugins()).games.items()}


def find_game(text: str, found: Plugins | None = None) -> Path:
    """The folder of a game: a folder, or the name of an installed game. Raises UserError where there is none."""
    with access(text):
        return _game(text, found)


def _game(text: str, found: Plugins | None) -> Path:
    if not text:
        raise UserError("there is no folder without a name", "name a folder with rule files, or an installed game")
    path = Path(text)
    is_name = os.path.basename(text) == text and text not in (".", "..")
    if path.is_dir() and (not is_name or files_in(path, RULES)):
        return path
    if path.exists() and not path.is_dir():
        raise UserError(f"{text} is not a folder", _in_its_place(path))
    if not is_name:
        raise UserError(f"there is no folder {text}", nearest(path.name, _beside(path), "there are") or None)
    games = installed_games(found)
    if text in games:
        return games[text]
    if path.is_dir():
        raise UserError(f"{text} holds no rule files", "a game is a folder with files that end in .rules")
    known = [*games, *_beside(path)]
    raise UserError(f"there is no folder and no installed game {text}", nearest(text, known, "there are") or None)


def _in_its_place(path: Path) -> str:
    """What to name in place of a file: the folder of the game that it belongs to."""
    if path.suffix == ".json":
        return f"is it a save? go on with  rulekit play --resume {shown(path)}"
    if not path.name.endswith(RULES):
        return "a game is a folder with files that end in .rules"
    if _begins("variant", [path]):
        return "name the folder of the game, and the file with --variant"
    folder = next((p for p in path.resolve().parents if _begins("game", sorted(p.glob("*.rules")))), None)
    if folder is None:
        return "a game is a folder with files that end in .rules"
    if len([p for p in folder.glob("*.rules") if _begins("game", [p])]) > 1:
        return f"a folder holds one game: put {path.name} into a folder of its own, and name that"
    return f"a game is a whole folder: name {shown(folder)}"


def find_variants(folder: Path, texts: Iterable[str], found: Plugins | None = None) -> list[Path]:
    """Variants, files or folders: the bare name of one in the game's own folder ``variants`` or of a plugin, or a path, which
    may lack its ending. A bare name goes before a file of that name in the current folder; ``./NAME`` always means that file.

    Raises UserError where there is none.
    """
    variants = []
    for text in texts:
        with access(text):
            variants.append(_variant(folder, text, found))
    return variants


def _variant(folder: Path, text: str, found: Plugins | None) -> Path:
    path, own = Path(text), folder / "variants"
    if path.is_file() and os.path.realpath(path).endswith(RULES):  # the list of variants in a save may name any file
        return path
    is_name = os.path.basename(text) == text
    brought = (found or find_plugins()).variants
    inside = _rules_at(own / text.removesuffix(".rules"), folder)
    installed = inside or brought.get(text)
    here = None if path.is_file() else _rules_at(path, folder)
    if is_name and installed is not None:
        if here is not None and _begins("variant", variant_rules(here)) and not here.samefile(installed):
            LOG.warning("the variant %s is %s; say ./%s for the one in this folder", text, shown(installed), here.name)
        return installed
    if here is not None:
        return here
    if path.exists():
        raise UserError(f"{text} is no variant", "a variant is a file that ends in .rules, or a folder of such files")
    if inside is not None:
        return inside
    there = sorted({*own_variants(folder), *brought})
    raise UserError(f"there is no variant {text}", nearest(path.stem, there, "variants of this game") or None)


def _rules_at(path: Path, game: Path) -> Path | None:
    """The file that a path lacking its ending means, or the folder of rule files there; the tests of variants are none."""
    if path.name and (file := path.with_name(f"{path.name}.rules")).is_file():
        return file
    is_folder = path != game / "variants" / TESTS and path.is_dir() and any(path.glob("*.rules"))
    return path if is_folder else None


def _begins(heading: str, rules: Iterable[Path]) -> bool:
    """Whether one of some rule files has the heading of a game, or of a variant."""
    for path in rules:
        with suppress(RulesError, UserError):
            if any(line.startswith(f"{heading} ") for line in read_text(path).split("\n")):
                return True
    return False


def _beside(path: Path) -> list[str]:
    try:
        return sorted(p.name for p in path.parent.iterdir() if any(p.glob("*.rules")))
    except OSError:
        return []
