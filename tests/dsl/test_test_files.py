"""A mistake in one test file: it is told, and the tests of the other files are carried out all the same."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import rulekit
from rulekit.diagnostics import RulesError
from rulekit.rule_tests.results import TestResult
from rulekit.rule_tests.runner import run_tests
from tests.playing import TOY

FILES = {
    "garbled.rules": 'to wait a while: stop\ntest "garbled":\n  when & out Collect in Alder\n',
    "unread.rules": 'test "unread":\n  when Ash caries out Collect in Alder\ntest "beside it":\n  then nobody is asked\n',
    "resting.rules": 'test "resting on a garbled one":\n  when wait a while\n',
    "sound.rules": 'test "sound":\n  then nobody is asked\n',
}


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    folder = tmp_path / "toy"
    shutil.copytree(TOY, folder)
    for name, text in FILES.items():
        (folder / "tests" / name).write_text(text, encoding="utf-8")
    return folder


def of(results: list[TestResult], file: str) -> list[tuple[str, bool]]:
    return [(r.title, r.ok) for r in results if f"{file}:" in r.place]


def test_the_other_files_are_carried_out(toy: Path) -> None:
    results = run_tests(toy)
    assert of(results, "sound.rules") == [("sound", True)]
    assert len(of(results, "orders.rules")) > 3 and all(ok for _, ok in of(results, "orders.rules"))
    for file in ("garbled.rules", "unread.rules", "resting.rules"):
        assert of(results, file) == [("the tests of this file cannot be read", False)]


def test_one_file_is_asked_for(toy: Path) -> None:
    assert [r.ok for r in run_tests(toy / "tests" / "sound.rules")] == [True]
    assert [r.message.split(":")[0] for r in run_tests(toy / "tests" / "unread.rules")] == ["RK301"]


def test_check_tells_each_mistake(toy: Path) -> None:
    found, _ = rulekit.check(toy)
    told = {Path(d.span.file).name: [Path(f.span.file).name for f in d.follows] for d in found if d.severity == "error"}
    assert told == {"garbled.rules": ["resting.rules"], "unread.rules": []}


def test_a_mistake_of_the_game_stops_all(toy: Path) -> None:
    (toy / "more.rules").write_text("to rest: sleep\n", encoding="utf-8")
    with pytest.raises(RulesError):
        run_tests(toy)


GIFT = 'variant Gift of Hill Towns "G":\n  after score the round: give Elm to seat 1\n'
HELPER = "\nto give {p: town} to {who: player}:\n  who owns p with 1 guard\n"
TEST = '\ntest "given":\n  when Ash: give Elm to Ash\n  then Elm belongs to Ash\n'


def test_a_rule_that_uses_a_word_of_the_tests(toy: Path, tmp_path: Path) -> None:
    """The command that plays it would not understand it."""
    path = tmp_path / "gift.rules"
    path.write_text(GIFT + HELPER + TEST, encoding="utf-8")
    [found] = [d for d in rulekit.check(TOY, [path])[0] if d.severity == "error"]
    assert (found.code, found.span.line) == ("RK302", 5) and "tests/gift.rules" in str(found.hint)
    assert [Path(span.file).name for _, span in found.also] == ["orders.rules"]
    with pytest.raises(RulesError):
        rulekit.load(TOY, [path])


def test_a_test_of_a_variant_uses_words_of_the_tests(tmp_path: Path) -> None:
    path, beside = tmp_path / "gift.rules", tmp_path / "tests" / "gift.rules"
    beside.parent.mkdir()
    path.write_text('variant Gift of Hill Towns "G":\n  rounds is 4\n', encoding="utf-8")
    beside.write_text((HELPER + TEST).strip() + "\n", encoding="utf-8")
    assert not rulekit.check(TOY, [path])[0]
    assert [r.message for r in run_tests(TOY, [path])] == [""]


def test_pieces_of_nobody_are_named_in_the_hint(toy: Path) -> None:
    """Without the broken files: of a line that cannot be compiled all tests are told."""
    for name in FILES:
        (toy / "tests" / name).unlink()
    (toy / "tests" / "owners.rules").write_text(
        'test "guards":\n  given Alder holds 2 guards\n  then nobody is asked\n'
    )
    with pytest.raises(RulesError) as refused:
        run_tests(toy)
    assert [d.hint for d in refused.value.diagnostics] == ["say it:  3 guards of Ash"]
