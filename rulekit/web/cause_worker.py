"""The worker that finds why things happened: ``python -m rulekit.web.cause_worker``, with a job on each line of its input.

It replays the game with traced rules, which takes a second, and ten for a long game. It keeps the causes of the last few games,
so that somebody who goes from step to step waits only once.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec
from attrs import define, field

from rulekit import api
from rulekit.diagnostics import RulesError, UserError
from rulekit.explain.causes import Cause, causes_of
from rulekit.explain.quotes import bare
from rulekit.runtime.failures import Refused, RuleFailure
from rulekit.web.course import Course
from rulekit.web.decoding import decode
from rulekit.web.game_job import GameJob
from rulekit.web.line_worker import NICE, answer_lines
from rulekit.web.seat_answers import AskedCondition, StepCause
from rulekit.web.stored_rows import MoveRow
from rulekit.web.story_cache import spoken

IDLE = 300.0
"""Seconds after which a worker without a job ends"""
MOST_GAMES = 4
"""The number of games whose causes are kept"""
MOST_TOLD = 150
"""The most causes that are sent of one step"""


class CauseJob(GameJob):
    """``moves``: the choices of a game that were not taken back. The causes asked for are those after the first ``since`` of them
    (-1: from the start of the game) up to the first ``to``."""

    since: int
    to: int
    lang: str


class FoundCauses(msgspec.Struct, omit_defaults=True):
    """Causes whose lines and values are as the rules write them. ``more``: how many others there are; ``error``: why there are
    none."""

    causes: Sequence[StepCause] = ()
    more: int = 0
    error: str = ""


@define
class _PlayedGame:
    """The causes in a game: of what happened before its first choice, and after each choice."""

    moves: Sequence[MoveRow]
    told: list[list[StepCause]]


@define
class CauseRunner:
    games: OrderedDict[tuple[str, str], _PlayedGame] = field(factory=OrderedDict)
    """(game, language) -> its causes; the least recently used comes first"""

    def find(self, job: CauseJob) -> FoundCauses:
        """What led to a step."""
        try:
            told = [cause for after in self._played(job).told[job.since + 1 : job.to + 1] for cause in after]
        except (UserError, RulesError, RuleFailure, Refused) as error:
            return FoundCauses(error=str(error))
        return FoundCauses(told[:MOST_TOLD], max(0, len(told) - MOST_TOLD))

    def _played(self, job: CauseJob) -> _PlayedGame:
        played = self.games.pop((job.game, job.lang), None)
        if played is None or played.moves[: job.to] != job.moves[: job.to]:
            course = Course.of(job.row, api.load(job.folder, [*map(Path, job.variants)]))
            for move in job.moves:
                course.follow(move)
            found = causes_of(course.match, job.folder, job.variants, lang=job.lang)
            played = _PlayedGame(job.moves, [_told(after, job.lang) for after in found])
        self.games[job.game, job.lang] = played
        while len(self.games) > MOST_GAMES:
            self.games.popitem(last=False)
        return played


def _told(causes: Iterable[Cause], lang: str) -> list[StepCause]:
    """The causes of changes that are visible at all."""
    return [
        StepCause(
            spoken(parts),
            cause.entry.rule,
            bare(cause.text),
            cause.entry.clauses,
            cause.values,
            [AskedCondition(asked.rule, bare(asked.text), asked.answer) for asked in cause.asked],
        )
        for cause in causes
        if (parts := cause.entry.parts(lang))
    ]


def main() -> None:
    runner = CauseRunner()
    answer_lines(lambda line: msgspec.json.encode(runner.find(decode(line, CauseJob))).decode(), NICE, IDLE)


if __name__ == "__main__":
    main()
