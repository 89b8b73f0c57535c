"""Kills servers under load, again and again, and looks whether a choice was lost, doubled or changed.

    python -m tests.web.kills --kills 200                  # one server on a file of SQLite
    python -m tests.web.kills --kills 200 --postgres       # two servers on one PostgreSQL, one of them killed at a time

Players choose at several tables at once, each as the page does: an answer that does not come is asked for again under the same
name, at the other server where there are two. What a server has acknowledged is written down here; in the end each game
has to hold all of it, once, in the order in which it was acknowledged, and has to be where its moves lead.
"""

from __future__ import annotations

import argparse
import http.client
import random
import secrets
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from attrs import define, field, frozen

import rulekit
from rulekit.runtime.persistence.choices import LocatedChoice, find
from rulekit.web.client import ApiError, SeatClient, begin
from rulekit.web.state import State
from rulekit.web.store import GameStore
from tests import patience
from tests.playing import ROOT
from tests.web.postgres import running
from tests.web.serving import Server

GAMES = ("games/tic_tac_toe", "games/shogun")
PLAYERS = {"tic_tac_toe": 2, "shogun": 3}
MOST = 0.4
"""Seconds at most from the first choice after a kill until the next kill"""
BETWEEN = 3
"""Choices that are acknowledged before each kill, at least"""
PAUSE = 0.05
BUSY = 503
"""The status of what could not be stored just now, and may be tried again"""
PATIENCE = 120.0
"""Seconds until a player gives up: no server has answered, on a quick machine"""


@frozen
class Result:
    kills: int
    games: int
    acknowledged: int
    faults: Sequence[str]

    def __str__(self) -> str:
        said = f"{self.kills} kills, {self.games} games, {self.acknowledged} acknowledged choices"
        return "\n".join([f"{said}: {len(self.faults)} faults", *self.faults])


@define
class Player:
    """Plays all seats of one table after another, by chance; a new game follows each that has ended."""

    servers: Sequence[Server]
    game: str
    random: random.Random
    ended: threading.Event
    acknowledged: dict[str, list[str]] = field(factory=dict)
    """game -> the names of the moves that a server has acknowledged, in their order"""
    faults: list[str] = field(factory=list)

    @property
    def count(self) -> int:
        return sum(map(len, list(self.acknowledged.values())))

    def run(self) -> None:
        while not self.ended.is_set():
            seats = self._begin()
            made = self.acknowledged.setdefault(seats[0].path.split("/")[4], [])
            while not self.ended.is_set() and self._one(seats, made):
                pass

    def _begin(self) -> list[SeatClient]:
        while True:
            try:
                server = self.random.choice(self.servers).address
                return begin(server, game=self.game, players=PLAYERS[self.game], seed=self.random.randrange(1000))
            except ApiError as error:
                if error.status != BUSY:
                    raise
            except (OSError, http.client.HTTPException):
                time.sleep(PAUSE)

    def _one(self, seats: Sequence[SeatClient], made: list[str]) -> bool:
        """One choice; False at the end of the game."""
        asked = [(seat, state) for seat in seats if (state := self._look(seat)).decisions]
        if not asked or asked[0][1].over:
            return False
        seat, state = self.random.choice(asked)
        option = self.random.choice(state.decisions[0].options).id
        move, begun = secrets.token_hex(8), time.monotonic()
        while True:
            try:
                self._at(seat).post("choices", State, option=option, version=state.version, move=move)
                made.append(move)
                return True
            except ApiError as error:
                if error.status == BUSY:
                    continue
                self.faults.append(f"{seat.path}: {option} was offered and refused: {error.code} {error}")
                return False
            except (OSError, http.client.HTTPException, ValueError):  # cut off in the middle
                if time.monotonic() - begun > patience.seconds(PATIENCE):
                    self.faults.append(f"{seat.path}: no answer to {option}")
                    return False
                time.sleep(PAUSE)

    def _look(self, seat: SeatClient) -> State:
        begun = time.monotonic()
        while True:
            try:
                return self._at(seat).look()
            except (OSError, http.client.HTTPException, ValueError):
                if time.monotonic() - begun > patience.seconds(PATIENCE):
                    raise
                time.sleep(PAUSE)

    def _at(self, seat: SeatClient) -> SeatClient:
        return seat.at(self.random.choice(self.servers).address)


@contextmanager
def servers(folder: Path, postgres: bool) -> Iterator[tuple[list[Server], str]]:
    """Servers that run, and the URL of their database."""
    with ExitStack() as stack:
        if postgres:
            url = stack.enter_context(running()).database()
            made = [Server(folder, GAMES, database=url) for _ in range(2)]
        else:
            url = f"sqlite:///{folder / 'tables.db'}"
            made = [Server(folder, GAMES)]
        for server in made:
            server.start()
            stack.callback(server.kill)
        yield made, url


def kill_under_load(kills: int, seed: int, postgres: bool = False, players: int = 6) -> Result:
    """So many kills while so many tables are played at once; what was found then."""
    chance, ended = random.Random(seed), threading.Event()
    with tempfile.TemporaryDirectory() as folder, servers(Path(folder), postgres) as (made, url):
        names = [Path(game).name for game in GAMES]
        tables = [Player(made, names[k % len(names)], random.Random(f"{seed}/{k}"), ended) for k in range(players)]
        threads = [threading.Thread(target=table.run) for table in tables]
        for thread in threads:
            thread.start()
        try:
            for _ in range(kills):
                wait_for_choices(tables)
                time.sleep(chance.uniform(0, MOST))  # so that it is hit anywhere in its work
                victim = chance.choice(made)
                victim.kill()
                victim.start()
        finally:
            ended.set()
            for thread in threads:
                thread.join()
        for server in made:
            server.kill()
        faults = [fault for table in tables for fault in table.faults]
        games = {game: moves for table in tables for game, moves in table.acknowledged.items()}
        faults += [fault for game, moves in games.items() for fault in looked_at(url, game, moves)]
    return Result(kills, len(games), sum(map(len, games.values())), faults)


def wait_for_choices(tables: Sequence[Player]) -> None:
    """Until some more choices were acknowledged, so that each kill hits games that go on."""
    enough = sum(table.count for table in tables) + BETWEEN
    patience.until(lambda: sum(table.count for table in tables) >= enough, "some more choices", PATIENCE)


def looked_at(url: str, game: str, acknowledged: Sequence[str]) -> Iterator[str]:
    """What is wrong with a game: moves that are missing, doubled, in another order, or that the rules do not allow."""
    store = GameStore(url)
    try:
        row, rows = store.game(game), store.moves(game)
    finally:
        store.close()
    if row is None:
        yield f"{game} is gone"
        return
    stored = [move.move for move in rows]
    if [move.number for move in rows] != list(range(1, len(rows) + 1)):
        yield f"{game}: the moves are not numbered one by one"
    if len(set(stored)) != len(stored):
        yield f"{game}: a move is there twice"
    known = set(acknowledged)
    if [move for move in stored if move in known] != list(acknowledged):
        yield f"{game}: {len(known - set(stored))} acknowledged moves are missing, or they stand in another order"
    if len(stored) > len(acknowledged) + 1:  # one may be stored whose answer nobody waited for
        yield f"{game}: {len(stored) - len(acknowledged)} moves more than were sent"
    match = rulekit.load(ROOT / "games" / row.game).start(row.seats, row.seed, row.options)
    for move in rows:
        found = find(match, move.choice(row.seats))
        if not isinstance(found, LocatedChoice):
            yield f"{game}: move {move.number} cannot be made"
            return
        match.decide(found.index, found.value)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgres", action="store_true", help="two servers on one database")
    said = parser.parse_args()
    result = kill_under_load(said.kills, said.seed, said.postgres)
    print(result)
    sys.exit(1 if result.faults or not result.acknowledged else 0)


if __name__ == "__main__":
    main()
