"""House rules that are sent: checked as ``rulekit check`` does, played, kept with the game; never Python, never too much."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulekit.diagnostics import UserError
from rulekit.web import check_worker, uploads
from rulekit.web.app import create_app
from rulekit.web.uploads import Uploads
from tests import patience
from tests.playing import ROOT
from tests.web.asking import TestClient
from tests.web.conftest import FOLDERS
from tests.web.test_games import begin, choose, look

GOOD = 'variant Short of Tictactoe "Only for looks":\n  named "只是好看" in zh-Hans\n'
LONGER = 'variant Longer of Tictactoe "Longer":\n  before mark a square:\n    if there are no free squares: stop\n'
BAD = 'variant Wrong of Tictactoe "Wrong":\n  before mark a sqare: stop\n'


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow machine takes longer to look at what is sent."""
    monkeypatch.setattr(uploads, "WALL", patience.seconds(uploads.WALL))
    monkeypatch.setattr(uploads, "PATIENCE", patience.seconds(uploads.PATIENCE))


def check(client: TestClient, text: str) -> dict[str, Any]:
    answer = client.post("/api/v1/check", json={"game": "tic_tac_toe", "text": text})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_messages_stand_where_they_belong(client: TestClient) -> None:
    found = check(client, BAD)["findings"]
    assert found[0]["line"] == 2 and found[0]["severity"] == "error" and found[0]["code"].startswith("RK")
    made = client.post("/api/v1/games", json={"game": "tic_tac_toe", "text": BAD})
    assert made.status_code == 422 and made.json()["diagnostics"] == found


def test_messages_are_in_the_language_of_the_page(client: TestClient) -> None:
    answer = client.post("/api/v1/check?lang=zh-Hans", json={"game": "tic_tac_toe", "text": BAD}).json()
    first, english = answer["findings"][0], check(client, BAD)["findings"][0]
    refused = client.post("/api/v1/games?lang=zh-Hans", json={"game": "tic_tac_toe", "text": BAD}).json()
    assert refused["diagnostics"] == answer["findings"] and refused["error"] == "这些规则有错误"
    assert (first["message"], first["hint"]) == ("没有叫 `mark a sqare` 的规则点", "你是不是想说 `mark a square`？")
    assert (english["message"], english["hint"]) == (
        "no point is called `mark a sqare`",
        "did you mean `mark a square`?",
    )


def test_a_table_with_rules_of_its_own(client: TestClient, database: str) -> None:
    found = check(client, GOOD)
    assert not [x for x in found["findings"] if x["severity"] == "error"] and found["played"]
    game, seats, _ = begin(client, game="tic_tac_toe", text=GOOD)
    choose(client, game, 1, seats[0], "B2")
    before = look(client, game, 1, seats[0])
    rules = client.get(f"/api/v1/games/{game}/seats/2/rules", headers=seats[1]).json()["variants"]
    assert list(rules.values()) == [GOOD]
    with TestClient(create_app(FOLDERS, database)) as other:
        assert look(other, game, 1, seats[0]) == before
    asks = look(client, game, 2, seats[1])["decisions"][0]
    lines = client.get(f"/api/v1/games/{game}/seats/2/why?option={asks['options'][0]['id']}", headers=seats[1]).json()
    rules = [asks["rule"], before["story"][0]["rule"], *(line["rule"] for line in lines["lines"])]
    assert all(rule.startswith(("Tictactoe/game.rules:", "house.rules:")) for rule in rules), rules


def test_what_the_rules_change_is_told_as_diff_does(client: TestClient) -> None:
    found = check(client, LONGER)["changes"]
    assert [(x["part"], x["line"]) for x in found] == [("rules", 2)]
    assert "mark a square" in found[0]["text"] and "stop" in found[0]["after"] and "/" not in found[0]["text"]
    assert check(client, BAD)["changes"] == []


NEVER = """\
variant Modest of Tictactoe "Modest":
  refuse square in mark a square if the number of free squares is 0: "the board is full"
"""
GREEDY = """\
variant Greedy of Tictactoe "Greedy":
  after mark a square: raise my score by 1
"""


@pytest.mark.parametrize(
    ("text", "lang", "wanted"),
    [
        (NEVER, "en", "never"),
        (NEVER, "zh-Hans", "从未"),
        (GREEDY, "en", "Games that stopped"),
    ],
)
def test_rules_are_tried_as_the_command_does(client: TestClient, text: str, lang: str, wanted: str) -> None:
    answer = client.post(f"/api/v1/check?lang={lang}", json={"game": "tic_tac_toe", "text": text}).json()
    assert wanted in "\n".join(answer["tried"]), answer
    assert "/tmp" not in str(answer) and "--seconds" not in str(answer)


@pytest.mark.parametrize(
    "text",
    ["import os\nos.system('x')\n", "((((" * 5000, "variant " * 20_000, "\ufeff", "# nothing\n"],
    ids=["python", "brackets", "one word", "a mark", "a remark"],  # a text of 160 kB is too long for a name
)
def test_whatever_is_sent_gets_an_answer(client: TestClient, text: str) -> None:
    answer = client.post("/api/v1/check", json={"game": "tic_tac_toe", "text": text})
    assert answer.status_code in (200, 422) and "too much time" not in answer.text, "the worker was not stopped"
    if answer.status_code == 200:
        assert any(x["severity"] == "error" for x in answer.json()["findings"]) or not answer.json()["findings"]


def test_too_long_and_switched_off(client: TestClient, database: str) -> None:
    long = {"game": "tic_tac_toe", "text": "#" * 200_001}
    assert client.post("/api/v1/check", json=long).status_code == 422
    with TestClient(create_app(FOLDERS, database, uploads=False), headers={"Sec-Fetch-Site": "same-origin"}) as closed:
        for path in ("/api/v1/check", "/api/v1/games"):
            answer = closed.post(path, json={"game": "tic_tac_toe", "text": GOOD})
            assert answer.status_code == 422 and "takes no house rules" in answer.json()["error"]
        assert closed.get("/api/v1/games").json()["uploads"] is False and client.get("/api/v1/games").json()["uploads"]


def test_a_worker_that_takes_too_long_is_stopped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(uploads, "WALL", 0.05)
    with pytest.raises(UserError, match="too much time"):
        Uploads().check(ROOT / "games" / "tic_tac_toe", [], GOOD)


def test_the_worker_is_confined(tmp_path: Path) -> None:
    """Its limits are those of the system: memory beyond them is refused."""
    import subprocess
    import sys

    order = "from rulekit.web.check_worker import confine; confine(); b = bytearray(4 << 30)"
    done = subprocess.run([sys.executable, "-c", order], capture_output=True, text=True, check=False)
    assert done.returncode and "MemoryError" in done.stderr
    assert check_worker.MEMORY < 4 << 30
