"""The phrases of devices: gaps for pieces in sentences, and phrases that two devices share."""

from __future__ import annotations

import types
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import rulekit
from rulekit.plugins.devices import Word
from rulekit.plugins.hookspecs import hookimpl
from rulekit.plugins.manager import Plugins, find_plugins
from rulekit.rule_tests.runner import run_tests

GAME = """game Fair "Fair":
  played by 2 players, called Ann, Ben
  begins with play the game
  USES

piece nut, nuts: 9, at first in crate
group fruit, fruits, at first in crate:
  fig, figs | price 1 | pieces 4
  plum, plums | price 2 | pieces 5
piece coin, coins: 6 of each player, at first in purse of that player

places seen by all:
  crate: nuts, fruits
  basket: nuts, fruits
  purse of each player: coins of that player

marks seen by all:
  luck of each player: from 0 to 99

to play the game:
  each player in players:
    choose b among fruits: "what?"
    LINE
    set my luck to luck of the imp
  end the game, ranking players by luck of it
"""


class Imp:
    """Keeps in mind, as pieces in its bag, how many tokens it was given."""

    parameters = ()
    doc = "An imp."

    def __init__(self, name: str, words: Sequence[Word]) -> None:
        self.name, self.words = name, words
        self.given: list[Any] = []

    def stores(self, parameters: Any) -> Any:
        return []

    def bind(self, setting: Any) -> Any:
        def fetch(s: list[int], z: Any, *gaps: Any) -> None:
            self.given.append(
                tuple(tuple(setting.tokens[t] for t in gap) if type(gap) is tuple else gap for gap in gaps)
            )

        return {"fetch": fetch, "luck": lambda s, z: 1}


LUCK = Word("luck of the imp", "luck", "luck of the imp", gives="number")
FETCH = Word("fetch {n:number} of {p:pieces}", "fetch", "fetch 2 of nuts")


def brought(*imps: Imp) -> Plugins:
    module: Any = types.ModuleType("fairground")
    module.rulekit_devices = hookimpl(lambda: list(imps))
    module.rulekit_devices.__name__ = "rulekit_devices"
    return find_plugins((module,))


def written(folder: Path, line: str, *uses: str) -> Path:
    said = "\n  ".join(f"uses plugin {name}" for name in uses)
    (folder / "fair.rules").write_text(GAME.replace("LINE", line).replace("USES", said), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("said", "tokens"),
    [
        ("nuts", ("nut",)),
        ("fruits", ("fig", "plum")),
        ("coins of Ben", ("coin of Ben",)),
        ("my coins", ("coin of Ann",)),
        ("b", ("fig",)),
    ],
)
@pytest.mark.parametrize("journal", [True, False], ids=["told", "quick"])
def test_pieces_in_a_sentence_come_as_their_tokens(
    said: str, tokens: tuple[str, ...], journal: bool, tmp_path: Path
) -> None:
    imp = Imp("imp", (LUCK, FETCH))
    found, folder = brought(imp), written(tmp_path, f"fetch 2 of {said}", "imp")
    assert rulekit.check(folder, found=found)[0] == []
    match = rulekit.load(folder, found=found).start(2, 1, journal=journal)
    match.choose(match.decisions[0], match.decisions[0].options[0])
    assert imp.given == [(2, tokens)]


def test_pieces_in_a_word_for_tests(tmp_path: Path) -> None:
    imp = Imp("imp", (LUCK, Word("the imp likes {p:pieces}", "fetch", "the imp likes nuts", test=True)))
    folder = written(tmp_path, "raise my luck by 1", "imp")
    (folder / "tests").mkdir()
    (folder / "tests" / "a.rules").write_text(
        'test "liked":\n  given the imp likes coins of Ben\n  then luck of Ann is 0\n', encoding="utf-8"
    )
    results = run_tests(folder, found=brought(imp))
    assert [r.ok for r in results] == [True]
    assert imp.given == [(("coin of Ben",),)]


def test_two_devices_with_one_phrase_are_a_finding_that_names_both(tmp_path: Path) -> None:
    other = Imp("elf", (Word("fetch {m:number} of {x:pieces}", "fetch", "fetch 2 of nuts"),))
    folder = written(tmp_path, "fetch 2 of nuts", "imp", "elf")
    found, _ = rulekit.check(folder, found=brought(Imp("imp", (LUCK, FETCH)), other))
    (one,) = [d for d in found if d.code == "RK312"]
    assert "`imp`" in one.message and "`elf`" in one.message and "fetch" in one.message
    assert one.span.line == 5 and one.also[0][1].line == 4


def test_a_device_that_says_a_phrase_of_the_language_is_a_finding(tmp_path: Path) -> None:
    imp = Imp("imp", (LUCK, Word("shuffle {a:zone}", "fetch", "shuffle crate")))
    with pytest.raises(rulekit.UserError):
        brought(imp)
    imp = Imp("imp", (LUCK, Word("stop", "fetch", "stop")))
    found, _ = rulekit.check(written(tmp_path, "stop", "imp"), found=brought(imp))
    assert "RK312" in [d.code for d in found]
    assert "`imp`" in next(d.message for d in found if d.code == "RK312")
