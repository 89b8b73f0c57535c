"""How much one server of tables bears: many live games, every seat looking on, choices at a steady pace.

    python benchmarks/web_load.py                                     # 500 games of SHOGUN, 4 seats, 50 choices a second
    python benchmarks/web_load.py --games 20 --pace 10 --seconds 20
    python benchmarks/web_load.py --servers 2 --db postgresql:///tables

Each game begins in its middle and has four people, with a page open for each: the whole view once, and then a line on which
comes what is new in it. Choices come at moments of chance, from anybody who is asked somewhere; a season is planned as the page
does it, by a form. Prints how long it took from sending a choice until all four pages had their new view: the middle one,
and those of which 95 and 99 of 100 are shorter; processor time and memory of the server; what an idle game
costs. Of several servers each has its share of the games, as behind a proxy that sends all requests of a game to one of them.
The players run on the same machine, so that they take processor time from the servers.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gzip
import json
import os
import random
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from attrs import define, field

import rulekit
from rulekit.web.client import SeatClient, ask, begin
from rulekit.web.table_answers import Offers

PORT = 8799
QUIET = 0.15
"""Seconds without news after which the views of a choice are taken to be all there"""
SAVES = 8
"""So many different positions the games begin with"""

State = dict[str, Any]


@define
class Page:
    """The page of one seat: what it may choose, and when it was told last. ``asked``: how often it had to ask for the whole."""

    seat: SeatClient
    state: State = field(factory=dict)
    seen: float = 0.0
    asked: int = 0
    tasks: list[asyncio.Task[None]] = field(factory=list)

    async def open(self, ready: asyncio.Semaphore) -> None:
        """Asks for the view, and follows from then on what is new in it."""
        async with ready:
            await self.look()
            reader, writer = await self._request("GET", f"/events?states=1&lang=en&have={self.state['tag']}")
            await reader.readuntil(b"\r\n\r\n")
        self.tasks.append(asyncio.create_task(self._follow(reader, writer)))

    async def _follow(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                line = await reader.readline()
                if not line:
                    return
                if line.startswith(b"data: "):
                    await self.take(json.loads(line[6:]))

    async def take(self, answer: State) -> None:
        """What a page does with a state, or with what is different in it."""
        fields = answer.get("set", answer)
        if answer["tag"] != self.state.get("tag"):
            if answer.get("since", self.state.get("tag")) != self.state.get("tag"):
                await self.look()
                return
            kept = {name: fields[name] for name in ("version", "decisions", "form", "over") if name in fields}
            self.state = {**self.state, **kept, "tag": answer["tag"]}
            self.seen = time.perf_counter()

    async def look(self) -> None:
        """Asks for the whole state."""
        self.asked += 1
        answer = json.loads(await self._answer("GET", "?lang=en"))
        self.state = {name: answer[name] for name in ("version", "decisions", "form", "over", "tag")}
        self.seen = time.perf_counter()

    async def post(self, what: str, **fields: object) -> State:
        body = json.dumps(fields).encode()
        return dict(json.loads(await self._answer("POST", f"/{what}?lang=en&have={self.state['tag']}", body)))

    async def _answer(self, method: str, path: str, body: bytes = b"") -> bytes:
        reader, writer = await self._request(method, path, body)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        sent = await reader.read()
        writer.close()
        if " 200 " not in head.partition("\r\n")[0]:
            raise AssertionError(f"{method} {path}: {head.partition(chr(13))[0]} {sent[:200]!r}")
        return gzip.decompress(sent) if "content-encoding: gzip" in head.lower() else sent

    async def _request(
        self, method: str, path: str, body: bytes = b""
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        host, _, port = self.seat.server.rpartition("/")[2].partition(":")
        reader, writer = await asyncio.open_connection(host, int(port), limit=1 << 22)
        writer.write(
            f"{method} {self.seat.path}{path} HTTP/1.0\r\nHost: {host}:{port}\r\n"
            f"Authorization: Bearer {self.seat.token}\r\nAccept-Encoding: gzip\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        return reader, writer


@define
class Table:
    """A game with the pages of its seats."""

    pages: list[Page]
    busy: bool = False

    async def choose(self, chance: random.Random) -> float | None:
        """One choice by chance, of any seat that is asked; seconds until everybody had his new view. None where it is over."""
        pages = [page for page in self.pages if page.state["decisions"] and not page.state["over"]]
        if not pages:
            return None
        page = chance.choice(pages)
        state = page.state
        done = {"version": state["version"], "move": secrets.token_hex(8)}
        begun = time.perf_counter()
        if state["form"]:
            values = [line["value"] for line in state["form"]["lines"]]
            filled = await page.post("form", version=state["version"], values=values, rest=True)
            begun = time.perf_counter()
            answer = await page.post("form/send", values=[x["value"] for x in filled["form"]["lines"]], **done)
        else:
            option = chance.choice(state["decisions"][0]["options"])["id"]
            answer = await page.post("choices", option=option, **done)
        await page.take(answer)
        page.seen = time.perf_counter()
        while time.perf_counter() - max(p.seen for p in self.pages) < QUIET:
            await asyncio.sleep(QUIET / 5)
        return max(p.seen for p in self.pages if p.seen >= begun) - begun


def positions(game: str, players: int) -> list[State]:
    """Saves from the middle of games of chance."""
    found = []
    for seed in range(SAVES):
        chance = random.Random(seed)
        match = rulekit.load(game).start(players, seed)
        for _ in range(60 + 25 * seed):
            if match.over:
                break
            decision = chance.choice(match.decisions)
            match.choose(decision, chance.choice(list(decision.options)))
        found.append(match.save())
    return found


@define
class Served:
    """A server of tables: where it answers, and the number of its process."""

    address: str
    process: int


@contextmanager
def served(games: Sequence[str], database: str, rate: int = 1_000_000, port: int = PORT) -> Iterator[Served]:
    """A server of its own. ``rate``: requests a second that an address may make."""
    order = [sys.executable, "-m", "rulekit", "serve", *games, "--port", str(port)]
    order += ["--rate", str(rate), "--db", database]
    process = subprocess.Popen(order, stdout=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(300):
            try:
                ask(f"{address}/api/v1/games", Offers)
                break
            except OSError:
                time.sleep(0.1)
        yield Served(address, process.pid)
    finally:
        process.terminate()
        process.wait()


def memory(process: int) -> int:
    """Bytes that a process holds; 0 where the system does not tell."""
    with contextlib.suppress(OSError), open(f"/proc/{process}/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def processor_time(process: int) -> float:
    """Seconds of processor time that a process has taken; 0 where the system does not tell."""
    with contextlib.suppress(OSError), open(f"/proc/{process}/stat", encoding="ascii") as file:
        user, system = file.read().rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
    return 0.0


async def measure(tables: list[Table], pace: float, seconds: float) -> list[float]:
    """Choices at moments of chance, ``pace`` a second on average: how long each took."""
    chance, times = random.Random(1), list[float]()
    pending: set[asyncio.Task[None]] = set()

    async def one(table: Table) -> None:
        try:
            took = await table.choose(chance)
        finally:
            table.busy = False
        if took is not None:
            times.append(took)

    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        await asyncio.sleep(chance.expovariate(pace))
        free = [table for table in tables if not table.busy]
        if free:
            table = chance.choice(free)
            table.busy = True
            task = asyncio.create_task(one(table))
            pending.add(task)
            task.add_done_callback(pending.discard)
    if pending:
        await asyncio.wait(pending)
    return times


async def run(said: argparse.Namespace, servers: Sequence[Served], saves: list[State]) -> None:
    def began(k: int, save: State) -> list[SeatClient]:
        return begin(servers[k % len(servers)].address, game=Path(said.game).name, players=said.players, save=save)

    def held() -> int:
        return sum(memory(server.process) for server in servers)

    def spent() -> float:
        return sum(processor_time(server.process) for server in servers)

    for save in saves:  # what all games share is there before they are counted
        for k in range(len(servers)):
            began(k, save)
    begun = held()
    seats = [began(k, saves[k // len(servers) % len(saves)]) for k in range(said.games)]
    print(f"{said.games} games: {(held() - begun) / said.games / 1000:.0f} kB each in memory")
    tables, ready = [Table([Page(seat) for seat in row]) for row in seats], asyncio.Semaphore(20)
    await asyncio.gather(*(page.open(ready) for table in tables for page in table.pages))
    print(f"{said.games * said.players} pages are open: {held() / 1e6:.0f} MB")
    before = spent()
    times = sorted(await measure(tables, said.pace, said.seconds))
    for table in tables:
        for page in table.pages:
            for task in page.tasks:
                task.cancel()
    shares = {share: times[min(int(len(times) * share / 100), len(times) - 1)] * 1000 for share in (95, 99)}
    cost = spent() - before
    print(f"{cost / max(len(times), 1) * 1000:.1f} ms of processor time for each choice")
    print(f"{len(times)} choices in {said.seconds:.0f} s, {len(times) / said.seconds:.0f} a second")
    print(
        f"until all views were there: {statistics.median(times) * 1000:.0f} ms, "
        f"95 of 100 within {shares[95]:.0f} ms, 99 within {shares[99]:.0f} ms; memory {held() / 1e6:.0f} MB"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="games/shogun", help="the folder of a game")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--pace", type=float, default=50, help="choices a second, over all games")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--servers", type=int, default=1, help="several need a PostgreSQL")
    parser.add_argument("--db", help="postgresql://..., or a file; without it a file of its own")
    said = parser.parse_args()
    saves = positions(said.game, said.players)
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        database = said.db or str(Path(folder) / "load.db")
        servers = [stack.enter_context(served([said.game], database, port=PORT + k)) for k in range(said.servers)]
        asyncio.run(run(said, servers, saves))


if __name__ == "__main__":
    main()
