"""Why an option is refused is told in words, in the language of the page, also where no author has written a reason."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulekit.web.app import create_app
from tests import patience
from tests.web.asking import TestClient
from tests.web.test_games import begin

FOLD = """game Fold "Fold":
  played by 2 players, called Ash, Birch
  begins with graze

kind cow is Bella, Berta:
  at first in fold
places seen by all:
  fold: cows
  herd of each player: cows

whether {beast: cow} is tame:
  no if beast is Berta
  yes otherwise

to graze:
  for seat 1:
    choose cow among cows in fold where it is tame, or none: "who grazes?"
    if cow is not none: move cow to my herd
  end the game, won by seat 1
"""
WORDS = """zh-Hans:
  "{beast} is tame": "{beast}已驯服"
"""


def test_an_option_tells_what_it_would_lead_to(client: TestClient) -> None:
    """As far as it could be taken back; only to who is asked, and nothing of what is refused."""
    game, seats, watch = begin(client, game="tic_tac_toe")
    for seat, who, then in ((1, seats[0], True), (2, seats[1], False), (0, watch, False)):
        found = client.get(f"/api/v1/games/{game}/seats/{seat}/why?option=B2&lang=en", headers=who).json()
        assert bool(found["then"]) == then, found
    url = f"/api/v1/games/{game}/seats/1/why"
    assert any("B2" in line for line in client.get(f"{url}?option=B2&lang=en", headers=seats[0]).json()["then"])
    assert client.get(f"{url}?option=Z9", headers=seats[0]).json() == {"then": [], "lines": []}


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "this needs: it is tame"), ("zh-Hans", "须满足：已驯服")], ids=["en", "zh"]
)
def test_a_reason_that_nobody_has_written(lang: str, said: str, tmp_path: Path, database: str) -> None:
    (tmp_path / "fold").mkdir()
    (tmp_path / "fold" / "game.rules").write_text(FOLD, encoding="utf-8")
    (tmp_path / "fold" / "words.yaml").write_text(WORDS, encoding="utf-8")
    with TestClient(
        create_app({"fold": tmp_path / "fold"}, database), headers={"Sec-Fetch-Site": "same-origin"}
    ) as client:
        game, seats, _ = begin(client, game="fold", players=2)
        address = f"/api/v1/games/{game}/seats/1"

        def refused() -> dict[str, Any]:
            shown = client.get(f"{address}?lang={lang}", headers=seats[0]).json()
            return dict(shown["decisions"][0]["refused"][0])

        patience.until(lambda: refused()["reason"] == said, f"“{said}”: the rulebook is read beside the play")
        lines = client.get(f"{address}/why?lang={lang}&option={refused()['id']}", headers=seats[0]).json()["lines"]
        quoted = "choose cow among cows in fold where it is tame, or none"
        assert (lines[0]["text"] == quoted) == (lang == "en") and lines[0]["text"]
