"""Why a step of the replay came about, and who may be told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulekit.web.app import create_app
from rulekit.web.causes import CauseFinder
from rulekit.web.course import standing
from rulekit.web.stored_rows import MoveRow
from tests.web.asking import TestClient
from tests.web.conftest import FOLDERS
from tests.web.test_games import Seat, begin, choose, look
from tests.web.test_replay import undo

VAULT = """game Vault "Vault":
  played by 2 players, called Ash, Birch
  begins with count

marks seen by their owner:
  gold of each player: from 0 to 900, at first 0

to count:
  each player, secretly and at once:
    choose deep from 1 to 9: "How deep?"
    set my gold to deep + 740
  each player in players:
    choose more from 0 to 1: "More?"
    if my gold is more than 745: raise my gold by more
    otherwise: raise my gold by 2
  end the game, ranking players by gold of it
"""


@pytest.fixture
def vault(tmp_path: Path, database: str) -> Iterator[TestClient]:
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault" / "game.rules").write_text(VAULT, "utf-8")
    with TestClient(create_app({**FOLDERS, "vault": tmp_path / "vault"}, database)) as client:
        yield client


def ask(client: TestClient, game: str, seat: int, step: int, who: Seat, lang: str = "en") -> Any:
    return client.get(f"/api/v1/games/{game}/seats/{seat}/replay/{step}/causes?lang={lang}", headers=who)


def test_the_rule_the_values_and_the_conditions(client: TestClient) -> None:
    """A game that hides nothing tells it all the time, in the language of the reader; the rule lines are named as elsewhere."""
    game, seats, watch = begin(client, game="tic_tac_toe")
    choose(client, game, 1, seats[0], "A1")
    choose(client, game, 2, seats[1], "B1")
    found = ask(client, game, 0, 2, watch).json()
    assert found["more"] == 0
    (owner,) = [x for x in found["causes"] if "set owner" in x["text"]]
    assert owner["parts"] == [{"kind": "player", "id": "Nought", "name": "Nought"}, ": ", "owner of B1: none → Nought"]
    assert owner["rule"].startswith("Tictactoe/game.rules:")
    assert ask(client, game, 0, 99, watch).json() == found, "a step past the last is the last"
    first = ask(client, game, 1, 1, seats[0]).json()
    assert "A1" in json.dumps(first) and "B1" not in json.dumps(first)


def bid(client: TestClient) -> tuple[str, list[Seat], Seat]:
    """A game in which each has chosen in secret, and one of two is asked again."""
    game, seats, watch = begin(client, game="vault")
    for seat, deep in ((1, "4"), (2, "9")):
        assert choose(client, game, seat, seats[seat - 1], deep).status_code == 200
    return game, seats, watch


GOLD = {1: "744", 2: "749"}
"""seat -> a number that nobody else may read before the end"""


def test_no_value_of_another_is_told_before_the_end(vault: TestClient) -> None:
    """Nor a condition that depends on one; the text of a rule line is no secret."""
    game, seats, watch = bid(vault)
    choose(vault, game, 1, seats[0], "0")
    for seat, who in ((0, watch), (1, seats[0]), (2, seats[1])):
        steps = vault.get(f"/api/v1/games/{game}/seats/{seat}/replay/0", headers=who).json()["steps"]
        for step in range(steps + 1):
            for lang in ("en", "zh-Hans"):
                refused = ask(vault, game, seat, step, who, lang)
                assert refused.status_code == 403
                assert not any(gold in refused.text for gold in GOLD.values())
        assert ask(vault, game, seat, 0, {}).status_code == 401
    choose(vault, game, 2, seats[1], "1")
    told = json.dumps([ask(vault, game, 0, step, watch).json() for step in range(4)], ensure_ascii=False)
    assert all(f"gold of {name}: 0 → {gold}" in told for name, gold in (("Ash", "744"), ("Birch", "749")))
    assert ': 749"], "asked"' in told, "what was worked out"


def test_conditions_are_told_with_their_answers(vault: TestClient) -> None:
    game, seats, watch = bid(vault)
    for seat in (1, 2):
        choose(vault, game, seat, seats[seat - 1], "1")
    last = [x for x in ask(vault, game, 0, 99, watch, "zh-Hans").json()["causes"] if "750" in str(x["parts"])]
    assert [(x["text"][:2], x["holds"]) for cause in last for x in cause["asked"]] == [("if", True)]
    assert not last[0]["rule"].startswith("/") and last[0]["rule"].startswith("Vault/game.rules:")


def test_what_was_taken_back_has_no_cause(client: TestClient) -> None:
    game, seats, watch = begin(client, game="tic_tac_toe")
    choose(client, game, 1, seats[0], "A1")
    undo(client, game, 1, seats[0])
    choose(client, game, 1, seats[0], "C3")
    told = [json.dumps(ask(client, game, 0, step, watch).json()) for step in range(4)]
    assert ["A1" in x for x in told] == [False, True, False, False]
    assert ["C3" in x for x in told] == [False, False, False, True]
    assert json.loads(told[2])["causes"] == []


def test_the_choices_that_stand() -> None:
    def move(number: int, seat: int, sort: str = "choice", choices: int = 0) -> MoveRow:
        return MoveRow(number, seat, sort, f"m{number}", choices=choices)

    moves = [move(1, 1), move(2, 2), move(3, 1), move(4, 2), move(5, 1, "undo", 2)]
    assert [x.number for x in standing(moves)] == [2, 4]
    moves += [move(6, 1), move(7, 0, "skip", 6), move(8, 0, "back", 1)]
    assert [x.number for x in standing(moves)] == [2]


def test_nobody_waits_for_it_any_more(client: TestClient) -> None:
    """The process ends with the request, and with the server; the next request has another one."""
    game, seats, _ = begin(client, game="tic_tac_toe")
    finder: CauseFinder = client.app.state.causes  # type: ignore[attr-defined]
    choose(client, game, 1, seats[0], "A1")
    before = ask(client, game, 1, 1, seats[0]).json()
    finder.process.interrupt()
    assert ask(client, game, 1, 1, seats[0]).json() == before
    finder.process.seconds = 0.0
    finder.process.interrupt()
    late = ask(client, game, 1, 1, seats[0], "zh-Hans")
    assert late.status_code == 422 and late.json()["error"] == "未能及时找出原因"
    finder.stop()
    assert ask(client, game, 1, 1, seats[0]).status_code == 503


def test_a_rule_line_is_quoted_with_its_rule(client: TestClient) -> None:
    """While the game goes on, too, and to spectators."""
    game, seats, watch = begin(client, game="shogun", players=3, seed=5)
    session = client.app.state.registry.session(game)  # type: ignore[attr-defined]
    lines = session.match.compiled.image.lines
    taxes = next(line for line in lines if line.text.startswith("move up to (tax income) chests"))

    def quote(rule: str, who: Seat, seat: int = 0) -> Any:
        return client.get(f"/api/v1/games/{game}/seats/{seat}/quote", params={"rule": rule}, headers=who)

    found = quote(taxes.place, watch).json()
    assert found["rule"] == taxes.place and found["text"] == taxes.text and found["clauses"] == [*taxes.clauses]
    assert found["title"] == "Collect taxes" and len(found["whole"]) > len(found["text"])
    asked = look(client, game, 1, seats[0])["decisions"][0]["rule"]
    assert quote(asked, seats[0], 1).json()["text"].startswith("choose")
    assert quote("Shogun/game.rules:1", watch).status_code == 404
    assert quote("../../etc/passwd:1", seats[0], 1).status_code == 404
