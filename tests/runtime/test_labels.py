"""How things are called."""

from __future__ import annotations

import pytest

from tests.playing import ROOT, game


@pytest.mark.parametrize(
    ("word", "said"), [("draw-pile", "draw pile"), ("Ink-stone", "Ink-stone"), ("worth 2", "worth 2")]
)
def test_hyphens_become_blanks_in_words_but_not_in_names(word: str, said: str) -> None:
    assert game(ROOT / "games" / "tic_tac_toe").compiled().labels("en").word(word) == said
