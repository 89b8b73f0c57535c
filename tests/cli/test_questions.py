"""Questions speak: windows, like things counted, what is for good, numbers that stay."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import rulekit
from rulekit.api import check
from rulekit.dsl.program import Program
from rulekit.loader import read_program
from rulekit.plugins.manager import find_plugins
from rulekit.runtime.multiples import choose_times, most_of
from rulekit.runtime.outlook import outlook
from rulekit.tabletop.numbering import OptionNumbers
from rulekit.tabletop.question import QuestionMenu
from rulekit.tabletop.texts import Texts
from tests.cli.conftest import Run
from tests.playing import ROOT, SHOGUN, game
from tests.told.reading import GAMES

HERDS = """game Herds "Herds":
  played by 2 players, called Ash, Birch
  begins with graze

kind meadow is Near, Far
kind breed from "breeds.yaml":
  column flock is a number
kind sheep, as many for each breed as flock of it:
  at first in fold
kind cow is Bella, Berta:
  at first in fold
kind animal is a sheep or a cow

places seen by all:
  fold: animals
  herd of each player: animals
  gone: animals

window farewells:
  asks each of players, once: "{the number of herd of me} in the herd of {me}: sing?"

family song:
  at first in songbook
places seen by all:
  songbook: songs
song Lullaby "Lullaby":
  one card
  played in farewells

to graze:
  for seat 1:
    choose any of (animals in fold), as band: "who grazes?"
    each animal among band: move animal to my herd
    choose animal among animals in fold, or none, for good: "who is slaughtered?"
    if animal is not none: move animal to gone
  open farewells
  end the game, won by seat 1
"""


@pytest.fixture
def herds(tmp_path: Path) -> Path:
    return herds_in(tmp_path)


def herds_in(tmp_path: Path) -> Path:
    """The folder of a small game with alike things, a window, and a choice for good."""
    (tmp_path / "herds").mkdir()
    (tmp_path / "herds" / "game.rules").write_text(HERDS, encoding="utf-8")
    (tmp_path / "herds" / "breeds.yaml").write_text("breeds:\n  Merino: {flock: 5}\n", encoding="utf-8")
    return tmp_path / "herds"


def play(run: Run, folder: Path, *typed: str) -> str:
    lines = "".join(f"{line}\n" for line in typed)
    return run("play", folder, "--seed", 1, "--seat", "1=human", "--seat", "2=human", "--plain", typed=lines).output


# ---------------------------------------------------------------- windows
def test_a_window_asks_in_its_own_words(herds: Path) -> None:
    match = rulekit.load(herds).start(seed=1)
    for said in ("none", "none"):
        match.choose(match.decisions[0], said)
    decision = match.decisions[0]
    assert decision.prompt() == "0 in the herd of Ash: sing?"
    assert [o.label() for o in decision.options] == ["Lullaby", "pass"]
    assert [o.label("zh-Hans") for o in decision.options][1] == "不出牌"


def test_a_window_without_words_asks_for_a_card(herds: Path) -> None:
    rules = herds / "game.rules"
    rules.write_text(rules.read_text().replace(': "{the number of herd of me} in the herd of {me}: sing?"', ""))
    match = rulekit.load(herds).start(seed=1)
    for said in ("none", "none"):
        match.choose(match.decisions[0], said)
    assert match.decisions[0].prompt() == "play a card?"
    assert match.decisions[0].prompt("zh-Hans") == "要出牌吗？"


def test_only_who_is_asked_has_a_question(herds: Path) -> None:
    rules = herds / "game.rules"
    rules.write_text(rules.read_text().replace("  asks each of players, once: ", "  closes when all were asked: "))
    found, _ = check(herds)
    assert "RK326" in [finding.code for finding in found]


@pytest.mark.parametrize("name", GAMES)
def test_every_window_of_the_games_is_worded_in_both_languages(name: str) -> None:
    program = Program()
    read_program(GAMES[name][0], find_plugins().devices, (), False, program)
    words = program.translations["zh-Hans"]
    for window in program.windows.values():
        assert window.prompt is not None, window.name
        key = "".join(p if isinstance(p, str) else "{}" for p in window.prompt.parts)
        assert key.endswith("?") and words[key].endswith("？")


# ---------------------------------------------------------------- like things are counted
def test_like_things_are_counted(herds: Path) -> None:
    match = rulekit.load(herds).start(seed=1)
    decision = match.decisions[0]
    sheep, bella = (next(o for o in decision.options if o.label().startswith(x)) for x in ("sheep", "Bella"))
    assert most_of(match, decision, sheep.value) == 5
    assert most_of(match, decision, bella.value) == 1
    before = match.hash()
    assert choose_times(match, decision, sheep.value, 3) == 3
    assert match.hash() != before and most_of(match, match.decisions[0], match.decisions[0].values[0]) == 2


def test_the_table_asks_how_many_of_what_is_alike(run: Run, herds: Path) -> None:
    output = play(run, herds, "", "1", "3", "done", "quit")
    assert "sheep of Merino: how many (0 to 5)?" in output
    assert output.count("who grazes?") == 2


def test_a_number_of_times_can_be_typed_at_once(run: Run, herds: Path) -> None:
    output = play(run, herds, "", "1 x9", "1 x4", "done", "quit")
    assert "sheep of Merino: from 1 to 5 times" in output
    assert output.count("who grazes?") == 2  # before, and after four of them


def test_the_table_asks_how_many_where_the_same_is_asked_again(run: Run, herds: Path) -> None:
    """Not only of those who are chosen together: also of what is taken one by one."""
    rules = herds / "game.rules"
    one_by_one = """    repeat while there are animals in fold, at most 9 times:
      choose animal among animals in fold, or none: "who goes to graze?"
      if animal is none: stop
      move animal to my herd
"""
    text = rules.read_text()
    before, after = text.index("    choose any of"), text.index("  open farewells")
    rules.write_text(text[:before] + one_by_one + text[after:])
    output = play(run, herds, "", "sheep", "3", "Bella", "quit")
    assert "sheep of Merino: how many (0 to 5)?" in output
    assert output.count("who goes to graze?") == 3 and "Bella: how many" not in output


def test_several_of_the_same_are_taken_back_together(run: Run, herds: Path) -> None:
    output = play(run, herds, "", "1 x4", "undo", "1", "quit")
    assert "sheep of Merino: how many (0 to 5)?" in output.split("Taken back;")[1]


# ---------------------------------------------------------------- reasons that nobody has written
def test_a_reason_without_words_is_what_does_not_hold(run: Run, herds: Path) -> None:
    """And the line of the rules only behind `more`."""
    rules = herds / "game.rules"
    tame = "whether {beast: animal} is tame:\n  no if beast is Berta\n  yes otherwise\n\nto graze:"
    text = (
        rules.read_text()
        .replace("to graze:", tame)
        .replace("any of (animals in fold)", "any of (animals in fold where it is tame)")
    )
    rules.write_text(text)
    output = play(run, herds, "", "why Berta", "why Berta more", "quit")
    plain, more = output.split("Berta: not allowed: this needs: it is tame\n")
    assert "animals in fold" not in plain.split("who grazes?")[1] and "this needs: it is tame  (" in more


@pytest.mark.parametrize("name", ["most_dangerous_time", "nobunaga_successors"])
def test_courses_that_are_refused_have_a_reason_in_words(name: str) -> None:
    folder, seed, options = GAMES[name]
    match, chance = rulekit.load(folder).start(seed=seed, options=options), random.Random(seed)
    asked = 0
    while not match.over and match.decided < 400:
        decision = match.decisions[0]
        refused = decision.refused if decision.about.op == "choose-one" else ()
        assert all(refusal.why is not None for refusal in refused), decision.prompt()
        asked += len(refused)
        match.choose(decision, chance.choice(list(decision.options)))
    assert asked > 20


# ---------------------------------------------------------------- what is for good
def test_what_is_for_good_stands_behind_none_and_is_asked_again(run: Run, herds: Path) -> None:
    output = play(run, herds, "", "done", "1", "n", "1", "y", "quit")
    assert "  0  none\n  1  sheep" in output
    assert output.count("sheep of Merino: that is for good. Is it meant (y/n)?") == 2
    assert output.count("Ash: who is slaughtered?") == 2
    assert "sing?" in output


def test_none_is_chosen_without_more_ado(run: Run, herds: Path) -> None:
    output = play(run, herds, "", "0", "0", "quit")
    assert "for good" not in output and "sing?" in output


# ---------------------------------------------------------------- numbers stay
def test_options_keep_their_numbers_while_one_plans(run: Run) -> None:
    more = ("--set", "setup=Predetermined", "--seed", 1, "--seat", "1=human", "--plain")
    output = run("play", SHOGUN, *more, typed="1\n3\n2\nundo\nquit\n").output
    asked = [part.split("\n> ")[0] for part in output.split("Red: ")[1:] if "which card?\n" in part]
    numbers = [{label: n for n, label in re.findall(r"(\d+)  ([A-Z]\w+)", part)} for part in asked]
    first = numbers[0]
    for later in numbers[1:]:
        assert {k: later[k] for k in later if k in first} == {k: first[k] for k in later if k in first}
    assert len(numbers) == 5 and len(first) > 5


def asked_in_turn(numbering: OptionNumbers, match: rulekit.Match, *questions: tuple[list[str], int]) -> list[list[int]]:
    return [numbering.of(match.decisions[0], labels, shown) for labels, shown in questions]


def test_what_is_not_seen_takes_no_number_from_what_comes_later(herds: Path) -> None:
    match = rulekit.load(herds).start(seed=1)
    first, second = asked_in_turn(
        OptionNumbers(), match, (["Ai", "Bo", *map(str, range(80))], 2), (["Bo", "Cy", *map(str, range(80))], 2)
    )
    assert (first[:3], second[:3]) == ([1, 2, 3], [2, 3, 4])
    assert len(set(second)) == len(second)


def test_options_stand_in_the_order_of_their_numbers(herds: Path) -> None:
    match, numbering, texts = rulekit.load(herds).start(seed=1), OptionNumbers(), Texts("en")
    asked = QuestionMenu(texts, match.decisions[0], "Ash", numbering=numbering)
    assert asked.numbers == [1, 2, 3, 0] and asked.labels[3] == "done"
    labels = [*asked.labels[1:3], asked.labels[0]]
    numbering = OptionNumbers()
    numbering.of(match.decisions[0], labels, len(labels))
    again = QuestionMenu(texts, match.decisions[0], "Ash", numbering=numbering)
    labels.append("done")
    assert again.labels == labels and again.numbers == [1, 2, 3, 0]
    assert [option.label() for option in again.options] == labels


# ---------------------------------------------------------------- what an option would do
def test_why_tells_what_an_option_would_do() -> None:
    match = game(SHOGUN).start(4, 1, {"setup": "Predetermined"}, True)
    decision = match.decisions[0]
    before = match.hash()
    told = outlook(decision, decision.options[0])
    assert told == [
        f"{decision.options[0].label()} from hand of Red to plan of Red for Build a castle",
        "then: Your plan, Build a temple: which card?",
    ]
    assert match.hash() == before


def test_what_is_not_known_before_is_not_told() -> None:
    match = game(SHOGUN).start(4, 1, {}, True)
    decision = match.decisions[0]
    assert outlook(decision, decision.options[2]) == ["what comes of it is not known before it is done"]


def test_questions_name_the_action_and_the_place() -> None:
    """No question of the three games is only `where?`, `which unit?` or `who?`."""
    for name in GAMES:
        for path in [*GAMES[name][0].glob("*.rules")]:
            for row in path.read_text(encoding="utf-8").splitlines():
                for vague in ('"where?"', '"to where?"', '"from where?"', '"which unit?"', '"which counter?"'):
                    assert vague not in row, f"{path.relative_to(ROOT)}: {row.strip()}"


def test_help_at_a_window_tells_the_rule_in_which_it_is_open(run: Run) -> None:
    """And of one option there is no range."""
    more = ("--seed", 1, "--seat", "1=human", "--plain")
    output = run("play", GAMES["nobunaga_successors"][0], *more, typed="?\nshow ? more\n9\nquit\n").output
    asked = output.split("play a ploy?")[1]
    assert "Before a player acts you may send a spy" in asked and "(show ? more:" in asked and "Take a round" in asked
    assert "There is no number 9 here; only 0 can be chosen." in asked
