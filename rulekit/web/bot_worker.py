"""The worker that thinks for bots: ``python -m rulekit.web.bot_worker``, with a job on each line of its input.

A process of its own, of low priority: a bot that thinks for seconds, or for ever, holds up no request. It keeps the games for
which it thought last, and follows what was chosen in them since. Each line of its output is a thought.
"""

from __future__ import annotations

from base64 import b64decode
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path

import msgspec
from attrs import define, evolve, field

from rulekit import api
from rulekit.bots import Bot, ask, find_bots, named
from rulekit.diagnostics import RulesError, UserError
from rulekit.runtime.compiled_cache import CompiledCache
from rulekit.runtime.failures import RuleFailure
from rulekit.runtime.game import Game
from rulekit.runtime.match import Match
from rulekit.runtime.packed_state import unpack
from rulekit.web.course import Course
from rulekit.web.decoding import decode
from rulekit.web.game_job import GameJob
from rulekit.web.line_worker import NICE, answer_lines

MOST_COURSES = 50
"""So many games in progress are kept,"""
MOST_CODE = 5_000_000
"""of set-ups with so many characters of code together, about 80 MB"""
MOST_GAMES = 16
"""So many sets of rules are kept"""


class ThinkJob(GameJob):
    """What a bot is asked. ``after``: so many moves were sent before these; ``seat``: whose question it is; ``bot``: its name;
    ``position``: in place of moves, a packed state of the match in Base64."""

    after: int
    seat: int
    bot: str
    position: str = ""


class BotChoice(msgspec.Struct, omit_defaults=True):
    """The ``option`` that a bot takes, by its id; else the ``error`` with which it failed, or that moves are ``missing`` here."""

    option: str = ""
    error: str = ""
    missing: bool = False


@define
class BotRunner:
    """``courses``: those of games, with how many moves were followed."""

    bots: Mapping[str, Bot] = field(factory=find_bots)
    games: OrderedDict[str, Game] = field(factory=OrderedDict)
    """hash of the rules -> game; the last used come last, as in the next"""
    courses: OrderedDict[str, tuple[Course, int]] = field(factory=OrderedDict)
    compiled: CompiledCache = field(factory=lambda: CompiledCache(MOST_CODE))

    def think(self, job: ThinkJob) -> BotChoice:
        """What a bot chooses."""
        try:
            match = self._match(job)
            if match is None:
                return BotChoice(missing=True)
            decision = match.decision_of(job.seats[job.seat - 1])
            if decision is None:
                return BotChoice(error="nothing is asked")
            return BotChoice(decision.options[ask(job.bot, named(job.bot, self.bots), match, decision)].id)
        except (UserError, RulesError, RuleFailure) as error:
            self.courses.pop(job.game, None)
            return BotChoice(error=str(error))

    def _match(self, job: ThinkJob) -> Match | None:
        """The match of a job; None where moves of it are missing."""
        if job.position:
            match = unpack(b64decode(job.position), Course.of(job.row, self._game(job)).match)
            match.play_quickly()
            return match
        course = self._followed(job)
        return course.match if course is not None else None

    def _followed(self, job: ThinkJob) -> Course | None:
        course, number = self.courses.pop(job.game, (None, 0))
        if not job.after:
            course = Course.of(job.row, self._game(job))
        elif course is None or number != job.after:
            return None
        for move in job.moves:
            course.follow(move)
        self.courses[job.game] = course, job.after + len(job.moves)
        while len(self.courses) > MOST_COURSES or (len(self.courses) > 1 and self._code() > MOST_CODE):
            self.courses.popitem(last=False)
        return course

    def _code(self) -> int:
        return sum(
            {course.match.compiled.key: course.match.compiled.code for course, _ in self.courses.values()}.values()
        )

    def _game(self, job: ThinkJob) -> Game:
        found = self.games.pop(job.rules, None)
        if found is None:
            found = evolve(api.load(job.folder, [*map(Path, job.variants)]), cache=self.compiled)
        self.games[job.rules] = found
        while len(self.games) > MOST_GAMES:
            self.games.popitem(last=False)
        return found


def main() -> None:
    runner = BotRunner()
    answer_lines(lambda line: msgspec.json.encode(runner.think(decode(line, ThinkJob))).decode(), NICE)


if __name__ == "__main__":
    main()
