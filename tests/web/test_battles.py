"""A battle on the page: one block in the story with its dice, and the dice that were thrown last at a question."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulekit.web.app import create_app
from rulekit.web.client import begin as begin_at
from tests.web.asking import TestClient
from tests.web.browsing import page_of
from tests.web.serving import Server
from tests.web.test_games import Seat, begin, choose, look

DUEL = """game Duel "Duel":
  played by 2 players, called Ash, Birch
  begins with go

to go:
  begin duel of seat 1 against seat 2:
    fight
  for seat 1:
    me may "bow": tell "{me} bows"
  end the game, won by seat 1

scene duel of {one: player} against {two: player}:
  to fight:
    told as "Duel of {one} against {two}"
    repeat 2 times:
      each player in one, two: strike
    tell "The duel is over"

  to strike:
    let n be hits of 3 dice on 4 or more
    me may "throw again":
      let luck be hits of 3 dice on 4 or more
      set n to luck
    told as "{me} strikes, hits {n}"
"""


def duel_in(folder: Path) -> Path:
    (folder / "duel").mkdir()
    (folder / "duel" / "game.rules").write_text(DUEL, encoding="utf-8")
    return folder / "duel"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    app = create_app({"duel": duel_in(tmp_path)}, f"sqlite:///{tmp_path / 'tables.db'}")
    with TestClient(app, headers={"Sec-Fetch-Site": "same-origin"}) as client:
        yield client


def fight(client: TestClient, game: str, seats: list[Seat], choices: int) -> list[dict[str, Any]]:
    """What the one who is asked sees, before each of so many choices."""
    seen = []
    for k in range(choices):
        state = look(client, game, k % 2 + 1, seats[k % 2])
        seen.append(state)
        (no,) = [x["id"] for x in state["decisions"][0]["options"] if x.get("declines")]
        choose(client, game, k % 2 + 1, seats[k % 2], no)
    return seen


def below(line: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for inner in line.get("inside", ()):
        yield inner
        yield from below(inner)


def test_the_dice_that_were_thrown_last_stand_at_the_question(client: TestClient) -> None:
    game, seats, _ = begin(client, game="duel", seed=1)
    for state in fight(client, game, seats, 4):
        (roll,) = state["decisions"][0]["rolls"]
        assert len(roll["dice"]) == 3 and roll["hits"] == sum(die > 3 for die in roll["dice"])
        assert roll["who"] == state["view"]["players"][state["seat"] - 1]
    assert "rolls" not in look(client, game, 1, seats[0])["decisions"][0]  # the duel is over


def test_a_battle_stays_one_block_while_it_is_fought(client: TestClient) -> None:
    """Though the seat has chosen in the middle of it, and sees otherwise what came after its choice."""
    game, seats, _ = begin(client, game="duel", seed=1)
    *_, third, last = [*fight(client, game, seats, 4), look(client, game, 1, seats[0])]
    for state, strikes in ((third, 3), (last, 4)):
        (block,) = [line for line in below({"inside": state["story"]}) if line.get("block")]
        assert "Duel of" in str(block["parts"])
        inside = [*below(block)]
        hits = [line for line in inside if "strikes" in str(line["parts"])]
        assert len(hits) == strikes and not any(line.get("block") for line in inside)
        assert all(line["rolls"] for line in hits)


def test_dice_on_the_page(browser: Any, tmp_path: Path) -> None:
    server = Server(tmp_path, (str(duel_in(tmp_path)),))
    server.start()
    one, *_ = begin_at(server.address, game="duel", seed=1)
    page = page_of(browser, [], viewport={"width": 1200, "height": 800})
    page.goto(one.link)
    dice = page.locator(".question .dice i")
    dice.first.wait_for()
    assert dice.all_inner_texts() == [str(die) for die in one.look().decisions[0].rolls[0].dice]
    page.click(".option")
    page.wait_for_selector("li.fight .lines .dice i")
    server.kill()
