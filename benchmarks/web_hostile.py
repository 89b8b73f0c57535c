"""What a stranger's requests cost everybody else: choices at a few tables, alone and while he does his worst.

    python benchmarks/web_hostile.py
    python benchmarks/web_hostile.py --attack bots --requests 42

Prints for each attack how long it took from sending a choice until all four pages of the table had their new view, without it
and with it. The stranger comes from an address of his own (127.0.0.2, so Linux only) and holds a seat at a table of his own:

- ``bots``: so many games of five bots that think for long;
- ``analysis``: so many long lines at once on the analysis board, each ended by a bot, again and again;
- ``replays``: so many first looks at the replay of a long game of A MOST DANGEROUS TIME, again and again;
- ``variants``: so many questions at once what combinations of variants make of SHOGUN, of which nobody has asked before.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import tempfile
import time
from itertools import combinations
from pathlib import Path
from typing import Any

from attrs import define

import rulekit
from benchmarks.web_load import Page, Served, Table, measure, positions, processor_time, served
from rulekit.web.client import SeatClient, begin

SHOGUN, LONG = "games/shogun", "plugins/most_dangerous_time/rulekit_most_dangerous_time/game"
TABLES, PLAYERS, PACE = 8, 4, 6.0
"""Of the others; choices a second"""
STRANGER = "127.0.0.2"
BEFORE = 2.0
"""Seconds that an attack has gone on when the others are measured"""
ATTACKS = ("bots", "analysis", "replays", "variants")


@define
class Stranger:
    """Sends requests from his own address and counts what he is answered, by status."""

    server: str
    answers: dict[str, int]

    async def send(self, method: str, path: str, body: object = None, token: str = "") -> None:
        host, _, port = self.server.rpartition("/")[2].partition(":")
        data = json.dumps(body).encode() if body is not None else b""
        reader, writer = await asyncio.open_connection(host, int(port), local_addr=(STRANGER, 0), limit=1 << 24)
        head = f"{method} {path} HTTP/1.0\r\nHost: {host}:{port}\r\nAuthorization: Bearer {token}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        writer.write(head.encode() + data)
        try:
            status = (await reader.readline()).decode("latin-1").split()[1:2]
            await reader.read()
        finally:
            writer.close()
        self.answers[status[0] if status else "none"] = self.answers.get(status[0] if status else "none", 0) + 1

    async def again_and_again(self, method: str, path: str, body: object, token: str) -> None:
        while True:
            await self.send(method, path, body, token)


def line_of(save: dict[str, Any], game: str, count: int) -> list[dict[str, object]]:
    """So many moves of chance from a position, as the analysis board of the first seat takes them."""
    match, chance, line = rulekit.load(game).resume(save), random.Random(3), []
    match = match.determinised(match.players[0], 0)
    while len(line) < count and not match.over:
        decision = match.decisions[0]
        option = chance.choice(list(decision.options))
        line.append({"seat": decision.seat, "option": option.id})
        match.choose(decision, option)
    return line


def long_game() -> dict[str, Any]:
    """The end of a game of A MOST DANGEROUS TIME, played by chance."""
    match, chance = rulekit.load(LONG).start(None, 4), random.Random(4)
    while not match.over and match.decided < 600:
        decision = match.decisions[0]
        match.choose(decision, chance.choice(list(decision.options)))
    return match.save()


def attackers(attack: str, requests: int, stranger: Stranger, saves: dict[str, Any]) -> list[Any]:
    """What is to be run beside the others."""
    if attack == "bots":
        body = {"game": "shogun", "players": 5, "bots": {str(k): "mcts:hard" for k in range(1, 6)}}
        return [stranger.send("POST", "/api/v1/games", body) for _ in range(requests)]
    if attack == "analysis":
        own = begin(stranger.server, game="shogun", players=PLAYERS, save=saves["shogun"])[0]
        body = {"line": line_of(saves["shogun"], SHOGUN, 200), "bot": True}
        return [stranger.again_and_again("POST", f"{own.path}/analysis", body, own.token) for _ in range(requests)]
    if attack == "variants":
        names = sorted(path.stem for path in (Path(SHOGUN) / "variants").glob("*.rules"))
        asked = [",".join(some) for some in combinations(names, 3)][:requests]
        return [stranger.send("GET", f"/api/v1/offer?game=shogun&variants={some}") for some in asked]
    seats = [begin(stranger.server, game="game", save=saves["long"])[0] for _ in range(requests)]
    return [stranger.again_and_again("GET", f"{x.path}/replay/{k}", None, x.token) for k, x in enumerate(seats)]


async def measured(tables: list[Table], seconds: float) -> list[float]:
    return sorted(await measure(tables, PACE, seconds))


def told(times: list[float]) -> str:
    part = [times[min(int(len(times) * share / 100), len(times) - 1)] * 1000 for share in (95, 99)]
    return f"{statistics.median(times) * 1000:4.0f} ms, 95 of 100 within {part[0]:4.0f} ms, 99 within {part[1]:4.0f} ms"


async def run(said: argparse.Namespace, server: Served, saves: dict[str, Any]) -> None:
    seats: list[list[SeatClient]] = [
        begin(server.address, game="shogun", players=PLAYERS, save=save) for save in saves["others"][:TABLES]
    ]
    tables, ready = [Table([Page(seat) for seat in row]) for row in seats], asyncio.Semaphore(5)
    await asyncio.gather(*(page.open(ready) for table in tables for page in table.pages))
    await asyncio.sleep(said.settle)
    print(f"alone:    {told(await measured(tables, said.seconds))}")
    for attack in said.attack:
        stranger = Stranger(server.address, {})
        work = [asyncio.create_task(x) for x in attackers(attack, said.requests, stranger, saves)]
        await asyncio.sleep(BEFORE)
        spent, begun = processor_time(server.process), time.perf_counter()
        times = await measured(tables, said.seconds)
        share = (processor_time(server.process) - spent) / (time.perf_counter() - begun)
        for task in work:
            task.cancel()
        await asyncio.gather(*work, return_exceptions=True)
        answers = ", ".join(f"{count} times {status}" for status, count in sorted(stranger.answers.items()))
        print(
            f"{attack + ':':9} {told(times)}; the server took {share:.2f} of a core; the stranger: {answers or 'nothing'}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--attack", choices=ATTACKS, action="append")
    parser.add_argument("--requests", type=int, default=42, help="at once")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--settle", type=float, default=10, help="seconds for what a server does after its start")
    said = parser.parse_args()
    said.attack = said.attack or ATTACKS
    others = positions(SHOGUN, PLAYERS)
    saves = {"others": others, "shogun": others[0], "long": long_game() if "replays" in said.attack else None}
    with (
        tempfile.TemporaryDirectory() as folder,
        served([SHOGUN, LONG], str(Path(folder) / "hostile.db"), 200) as server,
    ):
        asyncio.run(run(said, server, saves))


if __name__ == "__main__":
    main()
