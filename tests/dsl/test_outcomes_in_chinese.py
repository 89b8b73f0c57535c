"""What a failed rule test tells has a Chinese form; what it quotes of rules and tests stays as it is there."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulekit.i18n.outcome_messages import TEMPLATES
from rulekit.i18n.outcomes import outcome, outcomes
from rulekit.i18n.templates import without_code
from rulekit.rule_tests.runner import run_tests
from tests.diagnostics.chinese import ENGLISH, SOURCE, texts_of
from tests.dsl.test_failed_then import CASES, DEEDS
from tests.playing import TOY

LANG = "zh-Hans"
TOWNS = "Alder, Beech, Cedar, Dogwood, Elm, Fir"
MODULES = ("assertions", "results", "shown_values", "steps", "trial")
PARTS = {
    "not carried out: ": "",
    "shown above": "nothing is shown above",
    "nothing is x2": "nothing is told",
    "there are": "there are Elm, Fir",
    "it is": "it is 3",
}
"""Text -> a sentence of which it is a part; none where nobody is told it"""


def left(text: str) -> list[str]:
    return ENGLISH.findall(without_code(outcome(text, LANG)))


def test_every_text_of_a_test_that_fails_is_said_in_chinese() -> None:
    found = [
        text for name in MODULES for _, text in texts_of((SOURCE / "rule_tests" / f"{name}.py").read_text("utf-8"))
    ]
    found += [text for _, text in texts_of((SOURCE / "plugins" / "devices.py").read_text("utf-8"), ("DeviceError",))]
    assert len(found) > 40
    whole = {text: PARTS.get(text, f"{text}x" if text.endswith(": ") else text) for text in found}
    assert {text: left(sentence) for text, sentence in whole.items() if left(sentence)} == {}
    assert not set(PARTS) - set(found)


@pytest.mark.parametrize("english", sorted(TEMPLATES))
def test_a_sentence_is_found_by_its_template(english: str) -> None:
    values = [f"<{k}>" for k in range(english.count("{}"))]
    said = outcome(english.format(*values), LANG)
    assert said != english.format(*values) and all(value in said for value in values)
    assert outcome(english, "en") == english


def results(tmp_path: Path, lines: str, lang: str = LANG) -> str:
    folder = tmp_path / "toy"
    shutil.copytree(TOY, folder, ignore=shutil.ignore_patterns("tests"))
    (folder / "tests").mkdir()
    (folder / "tests" / "one.rules").write_text(f'{DEEDS}test "one":\n  {lines}\n', encoding="utf-8")
    [result] = run_tests(folder, lang=lang)
    return result.message


@pytest.mark.parametrize("lines", [lines for lines, _ in CASES])
def test_nothing_but_the_line_stays_english(lines: str, tmp_path: Path) -> None:
    line, _, why = results(tmp_path, lines).partition("：")
    assert why and not ENGLISH.findall(without_code(why.replace(TOWNS, ""))), why
    assert line.split()[-1] == lines.replace("the ", "").split()[-1]  # nobody translates it


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("then income of Alder is income of Cedar", "`income of Alder` 是 2；`income of Cedar` 是 3"),
        ("then owner of Alder is Birch", "实际是无"),
        ("when Ash chooses Alder", "没有向 Ash 提任何问题；没有人被问到"),
    ],
)
def test_as_it_is_told(lines: str, told: str, tmp_path: Path) -> None:
    assert told in results(tmp_path, lines)


def test_a_reason_of_the_rules_stays_as_a_test_has_to_say_it() -> None:
    assert outcome("the reason is:  the game is over", LANG) == "实际的理由是：  the game is over"
    assert outcomes(["it is 3", "nobody is asked"], LANG) == "实际是 3；没有人被问到"
    assert outcomes(["it is 3", "nobody is asked"], "ja") == "it is 3; nobody is asked"
