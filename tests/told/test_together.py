"""Which sentences are told in one line."""

from __future__ import annotations

from itertools import pairwise

from rulekit.runtime.labels import Thing
from rulekit.runtime.narrative.sentence import Sentence, together
from tests.playing import ROOT, game


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
