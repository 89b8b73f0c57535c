"""Where a chapter of a story begins: with the rule that changes the heading, and not with what was told just before."""

from __future__ import annotations

from pathlib import Path
from random import Random

import rulekit
from rulekit.web.chapters import StoryChapters
from tests.playing import SHOGUN, step

SPEECH = """\
variant Speech of Shogun "Speech":
  after clean up:
    each player in players: tell "{me} makes a speech"
"""


def test_what_is_told_before_a_season_ends_is_in_its_chapter(tmp_path: Path) -> None:
    rules = tmp_path / "speech.rules"
    rules.write_text(SPEECH, encoding="utf-8")
    match, chance, chapters = rulekit.load(SHOGUN, [rules]).start(3, seed=7), Random(1), StoryChapters()
    kept = 0
    while len(chapters.found) < 4:
        chapters.follow(match, kept)
        kept = match.happened
        step(match, chance)
    told = [line for node in match.story("Red") for _, line in node.lines()]
    by_chapter = [(chapters.found[chapters.at(line.number)].titles["en"], line.text) for line in told]
    speeches = [title for title, text in by_chapter if text.endswith("makes a speech")]
    spring, summer = (chapters.found[k].titles["en"] for k in (1, 2))
    assert speeches[:6] == [spring] * 3 + [summer] * 3
    begins = {title for title, text in by_chapter if text.startswith("Summer of year 1 begins")}
    assert begins <= {summer}
