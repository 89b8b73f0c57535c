"""Forms at the prompts: several questions answered together, in any order, and in one line."""

from __future__ import annotations

import re

import pytest

from tests.cli.conftest import Run
from tests.playing import SHOGUN, STALL
from tests.told.reading import DANGEROUS, GAMES


def planning(run: Run, *lines: str) -> str:
    more = ("--set", "setup=Predetermined", "--seed", 1, "--seat", "1=human", "--plain")
    return run("play", SHOGUN, *more, typed="".join(f"{line}\n" for line in lines)).output


def test_a_form_answers_every_command(run: Run) -> None:
    output = planning(run, "form", "3 chest card 1", "why 2", "why 2 nobody", "show plan", "log 1", "?", "quit")
    assert "3  Build a theater: chest card 1" in output
    assert "Your plan, Build a temple: which card?" in output
    assert "“nobody” is neither a number, a name nor a command" in output
    assert "\nplan\n" in output and "save [FILE]" in output
    assert "quit" not in output.split("save [FILE]")[1].split("leave; the game")[1]
    assert "Go on with:" in output


def test_a_heading_alone_is_shown(run: Run) -> None:
    """As `show` does it, and never where an option may be meant."""
    shown, plain = (planning(run, typed, "quit").split("The game is kept")[0] for typed in ("show hand", "hand"))
    assert "\nhand\nRed     Awa-Shikoku" in plain and plain == shown
    assert "“cards” is neither" in planning(run, "cards", "quit")
    assert "Which one?" in planning(run, "chest card", "quit")


def test_a_hint_in_a_form_can_be_typed_there(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulekit.tabletop.hint.THINKING", 0.05)
    said = re.search(r"^  (\d+)  (.*?): (.*?): \d+ of 100 points", planning(run, "form", "hint", "quit"), re.MULTILINE)
    assert said is not None
    assert f"{said[1]}  {said[2]}: {said[3]}" in planning(run, "form", f"{said[1]} {said[3]}", "quit")


def test_a_hint_has_the_number_that_stands_before_the_option(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also in a run of like questions, where an option keeps its number when one before it is gone."""
    monkeypatch.setattr("rulekit.tabletop.hint.THINKING", 0.05)
    output = planning(run, "1", "hint", "quit")
    asked, _, hints = output.rpartition("> ")[0].rpartition("> ")
    found = re.findall(r"^  (\d+)  (.*?): \d+ of 100 points", hints, re.MULTILINE)
    assert found and all(re.search(rf"\b{number}  {re.escape(option)}", asked) for number, option in found)


def test_a_form_is_taken_back_whole(run: Run) -> None:
    more = ("--set", "scenario=Short", "--seed", 1, "--seat", "1=human", "--plain")
    output = run("play", DANGEROUS, *more, typed="form\nrest random\ndone\nundo\nquit\n").output
    first = re.search(r"^Oda Player: (where does .* begin\?)$", output, re.MULTILINE)
    assert first is not None and f"Taken back; you are asked again: {first[1]}" in output


def test_undo_in_a_form_as_it_began_takes_back_what_was_chosen_before_it(run: Run) -> None:
    output = planning(run, "1", "form", "2 chest card 1", "undo", "undo", "quit")
    assert output.count("Taken back: the lines are as they were.") == 1
    assert "Your plan, Build a castle: which card?" in output.split("Taken back;")[1]


# ---------------------------------------------------------------- a form in a line
FREE = ("--set", "free-set-up=yes", "--set", "scenario=Short", "--seed", 1, "--seat", "1=human", "--plain")


def test_the_words_of_a_form_need_no_form_that_is_open(run: Run) -> None:
    """`rest random` opens it, and so does `done`, which says what is still open; `form` shows an open form."""
    output = planning(run, "rest random", "done", "quit")
    assert output.count(": –") == 0 and "Turn order" in output
    assert "Turn order" in planning(run, "rest random, done", "quit"), "filled in and sent at one go"
    output = planning(run, "done", "quit")
    assert "Still open: 1, 2" in output and output.count(": –") == 11
    output = planning(run, "rest nobody", "quit")
    assert "nobody" in output.split("> ")[1] and output.count(": –") == 11
    output = planning(run, "form", "form", "3", "form", "quit")
    assert output.count(": –") == 3 * 11 and "neither a number" not in output


def test_the_words_of_a_form_are_none_where_there_is_no_form(run: Run) -> None:
    output = planning(run, "rest random, done", "done", "quit")
    assert "“done” is neither a number, a name nor a command" in output


def test_like_things_are_lines_of_one_form(run: Run) -> None:
    """Five soldiers that are alike begin somewhere: the questions read the same, and each is about another soldier."""
    output = run("play", DANGEROUS, *FREE, typed="form\nrest random\ndone\nform\nrest Hamamatsu, done\nquit\n").output
    asked = output.split("where does … begin?")
    assert len(asked) >= 3 and asked[-1].count("soldier of Tokugawa") >= 5


def test_a_whole_form_is_filled_in_one_line(run: Run) -> None:
    assert planning(run, "form", "quit").count(": –") == 11
    output = planning(run, "form", "1 Kaga, 2 chest card 1, rest random, done", "show plan", "quit")
    assert re.search(r"^plan\n.*Build a castle: Kaga\W.*Build a temple: chest card 1", output, re.MULTILINE | re.DOTALL)


def test_what_of_a_line_for_a_form_is_wrong_is_told_and_the_rest_is_left(run: Run) -> None:
    output = planning(run, "form", "1 Kaga, 2 Nowhere, done", "quit")
    assert "“2 Nowhere” can stand in no line" in output and ": Kaga" in output
    assert "Turn order" not in output.split("Nowhere")[-1]


def test_undo_in_a_form_takes_back_what_was_last_typed(run: Run) -> None:
    """Whole lines and all that was typed at once; the choice before the form stands until nothing of the form is left."""
    lines = ("1 Kaga", "2 chest card 1, 3 chest card 2", "undo", "2", "undo")
    output = planning(run, "form", *lines, "quit")
    shown = output.split("1  Build a castle: ")[1:]
    assert [form.split()[0] for form in shown] == ["–", "Kaga", "Kaga", "Kaga", "–"]
    assert ["chest card" in form.split("number: fill")[0] for form in shown] == [False, False, True, False, False]
    assert output.count("Taken back: the lines are as they were.") == 2
    assert "Nothing is taken back" in planning(run, "form", "1 Kaga", "undo", "undo", "quit")


def test_nothing_is_0_in_a_line_of_a_form_and_back_elsewhere(run: Run) -> None:
    ordering = ("--seed", 1, "--seat", "1=human", "--plain")
    output = run("play", STALL, *ordering, typed="form\n1\n0\nquit\n").output
    assert "  0  none\n  back: the whole form\n" in output and "Left: none" in output
    output = planning(run, "form", "1", "0", "quit")
    assert "  0  " not in output and output.count("1  Build a castle: –") == 2


def test_a_hint_is_a_sentence(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """What would come next is quoted: a bare 0 or a name says nothing."""
    monkeypatch.setattr("rulekit.tabletop.hint.THINKING", 0.2)
    said = re.findall(r"^  \d+  .*: \d+ of 100 points, the bot thinks .*$", planning(run, "hint", "quit"), re.MULTILINE)
    assert said and any(
        re.search(r"\(tries: \d+\)\. Then it would answer “[^”]+”(, “[^”]+”)*\.$", line) for line in said
    )


def test_like_things_are_counted_before_they_are_chosen(run: Run) -> None:
    """The name is typed without that."""
    output = run("play", DANGEROUS, *FREE, "--seat", "2=human", typed="\n3\n\nquit\n").output
    assert re.search(r"^  \d+  soldier of \w+ ×\d$", output, re.MULTILINE)


def test_of_a_card_on_which_nothing_lies_only_its_rules_are_shown(run: Run) -> None:
    more = ("--seed", 3, "--seat", "1=human", "--plain")
    output = run("play", GAMES["nobunaga_successors"][0], *more, typed="show The Kuki Fleet\nshow Kyo\nquit\n").output
    fleet, kyo = output.split("\nThe Kuki Fleet\n")[1].split("\nKyo\n")
    assert fleet.startswith("In this round") and "empty" not in fleet
    assert re.search(r"^marker +nobody *$", kyo, re.MULTILINE)
