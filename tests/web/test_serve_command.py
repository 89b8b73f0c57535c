"""``rulekit serve``: which games it offers, and what it says of names that cannot be served."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulekit.cli.commands.serve import serve
from rulekit.diagnostics import UserError
from rulekit.web import server
from tests.web.conftest import FOLDERS

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
