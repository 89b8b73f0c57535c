"""Which sentences are told in one line."""

from __future__ import annotations

from itertools import pairwise

from rulekit.runtime.labels import Thing
from rulekit.runtime.narrative.sentence import Sentence, together
from tests.playing import ROOT, game
from tests.told.reading import read


def toll(what: str, player: str, template: int = 0, yours: bool = False) -> Sentence:
    return Sentence("event", ("Take toll: ", what), 1, player=player, template=template, yours=yours)


def lines(*nodes: Sentence) -> list[str]:
    labels = game(ROOT / "games" / "tic_tac_toe").compiled().labels("en")
    return [node.text for node in together(nodes, labels, "Red")]


def test_what_is_said_in_the_same_words_is_told_in_one_line() -> None:
    for template in (0, 1):
        nodes = (toll("Blue in Alder", "Blue", template), toll("Green in Birch", "Green", template))
        assert lines(*nodes) == ["Take toll: Blue in Alder; Green in Birch"]
    assert len(lines(toll("Alder", "Blue", 0), toll("Birch", "Green", 1))) == 2, "other words"
    assert len(lines(toll("Alder", "Blue", -1), toll("Birch", "Green", -1))) == 2, "nobody's words"


def test_what_the_reader_does_is_told_in_one_line_with_what_others_do_elsewhere() -> None:
    mine, other = toll("Red in Alder", "Red", yours=True), toll("Blue in Fir", "Blue")
    assert lines(mine, other, mine) == ["Take toll: Red in Alder ×2; Blue in Fir"]


def test_what_others_do_to_the_reader_keeps_a_line_of_its_own() -> None:
    mine, theirs = toll("Red in Alder", "Red", yours=True), toll("Blue in Fir", "Blue", yours=True)
    assert lines(mine, mine, theirs) == ["Take toll: Red in Alder ×2", "Take toll: Blue in Fir"]


def way(*names: str) -> list[str]:
    places = [Thing("place", name, name) for name in names]
    return lines(
        *(
            Sentence("event", ("March of Ann: ", a, " to ", b), k, player="Blue", template=0)
            for k, (a, b) in enumerate(pairwise(places))
        )
    )


def test_a_way_is_told_in_its_order() -> None:
    """To and fro, it is not told as if it went the same way twice."""
    assert way("Alder", "Birch", "Alder", "Birch") == ["March of Ann: Alder to Birch; Birch to Alder; Alder to Birch"]
    assert way("Alder", "Alder", "Alder") == ["March of Ann: Alder to Alder ×2"]


def at(thing: str, place: str, kind: str = "unit") -> Sentence:
    parts = ("Disbanded: ", Thing(kind, thing, thing), " in ", Thing("place", place, place))
    return Sentence("line", parts, 1, player="Blue", template=0)


def test_things_are_told_by_their_places() -> None:
    """In whatever order they were chosen; who does something somewhere is told in the order in which they did."""
    found = lines(at("guard", "Alder"), at("Ben", "Birch"), at("guard", "Alder"), at("Ann", "Alder"))
    assert found == ["Disbanded: guard ×2, Ann in Alder; Ben in Birch"]
    assert lines(at("guard", "Alder"), at("guard", "Birch")) == ["Disbanded: guard in Alder; guard in Birch"]
    players = [at("Red", "Alder", "player"), at("Blue", "Birch", "player"), at("Green", "Alder", "player")]
    assert lines(*players) == ["Disbanded: Red in Alder; Blue in Birch; Green in Alder"]


def test_what_is_hidden_is_not_quoted_as_a_name() -> None:
    match = read("shogun", "zh-Hans")[0]
    templates = ["".join(x if isinstance(x, str) else "{}" for x in parts) for parts in match.compiled.image.templates]
    number = templates.index("{} can no longer carry out {} there")
    labels = match.compiled.labels("zh-Hans")
    assert labels.template(number, (1, 0)) == "黄方在该国计划的“建造城堡”落空"
    assert labels.template(number, (1, 0), hidden={1}) == "黄方在该国计划的一张牌落空"
