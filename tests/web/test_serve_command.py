"""``rulekit serve``: which games it offers, and what it says of names that cannot be served."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from starlette.applications import Starlette

from rulekit.cli.commands.serve import serve
from rulekit.diagnostics import RulesError, UserError
from rulekit.i18n.errors import translated
from rulekit.web import addresses, server
from tests.playing import ROOT
from tests.web.asking import TestClient
from tests.web.conftest import FOLDERS
from tests.web.serving import TAKEN, Server
from tests.web.test_games import begin, choose, look
from tests.web.test_uploads import BAD, GOOD, GREEDY

TICTACTOE = FOLDERS["tic_tac_toe"]


def test_two_games_of_one_name_are_refused(tmp_path: Path) -> None:
    other = shutil.copytree(TICTACTOE, tmp_path / TICTACTOE.name)
    found = CliRunner().invoke(serve, [str(TICTACTOE), str(other)])
    assert isinstance(found.exception, UserError)
    assert all(part in str(found.exception) for part in ("two games are called", str(TICTACTOE), str(other)))


def test_a_game_that_is_named_twice_is_offered_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[object] = []
    monkeypatch.setattr(server, "run", lambda app, *_: served.append(app.state.registry.catalogue.folders))
    found = CliRunner().invoke(serve, [str(TICTACTOE), f"{TICTACTOE}/", "--db", str(tmp_path / "t.db")])
    assert found.exit_code == 0, found.output
    assert served == [{TICTACTOE.name: TICTACTOE}]


def served(monkeypatch: pytest.MonkeyPatch, *order: str) -> Starlette:
    """What a command would serve."""
    apps: list[Starlette] = []
    monkeypatch.setattr(server, "run", lambda app, *_: apps.append(app))
    CliRunner().invoke(serve, [*order], catch_exceptions=False)
    return apps[0]


def written(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_file_of_the_operator_is_offered_ticked_and_its_tables_outlive_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, db = written(tmp_path / "greedy.rules", GREEDY), ("--db", str(tmp_path / "t.db"))
    both = [str(TICTACTOE), str(FOLDERS["shogun"])]
    with TestClient(served(monkeypatch, *both, "--variant", file, *db)) as client:
        offers = {offer["name"]: offer for offer in client.get("/api/v1/games").json()["games"]}
        assert (offers["tic_tac_toe"]["ticked"], offers["shogun"]["ticked"]) == (["greedy"], [])
        assert offers["tic_tac_toe"]["variants"][0]["name"] == "greedy"  # above those that come with the game
        assert {"name": "greedy", "title": "Greedy", "text": ""} in offers["tic_tac_toe"]["variants"]
        assert "greedy" not in [variant["name"] for variant in offers["shogun"]["variants"]]
        game, seats, _ = begin(client, game="tic_tac_toe", variants=["greedy"])
        choose(client, game, 1, seats[0], "B2")
        before = look(client, game, 2, seats[1])
    with TestClient(served(monkeypatch, *both, *db)) as later:
        assert look(later, game, 2, seats[1]) == before
        assert later.get(f"/api/v1/games/{game}/seats/1/rules", headers=seats[0]).json()["variants"] == {
            "0/greedy.rules": GREEDY
        }
        choose(later, game, 2, seats[1], "A1")
        offer = later.get("/api/v1/games").json()["games"][0]
        assert not offer["ticked"] and "greedy" not in [variant["name"] for variant in offer["variants"]]


def test_an_installed_variant_is_ticked_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = shutil.copytree(TICTACTOE, tmp_path / "three")
    (folder / "variants").mkdir(exist_ok=True)
    written(folder / "variants" / "looks.rules", GOOD)
    app = served(monkeypatch, str(folder), "--variant", "looks", "--variant", "looks", "--db", str(tmp_path / "t.db"))
    with TestClient(app) as client:
        (offer,) = client.get("/api/v1/games").json()["games"]
    assert offer["ticked"] == ["looks"]
    assert [variant["name"] for variant in offer["variants"]].count("looks") == 1


OTHER = 'variant Other of Nowhere "Other":\n  named "别的" in zh-Hans\n'


@pytest.mark.parametrize(
    ("text", "error", "said", "chinese"),
    [
        (BAD, RulesError, "mark a sqare", ""),
        (OTHER, UserError, "is a variant of Nowhere, which this server does not offer", "本服务器不提供这个游戏"),
        ("# nothing\n", UserError, "is no variant", "不是变体"),
    ],
)
def test_a_file_that_cannot_be_played_is_refused_at_the_start(
    tmp_path: Path, text: str, error: type[Exception], said: str, chinese: str
) -> None:
    found = CliRunner().invoke(serve, [str(TICTACTOE), "--variant", written(tmp_path / "house.rules", text)])
    assert isinstance(found.exception, error) and said in str(found.exception)
    assert chinese in translated(str(found.exception).split("\n")[0], "zh-Hans")


def test_what_there_is_not_and_what_is_called_alike(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    twins = [written(tmp_path / place / "house.rules", GOOD) for place in (".", "other")]
    found = CliRunner().invoke(serve, [str(TICTACTOE), "--variant", twins[0], "--variant", twins[1]])
    assert isinstance(found.exception, UserError) and "are called house" in str(found.exception)
    found = CliRunner().invoke(serve, [str(TICTACTOE), "--variant", "nowhere"])
    assert isinstance(found.exception, UserError) and "there is no variant nowhere" in str(found.exception)


@pytest.mark.parametrize(
    ("host", "seen", "wanted"),
    [
        ("127.0.0.1", "192.168.1.20", ["http://127.0.0.1:8760/"]),
        ("0.0.0.0", "192.168.1.20", ["http://192.168.1.20:8760/", "http://127.0.0.1:8760/"]),
        ("0.0.0.0", "", ["http://parlour:8760/", "http://127.0.0.1:8760/"]),
        ("::", "fd00::7", ["http://[fd00::7]:8760/", "http://[::1]:8760/"]),
    ],
)
def test_addresses_under_which_others_come(
    host: str, seen: str, wanted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "_seen_from", lambda far: seen)
    monkeypatch.setattr(socket, "gethostname", lambda: "parlour")
    assert [addresses.lobby_at(name, 8760) for name in addresses.names_of(host)] == wanted


def test_the_lobby_is_told_when_it_is_there(tmp_path: Path) -> None:
    first = Server(tmp_path, games=("games/tic_tac_toe",), options=("--host", "0.0.0.0"))
    first.start()
    try:
        lobby, here = (next((row for row in first.rows() if row.startswith(start)), "") for start in ("The l", "On t"))
        assert here == f"On this computer: {first.address}/" and lobby.endswith(f":{first.port}/")
        assert "0.0.0.0" not in lobby
        order = [sys.executable, "-m", "rulekit", "serve", "games/tic_tac_toe", "--port", str(first.port)]
        order += ["--db", str(tmp_path / "second.db")]
        second = subprocess.run(order, cwd=ROOT, capture_output=True, text=True, check=False)
        assert second.returncode and "The lobby" not in second.stdout and TAKEN in second.stderr
    finally:
        first.kill()
