"""The games that can be called by a name: those of plugins, those that came with rulekit, those in the folder ``games`` here."""

from __future__ import annotations

from pathlib import Path

from rulekit.plugins.manager import Plugins, find_plugins


def installed_games(found: Plugins | None = None) -> dict[str, Path]:
    """Games by name: those of plugins come before those that came with us, and these before ``games`` right here."""
    package = Path(__file__).resolve().parent
    games: dict[str, Path] = {}
    for folder in (Path("games"), package.parent / "games", package / "_games"):
        if folder.is_dir():
            games |= {p.name: p for p in sorted(folder.iterdir()) if p.is_dir() and any(p.glob("*.rules"))}
    return games | {name: Path(folder) for name, folder in (found or find_plugins()).games.items()}
