"""Bots think beside the requests: who chooses is answered at once, and whatever becomes of a bot, the table goes on."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.applications import Starlette

from rulekit.plugins.manager import NAMED
from rulekit.web import autoplay, thinking
from rulekit.web.app import create_app
from rulekit.web.autoplay import RemainingWork
from rulekit.web.bot_worker import BotChoice, ThinkJob
from rulekit.web.stored_rows import MoveRow
from rulekit.web.thinking import BOTS, PEOPLE, BotQueue, ServerStopping, Worker
from tests import patience
from tests.web.asking import TestClient
from tests.web.conftest import FOLDERS
from tests.web.test_games import begin, choose, look

PATIENCE = 60.0
PLUGIN = """
import os
import time
from rulekit.plugins.hookspecs import hookimpl


def told(seat):
    print("a bot may print what it wants")
    return 0


def broken(seat):
    raise RuntimeError("it has no idea")


def last(seat):
    return len(seat.decision.options) - 1


def dead(seat):
    os._exit(1)


def endless(seat):
    while True:
        time.sleep(1)


@hookimpl
def rulekit_bots():
    return [("told", told), ("broken", broken), ("dead", dead), ("last", last), ("endless", endless)]
"""
FAILING = """game Counter "Counter":
  played by 2 players, called Ash, Birch
  begins with count

marks seen by all:
  steps: from 0 to 9, at first 0

table sizes for {taken: number} gives size:
  0 to 2 | 1

to count:
  repeat 3 times:
    each player in players:
      choose n among 1, 2: "how many steps?"
      let far be size of sizes for steps
      raise steps by far + n
  end the game, ranking players by steps
"""
DEVICE = """
from rulekit.plugins.devices import Word
from rulekit.plugins.hookspecs import hookimpl


class Imp:
    name = "imp"
    doc = "An imp that does not like two nuts in one basket."
    parameters = ()
    words = (Word("tease {a:place} and {b:place}", "tease", "tease crate and basket"),)

    def stores(self, parameters):
        return ["bag"]

    def bind(self, setting):
        def tease(s, z, a, b):
            if s[b[0]] > 1:
                raise LookupError("too many nuts")

        return {"tease": tease}


@hookimpl
def rulekit_devices():
    return [Imp()]
"""
TEASED = """game Teased "Teased":
  played by 2 players, called Ash, Birch
  begins with fill
  uses plugin imp

piece nut, nuts: 9, at first in crate

places seen by all:
  crate: nuts
  basket: nuts

marks seen by all:
  eaten of each player: from 0 up

to fill:
  repeat 2 times:
    each player in players:
      choose n from 1 to 2: "how many nuts?"
      move n nuts from crate to basket
      raise my eaten by n
      tease crate and basket
  end the game, ranking players by eaten of it
"""
STEEP = """game Steep "Steep":
  played by 2 players, called Ash, Birch
  begins with climb

marks seen by all:
  steps: from 0 to 99, at first 0

table heights for {taken: number} gives height:
  0 to 20 | 1

to climb:
  repeat 2 times:
    each player in players:
      choose n among 1, 2, 3, 4, 5, 30: "how many steps?"
      let far be height of heights for n
      raise steps by far
  end the game, ranking players by steps
"""
"""Nobody can go thirty steps"""


def rest(app: Any) -> None:
    """Waits until all bots have chosen."""
    assert app.state.registry.bots.thinkers.rest(patience.seconds(PATIENCE))


@pytest.fixture
def plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "strange_bots.py").write_text(PLUGIN, encoding="utf-8")
    monkeypatch.setenv(NAMED, str(tmp_path / "strange_bots.py"))
    autoplay._bots.cache_clear()
    yield
    autoplay._bots.cache_clear()


@pytest.fixture
def held(app: Starlette) -> Iterator[Callable[[], None]]:
    """No bot thinks before it is called."""
    go, thinkers = threading.Event(), app.state.registry.bots.thinkers
    advance = thinkers.advance

    def waiting(game: str, worker: Worker) -> bool:
        go.wait(patience.seconds(PATIENCE))
        return bool(advance(game, worker))

    thinkers.advance = waiting
    yield go.set
    go.set()


# ---------------------------------------------------------------- at a table
def test_a_bot_that_thinks_answers_after_the_request(
    app: Starlette, client: TestClient, held: Callable[[], None]
) -> None:
    game, seats, _ = begin(client, game="tic_tac_toe", bots={"2": "greedy"})
    answer = choose(client, game, 1, seats[0], "B2").json()
    assert answer["view"]["waiting"] == ["Nought"] and not answer["decisions"]
    held()
    rest(app)
    state = look(client, game, 1, seats[0])
    assert state["decisions"] and len(state["decisions"][0]["options"]) == 7


def test_games_of_bots_alone_hold_up_nobody(app: Starlette, client: TestClient, held: Callable[[], None]) -> None:
    """As many as there are threads for requests, and some more, of bots that think for long."""
    alone = [
        begin(client, game="shogun", players=5, bots={str(k): "mcts:hard" for k in range(1, 6)})[0] for _ in range(45)
    ]
    game, seats, _ = begin(client, game="tic_tac_toe", bots={"2": "greedy"})
    assert choose(client, game, 1, seats[0], "B2").status_code == 200 and len({*alone}) == 45
    thinkers = app.state.registry.bots.thinkers
    assert thinkers._wanted[game] == PEOPLE and {thinkers._wanted[x] for x in alone} == {BOTS}


def test_a_name_of_the_server_is_none_for_a_client(app: Starlette, client: TestClient) -> None:
    """A client could take the name under which a bot's move is stored next; then the bot never moved again."""
    game, seats, _ = begin(client, game="tic_tac_toe")
    assert choose(client, game, 1, seats[0], "B2", move="/2").status_code == 422
    assert choose(client, game, 1, seats[0], "B2", move="auto-3").status_code == 200
    client.patch(f"/api/v1/games/{game}/seats/2", json={"bot": "greedy"}, headers=seats[1])
    client.patch(f"/api/v1/games/{game}/seats/1", json={"bot": "greedy"}, headers=seats[0])
    rest(app)
    assert look(client, game, 1, seats[0])["over"]


def test_who_comes_back_while_a_bot_thinks_chooses_himself(
    app: Starlette, client: TestClient, held: Callable[[], None]
) -> None:
    game, seats, _ = begin(client, game="tic_tac_toe")
    url = f"/api/v1/games/{game}/seats/1"
    client.patch(url, json={"bot": "greedy"}, headers=seats[0])
    client.patch(url, json={"bot": ""}, headers=seats[0])
    held()
    rest(app)
    assert len(look(client, game, 1, seats[0])["decisions"][0]["options"]) == 9


def test_a_bot_that_thought_when_the_server_ended_goes_on(
    app: Starlette, client: TestClient, database: str, held: Callable[[], None]
) -> None:
    game, seats, _ = begin(client, game="tic_tac_toe", bots={"1": "greedy"})
    other = create_app(FOLDERS, database)
    with TestClient(other) as again:
        rest(other)
        assert len(other.state.registry.store.moves(game)) == 1, "before anybody looks"
        assert look(again, game, 2, seats[1])["decisions"]


# ---------------------------------------------------------------- bots that fail
@pytest.mark.parametrize(
    ("bot", "why", "named"),
    [("broken", "it has no idea", True), ("dead", "its process died", False), ("endless", "more than 2 s", False)],
)
def test_a_bot_that_fails_is_named_and_another_one_chooses(
    plugins: None, tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch, bot: str, why: str, named: bool
) -> None:
    monkeypatch.setattr(thinking, "SECONDS", 2.0 if bot == "endless" else PATIENCE)
    with TestClient(create_app(FOLDERS, database), headers={"Sec-Fetch-Site": "same-origin"}) as client:
        game, seats, _ = begin(client, game="tic_tac_toe", bots={"2": bot})
        assert choose(client, game, 1, seats[0], "B2").status_code == 200
        rest(client.app)
        state = look(client, game, 1, seats[0])
        assert state["decisions"] and state["people"][1]["bot"] == "random"
        assert state["people"][1]["failed"].startswith(f"{bot}: ") and why in state["people"][1]["failed"]
        assert not named or "strange_bots.py" in state["people"][1]["failed"]
        assert str(tmp_path) not in str(state), "only the name of the file, and not where the server keeps it"
        client.patch(f"/api/v1/games/{game}/seats/2", json={"bot": "greedy"}, headers=seats[1])
        assert "failed" not in look(client, game, 1, seats[0])["people"][1]


def test_what_a_bot_prints_is_no_thought(plugins: None, database: str) -> None:
    with TestClient(create_app(FOLDERS, database), headers={"Sec-Fetch-Site": "same-origin"}) as client:
        game, seats, _ = begin(client, game="tic_tac_toe", bots={"2": "told"})
        choose(client, game, 1, seats[0], "B2")
        rest(client.app)
        state = look(client, game, 1, seats[0])
        assert state["decisions"] and "failed" not in state["people"][1]


@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_where_the_rules_fail_the_moves_of_people_stand(tmp_path: Path, database: str, bot: str) -> None:
    folder = tmp_path / "counter"
    folder.mkdir()
    (folder / "game.rules").write_text(FAILING, encoding="utf-8")
    with TestClient(create_app({"counter": folder}, database), headers={"Sec-Fetch-Site": "same-origin"}) as client:
        game, seats, _ = begin(client, game="counter", players=2, bots={"2": bot})
        first = look(client, game, 1, seats[0])
        two = first["decisions"][0]["options"][1]["id"]
        assert choose(client, game, 1, seats[0], two).status_code == 200
        rest(client.app)
        state = look(client, game, 1, seats[0])
        assert state["trouble"] and not state["decisions"] and state["undo"] is None
        undone = {"version": state["version"], "move": "back"}
        state = client.post(f"/api/v1/games/{game}/seats/1/undo", json=undone, headers=seats[0]).json()
        assert not state["trouble"] and state["decisions"]


@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_where_a_device_fails_the_moves_of_people_stand(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch, bot: str
) -> None:
    """Its fault at the choice of a bot was the answer to the person who had chosen before it."""
    (tmp_path / "imps.py").write_text(DEVICE, encoding="utf-8")
    (tmp_path / "teased").mkdir()
    (tmp_path / "teased" / "game.rules").write_text(TEASED, encoding="utf-8")
    monkeypatch.setenv(NAMED, str(tmp_path / "imps.py"))
    app = create_app({"teased": tmp_path / "teased"}, database)
    with TestClient(app, headers={"Sec-Fetch-Site": "same-origin"}) as client:
        game, seats, _ = begin(client, game="teased", bots={"2": bot})
        one = look(client, game, 1, seats[0])["decisions"][0]["options"][0]["id"]
        assert choose(client, game, 1, seats[0], one).status_code == 200
        rest(client.app)
        state = look(client, game, 1, seats[0])
        assert "imps.py is at fault: the device imp: tease failed" in state["trouble"], state["trouble"]
        assert str(tmp_path) not in str(state) and state["undo"] is None


def test_a_bot_whose_option_fails_is_named_and_another_one_chooses(
    plugins: None, tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "steep").mkdir()
    (tmp_path / "steep" / "game.rules").write_text(STEEP, encoding="utf-8")
    monkeypatch.setattr("rulekit.bots.invoke.random_index", lambda *_: 0)
    app = create_app({"steep": tmp_path / "steep"}, database)
    with TestClient(app, headers={"Sec-Fetch-Site": "same-origin"}) as client:
        game, seats, _ = begin(client, game="steep", bots={"2": "last"})
        one = look(client, game, 1, seats[0])["decisions"][0]["options"][0]["id"]
        assert choose(client, game, 1, seats[0], one).status_code == 200
        rest(client.app)
        state = look(client, game, 1, seats[0])
        assert state["decisions"] and not state["trouble"], "the random bot does not take the last option here"
        assert state["people"][1]["bot"] == "random"
        assert state["people"][1]["failed"].startswith("last: the rules fail at what it chose: ")


# ---------------------------------------------------------------- the queue
def test_a_game_is_thought_about_by_one_at_a_time_and_each_in_its_turn() -> None:
    seen, now, most, lock = [], set(), 0, threading.Lock()

    def advance(game: str, worker: Worker) -> bool:
        nonlocal most
        with lock:
            assert game not in now
            now.add(game)
            most = max(most, len(now))
            seen.append(game)
        with lock:
            now.discard(game)
        return seen.count(game) < 5

    thinkers = BotQueue(advance, at_once=2)
    for game in "abc":
        thinkers.want(game)
        thinkers.want(game)
    assert thinkers.rest(PATIENCE) and most <= 2
    assert all(5 <= seen.count(game) <= 6 for game in "abc")
    thinkers.stop()
    thinkers.want("d")
    assert thinkers.rest(0) and "d" not in seen


def test_a_game_that_fails_stops_no_other() -> None:
    def advance(game: str, worker: Worker) -> bool:
        if game == "a":
            raise OSError("the database is away")
        return False

    thinkers = BotQueue(advance, at_once=1)
    thinkers.want("a")
    thinkers.want("b")
    assert thinkers.rest(PATIENCE)
    thinkers.stop()


def test_a_stopped_worker_thinks_no_more() -> None:
    worker = Worker()
    worker.stop()
    with pytest.raises(ServerStopping):
        worker.think(ThinkJob("one", "folder", (), "rules", ("Ash",), {}, "1", "keyed", [], 0, 1, "random"))
    assert not worker.process.running


def test_a_worker_ends_with_its_server(app: Starlette, client: TestClient, plugins: None) -> None:
    """Also in the middle of a thought that never ends, and however the server has ended: its pipe is closed then."""
    game, *_ = begin(client, game="tic_tac_toe", bots={"2": "random"})
    bots = app.state.registry.bots
    session = app.state.registry.session(game)
    job = bots._job(session, RemainingWork(1, "endless"), session.number)
    order = [sys.executable, "-m", "rulekit.web.bot_worker"]
    with subprocess.Popen(order, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        process.stdin.write(msgspec.json.encode(job).decode() + "\n")
        process.stdin.flush()
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(1)
        process.stdin.close()
        assert process.wait(patience.seconds(PATIENCE)) == 0


def test_a_worker_is_sent_the_moves_that_it_has_not_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them after it has forgotten the game or failed."""
    sent: list[tuple[str, int, list[int]]] = []
    answers: list[BotChoice] = []

    def ask(worker: Worker, job: ThinkJob) -> BotChoice:
        sent.append((job.game, job.after, [move.number for move in job.moves]))
        return answers.pop(0)

    monkeypatch.setattr(Worker, "_ask", ask)
    worker = Worker()

    def think(game: str, moves: int, *thoughts: BotChoice) -> list[tuple[str, int, list[int]]]:
        sent.clear()
        answers[:] = thoughts
        rows = [MoveRow(number, 1, "choice", f"move {number}") for number in range(1, moves + 1)]
        job = ThinkJob(game, "folder", (), "rules", ("Ash", "Birch"), {}, "1", "keyed", rows, 0, 1, "random")
        assert worker.think(job) is thoughts[-1] and not answers
        return [*sent]

    assert think("one", 2, BotChoice("A1")) == [("one", 0, [1, 2])]
    assert think("two", 1, BotChoice("A1")) == [("two", 0, [1])]
    assert think("one", 4, BotChoice("A2")) == [("one", 2, [3, 4])]
    assert think("one", 5, BotChoice(missing=True), BotChoice("A3")) == [("one", 4, [5]), ("one", 0, [1, 2, 3, 4, 5])]
    assert think("one", 6, BotChoice(error="no")) == [("one", 5, [6])]
    assert think("one", 6, BotChoice("A4")) == [("one", 0, [1, 2, 3, 4, 5, 6])]
