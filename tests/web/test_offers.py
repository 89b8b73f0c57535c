"""What the lobby and the page of the host say of the games that can be played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulekit.installed import find_game
from rulekit.web.app import create_app
from tests.playing import ROOT
from tests.web.asking import TestClient

FOLDERS = {
    **{path.parent.name: path.parent for path in (ROOT / "games").glob("*/words.yaml")},
    **{name: find_game(name) for name in ("most_dangerous_time", "nobunaga_successors")},
}
YES_OR_NO = {"yes", "no", "none"}


@pytest.mark.parametrize("lang", ["zh-Hans", "zh-Hant", "ja"])
def test_yes_and_no_are_in_the_language_of_the_reader(tmp_path: Path, lang: str) -> None:
    """Also where the words of the game do not have them."""
    with TestClient(create_app(FOLDERS, f"sqlite:///{tmp_path / 'tables.db'}")) as client:
        games: list[Any] = client.get(f"/api/v1/games?lang={lang}").json()["games"]
        found = [(game["name"], option) for game in games for option in game["options"]]
        assert len(games) == len(FOLDERS) and any(YES_OR_NO & {*option["values"]} for _, option in found)
        left = [(name, o["name"]) for name, o in found if YES_OR_NO & {o["text"], *o["labels"]}]
        assert not left
        made = client.post("/api/v1/games", json={"game": "nobunaga_successors", "cookie": True})
        hosted = client.get(f"/api/v1/games/{made.json()['id']}/host?lang={lang}").json()
        assert not [option for option in hosted["options"] if option["value"] in YES_OR_NO]
