"""What a person meets at a question."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import Result

from tests.cli.conftest import Run
from tests.playing import ROOT


def kept(result: Result) -> Path:
    """The file that a player who left is told to go on with."""
    line = next(line for line in result.output.splitlines() if line.startswith("Go on with: rulekit play "))
    return Path(line.split("--resume ")[1])


def test_the_question_shows_numbered_options_and_the_state(sit: Run) -> None:
    output = sit().output
    assert "Anna: which token do you bid?" in output
    assert "  1  token 1" in output
    assert "hand" in output and "token 1–3" in output


def test_the_hand_of_others_is_counted_and_not_named(sit: Run) -> None:
    ben = next(line for line in sit().output.splitlines() if line.strip().startswith("Ben "))
    assert "token" not in ben and "2" in ben


def test_a_whole_game_by_numbers(sit: Run) -> None:
    result = sit(*["1"] * 20)
    assert result.exit_code == 0
    assert "The game is over." in result.output and "Rank" in result.output


def test_json_ends_a_game_of_a_person_as_well(sit: Run) -> None:
    result = sit(*["1"] * 20, more=("--json",))
    assert json.loads(result.output.splitlines()[-1])["players"] == 2


def test_a_hint_names_options_and_chooses_nothing(sit: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulekit.tabletop.hint.THINKING", 0.05)
    output = sit("hint", "quit").output
    told = [line for line in output.splitlines() if " of 100 points, " in line]
    assert 1 <= len(told) <= 3 and all("token" in line for line in told)
    assert "hand of Anna → bid of Anna" not in output


def test_a_name_is_as_good_as_a_number(sit: Run) -> None:
    output = sit("Token 2").output
    assert "token 2 from hand of Anna to bid of Anna" in output


def test_the_beginning_of_a_name_will_do_if_no_other_begins_so(sit: Run) -> None:
    output = sit("1", "1", "north").output
    assert "Anna: how many apples?" in output


def test_an_ambiguous_name_lists_what_it_may_mean(sit: Run) -> None:
    output = sit("tok").output
    assert "Which one?" in output and output.count("token 3") >= 2


def test_amounts_are_their_own_numbers(sit: Run) -> None:
    assert "3 apples from trees to basket of Anna" in sit("1", "1", "1", "3").output


def test_a_number_that_is_not_there(sit: Run) -> None:
    assert "There is no number 9 here; 1 to 3 can be chosen." in sit("9").output


def test_nonsense_is_answered_with_a_hint(sit: Run) -> None:
    output = sit("baord", "\x00\x1b[", "9" * 5000, "why zzz", "why 99", "log x", "").output
    assert "Did you mean board?" in output
    assert "? for help" in output


def test_help_names_every_command(sit: Run) -> None:
    output = sit("?").output
    for command in ("why N", "board", "show NAME", "log [N]", "undo", "save [FILE]", "quit"):
        assert command in output


SECOND_ROUND = ("1", "1", "1", "1", "1", "1")
"""Anna has picked in the first plot, and may not do so again."""


def test_refused_options_have_numbers_of_their_own_and_reasons(sit: Run) -> None:
    output = sit(*SECOND_ROUND, "why 4", "4", "why", "why 1", "why 4 more").output
    assert "  4  North Slope" in output
    assert output.count("North Slope: not allowed: you have picked in North Slope before") == 4
    before, after = output.split("East Meadow: this is allowed.")
    assert "game.rules:" not in before and "game.rules:" in after
    assert "East Meadow: this is allowed." in output


def test_one_thing_and_one_kind_of_things_are_shown(sit: Run) -> None:
    output = sit(*SECOND_ROUND, "show east meadow", "show plot", "show plto", "show").output
    assert "East Meadow" in output and "plot         keeper" in output
    assert "Nothing on the table is called plto; did you mean plot?" in output
    assert output.count("40 apples") or "apples" in output.split("did you mean plot?")[1]


def test_nothing_refused(sit: Run) -> None:
    assert "Nothing is refused here." in sit("why").output


def test_undo_takes_back_ones_own_choice(sit: Run) -> None:
    output = sit("1", "undo").output
    assert "Taken back;" in output
    assert output.count("Anna: which token do you bid?") == 2


def test_undo_is_refused_across_the_choice_of_another(sit: Run) -> None:
    assert "Nothing is taken back: " in sit("1", "1", "undo").output


def test_log_tells_the_story_from_the_beginning_or_its_last_sentences(sit: Run) -> None:
    told = "Play game: round 1 (+1)\nAnna: make a bid: token 1 from hand of Anna to bid of Anna\n"
    assert f"> {told}" in sit("1", "log").output
    output = sit("1", "log 1").output
    assert told not in output and f"(1 earlier line: log 2)\n{told.splitlines()[1]}\n" in output
    assert "game.rules" not in output


def test_the_log_keeps_the_secrets_of_others(sit: Run) -> None:
    output = sit("1", "log").output
    assert "token 1 from hand of Anna" in output and "hand of Ben" not in output
    output = sit("1", "1", "log").output
    assert "Ben chose in secret\nAnna: make a bid" in output and "hand of Ben" not in output


def test_board_shows_everything_that_may_be_seen(sit: Run) -> None:
    assert "40 apples" in sit("board").output


def test_leaving_keeps_the_game(sit: Run, run: Run, orchard: Path) -> None:
    left = sit("1", "1", "quit")
    assert left.exit_code == 0
    again = run("play", orchard, "--resume", kept(left), "--seat", "1=human", typed="1\n" * 20)
    assert "The game goes on after 4 decisions." in again.output
    assert "The game is over." in again.output
    assert not kept(left).exists()  # the game is over: nobody needs it any more


def test_the_end_of_the_input_is_leaving(sit: Run) -> None:
    left = sit("1")
    assert left.exit_code == 0
    assert json.loads(kept(left).read_text("utf-8"))["table"]["seats"] == ["human", "random"]


def test_who_goes_on_plays_on_as_if_nothing_had_been(sit: Run, run: Run, orchard: Path) -> None:
    straight = sit(*["1"] * 20, more=("--json",)).output.splitlines()[-1]
    left = sit("1", "1", "1")
    again = run("play", orchard, "--resume", kept(left), "--seat", "1=human", "--json", typed="1\n" * 20)
    assert again.output.splitlines()[-1] == straight


def test_saving_where_the_player_says(sit: Run, tmp_path: Path) -> None:
    output = sit("1", "save here.json", "1", "save /nowhere/x.json", "save here.json").output
    assert "Saved in here.json" in output
    assert "there is no folder /nowhere" in output
    saved = json.loads((tmp_path / "here.json").read_text("utf-8"))
    assert (saved["format"], saved["decided"]) == ("rulekit-save", 4)


def test_saving_never_writes_over_something_else(sit: Run, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ben")
    output = sit("save letter.txt", "save .").output
    assert "letter.txt exists and is not a saved game; it is left as it is" in output
    assert (tmp_path / "letter.txt").read_text() == "Dear Ben"


def test_two_people_hand_over_the_keyboard(run: Run, orchard: Path) -> None:
    seats = ("--seat", "1=human", "--seat", "2=human")
    output = run("play", orchard, "--players", 2, "--seed", 1, *seats, typed="\n1\n1\n\n2\n1\n").output
    assert "Anna is asked now; the others look away. Press Enter." in output
    assert "Ben is asked now; the others look away. Press Enter." in output


def test_the_commands_speak_chinese(sit: Run) -> None:
    output = sit("帮助", "退出", more=("--lang", "zh-Hans")).output
    assert "果园，种子 5" in output and "撤销" in output and "继续游戏" in output


def test_the_locale_chooses_the_language(sit: Run, monkeypatch) -> None:
    monkeypatch.setenv("LANG", "zh_TW.UTF-8")
    assert "種子 5" in sit().output
    monkeypatch.setenv("LANG", "tlh_QO.UTF-8")
    assert "seed 5" in sit().output


# ---------------------------------------------------------------- why, and why not
def test_why_tells_the_rules_that_an_option_rests_on(sit: Run) -> None:
    output = sit("1", "1", "1", "2", "1", "1", "why 1 more", "why not 4 more", "quit").output
    asked = r"Asked by orchard/game\.rules:41: choose plot among plots where picking"
    assert re.search(rf": this is allowed\.\n  then: how many apples\?\n  {asked}", output)
    assert re.search(r"game\.rules:41  choose plot among .*: holds\n", output)
    assert re.search(r"game\.rules:56  refuse if keeper of here is me: does not apply\n      keeper of here: ", output)


def test_why_not_tells_the_values_that_are_compared(sit: Run) -> None:
    output = sit("1", "1", "North Slope", "2", "1", "1", "why north slope more", "quit").output
    assert "North Slope: not allowed: you have picked in North Slope before  (orchard/game.rules:56)" in output
    assert re.search(r"refuse if keeper of here is me: applies\n      keeper of here: Anna, me: Anna\n", output)


def test_what_is_refused_for_one_reason_is_told_in_one_line(run: Run) -> None:
    """Three sorts of army groups are used up: one line names them, and no rule is quoted before somebody asks for more."""
    typed = "1\n" * 15 + "why\nwhy 2 more\n"
    output = run("play", ROOT / "games" / "shogun", "--seed", 1, "--seat", "1=human", typed=typed).output
    assert "5 armies, 4 armies, 3 armies: not allowed: you have no such group left\n" in output
    before, after = output.split("3 armies: not allowed: you have no such group left\n", 1)
    assert "setup.rules" not in before and "setup.rules" in after


def test_why_in_chinese_quotes_the_rules_in_chinese(run: Run) -> None:
    typed = "1\n" * 15 + "why\nwhy 1 more\n"
    more = ("--seed", 1, "--seat", "1=human", "--lang", "zh")
    output = run("play", ROOT / "games" / "shogun", *more, typed=typed).output
    assert re.search(r"、\w+军队：不允许：这样的一组已经用完\n", output)
    assert "从所有军队组（限允许放置者）中选择军队组：成立" in output and "自己的剩余军队组（军队组）：1" in output
    assert "choose size" not in output


def test_where_the_rulebook_has_no_words_the_rule_stands_as_it_is(sit: Run) -> None:
    output = sit("why 1 more", "quit", more=("--lang", "zh-Hant")).output
    assert re.search(r"提問的規則 \S+：choose token", output)


def test_why_of_a_number_that_cannot_be_chosen(sit: Run) -> None:
    output = sit("1", "1", "North Slope", "why 7 more", "quit").output
    assert "game.rules:43  choose n from 1 to 3: does not hold" in output


def test_why_alone_names_the_rule_that_asks(sit: Run) -> None:
    output = sit("why more").output
    assert re.search(r"Asked by orchard/game\.rules:\d+: choose token among my hand\n", output)


def test_undo_before_any_choice_speaks_of_no_chance(sit: Run) -> None:
    assert "you have not chosen anything yet" in sit("undo", "quit").output
