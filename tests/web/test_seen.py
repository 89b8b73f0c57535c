"""What is new to a seat: kept by the server, its own business, and right after going back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulekit.web.app import create_app
from rulekit.web.events import line_of, next_event
from rulekit.web.requests import Participant
from rulekit.web.side_store import SeenRow, SideStore
from rulekit.web.tokens import digest
from tests.web.asking import TestClient
from tests.web.conftest import FOLDERS
from tests.web.test_games import Seat, begin, choose, look
from tests.web.test_secrecy import planning, sent
from tests.web.test_undo import first, undo


def visit(client: TestClient, game: str, seat: int, who: Seat) -> dict[str, Any]:
    """What somebody is sent who comes to the page of a seat."""
    answer = client.get(f"/api/v1/games/{game}/seats/{seat}?visit=1", headers=who)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def see(client: TestClient, game: str, seat: int, who: Seat, tag: str) -> None:
    answer = client.post(f"/api/v1/games/{game}/seats/{seat}/seen", json={"tag": tag}, headers=who)
    assert answer.status_code == 201, answer.text


def story(client: TestClient, game: str, seat: int, who: Seat, **query: Any) -> dict[str, Any]:
    answer = client.get(f"/api/v1/games/{game}/seats/{seat}/story", params=query, headers=who)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def kept(client: TestClient, game: str, seat: int) -> SeenRow | None:
    registry = client.app.state.registry  # type: ignore[attr-defined]
    return SideStore(registry.store.engine).seen(game, seat)


def test_what_was_looked_at_is_new_to_nobody_who_comes_later(client: TestClient, database: str) -> None:
    game, seats, _ = begin(client, game="tic_tac_toe")
    choose(client, game, 1, seats[0], "A1")
    here = visit(client, game, 2, seats[1])
    assert "A1" in str(here["story"]) and here["lit"] == ["A1"] and here["looked"]["at"] is None
    see(client, game, 2, seats[1], here["tag"])
    assert look(client, game, 2, seats[1]) == here, "it stays new as long as one looks at it"
    again = visit(client, game, 2, seats[1])
    assert again["story"] == [] and again["lit"] == [] and again["looked"]["at"]
    with TestClient(create_app(FOLDERS, database)) as other:
        assert visit(other, game, 2, seats[1]) == again, "another process knows it, too"


def test_one_reads_what_came_of_the_own_choice_and_only_others_light_the_map(client: TestClient) -> None:
    game, seats, _ = begin(client, game="tic_tac_toe")
    see(client, game, 1, seats[0], visit(client, game, 1, seats[0])["tag"])
    choose(client, game, 1, seats[0], "A1")
    mine = look(client, game, 1, seats[0])
    assert "A1" in str(mine["story"]) and mine["lit"] == [] and mine["looked"]["at"]
    choose(client, game, 2, seats[1], "B2")
    new = look(client, game, 1, seats[0])
    assert "B2" in str(new["story"]) and new["lit"] == ["B2"]
    choose(client, game, 1, seats[0], "C3")
    own = look(client, game, 1, seats[0])
    assert "C3" in str(own["story"]) and "B2" not in str(own["story"]) and own["lit"] == []


def test_what_was_not_sent_is_not_seen(client: TestClient) -> None:
    game, seats, _ = begin(client, game="tic_tac_toe")
    before = visit(client, game, 2, seats[1])
    choose(client, game, 1, seats[0], "A1")
    see(client, game, 2, seats[1], before["tag"])
    assert kept(client, game, 2) == SeenRow(0, kept(client, game, 2).at)  # type: ignore[union-attr]
    assert "A1" in str(visit(client, game, 2, seats[1])["story"])
    see(client, game, 2, seats[1], "of no state")
    see(client, game, 2, seats[1], before["tag"])
    assert "A1" in str(visit(client, game, 2, seats[1])["story"]), "an earlier state is no later one's"


def test_spectators_are_not_asked_what_they_have_seen(client: TestClient) -> None:
    game, _, watch = begin(client, game="tic_tac_toe")
    tag = visit(client, game, 0, watch)["tag"]
    answer = client.post(f"/api/v1/games/{game}/seats/0/seen", json={"tag": tag}, headers=watch)
    assert answer.status_code == 403


def test_the_story_is_read_by_chapters_up_to_what_was_seen_and_from_there(client: TestClient) -> None:
    game, seats = planning(client)
    here = visit(client, game, 1, seats[0])
    see(client, game, 1, seats[0], here["tag"])
    for seat in (1, 2, 3):
        url, who = f"/api/v1/games/{game}/seats/{seat}", seats[seat - 1]
        version = look(client, game, seat, who)["version"]
        form = client.post(f"{url}/form", json={"version": version, "rest": True}, headers=who).json()["form"]
        values = [line["value"] for line in form["lines"]]
        client.post(f"{url}/form/send", json={"version": version, "move": "plan", "values": values}, headers=who)
    now = look(client, game, 1, seats[0])
    whole = story(client, game, 1, seats[0])
    spring = "Spring of year 1 of 2"
    assert whole["chapters"] == [spring] and now["looked"] | {"at": 0} == {
        "at": 0,
        "chapter": 0,
        "title": spring,
        "backs": 0,
    }
    parts = [story(client, game, 1, seats[0], chapter=k)["story"] for k in range(3)]
    assert parts == [whole["story"], [], []] and "begins" in str(whole["story"])
    seen = story(client, game, 1, seats[0], chapter=0, part="seen")["story"]
    new = story(client, game, 1, seats[0], part="new")["story"]
    assert (
        seen and new == now["story"] and [line["parts"] for line in parts[0][: len(seen)]] == [x["parts"] for x in seen]
    )
    assert "planned" in str(new) and "planned" not in str(seen)
    headlines = story(client, game, 1, seats[0], level="headline")["story"]
    assert headlines == story(client, game, 1, seats[0], level="headline", chapter=0)["story"]
    assert headlines == [], "what is dealt out before anybody is asked is none"


def test_headlines_are_shorter_than_the_story(client: TestClient) -> None:
    game, seats, _ = begin(client, game="shogun", players=3, seed=5)
    for _ in range(8):
        first(client, game, 1 + _on_turn(client, game, seats), seats[_on_turn(client, game, seats)])
    headlines = story(client, game, 1, seats[0], level="headline")["story"]
    assert "takes" in str(headlines) and len(headlines) < len(story(client, game, 1, seats[0])["story"])
    assert "chapter" not in {line["sort"] for line in headlines}, "the page has headings of its own"


def _on_turn(client: TestClient, game: str, seats: Sequence[Seat]) -> int:
    """The first seat that is asked, from 0."""
    return next(k for k, seat in enumerate(seats) if look(client, game, k + 1, seat)["decisions"])


def test_what_is_taken_back_and_done_again_is_new(client: TestClient) -> None:
    game, seats, _ = begin(client, game="tic_tac_toe")
    first(client, game, 1, seats[0])
    see(client, game, 2, seats[1], visit(client, game, 2, seats[1])["tag"])
    before = visit(client, game, 2, seats[1])
    assert before["story"] == []
    undo(client, game, 1, seats[0], "oh")
    back = look(client, game, 2, seats[1])
    assert back["story"] == [] and back["looked"]["backs"] == before["looked"]["backs"] + 1
    assert story(client, game, 2, seats[1], part="seen")["story"] == []
    choose(client, game, 1, seats[0], "C3", move="again")
    new = look(client, game, 2, seats[1])
    assert "C3" in str(new["story"]) and new["lit"] == ["C3"]


def test_that_somebody_looks_tells_others_nothing_and_wakes_nobody(client: TestClient) -> None:
    game, seats = planning(client)
    registry = client.app.state.registry  # type: ignore[attr-defined]
    before = {k: look(client, game, k, seats[k - 1]) for k in (1, 3)}
    change = registry.feed.count(game)
    line = line_of(registry, Participant(game, 1, digest(seats[0]["Authorization"][7:])), "en", True, before[1]["tag"])
    see(client, game, 2, seats[1], visit(client, game, 2, seats[1])["tag"])
    assert registry.feed.count(game) == change
    assert next_event(registry, Participant(game, 1, digest(seats[0]["Authorization"][7:])), line.next) == ""
    assert {k: look(client, game, k, seats[k - 1]) for k in (1, 3)} == before


def test_secret_choices_of_another_seat_change_nothing_of_what_is_new(client: TestClient, monkeypatch: Any) -> None:
    """Two worlds: in one of them another seat has chosen in secret, taken it back and chosen otherwise."""
    monkeypatch.setattr("rulekit.web.session.now", lambda: 1000)
    monkeypatch.setattr("rulekit.web.registry.now", lambda: 1000)
    monkeypatch.setattr("rulekit.web.store.now", lambda: 1000)
    (one, ones), (two, twos) = planning(client), planning(client)
    for game, seats in ((one, ones), (two, twos)):
        see(client, game, 1, seats[0], visit(client, game, 1, seats[0])["tag"])
        visit(client, game, 1, seats[0])
    first(client, two, 2, twos[1])
    undo(client, two, 2, twos[1], "oh")
    option = look(client, two, 2, twos[1])["decisions"][0]["options"][-1]["id"]
    choose(client, two, 2, twos[1], option, move="again")
    first(client, one, 2, ones[1])
    for game, seats in ((one, ones), (two, twos)):
        see(client, game, 1, seats[0], look(client, game, 1, seats[0])["tag"])
    parts: list[dict[str, Any]] = [{"part": "seen", "chapter": 0}, {"part": "new"}, {"part": "seen", "level": "full"}]
    for query in parts:
        assert story(client, one, 1, ones[0], **query) == story(client, two, 1, twos[0], **query)
    worlds = [sent(client, game, 1, seats[0]) for game, seats in ((one, ones), (two, twos))]
    for world in worlds:
        del world["replay"]  # in which one sees that a card came, went and came again, face down
    assert worlds[0] == worlds[1]
    looked = [visit(client, game, 1, seats[0])["looked"] for game, seats in ((one, ones), (two, twos))]
    assert looked[0] == looked[1] and looked[0]["backs"] == 0
