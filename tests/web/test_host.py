"""The page of who has set a table: the links again, new ones, names, bots for those who are absent."""

from __future__ import annotations

from typing import Any

import pytest

from rulekit.web.app import create_app
from tests.web.asking import TestClient
from tests.web.browsing import page_of, set_table, turn_to
from tests.web.conftest import FOLDERS
from tests.web.serving import Server
from tests.web.test_games import Seat, look
from tests.web.test_links import bearer, join

NOTICES = """
window.notices = [];
window.Notification = class {
  static permission = "default";
  static requestPermission = async () => (Notification.permission = "granted");
  constructor(title, { body }) { window.notices.push([title, body]); }
};
"""


def begin(client: TestClient, **setup: object) -> tuple[str, Seat, list[str]]:
    """A new game: its id, what the host shows, and the tokens of the invitations."""
    made = client.post("/api/v1/games", json={"game": "tic_tac_toe", **setup}).json()
    return made["id"], bearer(_token(made["host"])), [_token(seat["link"]) for seat in made["seats"]]


def _token(link: str) -> str:
    return link.rpartition("/")[2]


def table(client: TestClient, game: str, host: Seat, lang: str = "en") -> Any:
    answer = client.get(f"/api/v1/games/{game}/host?lang={lang}", headers=host)
    assert answer.status_code == 200, answer.text
    return answer.json()


def change(client: TestClient, game: str, host: Seat, seat: int, status: int = 200, **what: object) -> Any:
    answer = client.patch(f"/api/v1/games/{game}/host/seats/{seat}?lang=en", json=what, headers=host)
    assert answer.status_code == status, answer.text
    return answer.json()


def told(client: TestClient, game: str, seat: int, who: Seat) -> list[tuple[int, str]]:
    """What all were told of seats."""
    found = client.get(f"/api/v1/games/{game}/seats/{seat}/messages", headers=who).json()["messages"]
    return [(message["seat"], message["sort"]) for message in found if "sort" in message]


def test_the_host_is_shown_links_again_until_they_are_opened(client: TestClient) -> None:
    game, host, invitations = begin(client)
    assert [_token(seat["link"]) for seat in table(client, game, host)["seats"]] == invitations
    join(client, invitations[0])
    seats = table(client, game, host)["seats"]
    assert seats[0]["joined"] and "link" not in seats[0]
    assert not seats[1]["joined"] and _token(seats[1]["link"]) == invitations[1]


def test_the_host_sees_no_hand_and_nobody_else_sees_the_page(client: TestClient) -> None:
    """The token of the host opens no seat, and that of a seat or of the spectators not the page of the host."""
    game, host, invitations = begin(client)
    watch = _token(table(client, game, host)["watch"])
    for seat in range(3):
        assert client.get(f"/api/v1/games/{game}/seats/{seat}", headers=host).status_code == 401
    _, others_host, _ = begin(client)
    for token in (bearer(invitations[0]), bearer(watch), others_host, {}):
        assert client.get(f"/api/v1/games/{game}/host", headers=token).status_code == 401
        assert client.get(f"/api/v1/games/{game}/host/seats/1/qr.svg", headers=token).status_code == 401
        change(client, game, token, 1, status=401, name="Mallory")


def test_a_new_link_of_the_host_makes_every_older_one_void_and_all_are_told(client: TestClient) -> None:
    game, host, invitations = begin(client)
    lost, other = bearer(join(client, invitations[0])["token"]), bearer(join(client, invitations[1])["token"])
    for _ in range(2):
        (new, _) = change(client, game, host, 1, new_link=True)["seats"]
        assert _token(new["link"]) not in invitations and not new["joined"]
        assert client.get(f"/api/v1/games/{game}/seats/1", headers=lost).status_code == 401
        lost = bearer(join(client, _token(new["link"]))["token"])
    join(client, invitations[0], status=401)
    assert told(client, game, 2, other) == [(1, "link")] * 2
    look(client, game, 1, lost)


def test_a_link_that_its_owner_gave_on_is_not_shown_to_the_host(client: TestClient) -> None:
    game, host, invitations = begin(client)
    own = bearer(join(client, invitations[0])["token"])
    given = client.patch(f"/api/v1/games/{game}/seats/1", json={"new_link": True}, headers=own).json()["link"]
    seat = table(client, game, host)["seats"][0]
    assert "link" not in seat and not seat["joined"]
    owner = bearer(join(client, _token(given))["token"])
    assert told(client, game, 1, owner) == [(1, "link")]


def test_a_bot_stands_in_until_the_person_comes_back(client: TestClient) -> None:
    game, host, invitations = begin(client)
    one, two = (bearer(join(client, token)["token"]) for token in invitations)
    seat = change(client, game, host, 1, bot="random")["seats"][0]
    assert seat["bot"] == "random" and seat["absent"]
    client.rest()
    assert look(client, game, 2, two)["decisions"], "the bot has chosen for the absent one"
    assert not look(client, game, 1, one)["people"][0]["bot"], "who looks has the seat again"
    change(client, game, host, 1, bot="random"), change(client, game, host, 1, bot="")
    assert told(client, game, 2, two) == [(1, "bot"), (1, "person")] * 2
    assert "no bot" in change(client, game, host, 1, status=422, bot="nobody")["error"]


def test_the_host_names_people_and_the_table(client: TestClient) -> None:
    game, host, _ = begin(client, title="Thursday", people=["", "Ben"])
    assert [seat["name"] for seat in table(client, game, host)["seats"]] == ["", "Ben"]
    assert change(client, game, host, 1, name="Ann")["seats"][0]["name"] == "Ann"
    found = table(client, game, host)
    assert (found["title"], found["game"]) == ("Thursday", "Tic-tac-toe")
    assert change(client, game, host, 1, name="")["seats"][0]["name"] == ""
    change(client, game, host, 3, status=404, name="Cid")


def test_the_host_changes_the_title_for_everybody(client: TestClient) -> None:
    game, host, invitations = begin(client, title="Thursday")
    one, url = bearer(join(client, invitations[0])["token"]), f"/api/v1/games/{game}/host?lang=zh-Hans"
    look(client, game, 1, one)
    assert client.patch(url, json={"title": "Friday"}, headers=one).status_code == 401
    assert client.patch(url, json={"title": f" {'Friday':60}"}, headers=host).json()["title"] == "Friday"
    assert look(client, game, 1, one)["game"]["title"] == "Friday"
    assert client.patch(url, json={"title": ""}, headers=host).json()["title"] == "井字棋", "as the game"


def test_the_host_reads_what_is_in_force(client: TestClient) -> None:
    made = client.post("/api/v1/games", json={"game": "shogun", "variants": ["short_war"], "options": {"side": "Moon"}})
    id, host = made.json()["id"], bearer(_token(made.json()["host"]))
    found = table(client, id, host)
    side = {"text": "Side of the board", "value": "Moon", "values": ["Sun", "Moon"], "normal": "Sun"}
    assert side in found["options"]
    (variant,) = found["variants"]
    assert variant["title"] and "year" in variant["text"]
    url = f"/api/v1/games/{id}/host/rules"
    assert client.get(url).status_code == 401
    ((name, text),) = client.get(url, headers=host).json()["variants"].items()
    assert "short_war" in name and "\nvariant " in text


def test_the_page_of_the_host_speaks_chinese(client: TestClient) -> None:
    made = client.post("/api/v1/games", json={"game": "shogun", "variants": ["short_war"]}).json()
    found = table(client, made["id"], bearer(_token(made["host"])), "zh-Hans")
    said = [seat["player"] for seat in found["seats"]]
    said += [x for o in found["options"] for x in (o["text"], o["value"], o["normal"], *o["values"])]
    said += [x for v in found["variants"] for x in v.values()]
    assert all(any("\u4e00" <= letter <= "\u9fff" or letter.isdigit() for letter in x) for x in said), said
    assert found["variants"] and found["title"] == found["game"] == "幕府将军"


def test_a_table_waits_for_nonces_and_has_its_page(client: TestClient) -> None:
    game, host, _ = begin(client, nonces=True)
    assert table(client, game, host)["missing"] == [1, 2]
    assert change(client, game, host, 1, name="Ann", new_link=True)["seats"][0]["name"] == "Ann"
    change(client, game, host, 1, status=409, bot="random")


def test_a_qr_code_is_drawn_as_long_as_the_link_was_not_opened(client: TestClient) -> None:
    game, host, invitations = begin(client)
    address = f"/api/v1/games/{game}/host/seats/1/qr.svg"
    answer = client.get(address, headers=host)
    assert answer.headers["content-type"].startswith("image/svg+xml") and "<svg" in answer.text
    join(client, invitations[0])
    assert client.get(address, headers=host).status_code == 404


def test_the_lobby_lists_tables_and_games_by_name(client: TestClient) -> None:
    setup = {"game": "tic_tac_toe", "title": "Thursday", "people": ["", "Ben"], "cookie": True}
    made = client.post("/api/v1/games", json=setup).json()
    join(client, _token(made["seats"][0]["link"]), cookie=True)
    mine = client.get("/api/v1/mine?lang=zh-Hans").json()
    assert mine["tables"] == [{"id": made["id"], "title": "Thursday", "game": "井字棋"}]
    (game,) = mine["games"]
    assert (game["title"], game["player"], game["asked"], game["waits"]) == ("Thursday", "叉", True, [])


def test_the_link_of_the_host_opens_the_page_in_another_browser(client: TestClient) -> None:
    game, host, _ = begin(client)
    link = table(client, game, host)["link"]
    assert join(client, _token(link), cookie=True) == {"game": game, "seat": 0, "host": True}
    assert table(client, game, {})["id"] == game
    assert client.get("/api/v1/mine").json()["tables"][0]["id"] == game


def test_who_sets_a_table_may_need_a_password(database: str) -> None:
    app = create_app(FOLDERS, database, password="open sesame")
    with TestClient(app) as client:
        assert client.get("/api/v1/games").json()["password"]
        for wrong in ({}, {"password": ""}, {"password": "sesame"}, {"password": "öffne dich"}):
            for path, more in (("games", {}), ("check", {"text": "x"})):
                assert client.post(f"/api/v1/{path}", json={"game": "tic_tac_toe", **wrong, **more}).status_code == 403
        game, _, invitations = begin(client, password="open sesame")
        look(client, game, 1, bearer(join(client, invitations[0])["token"]))


@pytest.mark.browser
def test_talk_that_was_read_is_not_new_after_the_page_is_loaded_again(browser: Any, server: Server) -> None:
    wrong: list[str] = []
    one, two = page_of(browser, wrong), page_of(browser, wrong)
    links = set_table(one, server, "tic_tac_toe")
    one.goto(links[0]), two.goto(links[1])
    unread = two.locator(".tabs [data-tab=talk] .count")
    for text, count in (("good morning", "1"), ("and good night", "1")):
        turn_to(one, "talk")
        one.fill(".talk input", text)
        one.press(".talk input", "Enter")
        unread.wait_for()
        assert unread.inner_text() == count
        two.reload()
        unread.wait_for()
        turn_to(two, "talk")
        two.get_by_text(text).wait_for()
        two.reload()
        two.wait_for_selector(".question")
        assert not unread.count()
    assert not wrong


@pytest.mark.browser
def test_the_browser_tells_that_one_is_asked_while_the_page_is_out_of_sight(browser: Any, server: Server) -> None:
    """Chromium without a screen gives no notices: they are collected here, as is that the page is hidden."""
    wrong: list[str] = []
    one, two = page_of(browser, wrong), page_of(browser, wrong)
    links = set_table(one, server, "tic_tac_toe")
    two.add_init_script(NOTICES)
    one.goto(links[0]), two.goto(links[1])
    turn_to(two, "table")
    two.get_by_text("Your seat").click()
    two.get_by_label("Tell me in this browser").check()
    two.evaluate("Object.defineProperty(document, 'hidden', {value: true})")
    one.click(".option")
    two.wait_for_function("() => window.notices.length === 1")
    title, text = two.evaluate("window.notices[0]")
    assert title == "Tic-tac-toe" and text.lower() == two.inner_text(".question h2").lower()
    assert not wrong


@pytest.mark.browser
def test_the_seat_says_where_and_how_often_it_is_told(browser: Any, server: Server) -> None:
    wrong: list[str] = []
    page = page_of(browser, wrong)
    links = set_table(page, server, "tic_tac_toe")
    page.goto(links[1])
    turn_to(page, "table")
    page.get_by_text("Your seat").click()
    page.get_by_label("Tell me when it is my turn, by web hook").fill("https://[2606:4700::1111]/in")
    page.get_by_label("How often").select_option("at most once a day")
    with page.expect_response("**/notices"):
        page.get_by_role("button", name="Keep").click()
    page.reload()
    turn_to(page, "table")
    page.get_by_text("Your seat").click()
    page.wait_for_function("() => document.querySelector('[name=pause]')?.value === '86400'")
    assert page.get_by_label("Tell me when it is my turn, by web hook").input_value() == "https://[2606:4700::1111]/in"
    assert not wrong


@pytest.mark.browser
def test_links_in_a_browser(browser: Any, server: Server) -> None:
    """The host opens the own link, goes back, and finds the others' again; copies one, shows one to a telephone."""
    wrong: list[str] = []
    host, guest = page_of(browser, wrong), page_of(browser, wrong)
    links = set_table(host, server, "tic_tac_toe")
    assert "open on this computer only" in host.inner_text(".here")
    host.goto(links[0])
    host.wait_for_selector(".question")
    host.goto(f"{server.address}/")
    host.get_by_role("region", name="Tables that you have set").get_by_role("link").first.click()
    host.wait_for_selector(".links a")
    shown = host.eval_on_selector_all(".links a", "links => links.map(link => link.href)")
    assert shown == links[1:]
    host.get_by_role("button", name="QR code").click()
    assert host.eval_on_selector(".seat img", "img => img.decode().then(() => img.naturalWidth)") > 100
    host.get_by_label("Name of the table").fill("Friday")
    host.get_by_label("Name of the table").press("Enter")
    host.get_by_role("heading", name="Friday").wait_for()
    host.get_by_label("Name of the person: Nought").fill("Ben")
    host.get_by_label("Name of the person: Nought").blur()
    guest.goto(links[1])
    guest.wait_for_selector(".question")
    guest.get_by_text("Ben").first.wait_for()
    second = host.locator(".seat", has_text="Nought")
    second.get_by_text("has opened the link").wait_for()
    second.locator("summary").click()
    second.get_by_role("button", name="Make a new link").click()
    second.locator(".link a").wait_for()
    guest.get_by_text("this seat is not yours").wait_for()
    assert not [text for text in wrong if "401" not in text], wrong
