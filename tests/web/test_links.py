"""Whose link opens a seat: invitations, the link of one's own, handing over; under which names the server answers."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from rulekit.web.app import create_app
from rulekit.web.requests import cookie_name, host_cookie
from rulekit.web.server_paths import without_folders
from tests.web.asking import TestClient
from tests.web.browsing import page_of, set_table, turn_to
from tests.web.conftest import FOLDERS
from tests.web.serving import Server
from tests.web.test_games import Seat, begin, choose, look

KEY = "a secret of one visitor"


def join(client: TestClient, token: str, key: str = KEY, cookie: bool = False, status: int = 200) -> Any:
    answer = client.post("/api/v1/join", json={"token": token, "key": key, "cookie": cookie})
    assert answer.status_code == status, answer.text
    return answer.json()


def token_of(who: Seat) -> str:
    return who["Authorization"].removeprefix("Bearer ")


def bearer(token: str) -> Seat:
    return {"Authorization": f"Bearer {token}"}


def test_the_first_visit_makes_a_link_of_its_own(client: TestClient) -> None:
    """Who set the table knows all invitations: none of them opens a seat that somebody has taken."""
    game, seats, watch = begin(client, game="tic_tac_toe")
    joined = join(client, token_of(seats[0]))
    assert (joined["game"], joined["seat"]) == (game, 1) and joined["token"] != token_of(seats[0])
    assert client.get(f"/api/v1/games/{game}/seats/1", headers=seats[0]).status_code == 401
    assert look(client, game, 1, bearer(joined["token"]))["decisions"]
    assert "used already" in join(client, token_of(seats[0]), "a secret of another visitor", status=401)["error"]
    look(client, game, 2, seats[1]), look(client, game, 0, watch)


def test_who_asks_again_after_a_broken_line_is_the_same_visitor(client: TestClient) -> None:
    _, seats, _ = begin(client, game="tic_tac_toe")
    assert join(client, token_of(seats[0])) == join(client, token_of(seats[0]))


def test_ones_own_link_opens_the_seat_on_other_devices(client: TestClient) -> None:
    game, seats, _ = begin(client, game="tic_tac_toe")
    own = join(client, token_of(seats[0]))["token"]
    shown = client.get(f"/api/v1/games/{game}/seats/1/link", headers=bearer(own)).json()["link"]
    assert shown.rpartition("/")[2] == own
    for key in ("the key of a telephone", "the key of a computer"):
        assert join(client, own, key)["token"] == own
    assert look(client, game, 1, bearer(own))["decisions"]


def test_who_hosts_the_table_is_told_so_beside_their_own_link(client: TestClient) -> None:
    made = client.post("/api/v1/games", json={"game": "tic_tac_toe"}).json()
    game, host = made["id"], made["host"].rpartition("/")[2]
    own = join(client, made["seats"][0]["link"].rpartition("/")[2])["token"]
    for shown, hosts in (("", False), ("another token", False), (host, True)):
        cookies = f"{cookie_name(game, 1)}={own}; {host_cookie(game)}={shown}"
        answer = client.get(f"/api/v1/games/{game}/seats/1/link", headers={"Cookie": cookies})
        assert answer.status_code == 200 and answer.json()["host"] is hosts, shown


def test_a_browser_that_has_the_seat_opens_its_invitation_again(client: TestClient) -> None:
    game, seats, _ = begin(client, game="tic_tac_toe")
    assert "token" not in join(client, token_of(seats[0]), cookie=True)
    kept = client.cookies[f"seat_{game}_1"]
    assert kept not in (token_of(seats[0]), "") and look(client, game, 1, {})["decisions"]
    join(client, token_of(seats[0]), "another tab, much later", cookie=True)
    assert client.cookies[f"seat_{game}_1"] == kept


def test_the_spectators_link_is_for_many(client: TestClient) -> None:
    game, _, watch = begin(client, game="tic_tac_toe")
    for key in ("the key of one visitor", "the key of another visitor"):
        assert join(client, token_of(watch), key) == {"game": game, "seat": 0, "token": token_of(watch)}


def test_a_spectator_is_no_player_in_the_list_of_their_games(client: TestClient) -> None:
    _, seats, watch = begin(client, game="tic_tac_toe")
    for who in (watch, seats[1]):
        join(client, token_of(who), cookie=True)
    listed = client.get("/api/v1/mine").json()["games"]
    assert {mine["seat"]: (mine["player"], mine["asked"]) for mine in listed} == {0: ("", False), 2: ("Nought", False)}


def test_what_is_no_link(client: TestClient) -> None:
    assert "opens nothing" in join(client, "nothing", status=401)["error"]
    join(client, "", status=422)
    _, seats, _ = begin(client, game="tic_tac_toe")
    join(client, token_of(seats[0]), "short", status=422)


def test_looking_at_a_link_takes_nothing(client: TestClient) -> None:
    """Programs that fetch what people send each other, for a preview, run no scripts."""
    game, seats, _ = begin(client, game="tic_tac_toe")
    page = client.get(f"/join/{token_of(seats[0])}")
    assert page.status_code == 200 and "set-cookie" not in page.headers and token_of(seats[0]) not in page.text
    assert look(client, game, 1, seats[0])["decisions"]


def test_nothing_outlives_the_handing_over_of_a_seat(client: TestClient) -> None:
    """Neither a standing answer, nor a plan, a vote, an address for notices: they were the old owner's."""
    game, seats, _ = begin(client, game="tic_tac_toe")
    url, name = f"/api/v1/games/{game}/seats/2", look(client, game, 1, seats[0])["decisions"][0]["name"]
    client.post(f"{url}/orders", json={"question": name, "answer": "A1"}, headers=seats[1])
    client.post(f"{url}/plan", json={"choices": [{"asks": "which?", "option": "A1"}]}, headers=seats[1])
    registry = client.app.state.registry  # type: ignore[attr-defined]
    assert registry.side.beside(game).orders and registry.side.beside(game).plans
    link = client.patch(url, json={"new_link": True}, headers=seats[1]).json()["link"]
    new = bearer(join(client, link.rpartition("/")[2])["token"])
    state = look(client, game, 2, new)
    assert not state["orders"] and state["plan"] is None and not state["back"]["votes"]
    choose(client, game, 1, seats[0], "B2")
    assert look(client, game, 2, new)["decisions"], "nobody chooses for the new owner"
    assert client.get(url, headers=seats[1]).status_code == 401


def test_a_save_with_all_secrets_is_given_where_nobody_else_ever_sat(client: TestClient) -> None:
    game, seats, _ = begin(client, game="shogun", players=3, bots={"2": "random"})
    url = f"/api/v1/games/{game}/seats"
    assert client.get(f"{url}/1/save", headers=seats[0]).status_code == 403
    client.patch(f"{url}/3", json={"bot": "random"}, headers=seats[2])
    assert client.get(f"{url}/1/save", headers=seats[0]).status_code == 403, "a bot replaces the person for a while"
    game, seats, _ = begin(client, game="shogun", players=3, bots={"2": "random", "3": "random"})
    url = f"/api/v1/games/{game}/seats"
    assert client.get(f"{url}/1/save", headers=seats[0]).status_code == 200
    client.patch(f"{url}/3", json={"bot": ""}, headers=seats[2])
    client.patch(f"{url}/3", json={"bot": "random"}, headers=seats[2])
    assert client.get(f"{url}/1/save", headers=seats[0]).status_code == 403, "somebody took the seat for a while"


def test_who_opens_the_seat_of_a_bot_has_it(client: TestClient) -> None:
    """Before the bot is sent away, too: whoever looks at a hand counts."""
    game, seats, _ = begin(client, game="shogun", players=3, bots={"2": "random", "3": "random"})
    join(client, token_of(seats[2]))
    assert client.get(f"/api/v1/games/{game}/seats/1/save", headers=seats[0]).status_code == 403


@pytest.mark.parametrize("way", ["save", "fork"])
def test_who_takes_the_seat_of_a_bot_is_told_who_knows_all_secrets(client: TestClient, way: str) -> None:
    """Against bots only, a player can download a save with all secrets; a player who joins later is informed."""
    game, seats, _ = begin(client, game="shogun", players=3, bots={"2": "random", "3": "random"})
    client.rest()
    url = f"/api/v1/games/{game}/seats"
    for _ in range(2):
        if way == "save":
            assert client.get(f"{url}/1/save", headers=seats[0]).status_code == 200
        else:
            assert client.post(f"{url}/1/fork", json={"step": 0}, headers=seats[0]).status_code == 201
    own = bearer(join(client, token_of(seats[2]))["token"])
    told = client.get(f"{url}/3/messages", headers=own).json()["messages"]
    assert [(x["seat"], x["sort"]) for x in told] == [(1, "secrets")], "once"
    game, seats, _ = begin(client, game="tic_tac_toe", bots={"2": "random"})
    while not look(client, game, 1, seats[0])["over"]:
        choose(client, game, 1, seats[0], look(client, game, 1, seats[0])["decisions"][0]["options"][0]["id"])
    assert client.get(f"/api/v1/games/{game}/seats/1/save", headers=seats[0]).status_code == 200
    assert not client.get(f"/api/v1/games/{game}/seats/1/messages", headers=seats[0]).json()["messages"]


FAULTY = ('variant Faulty of Tictactoe "Faulty":\n  beforre no such thing: stop\n', "begins with", "beginns with")


def test_what_is_wrong_with_rules_is_told_without_their_folder(tmp_path: Path, database: str) -> None:
    """In every refusal: those of a game, of a variant, and of house rules over a variant that holds mistakes."""
    variant, right, wrong = FAULTY
    text = (FOLDERS["tic_tac_toe"] / "game.rules").read_text(encoding="utf-8")
    secret = tmp_path / "a secret place"
    for name, rules in (("right", text), ("wrong", text.replace(right, wrong))):
        shutil.copytree(FOLDERS["tic_tac_toe"], secret / name)
        (secret / name / "game.rules").write_text(rules, encoding="utf-8")
    (secret / "right" / "variants").mkdir(exist_ok=True)
    (secret / "right" / "variants" / "faulty.rules").write_text(variant, encoding="utf-8")
    app = create_app({"right": secret / "right", "wrong": secret / "wrong"}, database)
    with TestClient(app, headers={"Sec-Fetch-Site": "same-origin"}) as client:
        house = {"game": "right", "variants": ["faulty"], "text": variant.replace("Faulty", "House")}
        answers = [
            client.post("/api/v1/games", json={"game": "wrong"}),
            client.post("/api/v1/games", json={"game": "right", "variants": ["faulty"]}),
            client.post("/api/v1/games", json=house),
            client.post("/api/v1/check", json=house),
            client.get("/api/v1/games"),
            client.get("/api/v1/offer?game=wrong"),
            client.get("/api/v1/offer?game=right&variants=faulty"),
        ]
    assert [answer.status_code for answer in answers] == [422, 422, 422, 200, 200, 422, 422]
    assert answers[0].json()["diagnostics"][0]["file"] == "game.rules"
    assert answers[1].json()["diagnostics"][0]["file"] == "variants/faulty.rules"
    for answer in answers:
        assert "secret" not in answer.text and str(tmp_path) not in answer.text, answer.text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("no such file: '/srv/games/chess.rules'", "no such file: 'chess.rules'"),
        ("failed in /srv/plug ins.py:3: x", "failed in plug ins.py:3: x"),
        ("/srv/a/b.py: C:\\games\\b.py", "b.py: b.py"),
        (
            "look at https://example.org/a/b, 1/2/3, A1/B2, a/b/c",
            "look at https://example.org/a/b, 1/2/3, A1/B2, a/b/c",
        ),
        ("/etc/games/my own/game.rules:3: no", "game.rules:3: no"),
    ],
)
def test_folders_are_left_out_of_texts(text: str, told: str) -> None:
    assert without_folders(text, [Path("/etc/games/my own")]) == told


def test_no_answer_tells_where_the_server_keeps_its_files(client: TestClient) -> None:
    game, seats, _ = begin(client, game="shogun", players=3)
    told = client.get(f"/api/v1/games/{game}/seats/1", headers=seats[0]).text
    told += "".join(
        client.get(f"/api/v1/games/{game}/seats/1/{what}", headers=seats[0]).text
        for what in ("story?level=full", "cards", "rules", "places", "why?option=Kai", "ahead?option=Kai")
    )
    for body in ({"game": "shogun", "variants": ["none"]}, {"game": "none"}, {"game": "shogun", "players": 9}):
        told += client.post("/api/v1/games", json=body).text
    faulty = 'variant Wrong of Shogun "Wrong":\n  before no such thing: stop\n'
    told += client.post("/api/v1/check", json={"game": "shogun", "text": faulty}).text
    assert "shogun" in told and str(FOLDERS["shogun"].parents[1]) not in told and "/tmp" not in told


# ---------------------------------------------------------------- names of the server
@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:8760", 200), ("127.0.0.1:8760", 200), ("[::1]:8760", 200), ("192.168.1.7", 200),
        ("tables.example.org", 200), ("At.Home:8760", 200), ("evil.example", 421), ("localhost.evil.example", 421),
        ("127.0.0.1.evil.example", 421), ("", 421), ("[", 421), ("evil.example:80@localhost", 421),
    ],
)  # fmt: skip
def test_names_under_which_the_server_answers(database: str, host: str, status: int) -> None:
    """A site whose name leads to this machine could make games here, and links to itself."""
    app = create_app(FOLDERS, database, "https://tables.example.org/", hosts=["At.Home"])
    with TestClient(app, headers={"Sec-Fetch-Site": "same-origin"}) as client:
        answer = client.get("/api/v1/openapi.json", headers={"Host": host})
        assert answer.status_code == status
        if status == 421:
            assert "--allow-host" in answer.json()["error"]


# ---------------------------------------------------------------- in a browser
def test_a_seat_is_taken_once_and_opened_on_two_devices(browser: Any, server: Server) -> None:
    wrong: list[str] = []
    one, other, stranger = (page_of(browser, wrong) for _ in range(3))
    links = set_table(one, server, "tic_tac_toe")
    one.goto(links[0])
    one.wait_for_selector(".option")
    stranger.goto(links[0])
    stranger.wait_for_selector("[role=alert]")
    assert "used already" in stranger.inner_text("[role=alert]")
    turn_to(one, "table")
    one.click(".own summary")
    one.wait_for_selector(".own a")
    other.goto(one.get_attribute(".own a", "href"))
    other.wait_for_selector(".option")
    one.goto(links[0])
    one.wait_for_selector(".option")
    assert re.search(r"/games/[^/]+/1$", one.url)
    assert not [text for text in wrong if "401" not in text], wrong
