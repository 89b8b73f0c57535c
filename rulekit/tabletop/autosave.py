"""Autosaves a game in progress after each choice."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, field

from rulekit.diagnostics import UserError
from rulekit.state_folder import is_ours, state_folder
from rulekit.tabletop import save_files
from rulekit.tabletop.save_files import SavedTable

if TYPE_CHECKING:
    from rulekit import Match


@define
class Autosave:
    """Writes the game to the user's file if one was named, and otherwise to a file of ours under the state folder."""

    wanted: Path | None = None
    resumed: Path | None = None
    table: SavedTable = field(factory=SavedTable)
    name: str = "game"
    """How files of ours begin."""
    path: Path | None = field(init=False, default=None)
    """The path of the save, once it was written."""
    _own: Path | None = field(init=False, default=None)
    """The file of ours, once there is one."""
    _ours: set[Path] = field(init=False, factory=set)
    """Files that hold this very game: no copy is needed before they are replaced."""

    def __attrs_post_init__(self) -> None:
        if self.wanted is not None:
            save_files.check_target(self.wanted, self.resumed)
        if self.resumed is not None:
            self._ours.add(self.resumed.resolve())
            self.path = self.resumed
            self._own = self.resumed if is_ours(self.resumed) else None

    def write(self, match: Match) -> Path:
        """Writes the game to its file, or if that fails to one of our own; returns the path."""
        if self.wanted is not None:
            with suppress(UserError):
                self.path = self._write_to(match, self.wanted)
                return self.path
        self.path = self._own = self._write_to(match, self._own or self._new_file(match))
        return self.path

    def write_copy(self, match: Match, path: Path) -> Path:
        """Writes the game as it stands now to a file that the player names; it goes on where it was."""
        save_files.check_target(path)
        return self._write_to(match, path)

    def finish(self) -> None:
        """The game is over: a file that only we know of is no longer needed."""
        if self._own is not None and self._own != self.wanted:
            self._own.unlink(missing_ok=True)

    def _new_file(self, match: Match) -> Path:
        folder = state_folder("saves")
        name = f"{self.name}-{match.seed}-{datetime.now():%Y%m%d-%H%M%S}"
        number, path = 1, folder / f"{name}.json"
        while path.exists():
            number += 1
            path = folder / f"{name}-{number}.json"
        return path

    def _write_to(self, match: Match, path: Path) -> Path:
        save_files.write(path, self.table.added_to(match.save()), backup=path.resolve() not in self._ours)
        self._ours.add(path.resolve())
        return path
