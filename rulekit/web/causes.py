"""Why a step of the replay came about: for each change the rule line that made it, the values that the line used, and the
conditions that were checked before it.

Only people who may know everything see this, as with the save of a game: everybody after the end, a person who plays alone, and
everybody in a game without hidden information. Others get no values, not even those of visible marks: a number computed by the
rules may depend on hidden things, and so may the conditions that were evaluated and their order. During a game with secrets the
story still names the rule line of each change, and :func:`quote` shows its text.
"""

from __future__ import annotations

import threading
from typing import Annotated

import msgspec
from attrs import define, field
from msgspec.structs import replace
from starlette.exceptions import HTTPException

from rulekit.explain.quotes import bare
from rulekit.runtime.failures import Refused
from rulekit.runtime.visibility import hides_nothing
from rulekit.web.at_seat import SeatRequest, queued_at_seat
from rulekit.web.cancelled import Cancellation
from rulekit.web.cause_worker import CauseJob, FoundCauses
from rulekit.web.course import standing
from rulekit.web.decoding import decode
from rulekit.web.game_job import about
from rulekit.web.line_worker import LineWorker
from rulekit.web.payload import SeatPage
from rulekit.web.requests import RequestQuery, query, refuses
from rulekit.web.seat_answers import RuleQuote, StepCause, StepCauses

SECONDS = 120.0
"""The longest that a worker may take for one job"""


class QuoteQuery(RequestQuery):
    rule: Annotated[str, msgspec.Meta(description="where the line stands, as `FILE:LINE`", max_length=300)] = ""


@define
class CauseFinder:
    """One worker process, which takes one job at a time. Safe to use from several threads."""

    process: LineWorker = field(factory=lambda: LineWorker("rulekit.web.cause_worker", SECONDS))
    _lock: threading.Lock = field(init=False, factory=threading.Lock)

    def find(self, job: CauseJob, cancellation: Cancellation) -> FoundCauses:
        """The causes of a step. Raises RequestGone when the client has disconnected."""
        with self._lock, cancellation.stopped_by(self.process.interrupt):
            line = self.process.ask(msgspec.json.encode(job).decode())
        if self.process.ended:
            raise HTTPException(503, "the server is being stopped")
        return decode(line, FoundCauses) if line else FoundCauses(error="the causes could not be found in time")

    def stop(self) -> None:
        """Ends the process."""
        self.process.stop()


@refuses(403)
@queued_at_seat(lambda _: "trying")
def causes(request: SeatRequest) -> StepCauses:
    """Why the ``step``-th step of the replay came about.

    Each change comes with its rule line, the values that the line used, and the conditions that were checked before it. Refused
    while others still have secrets in the game.
    """
    session = request.session
    with session.lock:
        if not hides_nothing(session.match.compiled.image):
            if not request.may_know_all():
                raise HTTPException(403, "the causes would tell the secrets of the others: they are told after the end")
            request.registry.note_secrets(session, request.seat)
        page = request.page()
    replay, step = session.replay(), request.http.path_params["step"]
    with replay.lock:
        steps = replay.steps(request.seat)
        at = min(step, len(steps) - 1)
        number, before, back = steps[at], steps[at - 1] if at else 0, replay.is_back(request.seat, at)
    if back:
        return StepCauses([], 0)
    moves = session.store.moves(request.game)
    now, then, last = standing(moves[:number]), standing(moves[:before]), standing(moves)
    same = next(
        (k for k, (one, other) in enumerate(zip(now, then, strict=False)) if one != other), min(len(now), len(then))
    )
    whole = last if last[: len(now)] == now else now  # of one game all is found at once
    job = CauseJob(
        **about(session, request.registry.catalogue, whole), since=same if at else -1, to=len(now), lang=request.lang
    )
    finder: CauseFinder = request.http.app.state.causes
    found = finder.find(job, request.cancellation)
    if found.error:
        raise Refused(found.error)
    return StepCauses(_quoted(request, page, found), found.more)


def _quoted(request: SeatRequest, page: SeatPage, found: FoundCauses) -> list[StepCause]:
    """The causes in the reader's language, with rule lines named as players see them."""
    quoting, catalogue, game = page.quoting, request.registry.catalogue, request.session.game
    return [
        replace(
            cause,
            rule=catalogue.place(game, cause.rule),
            text=quoting.row(cause.text),
            values=[*map(quoting.value, cause.values)],
            asked=[replace(x, rule=catalogue.place(game, x.rule), text=quoting.row(x.text)) for x in cause.asked],
        )
        for cause in found.causes
    ]


@query(QuoteQuery)
@queued_at_seat(lambda _: "drawing")
def quote(request: SeatRequest) -> RuleQuote:
    """A line of the rules, with the text of its whole rule from the rulebook; nothing of it is secret."""
    session, catalogue, rule = request.session, request.registry.catalogue, request.query(QuoteQuery).rule
    line = next((line for line in session.match.compiled.image.lines if line.place == rule), None)
    if line is None:
        raise HTTPException(404, "there is no such line in these rules")
    about_it = [
        passage
        for passage in catalogue.passages(session.game, request.lang)
        if passage.file == line.file and passage.first <= line.number <= passage.last
    ]
    passage = min(about_it, key=lambda passage: passage.last - passage.first, default=None)
    return RuleQuote(
        rule=rule,
        text=catalogue.quoting(session.game, request.lang).row(bare(line.text)),
        clauses=line.clauses,
        title=passage.heading if passage is not None else "",
        whole=passage.text if passage is not None else "",
    )
