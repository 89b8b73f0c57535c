"""Taking back on the server: whole forms or one choice of them, while others choose; after a restart; as it was stored before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulekit.web import payload, session
from rulekit.web.app import create_app
from rulekit.web.store import GameStore
from rulekit.web.stored_rows import MoveRow
from tests.playing import ROOT
from tests.runtime.test_undo import WELLS
from tests.web.asking import TestClient
from tests.web.test_forms import fill, send
from tests.web.test_games import Seat, begin, choose, look
from tests.web.test_secrecy import planning

DIPLOMACY = ROOT / "games" / "diplomacy"


def undo(client: TestClient, game: str, seat: int, who: Seat, move: str, alone: bool = False) -> dict[str, Any]:
    data = {"version": look(client, game, seat, who)["version"], "move": move, "alone": alone}
    answer = client.post(f"/api/v1/games/{game}/seats/{seat}/undo", json=data, headers=who)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def first(client: TestClient, game: str, seat: int, who: Seat) -> None:
    option = look(client, game, seat, who)["decisions"][0]["options"][0]["id"]
    assert choose(client, game, seat, who, option).status_code == 200


@pytest.mark.slow
def test_a_form_goes_back_choice_by_choice_or_whole_while_others_plan(client: TestClient, database: str) -> None:
    game, seats = planning(client)
    before = look(client, game, 1, seats[0])
    form = fill(client, game, seats[0], before, before["form"], rest=True).json()["form"]
    sent = send(client, game, seats[0], before, form).json()
    lines = len(form["lines"])
    assert sent["undo"] is None and sent["undoes"] == lines
    first(client, game, 2, seats[1])
    other = look(client, game, 2, seats[1])
    assert undo(client, game, 1, seats[0], "one", alone=True)["undoes"] == lines - 1
    assert look(client, game, 2, seats[1])["view"]["places"] == other["view"]["places"]
    told = [look(client, game, seat, seats[seat - 1]) for seat in (1, 2, 3)]
    with TestClient(create_app(dict(client.app.state.registry.catalogue.folders), database)) as again:  # type: ignore[attr-defined]
        assert [look(again, game, seat, seats[seat - 1]) for seat in (1, 2, 3)] == told
        undone = undo(again, game, 1, seats[0], "all")
        assert undone["form"] == before["form"] and undone["undoes"] == 0 and undone["undo"]
        assert undo(again, game, 2, seats[1], "his")["undoes"] == 0
        assert look(again, game, 1, seats[0])["sight"] == before["sight"]
        replayed = again.get(f"/api/v1/games/{game}/seats/1/replay/999", headers=seats[0]).json()
        assert replayed["view"]["places"] == before["view"]["places"]


@pytest.fixture
def powers(database: str) -> Any:
    with TestClient(
        create_app({"diplomacy": DIPLOMACY}, database), headers={"Sec-Fetch-Site": "same-origin"}
    ) as client:
        yield client


@pytest.mark.slow
@pytest.mark.usefixtures("no_time_passes")
def test_nobody_is_told_that_another_has_chosen_or_taken_back(powers: TestClient) -> None:
    """As long as he is not ready, in a game where orders lie nowhere that one can see, the state of the others stays the same,
    to the byte; and what they take back themselves is the same."""
    (one, ones, _), (two, twos, _) = (begin(powers, game="diplomacy", seed=4, title="one") for _ in range(2))
    for game, seats in ((one, ones), (two, twos)):
        for _ in range(2):
            first(powers, game, 1, seats[0])
    before = [look(powers, two, seat, who) for seat, who in enumerate(twos, 1)]
    for _ in range(2):
        first(powers, two, 2, twos[1])
    undo(powers, two, 2, twos[1], "his", alone=True)
    after = [look(powers, two, seat, who) for seat, who in enumerate(twos, 1)]
    assert [k for k in range(7) if before[k] != after[k]] == [1]
    for k, alone in enumerate((True, False)):
        there, here = (
            undo(powers, game, 1, seats[0], f"mine {k}", alone) for game, seats in ((one, ones), (two, twos))
        )
        assert str(there).replace(one, "") == str(here).replace(two, "")
    assert [k for k, who in enumerate(twos, 1) if look(powers, two, k, who) != after[k - 1]] == [1]


@pytest.mark.slow
def test_neither_time_nor_a_vote_nor_the_story_tells_of_a_secret_choice(
    powers: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each choice adds an hour to the clock of who makes it, spectators read of the last ten choices, and a vote to go back
    holds as long as nothing has happened: all of these followed what was chosen in secret."""
    times = [1_000_000]
    for module in (session, payload):
        monkeypatch.setattr(module, "now", lambda: times[0])
    game, seats, watch = begin(powers, game="diplomacy", seed=4, clock={"days": 9, "hours": 1})
    begun = powers.app.state.registry.session(game).row.begun  # type: ignore[attr-defined]
    times[0] = begun + 86_400
    for seat in (1, 3, 4, 5, 6, 7):
        for _ in range(2):
            first(powers, game, seat, seats[seat - 1])
    url = f"/api/v1/games/{game}/seats/1/back"
    assert powers.post(url, json={"agree": True}, headers=seats[0]).json()["back"]["votes"] == [1]
    everybody = [(0, watch), *enumerate(seats, 1)]
    before = [look(powers, game, seat, who) for seat, who in everybody]
    assert before[3]["back"] == {"can": False, "votes": [1], "what": []}, "his order is a secret"
    assert before[3]["people"][0]["left"] == 8 * 86_400
    for _ in range(2):
        first(powers, game, 2, seats[1])
    after = [look(powers, game, seat, who) for seat, who in everybody]
    assert [k for k in range(8) if before[k] != after[k]] == [2]
    assert after[2]["people"][1]["left"] > before[2]["people"][1]["left"], "his own clock he sees"
    undo(powers, game, 2, seats[1], "his", alone=True)
    again = [look(powers, game, seat, who) for seat, who in everybody]
    assert [k for k in range(8) if before[k] != again[k]] == [2]


def test_what_an_earlier_version_took_back_is_still_taken_back(tmp_path: Path, database: str) -> None:
    """There one could go back across the beginning of what all do at once, as long as nobody else had chosen."""
    (tmp_path / "wells").mkdir()
    (tmp_path / "wells" / "game.rules").write_text(WELLS, encoding="utf-8")
    folders = {"wells": tmp_path / "wells"}
    with TestClient(create_app(folders, database)) as client:
        game, seats, _ = begin(client, game="wells", seed=1)
        first(client, game, 1, seats[0])
        before = look(client, game, 2, seats[1])
        first(client, game, 2, seats[1])
        assert look(client, game, 2, seats[1])["undo"]
    store = GameStore(database)
    store.add_moves(game, [MoveRow(3, 2, "undo", "back", 0, choices=1)])
    with TestClient(create_app(folders, database)) as client:
        state = look(client, game, 2, seats[1])
        assert state["decisions"] == before["decisions"] and state["view"] == before["view"]
        first(client, game, 2, seats[1])
        answer = client.get(f"/api/v1/games/{game}/seats/2/replay/999", headers=seats[1])
        assert answer.json()["view"]["marks"] == look(client, game, 2, seats[1])["view"]["marks"]


def test_an_undo_of_a_spectator_that_was_stored_takes_nothing_back(client: TestClient, database: str) -> None:
    """Earlier servers took one, and could not follow it."""
    game, seats, _ = begin(client, game="tic_tac_toe")
    choose(client, game, 1, seats[0], "B2")
    before = look(client, game, 2, seats[1])
    store = GameStore(database)
    store.add_moves(game, [MoveRow(2, 0, "undo", "canary", choices=1)])
    store.close()
    with TestClient(create_app({"tic_tac_toe": ROOT / "games" / "tic_tac_toe"}, database)) as again:
        assert look(again, game, 2, seats[1])["view"] == before["view"]
        again.headers["Sec-Fetch-Site"] = "same-origin"
        assert choose(again, game, 2, seats[1], "A1").status_code == 200
        assert again.get(f"/api/v1/games/{game}/seats/2/replay/0", headers=seats[1]).json()["steps"] == 3
