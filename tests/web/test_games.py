"""A game over the API: created, joined, played, undone, continued after a restart."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request

from rulekit.web.app import create_app
from rulekit.web.requests import language
from rulekit.web.store import GameStore
from tests.web.asking import TestClient
from tests.web.conftest import FOLDERS

Seat = dict[str, str]


def begin(client: TestClient, **setup: Any) -> tuple[str, list[Seat], Seat]:
    """A new game: (its id, the headers with which each seat speaks, those of a spectator)."""
    made = client.post("/api/v1/games", json=setup)
    assert made.status_code == 201, made.text
    links = [seat["link"] for seat in made.json()["seats"]]
    seats = [{"Authorization": f"Bearer {link.rpartition('/')[2]}"} for link in links]
    return made.json()["id"], seats, {"Authorization": f"Bearer {made.json()['watch'].rpartition('/')[2]}"}


def look(client: TestClient, game: str, seat: int, who: Seat) -> dict[str, Any]:
    answer = client.get(f"/api/v1/games/{game}/seats/{seat}", headers=who)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def choose(client: TestClient, game: str, seat: int, who: Seat, option: str, **more: str) -> Any:
    version = more.get("version") or look(client, game, seat, who)["version"]
    data = {"version": version, "move": more.get("move", f"{version}-{option}"), "option": option}
    return client.post(f"/api/v1/games/{game}/seats/{seat}/choices", json=data, headers=who)


def test_a_variant_that_cannot_be_read_hides_no_game(tmp_path: Path) -> None:
    """It is offered by the name of its file, and who chooses it is told what is wrong with it."""
    folder = tmp_path / "game"
    shutil.copytree(FOLDERS["tic_tac_toe"], folder)
    (folder / "variants").mkdir(exist_ok=True)
    (folder / "variants" / "torn_page.rules").write_bytes(b'variant Torn of Tictactoe "\xff"\n')
    app = create_app({"tic_tac_toe": folder}, f"sqlite:///{tmp_path / 'tables.db'}")
    with TestClient(app) as client:
        (game,) = client.get("/api/v1/games").json()["games"]
        assert "torn page" in [variant["title"] for variant in game["variants"]]
        assert client.post("/api/v1/games", json={"game": "tic_tac_toe"}).status_code == 201
        refused = client.post("/api/v1/games", json={"game": "tic_tac_toe", "variants": ["torn_page"]})
        assert refused.status_code == 422 and "UTF-8" in refused.text
        chinese = client.post("/api/v1/games?lang=zh-Hans", json={"game": "tic_tac_toe", "variants": ["torn_page"]})
        assert "不是 UTF-8" in chinese.json()["diagnostics"][0]["message"]


SHORT = """
variant Quick of Tictactoe "Quick":
  option hurry is yes or no, normally yes, "Nobody thinks for long"
"""


def test_what_variants_add_is_offered_with_them(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    shutil.copytree(FOLDERS["tic_tac_toe"], folder)
    (folder / "variants").mkdir(exist_ok=True)
    (folder / "variants" / "quick.rules").write_text(SHORT, "utf-8")
    app = create_app({"tic_tac_toe": folder}, f"sqlite:///{tmp_path / 'tables.db'}")
    with TestClient(app) as client:
        plain = client.get("/api/v1/offer?game=tic_tac_toe").json()
        assert plain == client.get("/api/v1/games").json()["games"][0]
        laid = client.get("/api/v1/offer?game=tic_tac_toe&variants=quick").json()
        (hurry,) = [option for option in laid["options"] if option not in plain["options"]]
        assert (hurry["name"], hurry["text"], hurry["default"]) == ("hurry", "Nobody thinks for long", "yes")
        made = client.post(
            "/api/v1/games", json={"game": "tic_tac_toe", "variants": ["quick"], "options": {"hurry": "no"}}
        )
        assert made.status_code == 201
        for asked in ("game=chess", "game=tic_tac_toe&variants=slow"):
            refused = client.get(f"/api/v1/offer?{asked}")
            assert refused.status_code == 422 and refused.json()["error"], asked


def test_a_game_is_played_to_its_end(client: TestClient) -> None:
    game, seats, watch = begin(client, game="tic_tac_toe")
    for k in range(9):
        seat = k % 2 + 1
        shown = look(client, game, seat, seats[seat - 1])
        if shown["over"]:
            break
        answer = choose(client, game, seat, seats[seat - 1], shown["decisions"][0]["options"][0]["id"])
        assert answer.status_code == 200, answer.text
    shown = look(client, game, 0, watch)
    assert shown["over"] and shown["standings"]


def test_a_player_reads_what_the_last_choice_led_to(client: TestClient) -> None:
    """A plan that is the last one to come reveals all bids: who sent it has to read them, too."""
    game, seats, _ = begin(client, game="shogun", players=3, seed=7, options={"setup": "Predetermined"})
    for seat in (1, 2, 3):
        form = f"/api/v1/games/{game}/seats/{seat}/form"
        version = look(client, game, seat, seats[seat - 1])["version"]
        filled = client.post(form, json={"version": version, "values": [], "rest": True}, headers=seats[seat - 1])
        values = [line["value"] for line in filled.json()["form"]["lines"]]
        sent = {"version": version, "move": "plan", "values": values}
        assert client.post(f"{form}/send", json=sent, headers=seats[seat - 1]).status_code == 200
    for seat in (1, 2, 3):
        told = [text for line in look(client, game, seat, seats[seat - 1])["story"] for text in line["parts"]]
        assert "Bids: " in told, seat


def test_who_is_not_asked_is_refused(client: TestClient) -> None:
    game, seats, watch = begin(client, game="tic_tac_toe")
    option = look(client, game, 1, seats[0])["decisions"][0]["options"][0]["id"]
    assert look(client, game, 2, seats[1])["decisions"] == []
    answer = choose(client, game, 2, seats[1], option)
    assert (answer.status_code, answer.json()["code"]) == (422, "refused")
    assert choose(client, game, 0, watch, option).status_code == 422


def test_a_spectator_changes_nothing(client: TestClient) -> None:
    """Whatever is sent under the spectators' link; the game goes on as if nobody had sent it."""
    game, seats, watch = begin(client, game="tic_tac_toe")
    choose(client, game, 1, seats[0], "B2")
    choose(client, game, 2, seats[1], "A1")
    before, seen = look(client, game, 1, seats[0]), look(client, game, 0, watch)
    asked = {"version": seen["version"], "move": "canary"}
    sent: dict[str, dict[str, Any]] = {
        "choices": {**asked, "option": "C3"},
        "form/send": {**asked, "values": ["C3"]},
        "undo": asked,
        "back": {"agree": True},
        "orders": {"question": before["decisions"][0]["name"], "answer": "C3"},
        "plan": {"choices": [{"asks": before["decisions"][0]["asks"], "option": "C3"}]},
        "notices": {"sort": "hook", "address": "https://example.org/"},
    }
    for what, body in sent.items():
        answer = client.post(f"/api/v1/games/{game}/seats/0/{what}", json=body, headers=watch)
        assert answer.status_code in (403, 422), what
    assert client.patch(f"/api/v1/games/{game}/seats/0", json={"new_link": True}, headers=watch).status_code == 403
    assert look(client, game, 1, seats[0]) == before and look(client, game, 0, watch) == seen


def test_what_the_game_shows_with_a_thing(client: TestClient) -> None:
    game, seats, watch = begin(client, game="shogun", players=3, seed=1)
    for seat, who in ((1, seats[0]), (0, watch)):
        answer = client.get(f"/api/v1/games/{game}/seats/{seat}/things/Shinano?lang=zh-Hans", headers=who)
        assert answer.json() == {"lines": ["空余建筑位：3"]}
    assert client.get(f"/api/v1/games/{game}/seats/1/things/Nowhere", headers=seats[0]).json() == {"lines": []}


def test_a_seat_is_opened_by_its_own_link_only(client: TestClient) -> None:
    game, seats, _ = begin(client, game="tic_tac_toe")
    for who in (seats[1], {"Authorization": "Bearer nothing"}, {}):
        assert client.get(f"/api/v1/games/{game}/seats/1", headers=who).status_code == 401


def test_a_link_gives_a_cookie(client: TestClient) -> None:
    made = client.post("/api/v1/games", json={"game": "tic_tac_toe"}).json()
    token = made["seats"][0]["link"].rpartition("/")[2]
    answer = client.post("/api/v1/join", json={"token": token, "key": "a secret of one visitor"})
    assert answer.json() == {"game": made["id"], "seat": 1}
    assert "HttpOnly" in answer.headers["set-cookie"] and "SameSite=lax" in answer.headers["set-cookie"]
    assert client.get(f"/api/v1/games/{made['id']}/seats/1").status_code == 200
    assert client.get("/api/v1/mine").json()["games"][0]["asked"]


def test_the_same_move_again_does_nothing(client: TestClient) -> None:
    game, seats, _ = begin(client, game="tic_tac_toe")
    shown = look(client, game, 1, seats[0])
    option = shown["decisions"][0]["options"][0]["id"]
    first = choose(client, game, 1, seats[0], option, version=shown["version"], move="one")
    again = choose(client, game, 1, seats[0], option, version=shown["version"], move="one")
    assert first.json() == again.json()


def test_an_answer_to_another_state_is_refused(client: TestClient) -> None:
    game, seats, _ = begin(client, game="tic_tac_toe")
    shown = look(client, game, 1, seats[0])
    options = [o["id"] for o in shown["decisions"][0]["options"]]
    choose(client, game, 1, seats[0], options[0])
    late = choose(client, game, 1, seats[0], options[1], version=shown["version"], move="late")
    assert (late.status_code, late.json()["code"]) == (409, "stale")


def test_a_choice_is_taken_back(client: TestClient) -> None:
    game, seats, _ = begin(client, game="tic_tac_toe")
    before = look(client, game, 1, seats[0])
    choose(client, game, 1, seats[0], before["decisions"][0]["options"][0]["id"])
    shown = look(client, game, 1, seats[0])
    assert shown["undo"] is None
    data = {"version": shown["version"], "move": "back"}
    answer = client.post(f"/api/v1/games/{game}/seats/1/undo", json=data, headers=seats[0])
    assert answer.status_code == 200 and answer.json()["sight"] == before["sight"]


def test_bots_choose_by_themselves(client: TestClient) -> None:
    game, seats, _ = begin(client, game="tic_tac_toe", bots={"2": "random"})
    option = look(client, game, 1, seats[0])["decisions"][0]["options"][0]["id"]
    assert choose(client, game, 1, seats[0], option).json()["decisions"]


def test_a_game_that_is_over_is_known_as_such(client: TestClient, database: str) -> None:
    """Its bots are not looked at when the server starts again."""
    game, seats, _ = begin(client, game="tic_tac_toe", bots={"2": "random"})
    store = GameStore(database)
    while not (shown := look(client, game, 1, seats[0]))["over"]:
        assert store.with_bots(9) == [game]
        choose(client, game, 1, seats[0], shown["decisions"][0]["options"][0]["id"])
    assert store.with_bots(9) == []
    store.close()


def test_a_game_goes_on_after_a_restart(client: TestClient, database: str) -> None:
    game, seats, _ = begin(client, game="shogun", players=3, seed=5, bots={"2": "random", "3": "random"})
    for _ in range(5):
        options = look(client, game, 1, seats[0])["decisions"][0]["options"]
        assert choose(client, game, 1, seats[0], options[-1]["id"]).status_code == 200
    before = look(client, game, 1, seats[0])
    with TestClient(create_app(FOLDERS, database)) as other:
        assert look(other, game, 1, seats[0]) == before


def test_the_board_is_drawn_for_a_seat(client: TestClient) -> None:
    game, seats, _ = begin(client, game="tic_tac_toe")
    answer = client.get(f"/api/v1/games/{game}/seats/1/board.svg", headers=seats[0])
    assert answer.headers["content-type"].startswith("image/svg+xml") and "<svg" in answer.text


def test_another_site_changes_nothing(client: TestClient) -> None:
    for header in ({"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "none"}):
        assert client.post("/api/v1/games", json={"game": "tic_tac_toe"}, headers=header).status_code == 403


def test_bodies_of_another_shape(client: TestClient) -> None:
    texts: tuple[str | bytes, ...] = (
        "",
        "[]",
        "{",
        '{"game": 1}',
        '{"gamme": "shogun"}',
        "[" * 100_000,
        '{"game": "nowhere"}',
        b'{"game": "\xff"}',
    )
    parts = (
        '"people": [1]',
        '"bots": ["random"]',
        '"variants": "all"',
        '"title": "' + "x" * 2001 + '"',
        '"seed": true',
    )
    for text in (*texts, "{}", '{"game": null}', *(f'{{"game": "tic_tac_toe", {part}}}' for part in parts)):
        answer = client.post("/api/v1/games", content=text)
        assert answer.status_code == 422 and answer.json()["error"], text
    assert client.post("/api/v1/games", content=b"x" * (2 << 20)).status_code == 413


def test_null_is_what_is_left_out(client: TestClient) -> None:
    made = client.post("/api/v1/games", json={"game": "tic_tac_toe", "title": None, "clock": None, "bots": {"2": None}})
    assert made.status_code == 201, made.text


def named(line: dict[str, Any]) -> set[str]:
    """The things that a line of the story and all inside of it name."""
    own = {part["id"] for part in line["parts"] if isinstance(part, dict)}
    return own.union(*(named(inner) for inner in line.get("inside", [])))


def inner(lines: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The lines of a story that have nothing inside them, deep down."""
    for line in lines:
        if line.get("inside"):
            yield from inner(line["inside"])
        else:
            yield line


def test_a_replay_shows_what_the_seat_has_seen(client: TestClient) -> None:
    game, seats, _ = begin(client, game="shogun", players=3, seed=5, bots={"2": "random", "3": "random"})
    shown = [look(client, game, 1, seats[0])]
    for _ in range(6):
        choose(client, game, 1, seats[0], shown[-1]["decisions"][0]["options"][0]["id"])
        shown.append(look(client, game, 1, seats[0]))
    steps = client.get(f"/api/v1/games/{game}/seats/1/replay/0", headers=seats[0]).json()["steps"]
    replayed = [client.get(f"/api/v1/games/{game}/seats/1/replay/{k}", headers=seats[0]).json() for k in range(steps)]
    views = [{**r["view"], "waiting": None} for r in replayed]
    for state in shown:
        assert {**state["view"], "waiting": None} in views
    told = [named(line) for r in replayed for line in r["story"]]
    whole = client.get(f"/api/v1/games/{game}/seats/1/story", headers=seats[0]).json()["story"]
    mine = [line for line in inner(whole) if line.get("yours")]
    assert mine and all(any(named(line) <= other for other in told) for line in mine)


def test_a_file_of_the_game_goes_on_elsewhere(client: TestClient) -> None:
    game, seats, _ = begin(client, game="shogun", players=3, seed=5, bots={"2": "random", "3": "random"})
    for _ in range(3):
        choose(client, game, 1, seats[0], look(client, game, 1, seats[0])["decisions"][0]["options"][0]["id"])
    saved = client.get(f"/api/v1/games/{game}/seats/1/save", headers=seats[0]).json()
    other, theirs, _ = begin(client, game="shogun", save=saved, bots={"2": "random", "3": "random"})
    assert look(client, other, 1, theirs[0])["view"] == look(client, game, 1, seats[0])["view"]


def test_a_file_with_the_secrets_of_others_is_refused(client: TestClient) -> None:
    game, seats, watch = begin(client, game="shogun", players=3, seed=1, bots={"3": "random"})
    for seat, who in ((1, seats[0]), (2, seats[1]), (3, seats[2]), (0, watch)):
        assert client.get(f"/api/v1/games/{game}/seats/{seat}/save", headers=who).status_code == 403


def test_the_lobby_speaks_the_language_of_its_reader(client: TestClient) -> None:
    """House rules by their titles, seats, options and their values; what is sent back keeps its name."""
    games = client.get("/api/v1/games?lang=zh-Hans").json()["games"]
    (shogun,) = [game for game in games if game["name"] == "shogun"]
    long_war = {"name": "long_war", "title": "长期战争", "text": "游戏进行三年；限制税金的事件改为最多4箱，而非5箱。"}
    assert long_war in shogun["variants"]
    assert all(variant["text"].endswith("。") for variant in shogun["variants"])
    assert "tests" not in [variant["name"] for variant in shogun["variants"]]
    assert shogun["seats"]["3"] == ["红", "黄", "蓝"]
    side = shogun["options"][0]
    assert (side["text"], side["values"], side["labels"]) == ("版图面", ["Sun", "Moon"], ["太阳面", "月亮面"])


@pytest.mark.parametrize(
    ("accepted", "spoken"),
    [
        *[("en-GB", "en"), ("EN", "en"), ("ja-JP", "ja"), ("", "en"), ("de", "en"), ("de, ja;q=0.5, en;q=0.1", "ja")],
        *[("zh", "zh-Hans"), ("zh-CN", "zh-Hans"), ("zh-sg", "zh-Hans"), ("zh-Hans-MY", "zh-Hans")],
        *[("zh-tw", "zh-Hant"), ("zh-HK;q=0.9", "zh-Hant"), ("zh-MO", "zh-Hant"), ("zh-Hant-TW, zh", "zh-Hant")],
        *[(", ".join(["de"] * 9 + ["ja"]), "ja"), (", ".join(["de"] * 10 + ["ja"]), "en")],
    ],
)
def test_the_first_language_of_the_browser_that_there_is(accepted: str, spoken: str) -> None:
    """Ten are looked at. A region decides only which characters are meant."""
    headers = [(b"accept-language", accepted.encode())]
    assert language(Request({"type": "http", "headers": headers, "query_string": b""})) == spoken
    assert language(Request({"type": "http", "headers": headers, "query_string": b"lang=zh-Hant"})) == "zh-Hant"


def test_who_has_no_name_is_called_as_the_rules_call_the_seat(client: TestClient) -> None:
    game, seats, _ = begin(client, game="tic_tac_toe", people=["Ann", ""])
    named = [person["name"] for person in look(client, game, 1, seats[0])["people"]]
    assert named == ["Ann", "Nought"]


def test_a_state_shows_the_sides_in_their_order(client: TestClient) -> None:
    game, seats, watch = begin(client, game="tic_tac_toe")
    for seat, who in enumerate((watch, *seats)):
        assert [side["key"] for side in look(client, game, seat, who)["sides"]] == ["Cross", "Nought"]
