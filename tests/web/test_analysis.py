"""What if: a copy of the game that holds no secret, branches, and moves that are planned there and made in the game."""

from __future__ import annotations

import json
from typing import Any

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
