"""Standing answers, bots for who is absent, going back together, links, and the list of one's turns."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.applications import Starlette

from rulekit.web import consent
from rulekit.web.clock import DAY
from tests import patience
from tests.web.asking import TestClient
from tests.web.test_games import Seat, begin, choose, look


def test_a_standing_answer_is_given_until_it_is_taken_back(client: TestClient) -> None:
    game, seats, _ = begin(client, game="tic_tac_toe")
    url = f"/api/v1/games/{game}/seats/1/orders"
    name = look(client, game, 1, seats[0])["decisions"][0]["name"]
    state = client.post(url, json={"question": name, "answer": "B2"}, headers=seats[0]).json()
    assert not state["decisions"] and state["orders"][0]["answer"] == "B2"
    assert "?" in state["orders"][0]["asks"] and state["orders"][0]["label"] == "B2"
    choose(client, game, 2, seats[1], "A1")
    state = look(client, game, 1, seats[0])
    assert state["decisions"], "the square is taken: it is asked again"
    assert client.post(url, json={"question": name}, headers=seats[0]).json()["orders"] == []
    assert look(client, game, 2, seats[1])["orders"] == []


def test_it_stops_when_it_concerns_the_player(client: TestClient) -> None:
    """Bots choose by their own chance: where they leave the player alone nothing stops, and another game is played."""
    games = (_stopped(client, seed) for seed in range(5, 15))
    assert next(filter(None, games))[0]["stopped"] == "concerned"


def _asked(client: TestClient, game: str, seat: Seat) -> dict[str, Any]:
    """What the player in seat 1 sees when the bots have chosen; nothing until then."""
    state = look(client, game, 1, seat)
    return state if state["decisions"] or state["over"] else {}


def _stopped(client: TestClient, seed: int) -> list[dict[str, Any]]:
    """The standing answers that were stopped in a game against bots, in which everything is answered by them."""
    setup = {"game": "shogun", "players": 3, "seed": seed, "bots": {"2": "random", "3": "random"}}
    game, seats, _ = begin(client, **setup)
    for _ in range(600):
        state = patience.until(lambda: _asked(client, game, seats[0]), "a question, or the end")
        stopped = [order for order in state["orders"] if order["stopped"]]
        if state["over"] or stopped:
            return stopped
        decision = state["decisions"][0]
        known = {order["question"] for order in state["orders"]}
        if decision["name"] and decision["name"] not in known and not state["form"]:
            order = {"question": decision["name"], "answer": decision["options"][0]["id"], "until": "concerned"}
            client.post(f"/api/v1/games/{game}/seats/1/orders", json=order, headers=seats[0])
        else:
            choose(client, game, 1, seats[0], decision["options"][0]["id"])
    return []


def test_all_together_may_go_further_back(client: TestClient) -> None:
    game, seats, _ = begin(client, game="tic_tac_toe")
    before = look(client, game, 1, seats[0])
    choose(client, game, 1, seats[0], "A1")
    choose(client, game, 2, seats[1], "B1")
    state = look(client, game, 1, seats[0])
    assert state["undo"] and state["back"] == {"can": True, "votes": [], "what": []}
    url = f"/api/v1/games/{game}/seats/{{}}/back"
    asked = client.post(url.format(1), json={"agree": True}, headers=seats[0]).json()
    assert asked["back"]["votes"] == [1]
    for shown in (asked, look(client, game, 2, seats[1])):
        assert shown["back"]["votes"] == [1] and "A1" in str(shown["back"]["what"]), "what was chosen last"
    client.post(url.format(2), json={"agree": False}, headers=seats[1])
    assert look(client, game, 1, seats[0])["back"]["votes"] == []
    client.post(url.format(1), json={"agree": True}, headers=seats[0])
    client.post(url.format(2), json={"agree": True}, headers=seats[1])
    after = look(client, game, 1, seats[0])
    assert after["view"] == before["view"] and after["decisions"] == before["decisions"]
    assert choose(client, game, 1, seats[0], "C3").status_code == 200


def test_what_nobody_can_go_back_to_is_let_go_of(app: Starlette, client: TestClient) -> None:
    """Each moment is a copy of the game: with those of all choices a long game took more and more memory."""
    game, seats, _ = begin(client, game="shogun", players=3, seed=5, bots={"2": "random", "3": "random"})
    course = app.state.registry.session(game).course
    assert not course.made
    option = look(client, game, 1, seats[0])["decisions"][0]["options"][-1]
    choose(client, game, 1, seats[0], option["id"])
    assert course.made and course.made[0].before is None


def test_a_card_that_was_seen_is_not_unseen_by_consent(client: TestClient) -> None:
    game, seats, _ = begin(client, game="shogun", players=3, seed=5, bots={"2": "random", "3": "random"})
    drawn = look(client, game, 1, seats[0])["decisions"][0]["options"][-1]
    choose(client, game, 1, seats[0], drawn["id"])
    state = look(client, game, 1, seats[0])
    assert state["undo"] and not state["back"]["can"]
    assert client.post(f"/api/v1/games/{game}/seats/1/back", json={"agree": True}, headers=seats[0]).status_code == 422


def test_a_new_link_makes_the_old_one_void(client: TestClient) -> None:
    game, seats, _ = begin(client, game="tic_tac_toe")
    url = f"/api/v1/games/{game}/seats/1"
    link = client.patch(url, json={"new_link": True}, headers=seats[0]).json()["link"]
    assert client.get(url, headers=seats[0]).status_code == 401
    joining = {"token": seats[0]["Authorization"][7:], "key": "a secret of one visitor"}
    assert client.post("/api/v1/join", json=joining).status_code == 401
    fresh = {"Authorization": f"Bearer {link.rpartition('/')[2]}"}
    assert look(client, game, 1, fresh)["decisions"]


def test_the_story_begins_with_the_own_last_choice(client: TestClient) -> None:
    game, seats, _ = begin(client, game="tic_tac_toe")
    choose(client, game, 1, seats[0], "A1")
    mine = look(client, game, 1, seats[0])
    assert "A1" in str(mine["story"]) and mine["lit"] == []
    choose(client, game, 2, seats[1], "B2")
    new = look(client, game, 1, seats[0])
    assert "A1" in str(new["story"]) and "B2" in str(new["story"]) and new["lit"] == ["B2"]
    choose(client, game, 1, seats[0], "C3")
    own = look(client, game, 1, seats[0])
    assert "C3" in str(own["story"]) and "B2" not in str(own["story"]) and own["lit"] == []
    whole = client.get(f"/api/v1/games/{game}/seats/1/story?level=full", headers=seats[0]).json()
    assert "A1" in str(whole["story"]) and "B2" in str(whole["story"])


HOSTILE = "a\u202etxt.exe\x07\x1b[31m\u200b\u2066b\u200dc\0"
HARMLESS = "a\ufffdtxt.exe\ufffd\ufffd[31m\ufffd\ufffdb\ufffdc\ufffd"


def test_what_others_read_shows_all_its_characters(client: TestClient) -> None:
    """Names, titles and messages: signs of direction, controls and what has no width are replaced where they come in."""
    game, seats, _ = begin(client, game="tic_tac_toe", title=HOSTILE, people=[HOSTILE, "一\u3000郎\nx"])
    shown = look(client, game, 2, seats[1])
    assert shown["game"]["title"] == HARMLESS
    assert [person["name"] for person in shown["people"]] == [HARMLESS, "一\u3000郎 x"]
    url = f"/api/v1/games/{game}/seats/1"
    assert client.patch(url, json={"name": f"{HOSTILE}2"}, headers=seats[0]).status_code == 200
    assert look(client, game, 2, seats[1])["people"][0]["name"] == f"{HARMLESS}2"
    client.post(f"{url}/messages", json={"text": f"{HOSTILE}\r\nline\u2028two"}, headers=seats[0])
    said = client.get(f"/api/v1/games/{game}/seats/2/messages", headers=seats[1]).json()["messages"]
    assert said[0]["text"] == f"{HARMLESS}\nline\ufffdtwo"


def test_house_rules_are_not_changed_on_the_way(client: TestClient) -> None:
    """Who checks them says where the character is that nobody sees."""
    found = client.post("/api/v1/check", json={"game": "tic_tac_toe", "text": "# a\u202eb\n"}).json()["findings"]
    assert found and "U+202E" in found[0]["message"]


def _asked_for(client: TestClient, game: str, seat: int, seconds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets time pass: a seat has been asked for so long."""
    session = client.app.state.registry.session(game)  # type: ignore[attr-defined]
    at = session.others_clock.since(seat) + seconds
    monkeypatch.setattr(consent, "now", lambda: at)


def stand_in(client: TestClient, game: str, seat: int, who: Seat, of: int, agree: bool = True) -> Any:
    return client.post(f"/api/v1/games/{game}/seats/{seat}/stand-in", json={"of": of, "agree": agree}, headers=who)


def test_all_others_together_let_a_bot_stand_in_for_who_is_absent(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, seats, watch = begin(client, game="shogun", players=3)
    (asked,) = [k for k in (1, 2, 3) if look(client, game, k, seats[k - 1])["decisions"]]
    one, two = [k for k in (1, 2, 3) if k != asked]
    _asked_for(client, game, asked, DAY - 1, monkeypatch)
    assert "asked for a day" in stand_in(client, game, one, seats[one - 1], asked).json()["error"]
    _asked_for(client, game, asked, DAY, monkeypatch)
    assert stand_in(client, game, 0, watch, asked).status_code == 403
    assert "another person" in stand_in(client, game, asked, seats[asked - 1], asked).json()["error"]
    people = stand_in(client, game, one, seats[one - 1], asked).json()["people"]
    assert people[asked - 1]["absent_for"] == [one] and not people[asked - 1]["bot"]
    assert (
        "absent_for" not in stand_in(client, game, two, seats[two - 1], asked, agree=False).json()["people"][asked - 1]
    )
    stand_in(client, game, one, seats[one - 1], asked), stand_in(client, game, one, seats[one - 1], asked)
    assert not look(client, game, two, seats[two - 1])["people"][asked - 1]["bot"], "one voice counts once"
    person = stand_in(client, game, two, seats[two - 1], asked).json()["people"][asked - 1]
    assert person["bot"] and person["absent"] and "absent_for" not in person
    client.rest()
    view = look(client, game, one, seats[one - 1])["view"]
    assert view["waiting"] != [view["seats"][asked - 1]], "the bot has chosen"
    assert not look(client, game, asked, seats[asked - 1])["people"][asked - 1]["bot"], (
        "who comes back has the seat again"
    )
    told = client.get(f"/api/v1/games/{game}/seats/{one}/messages", headers=seats[one - 1]).json()["messages"]
    assert [(message["seat"], message["sort"]) for message in told] == [(asked, "bot"), (asked, "person")]
