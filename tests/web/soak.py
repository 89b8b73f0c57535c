"""Plays at one server for an hour as people do, and looks whether it grows: ``python -m tests.web.soak --minutes 60``.

At each table one game follows another: every seat has its page open on a line that brings what is new, choices are made singly,
by forms and by bots, some are taken back; people look at stories, reasons, boards and replays, talk, try lines on the analysis
board, save, and leave many games in the middle. Every other game has a set-up of its own, some have house rules. Strangers send
what no page sends. What the server and its workers hold in the last third of the time is compared with the second third: memory
may grow by ``GROWTH``, open files and threads by ``MORE``. No request may be answered with 500, no error may be in the log, and
the server has to end in time when it is told to.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import re
import signal
import socket
import statistics
import sys
import tempfile
import threading
import time
import urllib.error
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

from attrs import define, field, frozen

from benchmarks.web_load import memory
from rulekit.web.client import ApiError, SeatClient, ask, begin
from rulekit.web.routes import ROUTES, SEAT
from rulekit.web.state import State
from rulekit.web.table_answers import Offers
from tests.web.serving import Server

GAMES = ("games/shogun", "games/tic_tac_toe", "games/chess", "most_dangerous_time", "nobunaga_successors")
BOTS = ("random", "greedy", "mcts:easy")
HOUSE_RULES = 'variant Looks{number} of Tictactoe "Only for looks {number}":\n  named "只是好看" in zh-Hans\n'
RATE = 100_000
"""Requests that the one address from which all come may make in a second"""
LOOK = 15.0
"""Seconds between two measures"""
GROWTH, MORE = 0.05, 8
"""How much memory may grow, as a share; how many open files and threads there may be more"""
REFUSED = range(400, 500)
LENGTHS = (5, 20, 60, 200, 400)
"""After so many choices a table begins its next game: the longest takes a quarter of an hour, so that in the second and in the
last third of an hour there are as many games, of as much history, and what the server holds of them can be compared"""
OFTEN = 0.3
"""Of how many choices something else follows"""
JUNK = ("²", "1" * 5000, "\0", "\u202e", "x" * 3000, "-1", "null", "{", '{"option": 5}', "[" * 2000)
PLACE = {"key": ("A1", "Kyoto", "x"), "step": ("0", "1", "7")}


@frozen
class Measure:
    """``memory``: bytes of the server and of its workers; ``files``, ``threads``: of the server."""

    at: float
    memory: int
    workers: int
    files: int
    threads: int


def measure(process: int, begun: float) -> Measure:
    """A server as it is now. Raises OSError where the system does not tell."""
    threads, children = os.listdir(f"/proc/{process}/task"), list[str]()
    for thread in threads:
        with suppress(OSError):  # it has ended meanwhile
            children += Path(f"/proc/{process}/task/{thread}/children").read_text(encoding="ascii").split()
    workers = sum(memory(int(child)) for child in children)
    files = len(os.listdir(f"/proc/{process}/fd"))
    return Measure(time.monotonic() - begun, memory(process), workers, files, len(threads))


@define
class Tally:
    """What was done, and what went wrong, at all tables."""

    done: Counter[str] = field(factory=Counter)
    refused: Counter[str] = field(factory=Counter)
    faults: list[str] = field(factory=list)
    seconds: list[float] = field(factory=list)
    """Of each choice"""

    @property
    def requests(self) -> int:
        return sum(self.done.values()) + sum(self.refused.values())

    def tried(self, what: str, request: Callable[[], object]) -> Any:
        """The answer to a request, None for what is refused."""
        try:
            answer = request()
        except ApiError as error:
            if error.status in REFUSED:
                self.refused[error.code] += 1
            else:
                self.faults.append(f"{what}: {error.status} {error.code} {error}")
            return None
        except (OSError, http.client.HTTPException) as error:
            self.faults.append(f"{what}: {error!r}")
            return None
        self.done[what] += 1
        return answer

    def watched(self, work: Callable[[], None]) -> Callable[[], None]:
        """The same work, which does not end unnoticed where it fails."""

        def run() -> None:
            try:
                work()
            except Exception as error:
                self.faults.append(f"it plays no longer: {error!r}")
                raise

        return run


@define(eq=False)
class OpenPage:
    """The line on which a page is told what is new. Read until it is closed, without a good-bye, as browsers do."""

    seat: SeatClient
    _socket: socket.socket = field(init=False)

    def __attrs_post_init__(self) -> None:
        host, _, port = self.seat.server.rpartition("/")[2].partition(":")
        self._socket = socket.create_connection((host, int(port)))
        head = f"GET {self.seat.path}/events?states=1&lang=en HTTP/1.1\r\nHost: {host}:{port}\r\n"
        self._socket.sendall(f"{head}Authorization: Bearer {self.seat.token}\r\n\r\n".encode())
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        with suppress(OSError):
            while self._socket.recv(1 << 16):
                pass

    def close(self) -> None:
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()


@define
class Table:
    """Plays one game after another, with a page open at each seat."""

    address: str
    offers: Offers
    chance: random.Random
    tally: Tally
    ended: threading.Event
    pause: float
    number: int = 0

    def run(self) -> None:
        while not self.ended.is_set():
            made = self.tally.tried("a new game", lambda: begin(self.address, **self._setting()))
            if made is None:
                self.ended.wait(self.pause)
                continue
            pages = [OpenPage(seat) for seat in made]
            try:
                self._play(made)
            finally:
                for page in pages:
                    page.close()

    def _setting(self) -> dict[str, object]:
        """A game; every other one with a set-up of its own."""
        self.number += 1
        offer = self.chance.choice(self.offers.games)
        players = self.chance.randint(*offer.players)
        setting: dict[str, object] = {"game": offer.name, "players": players}
        if self.chance.random() < 0.5:
            setting["options"] = {o.name: self.chance.choice(o.values) for o in offer.options}
            setting["variants"] = [v.name for v in self.chance.sample(offer.variants, min(1, len(offer.variants)))]
            if offer.name == "tic_tac_toe":
                setting["text"] = HOUSE_RULES.format(number=self.chance.randrange(10**9))
        if self.chance.random() < 0.5:
            setting["bots"] = {str(players): self.chance.choice(BOTS)}
        if self.chance.random() < 0.2:
            setting["clock"] = {"days": 1}
        return setting

    def _play(self, seats: Sequence[SeatClient]) -> None:
        for _ in range(self.chance.choice(LENGTHS)):
            if self.ended.wait(self.chance.uniform(0, 2 * self.pause)):
                return
            states = [(seat, self.tally.tried("a state", seat.look)) for seat in seats]
            asked = [(seat, state) for seat, state in states if state is not None and state.decisions]
            if not asked:
                if any(state is None or state.over for _, state in states):
                    self._aside(seats)
                    return
                continue
            self._choose(*self.chance.choice(asked))
            if self.chance.random() < OFTEN:
                self._aside(seats)

    def _choose(self, seat: SeatClient, state: State) -> None:
        begun = time.monotonic()
        if state.form is not None:
            self.tally.tried("a form", partial(filled, seat))
        else:
            option = self.chance.choice(state.decisions[0].options).id
            self.tally.tried("a choice", lambda: seat.choose(option, state.version))
        self.tally.seconds.append(time.monotonic() - begun)

    def _aside(self, seats: Sequence[SeatClient]) -> None:
        """Something that people do between choices."""
        seat = self.chance.choice(seats)
        what, body = self.chance.choice(ASIDE)
        lang = self.chance.choice(("en", "zh-Hans"))
        words = {name: quote(self.chance.choice(values)) for name, values in PLACE.items()}
        path = f"{seat.server}{seat.path}/{what.format_map(words)}"
        headers = {"Authorization": f"Bearer {seat.token}", "Accept-Language": lang}
        self.tally.tried(what, lambda: send(path, body, headers))


def filled(seat: SeatClient) -> State | None:
    """Fills in the form of a seat; None where a bot, or the last person to undo, was quicker and none is open any more."""
    try:
        return seat.fill_form()
    except ValueError:
        return None


def asides() -> Iterator[tuple[str, Mapping[str, object] | None]]:
    """Every question that a seat may ask, and what it may send beside its choices: (path, body)."""
    for route in ROUTES:
        what = re.sub(r":\w+}", "}", route.path.removeprefix(f"{SEAT}/"))
        if route.path.startswith(f"{SEAT}/") and "GET" in (route.methods or ()) and what != "events":
            yield what, None
    yield "why?option=x", None
    yield "ahead?option=x", None
    yield "undo", {}
    yield "back", {"agree": True}
    yield "messages", {"text": "well played"}
    yield "analysis", {"line": []}
    yield "analysis", {"line": [], "bot": True}
    yield "orders", {"question": "x", "answer": "y"}
    yield "plan", {"choices": []}
    yield "seen", {"tag": "x"}


ASIDE = tuple(asides())


def send(path: str, body: object, headers: Mapping[str, str]) -> bytes:
    """The bytes of an answer. Raises ApiError."""
    data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    request = urllib.request.Request(path, data, {"Content-Type": "application/json", **headers})
    try:
        with urllib.request.urlopen(request, timeout=120) as answer:
            return bytes(answer.read())
    except urllib.error.HTTPError as error:
        with error:
            raise ApiError(error.code, "", error.read().decode("utf-8", "replace")[:200]) from error


def strangers(address: str, chance: random.Random, tally: Tally, ended: threading.Event, pause: float) -> None:
    """Requests with wrong tokens, texts and places, until the time has ended."""
    paths = [re.sub(r":\w+}", "}", route.path) for route in ROUTES] + ["/", "/static/nothing", "/join/nothing"]
    while not ended.wait(chance.uniform(0, 2 * pause)):
        words = {name: quote(chance.choice(JUNK)) for name in ("game", "seat", "step", "key", "device")}
        path, body = f"{address}{chance.choice(paths).format_map(words)}", chance.choice((None, *JUNK))
        headers = {"Authorization": f"Bearer {chance.randrange(10**9)}"}
        tally.tried("a stranger", partial(send, path, None if body is None else body.encode(), headers))


@frozen
class Result:
    """What was done, measured and found."""

    tally: Tally
    measures: Sequence[Measure]
    faults: Sequence[str]

    def __str__(self) -> str:
        rows = [f"at {m.at / 60:5.1f} min: {told(m)}" for m in self.measures[:: max(1, len(self.measures) // 12)]]
        done, times = self.tally.done, sorted(self.tally.seconds)
        before, after = thirds(self.measures)
        rows += [
            f"{done['a new game']} games, {len(times)} choices, {self.tally.requests} requests, "
            f"{sum(self.tally.refused.values())} of them refused; a choice took {statistics.median(times) * 1000:.0f} ms, "
            f"99 of 100 less than {times[int(len(times) * 0.99)] * 1000:.0f} ms",
            f"in the second third {told(before)}",
            f"in the last third   {told(after)}",
            *self.faults[:20],
            f"soak: {self.measures[-1].at / 60:.0f} minutes, memory {after.memory / before.memory - 1:+.1%}: "
            f"{len(self.faults)} faults",
        ]
        return "\n".join(rows)


def told(found: Measure) -> str:
    workers = f"workers {found.workers / 1e6:.0f} MB"
    return f"{found.memory / 1e6:.0f} MB, {workers}, {found.files} files, {found.threads} threads"


def thirds(measures: Sequence[Measure]) -> tuple[Measure, Measure]:
    """The middle values of the second third of the time, and of the last."""
    size = max(1, len(measures) // 3)
    return middle(measures[-2 * size : -size] or measures), middle(measures[-size:])


def middle(measures: Sequence[Measure]) -> Measure:
    return Measure(
        *(
            round(statistics.median(getattr(m, name) for m in measures))
            for name in ("at", "memory", "workers", "files", "threads")
        )
    )


def grown(measures: Sequence[Measure]) -> Iterator[str]:
    """What has become more, in words; usually nothing."""
    before, after = thirds(measures)
    for what in ("memory", "workers"):
        was, now = getattr(before, what), getattr(after, what)
        if now > was * (1 + GROWTH):
            yield f"{what} has grown from {was / 1e6:.1f} to {now / 1e6:.1f} MB"
    for what in ("files", "threads"):
        was, now = getattr(before, what), getattr(after, what)
        if now > was + MORE:
            yield f"there were {was} {what}, and are {now}"


def soak(
    seconds: float, tables: int, pause: float, seed: int = 1, games: Sequence[str] = GAMES, show: bool = False
) -> Result:
    """Plays so long at so many tables. ``pause``: seconds between two choices at a table, on average."""
    tally, ended, measures = Tally(), threading.Event(), list[Measure]()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), tuple(games), options=("--rate", str(RATE)))
        server.start()
        try:
            offers = ask(f"{server.address}/api/v1/games", Offers)
            playing = [
                Table(server.address, offers, random.Random(f"{seed}/{k}"), tally, ended, pause) for k in range(tables)
            ]
            work: list[Callable[[], None]] = [table.run for table in playing]
            work.append(lambda: strangers(server.address, random.Random(seed), tally, ended, pause))
            threads = [threading.Thread(target=tally.watched(each)) for each in work]
            for thread in threads:
                thread.start()
            begun = time.monotonic()
            while not ended.wait(min(LOOK, seconds / 12)):
                measures.append(measure(server.process, begun))
                if show:
                    print(f"at {measures[-1].at / 60:5.1f} min: {told(measures[-1])}", flush=True)
                if not server.running or time.monotonic() - begun > seconds:
                    ended.set()
            for thread in threads:
                thread.join()
            faults = [*tally.faults, *grown(measures)]
            begun = time.monotonic()
            if server.end(signal.SIGTERM) != -signal.SIGTERM or time.monotonic() - begun > 5:
                faults.append(f"the server did not end as it should\n{server.log()}")
            faults += [row for row in server.rows() if "ERROR" in row or "Traceback" in row]
        finally:
            server.kill()
    return Result(tally, measures, faults)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--pause", type=float, default=1.0, help="seconds between two choices at a table")
    parser.add_argument("--seed", type=int, default=1)
    said = parser.parse_args()
    result = soak(said.minutes * 60, said.tables, said.pause, said.seed, show=True)
    print(result)
    return int(bool(result.faults))


if __name__ == "__main__":
    sys.exit(main())
