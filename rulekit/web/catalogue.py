"""Loads the games that a server offers from folders, and the rules of games in progress from stored texts."""

from __future__ import annotations

import logging
import os
import threading
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from weakref import WeakKeyDictionary, finalize

from attrs import define, evolve, field

from rulekit import api
from rulekit.board import Board, BoardLayout, has_board, layout_of, read_board
from rulekit.build_job import Builder
from rulekit.diagnostics import RulesError, UserError
from rulekit.files import RULES, TABLES, files_in, read_text, shown, variant_name
from rulekit.image import Image, RuleLine
from rulekit.rulebook.passages import Passage
from rulekit.runtime.compiled_cache import CompiledCache
from rulekit.runtime.game import Game
from rulekit.tabletop.names import PlaceNames
from rulekit.tabletop.quotes import RuleQuotes
from rulekit.tabletop.rulebook import RulebookReader
from rulekit.variants import VariantTexts
from rulekit.web.drawings import Drawings
from rulekit.web.quote_cache import QuoteCache
from rulekit.web.stored_rows import GameRow
from rulekit.web.uploads import FILE

LOG = logging.getLogger("rulekit.web")
BASE, OVER = "game", "variants"
"""Folders of the files of a game and of its variants in the stored texts"""
MOST_RULE_SETS = 100
"""So many games with variants, house rules or rules of former days are held in memory, beside those at the tables"""
MOST_CODE = 5_000_000
"""Set-ups with so many characters of code together stay compiled, beside those at the tables; about 80 MB"""


@define
class Catalogue:
    """Games by the name under which the server offers them. Safe to use from several threads."""

    folders: Mapping[str, Path]
    builder: Builder | None = None
    """Compiles them beside this process"""
    chosen: Mapping[str, Sequence[Path]] = field(factory=dict)
    """game -> the variants that whoever runs the server lays out for it: ticked when a table is set"""
    warmed: threading.Event = field(init=False, factory=threading.Event)
    """Whether every game was read"""
    drawings: Drawings = field(init=False, factory=Drawings)
    quotes: QuoteCache = field(init=False, factory=QuoteCache)
    compiled: CompiledCache = field(init=False, factory=lambda: CompiledCache(MOST_CODE))
    _own: dict[str, Game] = field(init=False, factory=dict)
    """The games as they are in the folders, by name"""
    _others: OrderedDict[str, Game] = field(init=False, factory=OrderedDict)
    """Games of other rules; the last used come last"""
    _layouts: dict[tuple[str, str], BoardLayout] = field(init=False, factory=dict)
    _boards: dict[str, Board] = field(init=False, factory=dict)
    _names: dict[tuple[str, str], PlaceNames | None] = field(init=False, factory=dict)
    about_variants: VariantTexts = field(init=False, factory=VariantTexts)
    _passages: WeakKeyDictionary[Game, dict[str, Sequence[Passage]]] = field(init=False, factory=WeakKeyDictionary)
    """game -> language -> passages"""
    _files: WeakKeyDictionary[Game, tuple[Path, list[Path]]] = field(init=False, factory=WeakKeyDictionary)
    """game -> where its rules are: its folder and the variants"""
    _lock: threading.Lock = field(init=False, factory=threading.Lock)
    _reading: threading.RLock = field(init=False, factory=threading.RLock)
    """Whoever reads rules holds it, for seconds: those who want a game that was read do not wait for it"""
    _drawing: defaultdict[tuple[str, str], threading.Lock] = field(
        init=False, factory=lambda: defaultdict(threading.Lock)
    )
    """One lock for each layout: it takes seconds, and who wants another one does not wait for it"""

    def folder(self, name: str) -> Path:
        """The folder of a game. Raises UserError for a game that is not offered."""
        if name not in self.folders:
            raise UserError(f"this server does not offer {name}", "it offers: " + ", ".join(self.folders))
        return self.folders[name]

    def variants(self, name: str) -> dict[str, Path]:
        """The variants that come with a game or with a plugin, by name, and those that are laid out for it, which go before
        others of their name. Raises as :meth:`load` does."""
        offered = self.about_variants.offered(self.folder(name), self.load(name))
        chosen = {variant_name(path): path for path in self.chosen.get(name, ())}
        return chosen | {variant: path for variant, path in offered.items() if variant not in chosen}

    def ticked(self, name: str) -> list[str]:
        """The names of the variants that are laid out for a game."""
        return [variant_name(path) for path in self.chosen.get(name, ())]

    def titles(self, game: Game, lang: str) -> list[str]:
        """The titles of the variants of a game that was loaded here."""
        _, paths = self._files[game]
        return [self.about_variants.called(path, lang) for path in paths]

    def notes(self, game: Game, lang: str) -> list[str]:
        """What each of these variants changes, in a sentence; empty if its author does not say so."""
        _, paths = self._files[game]
        return [self.about_variants.note(game, path, lang) for path in paths]

    def load(self, name: str, variants: Sequence[str] = ()) -> Game:
        """A game with variants of its own. Raises UserError, and RulesError for rules with errors."""
        if variants:
            key = "\0".join([name, *variants])
            return self._other(key, lambda: self._read(self.folder(name), self.paths(name, variants)))
        found = self._own.get(name)
        if found is None:
            with self._reading:
                found = self._own.get(name) or self._read(self.folder(name), [])
                self._own[name] = found
        return found

    def _other(self, key: str, read: Callable[[], Game]) -> Game:
        found = self._known(key)
        if found is None:
            with self._reading:
                found = self._known(key) or read()
                with self._lock:
                    self._others[key] = found
                    while len(self._others) > MOST_RULE_SETS:
                        self._others.popitem(last=False)
        return found

    def _known(self, key: str) -> Game | None:
        with self._lock:
            if key in self._others:
                self._others.move_to_end(key)
            return self._others.get(key)

    def _read(self, folder: Path, variants: list[Path], texts: TemporaryDirectory[str] | None = None) -> Game:
        """``texts``: where the files are, if they were written for this game alone; they are removed with it."""
        game = api.load(folder, variants, builder=self.builder)
        names = _offered_as(game.name, folder, variants)
        found = evolve(game, compile=lambda *setup: _without_folders(game.compile(*setup), names), cache=self.compiled)
        self._files[found] = folder, variants
        if texts is not None:
            finalize(found, texts.cleanup)
        return found

    def texts(self, name: str, variants: Sequence[str] = (), more: str = "") -> dict[str, str]:
        """Every file that the rules of a game come from, by its path under ``game`` or ``variants``; ``more``: house rules
        that somebody has sent, the last variant."""
        folder = self.folder(name)
        found = {f"{BASE}/{p.relative_to(folder).as_posix()}": read_text(p) for p in _files(folder)}
        for k, path in enumerate(self.paths(name, variants)):
            files = [path] if path.is_file() else _files(path)
            over = f"{OVER}/{k}"
            found |= {f"{over}/{p.relative_to(path.parent).as_posix()}": read_text(p) for p in files}
        return found | ({f"{OVER}/{len(variants)}/{FILE}": more} if more else {})

    def kept(self, hash: str, texts: Mapping[str, str]) -> Game:
        """A game from its stored texts: for a game in progress whose files have changed since."""
        return self._other(hash, lambda: self._written(texts))

    def _written(self, texts: Mapping[str, str]) -> Game:
        place = TemporaryDirectory(prefix="rulekit-rules-")
        root = Path(place.name)
        for name, text in texts.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        over = sorted((root / OVER).iterdir(), key=lambda p: int(p.name)) if (root / OVER).is_dir() else []
        return self._read(root / BASE, [next(p.iterdir()) for p in over], place)

    def files(self, game: Game) -> tuple[Path, list[Path]]:
        """The folder of a game that was loaded here, and the files of its variants."""
        return self._files[game]

    def place(self, game: Game, place: str) -> str:
        """``FILE:LINE`` of a rule line of a game that was loaded here, as players see it."""
        return _without_folder(place, _offered_as(game.name, *self._files[game]))

    def has_board(self, name: str) -> bool:
        """Whether a game says how its board looks."""
        return has_board(self.folder(name))

    def board(self, name: str) -> Board:
        """The board of a game. Raises UserError for a game that has none, and RulesError for one with mistakes."""
        if name not in self._boards:
            self._boards[name] = read_board(self.folder(name))
        return self._boards[name]

    def names(self, name: str, lang: str) -> PlaceNames | None:
        """The names of a game's places in a language; None without a valid board."""
        if (name, lang) not in self._names:
            try:
                self._names[name, lang] = PlaceNames(self.board(name), lang)
            except (UserError, RulesError):
                self._names[name, lang] = None
        return self._names[name, lang]

    def quoting(self, game: Game, lang: str) -> RuleQuotes:
        """The quotes of a game's rules in a language; the plain rule lines until its rulebook has been read."""
        return self.quotes.of(game, lang, *self._files[game])

    def passages(self, game: Game, lang: str) -> Sequence[Passage]:
        """What the rulebook says of each card, action and deed of a game that was loaded here."""
        found = self._passages.setdefault(game, {})
        if lang not in found:
            names = _offered_as(game.name, *self._files[game])
            read = RulebookReader(lang, *self._files[game]).passages
            found[lang] = [evolve(passage, file=_without_folder(passage.file, names)) for passage in read]
        return found[lang]

    def layout(self, name: str, lang: str) -> BoardLayout:
        """The layout of a board in a language: takes seconds the first time."""
        key = (name, lang)
        with self._drawing[key]:
            if key not in self._layouts:
                self._layouts[key] = layout_of(self.board(name), lang)
            return self._layouts[key]

    def warm(self, languages: Sequence[str]) -> None:
        """Reads every game and lays out its board, so that nobody waits for it. Logs mistakes, so that the host reads of them."""
        for name in self.folders:
            try:
                self.load(name)
                self.load(name, self.ticked(name))
                if self.has_board(name):
                    for lang in languages:
                        self.layout(name, lang)
            except (UserError, RulesError) as error:
                LOG.warning("%s cannot be played: %s", name, error)
        self.warmed.set()

    def paths(self, name: str, variants: Sequence[str]) -> list[Path]:
        """The files of variants. Raises UserError for an unknown one."""
        own = self.variants(name)
        for variant in variants:
            if variant not in own:
                raise UserError(f"{name} has no variant {variant}", "it has: " + ", ".join(own))
        return [own[variant] for variant in variants]


def house_rules_in(texts: Mapping[str, str]) -> dict[str, str]:
    """The texts of the variants among all texts of a game's rules: name of the file -> text."""
    return {name.partition("/")[2]: text for name, text in texts.items() if name.startswith(f"{OVER}/")}


def title_of(row: GameRow, game: Game, lang: str) -> str:
    """The title of a table: that given by its host, else the title of the game in a language."""
    return game.names.get(lang, row.title) if row.title == game.title else row.title


def _offered_as(game: str, folder: Path, variants: Sequence[Path]) -> dict[str, str]:
    """Where the files of a game and of its variants are -> what players call these."""
    return {**{shown(path): path.name for path in variants}, shown(folder): game}


def _without_folders(image: Image, names: Mapping[str, str]) -> Image:
    """An image whose rule lines begin with the name of the game or of a variant: players need not know where the server keeps
    them, and a game goes on from its stored texts under the same names."""

    def line(line: RuleLine) -> RuleLine:
        return evolve(line, file=_without_folder(line.file, names))

    return evolve(image, lines=[*map(line, image.lines)])


def _without_folder(file: str, names: Mapping[str, str]) -> str:
    """The name of a file for players. ``names``: see :func:`_offered_as`."""
    found = next((path for path in names if file == path or file.startswith(path + os.sep)), None)
    return file if found is None else names[found] + file[len(found) :].replace(os.sep, "/")


def _files(folder: Path) -> list[Path]:
    return [p for p in files_in(folder, RULES + TABLES) if p.relative_to(folder).parts[0] not in ("tests", OVER)]
