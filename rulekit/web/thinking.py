"""Lets bots think beside the requests: in worker processes, for each game one thought at a time.

Whoever wants a game to go on puts it into the queue. Games at which people sit come before those of bots alone, and among these
each comes once before any comes again.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable
from itertools import count
from queue import PriorityQueue

import msgspec
from attrs import define, field
from msgspec.structs import replace

from rulekit.web.bot_worker import BotChoice, ThinkJob
from rulekit.web.cancelled import Cancellation
from rulekit.web.decoding import decode
from rulekit.web.line_worker import LineWorker

LOG = logging.getLogger("rulekit.web")
SECONDS = 60.0
"""After so long a bot is stopped, and counts as failed"""
AT_ONCE = max(1, (os.cpu_count() or 1) // 2)
"""So many bots think at once"""
PEOPLE, BOTS, LAST = 0, 1, 2
"""How urgent a game is: people sit there; bots alone; the server is to end"""


class ServerStopping(Exception):
    """The server is stopping, and bots think no more."""


@define(eq=False)
class RequestedThought:
    """A job of a bot for which a request waits."""

    job: ThinkJob
    choice: BotChoice | None = None
    """None as long as there is none, and where none comes any more"""
    _worker: Worker | None = field(init=False, default=None)
    _cancelled: bool = field(init=False, default=False)
    _lock: threading.Lock = field(init=False, factory=threading.Lock)
    _done: threading.Event = field(init=False, factory=threading.Event)

    def wait(self) -> BotChoice:
        """Waits for the choice. Raises ServerStopping if there will be none."""
        self._done.wait()
        if self.choice is None:
            raise ServerStopping
        return self.choice

    def think(self, worker: Worker) -> None:
        """Runs the job on a worker. Raises ServerStopping."""
        with self._lock:
            if self._cancelled:
                return
            self._worker = worker
        try:
            self.choice = worker.think(self.job)
        finally:
            with self._lock:
                self._worker = None
            self._done.set()

    def cancel(self) -> None:
        """Cancels the job, even while it runs."""
        with self._lock:
            self._cancelled = True
            if self._worker is not None:
                self._worker.process.interrupt()
        self._done.set()


@define
class Worker:
    """A worker process, and the games that it knows."""

    process: LineWorker = field(factory=lambda: LineWorker("rulekit.web.bot_worker", SECONDS))
    _sent: dict[str, int] = field(init=False, factory=dict)
    """game -> how many of its moves the process knows, if it has not forgotten the game"""

    def think(self, job: ThinkJob) -> BotChoice:
        """The bot's choice for a job that holds all moves of a game. Raises ServerStopping."""
        known = min(self._sent.pop(job.game, 0), len(job.moves))
        thought = self._ask(replace(job, after=known, moves=job.moves[known:]))
        if thought.missing:
            thought = self._ask(job)
        if not thought.error:
            self._sent[job.game] = len(job.moves)
        return thought

    def _ask(self, job: ThinkJob) -> BotChoice:
        line = self.process.ask(msgspec.json.encode(job).decode())
        if self.process.ended:
            raise ServerStopping
        if not line:
            return BotChoice(error=f"it took more than {SECONDS:.0f} s, or its process died")
        return decode(line, BotChoice)

    def stop(self) -> None:
        """Ends the process, even while a job runs."""
        self.process.stop()


@define
class BotQueue:
    """The queue of games in which bots are to choose. ``advance``: goes on with one by a thought, and says whether there is more
    to think about."""

    advance: Callable[[str, Worker], bool]
    at_once: int = AT_ONCE
    _queue: PriorityQueue[tuple[int, int, str]] = field(init=False, factory=PriorityQueue)
    """(how urgent, in which order it came, game)"""
    _order: count[int] = field(init=False, factory=count)
    _wanted: dict[str, int] = field(init=False, factory=dict)
    """game that is in the queue or thought about -> how urgent it is"""
    _again: set[str] = field(init=False, factory=set)
    """Games that were wanted again while they were thought about"""
    _busy: set[str] = field(init=False, factory=set)
    _requested: dict[str, RequestedThought] = field(init=False, factory=dict)
    """By a name in the queue that is no game's"""
    _workers: list[Worker] = field(init=False, factory=list)
    _lock: threading.Lock = field(init=False, factory=threading.Lock)
    _rest: threading.Condition = field(init=False)
    _ended: bool = field(init=False, default=False)

    def __attrs_post_init__(self) -> None:
        self._rest = threading.Condition(self._lock)

    def want(self, game: str, urgency: int = PEOPLE) -> None:
        """Queues a game in which a bot is to choose."""
        with self._lock:
            if self._ended:
                return
            if game in self._wanted:
                if game in self._busy:
                    self._again.add(game)
                return
            self._put(game, urgency)
            self._employ()

    def ask(self, job: ThinkJob, cancellation: Cancellation) -> BotChoice:
        """The thought about a job of a request, in its turn among the games of people. Raises ServerStopping, and RequestGone
        where the request is cancelled."""
        requested = RequestedThought(job)
        with cancellation.stopped_by(requested.cancel):
            with self._lock:
                if self._ended:
                    raise ServerStopping
                name = f"/{next(self._order)}"
                self._requested[name] = requested
                self._put(name, PEOPLE)
                self._employ()
            return requested.wait()

    def _employ(self) -> None:
        """Starts one more worker, if there is work for it."""
        if len(self._workers) < min(self.at_once, len(self._wanted)):
            self._workers.append(worker := Worker())
            threading.Thread(target=self._run, args=(worker,), daemon=True, name="thinking").start()

    def _put(self, game: str, urgency: int) -> None:
        self._wanted[game] = urgency
        self._queue.put((urgency, next(self._order), game))

    def _run(self, worker: Worker) -> None:
        while True:
            urgency, _, game = self._queue.get()
            if urgency == LAST:
                return
            with self._lock:
                self._busy.add(game)
            more = False
            try:
                requested = self._requested.pop(game, None)
                if requested is not None:
                    requested.think(worker)
                else:
                    more = self.advance(game, worker)
            except ServerStopping:
                return
            except Exception:  # a database that is away, a game that does not fit its rules: the others go on
                LOG.exception("the bots of game %s do not go on", game)
            with self._lock:
                self._busy.discard(game)
                again = game in self._again
                self._again.discard(game)
                if (more or again) and not self._ended:
                    self._put(game, urgency)
                else:
                    del self._wanted[game]
                    self._rest.notify_all()

    def rest(self, seconds: float) -> bool:
        """Waits until the queue is empty; returns whether it is."""
        with self._rest:
            return self._rest.wait_for(lambda: not self._wanted, seconds)

    def stop(self) -> None:
        """Stops all workers at once; pending choices are made after the next start."""
        with self._lock:
            self._ended = True
            workers, requested = list(self._workers), list(self._requested.values())
        for thought in requested:
            thought.cancel()
        for worker in workers:
            self._queue.put((LAST, 0, ""))
            worker.stop()
