"""`undo` is one thing: the same match at the prompts, on the full screen and in the browser, with the same choices left."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from textual.pilot import Pilot

import rulekit
from rulekit.cli import main
from rulekit.tui.app import TableApp
from rulekit.web.app import create_app
from tests.tui.sitting_down import play, question, settle, table, type_line
from tests.web.asking import TestClient
from tests.web.test_forms import fill, send
from tests.web.test_games import begin, choose, look

FIELDS = """game Fields "Fields":
  played by 2 players, called Ash, Birch
  begins with play it

kind field is North, East, South, West, Middle

marks seen by their owner:
  seeds of each player for each field: from 0 to 3
marks seen by all:
  bid of each player: from 0 to 3

to play it:
  each player, secretly and at once:
    choose early from 0 to 1: "do you rise early?"
    each here among fields: sow here
    choose n from 0 to 3: "what do you bid?"
    set my bid to n
    choose late from 0 to 1: "do you stay late?"
  end the game, ranking players by bid of it

to sow {here: field}:
  choose n from 0 to 3: "{here}: how many seeds?"
  set my seeds for here to n
"""
LINES = 5
WAYS: dict[str, tuple[list[str], list[int]]] = {
    "the form": (["all"], [1]),
    "one choice of it": (["one"], [LINES]),
    "one and then the rest": (["one", "all"], [LINES, 1]),
    "all and what was before": (["all", "all"], [1, 0]),
    "one by one": (["one"] * 3, [LINES, LINES - 1, LINES - 2]),
}
"""How one takes back after a choice and a form, `undo` (all) or `undo 1` (one); how many of one's choices are left each time"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "COLUMNS", "LINES", "TEXTUAL_COLOR_SYSTEM", "LC_ALL", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr("rulekit.tabletop.form_entry.SystemRandom", lambda: Random(5))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "fields").mkdir()
    (tmp_path / "fields" / "game.rules").write_text(FIELDS, encoding="utf-8")
    return tmp_path / "fields"


def own(match: rulekit.Match) -> int:
    """How many choices of the first seat stand."""
    return sum(choice[0] == 0 for choice in match.past or ())


def at_the_prompts(folder: Path, ways: list[str]) -> list[int]:
    found = []
    for k in range(len(ways)):
        kept = folder.parent / f"left-{k}.json"
        undone = ["undo" if way == "all" else "undo 1" for way in ways[: k + 1]]
        typed = "\n".join(["1", "form", "rest random", "done", *undone, f"save {kept}", "quit", ""])
        result = CliRunner().invoke(main, ["play", str(folder), "--seed", "1", "--seat", "1=human"], input=typed)
        assert result.exit_code == 0 and result.output.count("Taken back;") == k + 1, result.output
        found.append(sum(choice[0] == 0 for choice in json.loads(kept.read_text(encoding="utf-8"))["choices"]))
    return found


def on_the_full_screen(folder: Path, ways: list[str]) -> list[int]:
    found = []

    async def what(app: TableApp, pilot: Pilot[Any]) -> None:
        for typed in ("1", "rest random", "done"):
            await type_line(app, pilot, typed)
        assert "what do you bid?" in question(app)
        for k, way in enumerate(ways):
            if way == "all" and k == 0:
                await pilot.press("ctrl+z")
                await settle(app, pilot)
            else:
                await type_line(app, pilot, "undo" if way == "all" else "undo 1")
            found.append(own(app.driver.match))

    play(table(folder, players=2, seats={1: "human"}), what)
    return found


def in_the_browser(folder: Path, ways: list[str]) -> list[int]:
    found = []
    app = create_app({"fields": folder}, f"sqlite:///{folder.parent / 'tables.db'}")
    with TestClient(app, headers={"Sec-Fetch-Site": "same-origin"}) as client:
        game, seats, _ = begin(client, game="fields", seed=1, bots={"2": "random"})
        who = seats[0]
        choose(client, game, 1, who, look(client, game, 1, who)["decisions"][0]["options"][1]["id"])
        state = look(client, game, 1, who)
        form = fill(client, game, who, state, state["form"], rest=True).json()["form"]
        state = send(client, game, who, state, form).json()
        assert state["undoes"] == LINES
        for k, way in enumerate(ways):
            data = {"version": state["version"], "move": f"back {k}", "alone": way == "one"}
            state = client.post(f"/api/v1/games/{game}/seats/1/undo", json=data, headers=who).json()
            found.append(own(app.state.registry.session(game).match))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_the_same_choices_are_left_at_every_table(folder: Path, way: str) -> None:
    ways, left = WAYS[way]
    assert at_the_prompts(folder, ways) == on_the_full_screen(folder, ways) == in_the_browser(folder, ways) == left
