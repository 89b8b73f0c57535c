"""What a seat may not know reaches it by no byte: two games that differ in it only are the same to the seat."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.web.asking import TestClient
from tests.web.test_games import Seat, begin, choose, look

SETUP = {"game": "shogun", "players": 3, "seed": 11, "title": "one", "options": {"setup": "Predetermined"}}


def planning(client: TestClient) -> tuple[str, list[Seat]]:
    """A game in which all plan secretly, at once."""
    game, seats, _ = begin(client, **SETUP)
    for _ in range(200):
        asked = [k for k in (1, 2, 3) if look(client, game, k, seats[k - 1])["decisions"]]
        if len(asked) == 3:
            return game, seats
        seat = asked[0]
        option = look(client, game, seat, seats[seat - 1])["decisions"][0]["options"][0]["id"]
        choose(client, game, seat, seats[seat - 1], option)
    raise AssertionError("nobody plans")


def sent(client: TestClient, game: str, seat: int, who: Seat) -> dict[str, Any]:
    """All that a seat can ask for, without what names the game itself."""
    root = f"/api/v1/games/{game}/seats/{seat}"
    state = look(client, game, seat, who)
    return {
        "state": json.dumps(state).replace(game, ""),
        "board": client.get(f"{root}/board.svg", headers=who).text,
        "story": [
            client.get(f"{root}/story?level={level}", headers=who).text for level in ("headline", "story", "full")
        ],
        "analysis": client.post(f"{root}/analysis", json={"seed": 3}, headers=who).text,
        "replay": client.get(f"{root}/replay/999", headers=who).text,
        "why": [
            client.get(f"{root}/why", params={"option": option["id"]}, headers=who).text
            for decision in state["decisions"]
            for option in decision["options"][:3]
        ],
        "ahead": [
            client.get(f"{root}/ahead", params={"option": option["id"]}, headers=who).text
            for decision in state["decisions"]
            for option in decision["options"][:3]
        ],
    }


@pytest.mark.usefixtures("no_time_passes")
def test_secret_plans_of_another_seat_change_no_byte(client: TestClient) -> None:
    one, ones = planning(client)
    two, twos = planning(client)
    options = [o["id"] for o in look(client, one, 2, ones[1])["decisions"][0]["options"]]
    assert choose(client, one, 2, ones[1], options[0]).status_code == 200
    assert choose(client, two, 2, twos[1], options[-1]).status_code == 200
    assert look(client, one, 2, ones[1])["view"] != look(client, two, 2, twos[1])["view"]
    for seat in (1, 3):
        assert sent(client, one, seat, ones[seat - 1]) == sent(client, two, seat, twos[seat - 1])


def test_a_choice_of_another_at_the_same_time_makes_none_stale(client: TestClient) -> None:
    game, seats = planning(client)
    before = look(client, game, 1, seats[0])
    choose(client, game, 2, seats[1], look(client, game, 2, seats[1])["decisions"][0]["options"][0]["id"])
    after = look(client, game, 1, seats[0])
    assert after["version"] == before["version"]
    option = before["decisions"][0]["options"][0]["id"]
    assert choose(client, game, 1, seats[0], option, version=before["version"]).status_code == 200
