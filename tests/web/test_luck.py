"""What the server promises about the luck of a table, what people add to it, and what can be checked after the end."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from starlette.applications import Starlette

from rulekit.cli import main
from rulekit.web.app import create_app
from tests.web.asking import TestClient
from tests.web.browsing import page_of, set_table, turn_to
from tests.web.conftest import FOLDERS
from tests.web.serving import Server
from tests.web.test_games import Seat, begin, choose, look

WORDS = ["rain", "'雨' & more", "7"]


def luck(client: TestClient, game: str, seat: int, who: Seat) -> dict[str, Any]:
    answer = client.get(f"/api/v1/games/{game}/seats/{seat}/luck", headers=who)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def add(client: TestClient, game: str, seat: int, who: Seat, nonce: str) -> Any:
    return client.post(f"/api/v1/games/{game}/seats/{seat}/luck", json={"nonce": nonce}, headers=who)


def play(client: TestClient, game: str, seats: list[Seat]) -> None:
    """A game of tic-tac-toe to its end."""
    for k in range(9):
        seat = k % 2 + 1
        shown = look(client, game, seat, seats[seat - 1])
        if shown["over"]:
            return
        choose(client, game, seat, seats[seat - 1], shown["decisions"][0]["options"][0]["id"])


def hexed(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def verified(path: Path, *options: str) -> Any:
    return CliRunner().invoke(main, ["replay", str(path), "--verify", *options])


# ---------------------------------------------------------------- the promise
def test_the_secret_of_the_commitment_is_shown_after_the_end_and_not_before(client: TestClient, tmp_path: Path) -> None:
    game, seats, watch = begin(client, game="tic_tac_toe")
    first = luck(client, game, 1, seats[0])
    assert len(first["commitment"]) == 64 and first["chance"] == "blake2b" and first["begun"] and not first["over"]
    assert look(client, game, 2, seats[1])["game"]["commitment"] == first["commitment"]
    play(client, game, seats)
    for seat, who in ((1, seats[0]), (2, seats[1]), (0, watch)):
        found = luck(client, game, seat, who)
        assert hexed(found["secret"]) == found["commitment"] == first["commitment"]
        assert int(hexed(f"{found['secret']}/"), 16) == int(found["seed"])
    saved = client.get(f"/api/v1/games/{game}/seats/1/save", headers=seats[0]).json()
    assert str(saved["seed"]) == found["seed"]
    path = tmp_path / "game.json"
    path.write_text(json.dumps(saved))
    done = verified(path, "--game", str(FOLDERS["tic_tac_toe"]), "--commitment", first["commitment"])
    assert done.exit_code == 0 and f"commitment {first['commitment']}, 0 nonces" in done.output, done.output
    other = verified(path, "--game", str(FOLDERS["tic_tac_toe"]), "--commitment", "00" * 32)
    assert other.exit_code == 1 and "has another commitment" in other.output
    path.write_text(json.dumps({**saved, "luck": {"secret": "another", "nonces": []}}))
    forged = verified(path, "--game", str(FOLDERS["tic_tac_toe"]))
    assert forged.exit_code == 1 and "does not follow" in forged.output
    path.write_text(json.dumps({name: x for name, x in saved.items() if name != "luck"}))
    lacking = verified(path, "--game", str(FOLDERS["tic_tac_toe"]), "--commitment", first["commitment"])
    assert lacking.exit_code == 1 and "does not hold the secret" in lacking.output


def test_while_a_game_goes_on_nothing_that_is_answered_holds_its_secret(app: Starlette, client: TestClient) -> None:
    game, seats, _ = begin(client, game="shogun", players=3)
    row = app.state.registry.store.game(game)
    for what in ("", "/luck", "/story", "/cards", "/rules", "/replay/0", "/places"):
        told = client.get(f"/api/v1/games/{game}/seats/1{what}", headers=seats[0]).text
        assert row.luck.secret not in told and str(row.seed) not in told


def test_what_is_over_stays_over(client: TestClient) -> None:
    """Who knows the secret knows what chance would bring: nobody plays on from there."""
    game, seats, _ = begin(client, game="tic_tac_toe")
    play(client, game, seats)
    for seat, who in enumerate(seats, 1):
        shown = look(client, game, seat, who)
        assert shown["undo"] and shown["undoes"] == 0 and not shown["back"]["can"]
        asked = {"version": shown["version"], "move": "again"}
        for what, body in (("undo", asked), ("back", {"agree": True})):
            answer = client.post(f"/api/v1/games/{game}/seats/{seat}/{what}", json=body, headers=who)
            assert answer.status_code == 422 and "is over" in answer.json()["error"]


def test_who_knows_the_luck_of_a_table_is_told_to_all(client: TestClient) -> None:
    game, seats, watch = begin(client, game="tic_tac_toe", seed=7)
    for seat, who in ((1, seats[0]), (2, seats[1]), (0, watch)):
        assert look(client, game, seat, who)["game"]["luck"] == "seed"
        assert luck(client, game, seat, who)["commitment"] == ""
    play(client, game, seats)
    assert luck(client, game, 1, seats[0])["seed"] == "7"
    saved = client.get(f"/api/v1/games/{game}/seats/1/save", headers=seats[0]).json()
    other, seats, _ = begin(client, game="tic_tac_toe", save={k: x for k, x in saved.items() if k != "variants"})
    assert look(client, other, 1, seats[0])["game"]["luck"] == "save"
    for settled in ({"seed": 7}, {"save": saved}):
        answer = client.post("/api/v1/games", json={"game": "tic_tac_toe", "nonces": True, **settled})
        assert answer.status_code == 422 and "nothing can be added" in answer.json()["error"]


# ---------------------------------------------------------------- what people add
def test_a_game_begins_when_each_person_has_added_a_nonce(app: Starlette, client: TestClient) -> None:
    game, seats, watch = begin(client, game="shogun", players=4, bots={"2": "random"}, nonces=True)
    people = {1: seats[0], 3: seats[2], 4: seats[3]}
    first = luck(client, game, 0, watch)
    assert not first["begun"] and [n["seat"] for n in first["nonces"]] == [1, 3, 4] and first["commitment"]
    for (seat, who), word in zip(people.items(), WORDS, strict=True):
        waits = client.get(f"/api/v1/games/{game}/seats/{seat}", headers=who)
        assert (waits.status_code, waits.json()["code"]) == (409, "not_begun")
        assert client.get(f"/api/v1/games/{game}/seats/{seat}/events", headers=who).status_code == 409
        assert add(client, game, seat, who, word).status_code == 200
        assert add(client, game, seat, who, word).status_code == 200, "the same again, after a line that broke"
        again = add(client, game, seat, who, "something else")
        assert again.status_code == 422 and "stands" in again.json()["error"]
        found = luck(client, game, seat, who)
        if not found["begun"]:
            assert word not in json.dumps(found, ensure_ascii=False), "nobody reads it before all have added theirs"
    assert found["begun"] and [n["nonce"] for n in found["nonces"]] == WORDS
    row = app.state.registry.store.game(game)
    assert row.seed == int(hexed("/".join([row.luck.secret, *WORDS])), 16)
    assert look(client, game, 1, seats[0])["version"]
    assert app.state.registry.session(game).match.seed == row.seed


def test_who_adds_nothing_and_what_is_no_nonce(client: TestClient) -> None:
    game, seats, watch = begin(client, game="tic_tac_toe", bots={"2": "random"}, nonces=True)
    assert add(client, game, 0, watch, "rain").status_code == 403
    assert add(client, game, 2, seats[1], "rain").status_code == 403
    assert add(client, game, 1, seats[1], "rain").status_code == 401
    for wrong in ("a/b", "a\nb", "x" * 65, "  "):
        assert add(client, game, 1, seats[0], wrong).status_code == 422, wrong
    assert add(client, game, 1, seats[0], " rain ").json()["begun"]
    late, seats, _ = begin(client, game="tic_tac_toe")
    assert add(client, late, 1, seats[0], "rain").status_code == 403


def test_bots_alone_wait_for_nobody(client: TestClient) -> None:
    game, _, watch = begin(client, game="tic_tac_toe", bots={"1": "random", "2": "random"}, nonces=True)
    assert look(client, game, 0, watch)["over"]


def test_who_has_no_name_is_called_by_the_seat_in_the_language_of_the_reader(client: TestClient) -> None:
    game, seats, _ = begin(client, game="tic_tac_toe", nonces=True, people=["", "Ben"])
    url = f"/api/v1/games/{game}/seats/1/luck?lang=zh-Hans"
    for found in (client.get(url, headers=seats[0]), client.post(url, json={"nonce": "rain"}, headers=seats[0])):
        assert [nonce["name"] for nonce in found.json()["nonces"]] == ["叉", "Ben"]


def test_the_lobby_lists_a_game_that_waits_for_a_nonce(client: TestClient) -> None:
    made = client.post("/api/v1/games", json={"game": "tic_tac_toe", "nonces": True, "clock": {"days": 1}}).json()
    token = made["seats"][0]["link"].rpartition("/")[2]
    client.post("/api/v1/join", json={"token": token, "key": "a secret of one visitor"})
    (listed,) = client.get("/api/v1/mine").json()["games"]
    assert listed["asked"] and not listed["over"] and listed["title"]
    add(client, made["id"], 1, {}, "rain")
    (listed,) = client.get("/api/v1/mine").json()["games"]
    assert not listed["asked"]


def test_a_clock_runs_from_the_last_nonce_and_a_server_that_starts_again_goes_on(
    app: Starlette, client: TestClient, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, seats, _ = begin(client, game="tic_tac_toe", nonces=True, clock={"days": 1})
    add(client, game, 1, seats[0], "rain")
    began = app.state.registry.store.game(game).created + 5000
    with TestClient(create_app(FOLDERS, database)) as again:
        monkeypatch.setattr("rulekit.web.store.now", lambda: began)
        add(again, game, 2, seats[1], "snow")
        assert look(again, game, 1, seats[0])["people"][0]["since"] == began
    assert look(client, game, 1, seats[0])["people"][0]["since"] == began


# ---------------------------------------------------------------- in a browser
def test_two_people_add_to_the_luck_play_and_check_it(browser: Any, server: Server) -> None:
    wrong: list[str] = []
    one, two = page_of(browser, wrong), page_of(browser, wrong, locale="zh-CN")
    links = set_table(one, server, "tic_tac_toe", nonces=True)
    for page, link, word in ((one, links[0], "it's raining"), (two, links[1], "下雨")):
        page.goto(link)
        page.fill("input[name=nonce]", word)
        page.click(".luck button.main")
    for turn in range(9):
        page = (one, two)[turn % 2]
        page.wait_for_selector(".option, .standing")
        if not (number := page.locator(".option").count()):
            break
        page.keyboard.press("1")
        page.wait_for_function("n => document.querySelectorAll('.option').length < n", arg=number)
    for page, said in ((one, "The secret has the fingerprint."), (two, "秘密值的指纹与开局时一致。")):
        page.wait_for_selector(".standing")
        turn_to(page, "table")
        page.click(".luck summary")
        page.wait_for_selector(".luck .checks")
        text = page.inner_text(".luck")
        assert said in text and text.count("✓") == 2 and "✗" not in text
        assert "it's raining" in text and "下雨" in text
    assert not [text for text in wrong if "409" not in text], wrong
