"""A question whether to play a card: what the cards say stands below it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rulekit.web.client import begin
from tests.cli.test_questions import herds_in
from tests.web.browsing import page_of
from tests.web.serving import Server


def test_what_the_cards_say_is_read_without_pointing_at_them(browser: Any, tmp_path: Path) -> None:
    folder = herds_in(tmp_path)
    rules = folder / "game.rules"
    rules.write_text(
        rules.read_text().replace('song Lullaby "Lullaby":', '"everybody sleeps"\nsong Lullaby "Lullaby":')
    )
    server = Server(tmp_path, (str(folder),))
    server.start()
    one, *_ = begin(server.address, game="herds", seed=1)
    state = one.look()
    for _ in range(2):
        assert not state.decisions[0].window
        state = one.choose("none", state.version)
    assert state.decisions[0].window
    page = page_of(browser, [], viewport={"width": 1200, "height": 800})
    page.goto(one.link)
    page.wait_for_selector(".question .card-texts dd:has-text('everybody sleeps')")
    assert page.locator(".card-texts dt").all_inner_texts() == ["Lullaby"]
    server.kill()
