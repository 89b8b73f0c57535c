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
from rulekit.cli.table.keeping import Keeper
from rulekit.cli.table.seating import HUMAN, Seating
from rulekit.cli.texts import Texts

if TYPE_CHECKING:
    from rulekit import Game, Match
    from rulekit.cli.screen import Screen
    from rulekit.cli.table.watching import Watch


@define
class Table:
    """The parts of a sitting. ``game`` is the name or path that the user gave, repeated in the advice on going on later."""

    rules: Game
    match: Match
    seating: Seating
    keeper: Keeper
    texts: Texts
    game: str
    folder: Path
    plain: bool = False
    as_json: bool = False
    watch: Watch | None = None
    notes: list[str] = field(factory=list)
    """What is said before the first question at the prompts."""

    def bots_only(self) -> int:
        """A whole game of bots. With ``as_json`` the object is all that is written, for programs that read it."""
        from rulekit.cli.failing import INTERRUPTED

        header = self._header()
        with Interrupts() as interrupts:
            try:
                while not self.match.over:
                    interrupts.check()
                    decision = self.match.decisions[0]
                    self.match.choose(decision, self.seating.ask_bot(self.match, decision))
            except KeyboardInterrupt:
                interrupts.leave()
                if interrupts.whole:
                    self._keep_wanted()
                return INTERRUPTED
            interrupts.leave()
            self._keep_wanted()
        if not self.as_json:
            self._show_result(self._screen(header))
        else:
            self._write_json()
        return 0

    def with_people(self) -> int:
        """A game at the terminal. Whatever ends it, the people are told where it is kept."""
        from rulekit.cli.failing import INTERRUPTED
        from rulekit.cli.table.session import Leave, Session

        with Interrupts() as interrupts:
            screen = self._screen([*self._header(), *self.notes, self.texts("short_help")])
            session = Session(self.match, self.seating, screen, self.texts, self.keeper, interrupts, self.watch)
            try:
                session.run()
            except (Leave, KeyboardInterrupt) as left:
                interrupts.leave()
                screen.line()
                if interrupts.whole:
                    self.keeper.keep(session.match)
                if self.keeper.path is not None:
                    self._farewell(screen, self.keeper.path)
                return INTERRUPTED if isinstance(left, KeyboardInterrupt) else 0
            except BaseException:
                # What went wrong is told by others. The game up to the last choice of a person is on the disk already.
                interrupts.leave()
                if self.keeper.path is not None:
                    self._farewell(screen, self.keeper.path)
                raise
            interrupts.leave()
            self.match = session.match
            self._keep_wanted()
            self.keeper.finish()
            self._show_result(screen)
            if self.as_json:
                self._write_json()
            return INTERRUPTED if interrupts.came is not None else 0

    def full_screen(self, pace: Literal["step", "slow", "fast"]) -> int:
        """A game at the table of :mod:`rulekit.tui`. Whatever ends it, the people are told where it is kept."""
        from rulekit.tui.opening import run

        sitting, how, error = run(
            self.rules, self.match, self.folder, self.seating, self.keeper, self.texts, pace, self.watch
        )
        self.match = sitting.match
        screen = self._screen(())
        if how == "over":
            self._keep_wanted()
            self.keeper.finish()
            self._show_result(screen)
        elif self.keeper.path is not None:
            self._farewell(screen, self.keeper.path)
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
        names = match.view(None, lang=texts.lang)["players"]
        seats = [
            texts("sits", name=name, who=texts("human") if who == HUMAN else texts("bot", name=who))
            for name, who in zip(names, self.seating.seats, strict=True)
        ]
        title = self.rules.names.get(texts.lang, self.rules.title)
        lines = [texts("title", game=title, seed=match.seed), texts("seats", seats=texts.list(seats))]
        return [*lines, texts("resumed", n=match.decided)] if match.decided else lines

    def _show_result(self, screen: Screen) -> None:
        from rulekit.cli.table.result import show_result

        show_result(screen, self.texts, self.match)
        if self.keeper.wanted is not None:
            screen.line(self.texts("saved", path=self.keeper.path))

    def _keep_wanted(self) -> None:
        """A game that is over is kept only where the user wants it."""
        if self.keeper.wanted is not None:
            self.keeper.keep(self.match)

    def _write_json(self) -> None:
        from rulekit.cli.table.result import as_json

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
