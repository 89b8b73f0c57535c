"""Changed rules come into the running game; with mistakes in them the old rules play on; it is told where the games part."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

import rulekit
from rulekit.cli.screen import Screen
from rulekit.runtime.hot_reload import transfer
from rulekit.tabletop.reload import RulesWatcher
from tests.cli.conftest import Run

Step = str | Callable[[], object]


@pytest.fixture
def watched(run: Run, orchard: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Plays the small game as Anna; steps that are functions change the files before the next answer is typed."""

    def play(*steps: Step, more: tuple[str, ...] = ()) -> Result:
        left = list(steps)

        def ask(screen: Screen, question: str) -> str:
            while left and callable(left[0]):
                left.pop(0)()  # type: ignore[operator]
            if not left:
                raise EOFError
            return str(left.pop(0))

        monkeypatch.setattr(Screen, "ask", ask)
        seats = ("--players", "2", "--seed", "5", "--seat", "1=human")
        return run("play", orchard, *seats, "--plain", "--watch", *more)

    return play


def changed(path: Path, old: str, new: str) -> Callable[[], object]:
    def change() -> None:
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), "utf-8")

    return change


def test_what_happened_otherwise_is_told(watched: Callable[..., Result], orchard: Path) -> None:
    more = changed(orchard / "game.rules", "move n apples from trees", "move n + 1 apples from trees")
    output = watched("1", "1", "1", "2", more, "?", "quit").output
    assert "The rules have changed. The" in output and "choices so far were made again" in output
    told = output.splitlines()
    at = next(k for k, row in enumerate(told) if row.startswith("The games part after"))
    assert told[at + 1].startswith("  - Anna: 2 apples") or told[at + 1].startswith("  - Ben: ")
    assert "apples: trees → basket of" in told[at + 2]
    assert "N            choose the option" not in output  # what was typed was meant for another question


def test_a_choice_that_cannot_be_made_any_more(watched: Callable[..., Result], orchard: Path) -> None:
    refuse = changed(
        orchard / "game.rules",
        '  refuse if keeper of here is me: "you have picked in {here} before"',
        '  refuse if here is North Slope: "it is cold on {here}"',
    )
    output = watched("1", "1", "North Slope", refuse, "?", "quit").output
    assert "cannot be made any more" in output
    said = " ".join(output.split())  # lines are wrapped in what goes to a file
    assert "Anna: where do you pick? North Slope: it is cold on North Slope (orchard/game.rules:" in said
    assert output.count("Anna: where do you pick?") == 3  # asked, told, asked again


def test_what_changes_nothing_so_far(watched: Callable[..., Result], orchard: Path) -> None:
    title = changed(orchard / "game.rules", '"where do you pick?"', '"where will you pick?"')
    output = watched("1", "1", title, "?", "quit").output
    assert "Nothing that has happened so far changes." in output and "where will you pick?" in output


def test_mistakes_are_shown_and_the_old_rules_play_on(watched: Callable[..., Result], orchard: Path) -> None:
    wrong = changed(orchard / "game.rules", "raise round by 1", "rise round by 1")
    right = changed(orchard / "game.rules", "rise round by 1", "raise round by 2")
    output = watched(wrong, "1", "1", right, "?", "quit").output
    assert "game.rules:31:5: error RK30" in output and "the game goes on under the old ones" in output
    assert output.count("the game goes on under the old ones") == 1  # once for each state of the files
    assert "Anna: and the other hand?" in output  # the answer counted
    assert "The games part after 0 choices" in output and "  + round: 0 → 2" in output


def test_a_variant_is_watched_too(watched: Callable[..., Result], orchard: Path) -> None:
    longer = changed(orchard / "variants" / "short.rules", "is 1", "is 3")
    output = watched("1", "1", longer, "?", "quit", more=("--variant", "short")).output
    assert "The rules have changed" in output


def test_a_set_up_that_the_new_rules_refuse(watched: Callable[..., Result], orchard: Path) -> None:
    fewer = changed(
        orchard / "game.rules",
        "played by 2 to 4 players, called Anna, Ben,",
        "played by 3 to 4 players, called Anna, Ben,",
    )
    output = watched("1", fewer, "1", "quit").output
    assert "not by 2" in output and "under the old ones" in output


def test_others_secrets_are_not_told(orchard: Path) -> None:
    game = rulekit.load(orchard)
    match = game.start(2, 5)
    for decision in match.decisions:
        match.choose(decision, 0)
    rules = orchard / "game.rules"
    rules.write_text(
        rules.read_text("utf-8").replace("among my hand:", "among my hand where value of it is 3:"), "utf-8"
    )
    moved = transfer(game, match, rulekit.load(orchard), viewer="Ben")
    assert (moved.made, moved.why) == (0, "Anna: which token do you bid?")
    assert transfer(game, match, rulekit.load(orchard), viewer="Anna").why.startswith(
        "Anna: which token do you bid? token 1: "
    )


def test_files_that_are_being_written_are_left_until_they_lie_still(orchard: Path) -> None:
    watch = RulesWatcher(rulekit.load(orchard), orchard, [orchard / "variants" / "short.rules"])
    rules, variant, other = orchard / "game.rules", orchard / "variants" / "short.rules", orchard / "notes.txt"
    other.write_text("no rule file")
    assert not watch.news() and not watch.news()
    rules.write_text(rules.read_text("utf-8") + "\n# more\n", "utf-8")
    assert not watch.news()
    variant.write_text(variant.read_text("utf-8") + "# more\n", "utf-8")
    assert not watch.news()  # another one has moved meanwhile
    assert watch.news()
    assert not watch.news()  # told once


def test_what_was_only_touched_is_no_news(orchard: Path) -> None:
    watch = RulesWatcher(rulekit.load(orchard), orchard, [])
    os.utime(orchard / "game.rules", (1, 1))
    assert not any(watch.news() for _ in range(3))


def test_bots_need_no_watch(run: Run, orchard: Path) -> None:
    result = run("play", orchard, "--auto", "--watch")
    assert result.exit_code == 2 and "--seat 1=human" in result.stderr
