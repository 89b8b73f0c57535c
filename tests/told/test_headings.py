"""Headings that go on with the lines below them, and what the reader does in one line with what others do."""

from __future__ import annotations

import pytest
from attrs import evolve

from rulekit.runtime.labels import Thing
from rulekit.runtime.narrative.headed_lines import headed
from rulekit.runtime.narrative.sentence import LONGEST, Sentence, befalls
from rulekit.web.chapters import told_before
from tests.told.reading import GAMES, LANGUAGES, read


def sentences(name: str, lang: str = "en") -> list[Sentence]:
    match, reader, _ = read(name, lang)
    return [line for node in match.story(reader, lang=lang) for _, line in node.lines()]


def begun(told: list[Sentence], start: str) -> Sentence:
    return next(line for line in told if line.text.startswith(start))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_no_line_begins_with_the_end_of_its_heading(name: str, lang: str) -> None:
    for line in sentences(name, lang):
        heading = line.text.replace("：", ": ")
        for below in line.children:
            before, colon, _ = below.text.replace("：", ": ").partition(": ")
            assert not (colon and heading.endswith(f": {before}")), (line.text, below.text)


def test_a_heading_goes_on_with_short_lines() -> None:
    told = begun(sentences("shogun"), "Action 1 of 10: Build a castle")
    assert told.text == "Action 1 of 10: Build a castle: Yellow in Suruga; Red in Noto; Purple in Iyo"
    assert (told.children, told.yours, told.player) == ((), True, None)


def test_the_lines_of_a_heading_that_cannot_go_on_name_its_end_no_more() -> None:
    told = next(x for x in sentences("shogun") if x.text == "Action 6 of 10: Build a temple")
    assert [x.text for x in told.children] == [
        "Red in Izu; Blue (Mimasaka): not carried out: no building space is free in Mimasaka;"
        " Yellow (Ise): not carried out: Ise has a temple already",
    ]


def test_a_line_that_names_a_place_behind_the_player_keeps_it() -> None:
    """What stands behind `黄方从` is no card that the heading has named, as behind `黄方：`, though both end with it."""
    match, reader, _ = read("shogun", "zh-Hans")
    player, place = (Thing(*said) for said in (("player", "Yellow", "黄"), ("province", "Yamato", "大和")))
    heading = Sentence("event", ("战斗/移动：", place), 1)
    lines = (
        (player, "方从", place, "调1支军队到", Thing("province", "Kii", "纪伊")),
        (player, "方：", place, "：未能执行"),
    )
    node = evolve(heading, children=tuple(Sentence("line", parts, k) for k, parts in enumerate(lines, 2)))
    told = headed(node, match.compiled.labels("zh-Hans"), reader)
    assert [line.text for line in told.children] == ["黄方从大和调1支军队到纪伊", "黄方：未能执行"]


def test_half_of_a_heading_is_told_when_no_more_had_happened() -> None:
    match, reader, _ = read("shogun")
    story = match.story(reader)
    whole = next(x for x in story if x.text.startswith("Action 1 of 10: Build a castle"))
    labels = match.compiled.labels("en")
    texts = [x.text for x in told_before(story, whole.joined[0].number + 1, labels, reader)]
    assert texts[-1] == "Action 1 of 10: Build a castle"
    assert told_before(story, whole.number + 1, labels, reader)[-1] == whole


@pytest.mark.parametrize("name", GAMES)
def test_what_befalls_the_reader_stands_by_itself(name: str) -> None:
    """What one does may stand beside the same of others, in a line that is not too long."""
    _match, reader, _ = read(name)
    for line in sentences(name):
        assert len({x.yours for x in line.joined}) < 2 or len(line.text) <= LONGEST
        if line.joined and befalls(line, reader):
            assert all(befalls(x, reader) for x in line.joined), line.text


def test_what_one_does_stands_in_one_line_with_the_same_of_others() -> None:
    assert (
        begun(sentences("shogun"), "Bids: ").text
        == "Bids: Red Yamato; Yellow Bitchu; Blue chest card 4; Purple Hitachi"
    )
