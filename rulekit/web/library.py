"""The games that a server offers, and the rules of games in progress: found in folders, or kept by content."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from attrs import define, field

from rulekit import api
from rulekit.board import Board, Layout, lay_out, read_board
from rulekit.diagnostics import RulesError, UserError
from rulekit.files import RULES, TABLES, files_in, read_text
from rulekit.runtime.game import Game

BASE, OVER = "game", "variants"
"""Where the files of a game and of its variants stand among the texts that are kept"""


@define
class Library:
    """Games by the name under which the server offers them. Safe to use from several threads."""

    folders: Mapping[str, Path]
    _loaded: dict[str, Game] = field(init=False, factory=dict)
    _layouts: dict[tuple[str, str], Layout] = field(init=False, factory=dict)
    _kept: list[TemporaryDirectory[str]] = field(init=False, factory=list)
    _lock: Any = field(init=False, factory=threading.RLock)
    _drawing: defaultdict[tuple[str, str], Any] = field(init=False, factory=lambda: defaultdict(threading.Lock))
    """One lock for each layout: it takes seconds, and who wants another one does not wait for it"""

    def folder(self, name: str) -> Path:
        """Where the files of a game are. Raises UserError for a game that is not offered."""
        if name not in self.folders:
            raise UserError(f"this server does not offer {name}", "it offers: " + ", ".join(self.folders))
        return self.folders[name]

    def variants(self, name: str) -> list[str]:
        """The names of the variants that come with a game."""
        own = self.folder(name) / "variants"
        if not own.is_dir():
            return []
        files = {p.stem for p in own.glob("*.rules")}
        return sorted(files | {p.name for p in own.iterdir() if p.is_dir() and any(p.glob("*.rules"))})

    def load(self, name: str, variants: Sequence[str] = ()) -> Game:
        """A game with variants of its own. Raises UserError, and RulesError for rules that hold mistakes."""
        key = "\0".join([name, *variants])
        with self._lock:
            if key not in self._loaded:
                self._loaded[key] = api.load(self.folder(name), self._paths(name, variants))
            return self._loaded[key]

    def texts(self, name: str, variants: Sequence[str] = ()) -> dict[str, str]:
        """Every file that the rules of a game come from, by its path under ``game`` or ``variants``."""
        folder = self.folder(name)
        found = {f"{BASE}/{p.relative_to(folder).as_posix()}": read_text(p) for p in _files(folder)}
        for k, path in enumerate(self._paths(name, variants)):
            files = [path] if path.is_file() else _files(path)
            over = f"{OVER}/{k}"
            found |= {f"{over}/{p.relative_to(path.parent).as_posix()}": read_text(p) for p in files}
        return found

    def kept(self, hash: str, texts: Mapping[str, str]) -> Game:
        """A game from the texts that were kept of it: for a game in progress whose files have changed since."""
        with self._lock:
            if hash not in self._loaded:
                self._kept.append(TemporaryDirectory(prefix="rulekit-rules-"))
                root = Path(self._kept[-1].name)
                for name, text in texts.items():
                    path = root / name
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_text(text, encoding="utf-8")
                over = sorted((root / OVER).iterdir()) if (root / OVER).is_dir() else []
                self._loaded[hash] = api.load(root / BASE, [next(p.iterdir()) for p in over])
            return self._loaded[hash]

    def board(self, name: str) -> Board:
        """The board of a game. Raises UserError for a game that has none."""
        return read_board(self.folder(name))

    def layout(self, name: str, lang: str) -> Layout:
        """Where everything on the board stands in a language: takes seconds once."""
        key = (name, lang)
        with self._drawing[key]:
            if key not in self._layouts:
                self._layouts[key] = lay_out(self.board(name), lang)
            return self._layouts[key]

    def warm(self, languages: Sequence[str]) -> None:
        """Lays out every board, so that nobody waits for it."""
        for name in self.folders:
            try:
                for lang in languages:
                    self.layout(name, lang)
            except (UserError, RulesError):  # a game without a board, or with mistakes: told to whoever opens it
                continue

    def _paths(self, name: str, variants: Sequence[str]) -> list[Path]:
        own = self.folder(name) / "variants"
        out = []
        for variant in variants:
            if variant not in self.variants(name):
                raise UserError(f"{name} has no variant {variant}", "it has: " + ", ".join(self.variants(name)))
            path = own / f"{variant}.rules"
            out.append(path if path.is_file() else own / variant)
        return out


def _files(folder: Path) -> list[Path]:
    return [p for p in files_in(folder, RULES + TABLES) if p.relative_to(folder).parts[0] not in ("tests", OVER)]
