"""Looking back: each step as it was read then, and it holds up nobody."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from rulekit.runtime.narrative.sentence import Sentence
from rulekit.web import analysis
from rulekit.web.app import create_app
from rulekit.web.session import GameSession
from tests import patience
from tests.web.asking import TestClient
from tests.web.test_games import begin, choose, look, named

SEALED = """game Sealed "Sealed":
  played by 2 players, called Ash, Birch
  begins with bid

marks seen by their owner:
  depth of each player: from 0 to 9, at first 0

to bid:
  each player, secretly and at once:
    choose deep from 0 to 2: "how deep?"
    set my depth to deep
  end the game, ranking players by depth of it
"""
THREADS = 40
"""So many threads work on requests"""
PATIENCE = 60.0


def steps_of(client: TestClient, game: str, seat: int, who: dict[str, str]) -> list[dict[str, Any]]:
    """Every step of a game as a seat has seen it."""
    address = f"/api/v1/games/{game}/seats/{seat}/replay"
    number = client.get(f"{address}/0", headers=who).json()["steps"]
    return [client.get(f"{address}/{step}", headers=who).json() for step in range(number)]


def undo(client: TestClient, game: str, seat: int, who: dict[str, str]) -> None:
    version = look(client, game, seat, who)["version"]
    url = f"/api/v1/games/{game}/seats/{seat}/undo"
    answer = client.post(url, json={"version": version, "move": f"back from {version}"}, headers=who)
    assert answer.status_code == 200, answer.text


def told(step: dict[str, Any]) -> set[str]:
    return set().union(*(named(line) for line in step["story"]))


def test_a_step_tells_what_was_read_then(client: TestClient) -> None:
    """What came after something that was taken back was told with the lines of what came instead."""
    game, seats, _ = begin(client, game="tic_tac_toe")
    for square in ("A1", "B1", "C3"):
        choose(client, game, 1, seats[0], square)
        if square != "C3":
            undo(client, game, 1, seats[0])
    choose(client, game, 2, seats[1], "B2")
    for seat in (1, 2):
        steps = steps_of(client, game, seat, seats[seat - 1])
        squares = [told(step) & {"A1", "B1", "C3", "B2"} for step in steps]
        assert squares == [set(), {"A1"}, set(), {"B1"}, set(), {"C3"}, {"B2"}]
        assert [step["back"] for step in steps] == [False, False, True, False, True, False, False]


def test_a_bot_tells_what_it_would_have_chosen_after_the_end(client: TestClient) -> None:
    """And not before, not even to who plays alone: what it would choose for others rests on what they hold."""
    game, seats, watch = begin(client, game="tic_tac_toe")

    def opinion(step: int, seat: int = 1) -> Any:
        url = f"/api/v1/games/{game}/seats/{seat}/replay/{step}/opinion?lang=zh-Hans"
        return client.get(url, headers=seats[seat - 1] if seat else watch)

    squares = ("A1", "A2", "B1", "B2", "C1")
    for k, square in enumerate(squares):
        assert opinion(0).status_code == 403
        choose(client, game, k % 2 + 1, seats[k % 2], square)
    assert look(client, game, 1, seats[0])["over"]
    (found,) = opinion(4).json()["opinions"]
    assert (found["player"], found["label"]) == ("叉", "C1") and found["prompt"], "it wins at once"
    assert opinion(4, 0).json()["opinions"] == [found]
    assert opinion(5).json()["opinions"] == [], "nobody is asked at the end"


def test_a_step_has_the_header_and_the_places_of_its_moment(client: TestClient) -> None:
    game, seats, _ = begin(client, game="shogun", players=3, seed=5, bots={"2": "random", "3": "random"})
    client.rest()
    now = look(client, game, 1, seats[0])
    while not now["form"]:
        choose(client, game, 1, seats[0], now["decisions"][0]["options"][0]["id"])
        client.rest()
        now = look(client, game, 1, seats[0])
    first, *_, last = steps_of(client, game, 1, seats[0])
    assert last["header"]["lines"] == now["header"]["lines"] and "Spring" in str(last["header"]["lines"])
    assert not first["header"]["lines"] and not first["lit"]
    drafted = next(step for step in steps_of(client, game, 1, seats[0]) if step["lit"])
    assert set(drafted["lit"]) <= set().union(*(named(line) for line in drafted["story"]))


def test_a_step_is_one_of_the_seat(tmp_path: Path, database: str) -> None:
    """What is chosen in secret is a step for nobody else: each seat has its own, and reads in them what it saw then."""
    (tmp_path / "sealed").mkdir()
    (tmp_path / "sealed" / "game.rules").write_text(SEALED, encoding="utf-8")
    registry = create_app({"sealed": tmp_path / "sealed"}, database).state.registry
    session = registry.session(registry.create("sealed").id)
    for seat in (2, 1):
        decision = session.decision(seat)
        session.take(decision, [decision.options[1].value], f"move {seat}")
    replay = session.replay()
    assert [replay.steps(seat) for seat in (0, 1, 2)] == [[0, 2], [0, 2], [0, 1, 2]]
    own, end = ([*texts(replay.story(2, step, "en"))] for step in (1, 2))
    assert len(own) == 1 and "Birch" in own[0] and "1" in own[0]
    assert len(end) > 1 and not {*own} & {*end}, "the second step is not the end of the game, as it is for the others"
    registry.store.close()


def test_all_is_told_in_its_step_and_nothing_where_one_goes_back(app: Starlette, client: TestClient) -> None:
    """In SHOGUN all plan at once: what the others have chosen is made again when a seat takes its own choice back."""
    game, *_ = begin(client, game="shogun", players=3, seed=5)
    session: GameSession = app.state.registry.session(game)

    def first(seat: int) -> None:
        decision = session.decision(seat)
        assert decision is not None
        session.take(decision, [decision.options[0].value], f"move {session.number}")

    while len(session.asked()) < 3:
        first(min(session.asked()))
    for seat in (1, 2, 1):
        first(seat)
    session.undo(1, session.version(1), "back")
    replay = session.replay()
    mine = len(replay.steps(1)) - 1
    assert replay.is_back(1, mine) and replay.story(1, mine, "en") == []
    for seat in (1, 2, 3):
        told = {line for step in range(len(replay.steps(seat))) for line in texts(replay.story(seat, step, "en"))}
        assert told >= {*texts(session.match.story(session.player(seat)))}


def texts(story: Iterable[Sentence]) -> Iterator[str]:
    """What a story tells, each thing by itself."""
    for line in story:
        if line.children or line.joined:
            yield from texts(line.children or line.joined)
        else:
            yield line.text


@contextmanager
def held(lock: threading.RLock) -> Iterator[threading.Event]:
    """Somebody else holds the lock meanwhile. Gives what is set when he has lost his patience."""
    begun, ended, tired = threading.Event(), threading.Event(), threading.Event()

    def hold() -> None:
        with lock:
            begun.set()
            if not ended.wait(patience.seconds(PATIENCE)):
                tired.set()

    holder = threading.Thread(target=hold)
    holder.start()
    begun.wait()
    try:
        yield tired
    finally:
        ended.set()
        holder.join()


def test_who_looks_back_holds_up_nobody(app: Starlette, client: TestClient) -> None:
    """The first look at a long game takes seconds: others play on at that table, and others use the server."""
    game, seats, _ = begin(client, game="tic_tac_toe")
    replay = app.state.registry.session(game).replay()
    url = f"/api/v1/games/{game}/seats/1/replay/0"
    with held(replay.lock) as tired:
        lookers = [
            threading.Thread(target=client.get, args=(url,), kwargs={"headers": seats[0]}) for _ in range(THREADS + 5)
        ]
        for looker in lookers:
            looker.start()
        assert choose(client, game, 1, seats[0], "B2").status_code == 200
        assert choose(client, game, 2, seats[1], "A1").status_code == 200
        assert client.get("/api/v1/games").status_code == 200
        assert not tired.is_set()
    for looker in lookers:
        looker.join()
    assert client.get(url, headers=seats[0]).json()["steps"] == 3


def test_what_is_tried_holds_no_lock(app: Starlette, client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    game, seats, _ = begin(client, game="tic_tac_toe")
    session, owned, make = app.state.registry.session(game), [], analysis._make

    def made(*what: Any) -> Any:
        owned.append(session.lock._is_owned())
        return make(*what)

    monkeypatch.setattr(analysis, "_make", made)
    body = {"line": [{"seat": 1, "option": "B2"}], "bot": True}
    answer = client.post(f"/api/v1/games/{game}/seats/1/analysis", json=body, headers=seats[0])
    assert len(answer.json()["line"]) == 2 and owned == [False, False]


def test_a_replay_has_chapters_and_passes_over_what_tells_nothing(client: TestClient) -> None:
    """By what stands above the table: the seasons, and nothing before them. The last step is reached."""
    game, seats, _ = begin(client, game="shogun", players=3, seed=5, bots={"2": "greedy", "3": "greedy"})
    client.rest()
    for _ in range(40):
        state = look(client, game, 1, seats[0])
        if not state["decisions"]:
            break
        choose(client, game, 1, seats[0], state["decisions"][0]["options"][0]["id"])
        client.rest()
    address = f"/api/v1/games/{game}/seats/1/replay"
    found = client.get(f"{address}?lang=en", headers=seats[0]).json()["chapters"]
    assert [x["title"].partition(" of")[0] for x in found] == ["Spring", "Summer"] and found[0]["step"] > 0
    assert found == sorted(found, key=lambda x: x["step"])
    step = client.get(f"{address}/0", headers=seats[0]).json()
    assert step["header"]["declared"] and not step["header"]["lines"], (
        "nothing stands above the draft, and no marks instead"
    )
    seen = 1
    while step["step"] + 1 < step["steps"]:
        following = client.get(f"{address}/{step['next']}", headers=seats[0]).json()
        skipped = range(step["step"] + 1, following["step"])
        assert following["step"] > step["step"]
        assert not any(client.get(f"{address}/{k}", headers=seats[0]).json()["story"] for k in skipped)
        step, seen = following, seen + 1
    assert 3 < seen < step["steps"]


def fork(client: TestClient, game: str, seat: int, who: dict[str, str], step: int) -> Any:
    return client.post(f"/api/v1/games/{game}/seats/{seat}/fork", json={"step": step}, headers=who)


def test_one_plays_on_from_a_step_as_a_new_game(client: TestClient) -> None:
    """After the end, or alone: the new game is as the old one was then, and its host is who has asked for it."""
    game, seats, watch = begin(client, game="tic_tac_toe", people=["Ann", "Ben"], title="Sunday")
    choose(client, game, 1, seats[0], "C3")
    undo(client, game, 1, seats[0])
    for k, square in enumerate(("A1", "B1", "A2", "B2")):
        choose(client, game, k % 2 + 1, seats[k % 2], square)
    assert "secrets" in fork(client, game, 1, seats[0], 3).json()["error"]
    choose(client, game, 1, seats[0], "A3")
    assert look(client, game, 1, seats[0])["over"]
    assert fork(client, game, 0, watch, 3).status_code == 403
    assert "nothing can be played on" in fork(client, game, 1, seats[0], 99).json()["error"]
    made = fork(client, game, 2, seats[1], 5).json()
    host = {"Authorization": f"Bearer {made['host'].rpartition('/')[2]}"}
    assert client.get(f"/api/v1/games/{made['id']}/host", headers=host).json()["title"] == "Sunday"
    new = [{"Authorization": f"Bearer {seat['link'].rpartition('/')[2]}"} for seat in made["seats"]]
    state = look(client, made["id"], 2, new[1])
    then = client.get(f"/api/v1/games/{game}/seats/2/replay/5", headers=seats[1]).json()
    assert state["view"] == then["view"] and [person["name"] for person in state["people"]] == ["Ann", "Ben"]
    assert state["game"]["luck"] == "save"
    choose(client, made["id"], 2, new[1], "C1")
    assert look(client, game, 1, seats[0])["over"], "the old game stays as it is"


@pytest.mark.slow
def test_a_game_with_cards_goes_on_from_a_step_with_the_same_cards(client: TestClient) -> None:
    game, seats, _ = begin(client, game="shogun", players=3, seed=5, bots={"2": "random", "3": "random"})
    client.rest()
    for _ in range(4):
        option = look(client, game, 1, seats[0])["decisions"][0]["options"][0]["id"]
        choose(client, game, 1, seats[0], option)
        client.rest()
    number = client.get(f"/api/v1/games/{game}/seats/1/replay/0", headers=seats[0]).json()["steps"]
    for step in (0, number // 2, number - 1):
        made = fork(client, game, 1, seats[0], step).json()
        own = {"Authorization": f"Bearer {made['seats'][0]['link'].rpartition('/')[2]}"}
        then = client.get(f"/api/v1/games/{game}/seats/1/replay/{step}", headers=seats[0]).json()
        assert look(client, made["id"], 1, own)["view"] == then["view"]
