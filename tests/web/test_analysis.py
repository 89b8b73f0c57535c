"""What if: a copy of the game that holds no secret, branches, and moves that are planned there and made in the game."""

from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from rulekit.web import thinking
from rulekit.web.bot_worker import BotChoice, ThinkJob
from rulekit.web.cancelled import Cancellation, RequestGone
from rulekit.web.line_worker import LineWorker
from rulekit.web.thinking import BotQueue, ServerStopping, Worker
from tests import patience
from tests.web.asking import TestClient
from tests.web.test_games import Seat, begin, choose, look
from tests.web.test_secrecy import planning


def analysis(client: TestClient, game: str, who: Seat, **what: Any) -> Any:
    answer = client.post(f"/api/v1/games/{game}/seats/1/analysis", json={"seed": 1, **what}, headers=who)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_branch_changes_nothing_in_the_game(client: TestClient) -> None:
    game, seats, _ = begin(client, game="tic_tac_toe")
    before = look(client, game, 1, seats[0])
    line: list[dict[str, Any]] = []
    for _ in range(3):
        found = analysis(client, game, seats[0], line=line)
        decision = found["decisions"][0]
        line.append({"seat": decision["seat"], "option": decision["options"][0]["id"]})
    found = analysis(client, game, seats[0], line=line, bot=True)
    assert [move["seat"] for move in found["line"]] == [1, 2, 1, 2]
    assert len(analysis(client, game, seats[0], line=line[:1])["decisions"][0]["options"]) == 8
    assert look(client, game, 1, seats[0]) == before


def test_hidden_cards_are_drawn_anew_and_never_the_real_ones(client: TestClient) -> None:
    one, ones = planning(client)
    two, twos = planning(client)
    options = [o["id"] for o in look(client, one, 2, ones[1])["decisions"][0]["options"]]
    choose(client, one, 2, ones[1], options[0])
    choose(client, two, 2, twos[1], options[-1])
    for line in ([], [{"seat": 1, "option": look(client, one, 1, ones[0])["decisions"][0]["options"][0]["id"]}]):
        found = [json.dumps(analysis(client, game, who[0], line=line)) for game, who in ((one, ones), (two, twos))]
        assert found[0] == found[1]


def test_an_earlier_state(client: TestClient) -> None:
    game, seats, _ = begin(client, game="tic_tac_toe")
    first = look(client, game, 1, seats[0])
    choose(client, game, 1, seats[0], first["decisions"][0]["options"][0]["id"])
    assert len(analysis(client, game, seats[0], step=0)["decisions"][0]["options"]) == 9


def _at_a_form(client: TestClient, seed: int = 5) -> tuple[str, list[Seat], int]:
    """A game of SHOGUN in which a seat is asked a run of independent questions, and that seat."""
    game, seats, _ = begin(client, game="shogun", players=3, seed=seed, options={"setup": "Predetermined"})
    for _ in range(60):
        for seat, who in enumerate(seats, 1):
            state = look(client, game, seat, who)
            if state["form"]:
                return game, seats, seat
            if state["decisions"]:
                choose(client, game, seat, who, state["decisions"][0]["options"][0]["id"])
                break
    raise AssertionError("no form is asked")


def test_a_run_of_questions_is_one_form(client: TestClient) -> None:
    """With the same lines as at the table; what is sent are choices of the line."""
    game, seats, seat = _at_a_form(client)
    who, url = seats[seat - 1], f"/api/v1/games/{game}/seats/{seat}/analysis"
    asked = {"seed": 1}
    found = client.post(url, json=asked, headers=who).json()
    form = look(client, game, seat, who)["form"]
    assert [line["asks"] for line in found["form"]["lines"]] == [line["asks"] for line in form["lines"]]
    change = {"line": 1, "option": form["options"][0]["id"]}
    filled = client.post(f"{url}/form", json={**asked, "change": change}, headers=who).json()["form"]
    assert filled["lines"][1]["value"] == change["option"]
    values = [line["value"] for line in filled["lines"]]
    filled = client.post(f"{url}/form", json={**asked, "change": {"values": values, "rest": True}}, headers=who).json()
    values = [line["value"] for line in filled["form"]["lines"]]
    made = client.post(url, json={**asked, "values": values}, headers=who).json()["line"]
    assert [(move["seat"], move["option"]) for move in made] == [(seat, value) for value in values]
    line = [{"seat": move["seat"], "option": move["option"]} for move in made]
    assert client.post(url, json={**asked, "line": line}, headers=who).json()["line"] == made
    wrong = client.post(url, json={**asked, "values": ["nowhere"]}, headers=who)
    assert wrong.status_code == 422 and "cannot stand" in wrong.json()["error"]


def test_its_bot_thinks_in_a_process_of_its_own(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """And fails there as any other bot does, after the same time."""
    game, seats, _ = begin(client, game="tic_tac_toe")
    jobs: list[ThinkJob] = []
    think = Worker.think

    def watched(worker: Worker, job: ThinkJob) -> BotChoice:
        jobs.append(job)
        return think(worker, job)

    monkeypatch.setattr(Worker, "think", watched)
    found = analysis(client, game, seats[0], line=[{"seat": 1, "option": "B2"}], bot=True)
    assert [job.seat for job in jobs] == [2] and found["line"][1]["seat"] == 2
    monkeypatch.setattr(Worker, "think", lambda worker, job: BotChoice(error="it took more than 60 s"))
    url = f"/api/v1/games/{game}/seats/1/analysis"
    answer = client.post(url, json={"bot": True}, headers=seats[0])
    assert answer.status_code == 422 and "60 s" in answer.json()["error"]


def test_a_bot_of_which_nobody_wants_to_know_any_more_is_stopped() -> None:
    """In the middle of a thought, and before it has begun; the others go on."""
    begun, released = threading.Event(), threading.Event()
    thought: list[str] = []

    class Slow(Worker):
        """Thinks until its process is interrupted."""

        def think(self, job: ThinkJob) -> BotChoice:
            thought.append(job.game)
            if job.game == "slow":
                begun.set()
                released.wait(patience.seconds(20))
                return BotChoice(error="its process died")
            return BotChoice("A1")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(thinking, "Worker", Slow)
        patch.setattr(LineWorker, "interrupt", lambda process: released.set())
        queue = BotQueue(lambda game, worker: False, at_once=1)
        first, second = Cancellation(), Cancellation()
        with ThreadPoolExecutor() as pool:
            slow = pool.submit(queue.ask, job_of("slow"), first)
            begun.wait(patience.seconds(20))
            late = pool.submit(queue.ask, job_of("late"), second)
            second.cancel()
            first.cancel()
            for gone in (slow, late):
                assert isinstance(gone.exception(), RequestGone)
            assert pool.submit(queue.ask, job_of("next"), Cancellation()).result().option == "A1"
        assert thought == ["slow", "next"]
        queue.stop()
        with pytest.raises(ServerStopping):
            queue.ask(job_of("after the end"), Cancellation())


def job_of(game: str) -> ThinkJob:
    return ThinkJob(game, "", [], "", ("A", "B"), {}, "1", "", [], 0, 1, "greedy")


def test_what_cannot_be_made(client: TestClient) -> None:
    game, seats, watch = begin(client, game="tic_tac_toe")
    url = f"/api/v1/games/{game}/seats/1/analysis"
    wrong = ([{"seat": 2, "option": "A1"}], [{"seat": 1, "option": "Z9"}], [{"seat": "1"}], ["A1"])
    for line in wrong:
        assert client.post(url, json={"line": line}, headers=seats[0]).status_code == 422
    assert client.post(url.replace("/1/", "/0/"), json={}, headers=watch).status_code == 403


def test_planned_moves_are_made_until_one_does_not_fit(client: TestClient) -> None:
    game, seats, _ = begin(client, game="tic_tac_toe")
    asks = look(client, game, 1, seats[0])["decisions"][0]["asks"]
    plan = {"choices": [{"asks": asks, "option": key} for key in ("A1", "B1", "C1")]}
    state = client.post(f"/api/v1/games/{game}/seats/1/plan", json=plan, headers=seats[0]).json()
    assert state["plan"] == {"left": 2, "stopped": ""} and not state["decisions"]
    choose(client, game, 2, seats[1], "A2")
    assert look(client, game, 1, seats[0])["plan"]["left"] == 1
    choose(client, game, 2, seats[1], "C1")
    state = look(client, game, 1, seats[0])
    assert state["plan"]["stopped"] == "other" and state["decisions"]
    assert look(client, game, 2, seats[1])["plan"] is None
    dropped = client.post(f"/api/v1/games/{game}/seats/1/plan", json={"choices": []}, headers=seats[0]).json()
    assert dropped["plan"] is None
