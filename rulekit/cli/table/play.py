"""Plays a game from here to its end, by bots alone or with people at the terminal."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from attrs import define, field

from rulekit.cli.output import say_json_text
from rulekit.cli.table.interrupts import Interrupts
from rulekit.tabletop.autosave import Autosave
from rulekit.tabletop.driver import Driver
from rulekit.tabletop.seating import HUMAN, Seating
from rulekit.tabletop.texts import Texts

if TYPE_CHECKING:
    from rulekit import Game, Match
    from rulekit.cli.screen import Screen
    from rulekit.tabletop.reload import RulesWatcher


@define
class TableSession:
    """A game at the terminal with all that belongs to it. ``game`` is the name or path that the user gave, which the advice on
    going on later repeats."""

    rules: Game
    match: Match
    seating: Seating
    autosave: Autosave
    texts: Texts
    game: str
    folder: Path
    plain: bool = False
    as_json: bool = False
    watch: RulesWatcher | None = None
    notes: list[str] = field(factory=list)
    """What is said before the first question at the prompts."""

    def bots_only(self) -> int:
        """A whole game of bots. With ``as_json`` the object is all that is written, for programs that read it."""
        from rulekit.cli.errors import INTERRUPTED

        header = self._header()
        with Interrupts() as interrupts:
            try:
                driver = Driver(self.match, self.seating, self.autosave)
                while driver.step():
                    interrupts.check()
            except KeyboardInterrupt:
                interrupts.leave()
                if interrupts.whole:
                    self._save_wanted()
                return INTERRUPTED
            interrupts.leave()
            self._save_wanted()
        if not self.as_json:
            self._show_result(self._screen(header))
        else:
            self._write_json()
        return 0

    def with_people(self) -> int:
        """A game at the terminal. Whatever ends it, the people are told where it is kept."""
        from rulekit.cli.errors import INTERRUPTED
        from rulekit.cli.table.session import Leave, Session

        with Interrupts() as interrupts:
            screen = self._screen([*self._header(), *self.notes, self.texts("short_help")])
            driver = Driver(self.match, self.seating, self.autosave)
            session = Session(driver, screen, self.texts, interrupts, self.watch)
            try:
                session.run()
            except (Leave, KeyboardInterrupt) as left:
                interrupts.leave()
                screen.line()
                if interrupts.whole:
                    self.autosave.write(driver.match)
                if self.autosave.path is not None:
                    self._farewell(screen, self.autosave.path)
                return INTERRUPTED if isinstance(left, KeyboardInterrupt) else 0
            except BaseException:
                # What went wrong is told by others. The game up to the last choice of a person is on the disk already.
                interrupts.leave()
                if self.autosave.path is not None:
                    self._farewell(screen, self.autosave.path)
                raise
            interrupts.leave()
            self.match = driver.match
            self._save_wanted()
            self.autosave.finish()
            self._show_result(screen)
            if self.as_json:
                self._write_json()
            return INTERRUPTED if interrupts.came is not None else 0

    def full_screen(self, pace: Literal["step", "slow", "fast"]) -> int:
        """A game at the table of :mod:`rulekit.tui`. Whatever ends it, the people are told where it is kept."""
        from rulekit.tui.launch import run

        self.match, how, error = run(
            self.rules, self.match, self.folder, self.seating, self.autosave, self.texts, pace, self.watch
        )
        screen = self._screen(())
        if how == "over":
            self._save_wanted()
            self.autosave.finish()
            self._show_result(screen)
        elif self.autosave.path is not None:
            self._farewell(screen, self.autosave.path)
        if error is not None:
            raise error
        if self.as_json and how == "over":
            self._write_json()
        return 0

    # ------------------------------------------------------------ what is written around a game
    def _screen(self, header: Sequence[str]) -> Screen:
        from rulekit.cli.screen import Screen  # here, because it brings rich: a game for a program needs none

        screen = Screen(self.plain)
        for line in header:
            screen.line(line)
        return screen

    def _header(self) -> list[str]:
        texts, match = self.texts, self.match
        names = match.view(None, lang=texts.lang).players
        seats = [
            texts("sits", name=name, who=texts("human") if who == HUMAN else texts("bot", name=who))
            for name, who in zip(names, self.seating.seats, strict=True)
        ]
        lines = [texts("title", game=texts.title(self.rules), seed=match.seed), texts("seats", seats=texts.list(seats))]
        return [*lines, texts("resumed", n=match.decided)] if match.decided else lines

    def _show_result(self, screen: Screen) -> None:
        from rulekit.board import find_board
        from rulekit.tabletop.result_page import result_page

        screen.draw(result_page(self.texts, self.match, find_board(Path(self.rules.path))), self.texts)
        if self.autosave.wanted is not None:
            screen.line(self.texts("saved", path=self.autosave.path))

    def _save_wanted(self) -> None:
        """A game that is over is kept only where the user wants it."""
        if self.autosave.wanted is not None:
            self.autosave.write(self.match)

    def _write_json(self) -> None:
        from rulekit.tabletop.result_page import as_json

        say_json_text(as_json(self.rules, self.match))

    def _farewell(self, screen: Screen, path: Path) -> None:
        screen.line(self.texts("kept", path=path))
        screen.line(self.texts("go_on", command=shlex.join([_program(), "play", self.game, "--resume", str(path)])))


def _program() -> str:
    """What to type for ``rulekit`` here: its path, where the shell would not find it or would find another one."""
    called, found = sys.argv[0], shutil.which("rulekit") or ""
    if os.path.basename(called) != "rulekit" or os.path.realpath(found) == os.path.realpath(called):
        return "rulekit"
    near = os.path.relpath(called)
    return called if near.startswith("..") else near
