"""Plays the games of plans on a cluster of dask (extra ``cluster``): workers come and go, and none that is killed loses a game.

A task is some games of a plan. dask gives it to another worker when one is lost; a game depends on its number alone, so that its
record is the same wherever and however often it is played. Each worker needs rulekit, the plugins and the files of the game under
the same paths. It compares the hash of the rules before it plays, and refuses others.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence, Sized
from contextlib import contextmanager
from importlib import import_module
from itertools import islice
from typing import Protocol

from rulekit.diagnostics import UserError
from rulekit.install_command import install_command
from rulekit.lab.plan import RunPlan
from rulekit.lab.records import Record
from rulekit.lab.self_play import Player

LOCAL = "local"
"""Instead of an address: a scheduler and workers of this machine, for this run"""
TASK = 20
"""Games of one task at most"""
AHEAD = 4
"""So many tasks for each worker are with the scheduler at a time"""
PATIENCE = 20
"""Seconds until a scheduler has to answer, and until there has to be a worker"""

_players: dict[str, Player] = {}
"""In a worker: the player of the plan that was played last"""


class Future(Protocol):
    """The games of one task, as dask gives them."""

    def result(self) -> list[Record]:
        """Waits for the games. Raises KilledWorker, and any error of a worker."""


class Client(Protocol):
    """The part of dask's client that is used here; dask has no types."""

    def submit(
        self, function: Callable[[RunPlan, Sequence[int]], list[Record]], *args: object, pure: bool
    ) -> Future: ...
    def cancel(self, futures: list[Future]) -> object: ...
    def scheduler_info(self, n_workers: int) -> Mapping[str, Sized]: ...


def records(
    plans: Sequence[RunPlan], tasks: Sequence[tuple[int, int]], address: str, cores: int
) -> Iterator[tuple[tuple[int, int], Record]]:
    """The records of (number of a plan, number of a game), in their order.

    ``cores``: workers of a local cluster. Raises UserError for a scheduler that does not answer, and for workers with other
    rules.
    """
    with _client(address, cores) as client:
        left = iter(_divided(tasks, _workers(client)))
        waiting: deque[tuple[list[tuple[int, int]], Future]] = deque()
        try:
            while True:
                room = AHEAD * max(1, _workers(client)) - len(waiting)
                for part in islice(left, max(room, 0)):
                    numbers = [number for _, number in part]
                    waiting.append((part, client.submit(_play, plans[part[0][0]], numbers, pure=False)))
                if not waiting:
                    return
                part, future = waiting.popleft()
                yield from zip(part, _result(future), strict=True)
        finally:
            client.cancel([future for _, future in waiting])


def _divided(tasks: Sequence[tuple[int, int]], workers: int) -> Iterator[list[tuple[int, int]]]:
    """Games of one plan together, few enough that all workers have something to do until the end."""
    most = max(1, min(TASK, len(tasks) // (AHEAD * max(1, workers))))
    part: list[tuple[int, int]] = []
    for task in tasks:
        if part and (len(part) == most or part[0][0] != task[0]):
            yield part
            part = []
        part.append(task)
    if part:
        yield part


def _result(future: Future) -> list[Record]:
    from distributed import KilledWorker

    try:
        return future.result()
    except KilledWorker as error:
        raise UserError("workers were lost again and again with the same games", "look at their logs") from error


def _play(plan: RunPlan, numbers: Sequence[int]) -> list[Record]:
    """In a worker. Raises UserError if its rules are not those of the plan."""
    if plan.key not in _players:
        _players.clear()
        try:
            _players[plan.key] = Player(plan)
        except UserError as error:
            raise UserError(
                f"{_here()} has other rules, other plugins or another rulekit: {error}",
                "bring the worker to the same files, or take it away",
            ) from error
    return [_players[plan.key].play(number) for number in numbers]


def _here() -> str:
    from distributed import get_worker

    try:
        return f"the worker {get_worker().address}"
    except ValueError:
        return "this process"


def _workers(client: Client) -> int:
    return len(client.scheduler_info(n_workers=-1)["workers"])


@contextmanager
def _client(address: str, cores: int) -> Iterator[Client]:
    """A client of a scheduler that has a worker."""
    try:
        distributed = import_module("distributed")
    except ImportError as error:
        raise UserError("a cluster needs dask.distributed", install_command("cluster")) from error

    if address == LOCAL:
        with (
            distributed.LocalCluster(
                n_workers=cores, threads_per_worker=1, processes=True, dashboard_address=":0", silence_logs=50
            ) as cluster,
            distributed.Client(cluster) as client,
        ):
            yield client
        return
    try:
        client = distributed.Client(address, timeout=PATIENCE)
    except (OSError, TimeoutError, ValueError) as error:
        raise UserError(
            f"no scheduler answers at {address}: {error or 'it took too long'}", "an address is like tcp://host:8786"
        ) from error
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError as error:
            raise UserError(
                f"the scheduler at {address} has no workers", f"start one: dask worker {address}"
            ) from error
        yield client
