"""A planning as one form over the API: any line, in any order, sent and taken back as a whole."""

from __future__ import annotations

from typing import Any

from tests.web.asking import TestClient
from tests.web.test_games import Seat, look
from tests.web.test_secrecy import planning

Form = dict[str, Any]


def fill(client: TestClient, game: str, who: Seat, state: dict[str, Any], form: Form, **what: Any) -> Any:
    data = {"version": state["version"], "values": [line["value"] for line in form["lines"]], **what}
    return client.post(f"/api/v1/games/{game}/seats/1/form", json=data, headers=who)


def send(client: TestClient, game: str, who: Seat, state: dict[str, Any], form: Form, move: str = "plan") -> Any:
    values = [line["value"] for line in form["lines"]]
    data = {"version": state["version"], "move": move, "values": values}
    return client.post(f"/api/v1/games/{game}/seats/1/form/send", json=data, headers=who)


def test_a_planning_is_one_form(client: TestClient) -> None:
    game, seats = planning(client)
    state = look(client, game, 1, seats[0])
    form = state["form"]
    assert len(form["lines"]) == 11 and form["open"] == list(range(11))
    assert form["lines"][0]["asks"] != form["lines"][0]["prompt"]
    assert form["at"] == 0
    form = fill(client, game, seats[0], state, form, at=3).json()["form"]
    card = form["options"][2]
    assert form["at"] == 3
    form = fill(client, game, seats[0], state, form, line=3, option=card["id"]).json()["form"]
    assert form["lines"][3]["label"] == card["label"] and 3 not in form["open"]


def test_an_option_of_a_form_names_its_place_on_the_map(client: TestClient) -> None:
    game, seats = planning(client)
    state = look(client, game, 1, seats[0])
    places = {
        x["name"]: x["key"]
        for x in client.get(f"/api/v1/games/{game}/seats/1/places", headers=seats[0]).json()["places"]
    }
    for at in (0, 3):
        options = fill(client, game, seats[0], state, state["form"], at=at).json()["form"]["options"]
        named = {x["label"]: x["place"] for x in options if x["label"] in places}
        assert named and all(places[label] == place for label, place in named.items())


def test_a_card_that_stands_elsewhere_moves(client: TestClient) -> None:
    game, seats = planning(client)
    state = look(client, game, 1, seats[0])
    card = state["form"]["options"][0]["id"]
    form = fill(client, game, seats[0], state, state["form"], line=0, option=card).json()["form"]
    form = fill(client, game, seats[0], state, form, line=5, option=card).json()["form"]
    assert form["cleared"] == [0] and form["lines"][0]["value"] is None and form["lines"][5]["value"] == card


def test_sent_at_once_and_taken_back_at_once(client: TestClient) -> None:
    game, seats = planning(client)
    before = look(client, game, 1, seats[0])
    assert send(client, game, seats[0], before, before["form"]).status_code == 422  # lines are open
    form = fill(client, game, seats[0], before, before["form"], rest=True).json()["form"]
    after = send(client, game, seats[0], before, form).json()
    assert not after["decisions"] and after["undo"] is None
    assert send(client, game, seats[0], before, form).json()["version"] == after["version"]  # the same again
    data = {"version": after["version"], "move": "back"}
    undone = client.post(f"/api/v1/games/{game}/seats/1/undo", json=data, headers=seats[0]).json()
    assert undone["sight"] == before["sight"] and undone["form"] == before["form"]


def test_what_stood_in_an_earlier_form_is_written_where_it_can_stand(client: TestClient) -> None:
    game, seats = planning(client)
    state = look(client, game, 1, seats[0])
    full = fill(client, game, seats[0], state, state["form"], rest=True).json()["form"]
    earlier = [line["value"] for line in full["lines"]]
    again = fill(client, game, seats[0], state, state["form"], like=earlier).json()["form"]
    assert [line["value"] for line in again["lines"]] == earlier
    lost = ["nowhere", *earlier[1:4], earlier[1], None, "1" * 99]
    form = fill(client, game, seats[0], state, state["form"], like=lost).json()["form"]
    assert [line["value"] for line in form["lines"]] == [None, *earlier[1:4]] + [None] * 7


def test_what_cannot_stand_there(client: TestClient) -> None:
    game, seats = planning(client)
    state = look(client, game, 1, seats[0])
    for what in (
        {"line": 0, "option": "nowhere"},
        {"line": 99, "option": "nowhere"},
        {"line": 11, "option": state["form"]["options"][0]["id"]},  # one behind the last
        {"line": 11, "option": None},  # which cannot be cleared either
        {"values": ["nowhere"], "line": 1},
    ):
        assert fill(client, game, seats[0], state, state["form"], **what).status_code == 422
    late = fill(client, game, seats[0], {"version": "old"}, state["form"], rest=True)
    assert (late.status_code, late.json()["code"]) == (409, "stale")


def test_a_restart_keeps_what_was_sent(client: TestClient, database: str) -> None:
    from rulekit.web.app import create_app
    from tests.web.conftest import FOLDERS

    game, seats = planning(client)
    state = look(client, game, 1, seats[0])
    form = fill(client, game, seats[0], state, state["form"], rest=True).json()["form"]
    after = send(client, game, seats[0], state, form).json()
    with TestClient(create_app(FOLDERS, database)) as other:
        assert look(other, game, 1, seats[0]) == after
