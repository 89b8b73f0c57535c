"""The variants that the operator of a server lays out: installed ones by name, files and folders, each with the served game that
it says it is a variant of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from rulekit import api
from rulekit.cli.games import has_game
from rulekit.diagnostics import RulesError, UserError
from rulekit.files import variant_name, variant_rules
from rulekit.installed import find_variants
from rulekit.plugins.manager import find_plugins


def served_variants(games: Mapping[str, Path], texts: Sequence[str]) -> dict[str, list[Path]]:
    """What was typed, by the games that it is laid out for. ``games``: those that are served, by name.

    Raises UserError for what there is not, or is of no served game, and RulesError where the rules of a game hold mistakes with
    its variants, as they are laid over it together.
    """
    found: dict[str, list[Path]] = {}
    for text in texts:
        for name, path in _of_each(games, text).items():
            here = found.setdefault(name, [])
            if any(path.samefile(other) for other in here):
                continue
            twin = next((other for other in here if variant_name(other) == variant_name(path)), None)
            if twin is not None:
                raise UserError(
                    f"two variants of {name} are called {variant_name(path)}: {twin} and {path}",
                    "a server knows variants by their files: rename one of them",
                )
            here.append(path)
    for name, paths in found.items():
        api.load(games[name], paths)
    return found


def _of_each(games: Mapping[str, Path], text: str) -> dict[str, Path]:
    """The games of a variant with its files, since several games have variants of one name."""
    plugins, seen, missing = find_plugins(), dict[str, Path](), list[UserError]()
    for name, folder in games.items():
        try:
            seen[name] = find_variants(folder, [text], plugins)[0]
        except UserError as error:
            missing.append(error)
    if not seen:
        raise missing[0] if missing else UserError("no game is served")
    found = {name: path for name, path in seen.items() if _fits(path, games[name])}
    if not found:
        name, path = next(iter(seen.items()))
        game = _game_of(path)
        if not game:
            api.load(games[name], [path])  # says what is wrong with its first line
            raise UserError(
                f"{text} is no variant", "a variant is a file that ends in .rules, or a folder of such files"
            )
        raise UserError(
            f"{text} is a variant of {game}, which this server does not offer", "it offers: " + ", ".join(games)
        )
    return found


def _fits(variant: Path, folder: Path) -> bool:
    """Whether a variant says that it is one of the game in a folder."""
    game = _game_of(variant)
    return bool(game) and any(has_game(path, game) for path in sorted(folder.glob("*.rules")))


def _game_of(variant: Path) -> str:
    """The Name of the game that a variant says it is of; empty where its files cannot be read."""
    for rule in variant_rules(variant):
        try:
            if game := api.variant_heading(rule).game:
                return game
        except (RulesError, UserError):
            continue
    return ""
