"""What authors are told has a Chinese form: every text in the sources of findings, and around them."""

from __future__ import annotations

import pytest

from rulekit.diagnostics import MOST, Diagnostic, Span, capped, render
from rulekit.dsl import types
from rulekit.i18n.finding_messages import SENTENCES, VALUES
from rulekit.i18n.findings import speaker, translated
from tests.diagnostics.chinese import LANG, MADE_UP, NO_SENTENCES, is_said, left_in_english, synonyms, texts, texts_of


def test_every_text_of_a_finding_is_said_in_chinese() -> None:
    found = {text: where for where, text in texts()}
    assert len(found) > 700
    assert not {
        text: where for text, where in found.items() if text not in {*MADE_UP, *NO_SENTENCES} and not is_said(text)
    }


def test_what_is_put_together_is_said_and_still_there() -> None:
    found = {text for _, text in texts()}
    assert not {*MADE_UP, *NO_SENTENCES} - found
    assert not {text: example for text, example in MADE_UP.items() if not is_said(example)}


def test_a_text_that_is_in_no_catalogue_is_noticed() -> None:
    source = 'def f(x):\n    """A docstring is none."""\n    report("RK301", f"a new {x} that nobody has translated")\n'
    assert [*texts_of(source)] == [(3, "a new x2 that nobody has translated")]
    assert not is_said("a new x2 that nobody has translated")
    assert [*texts_of(source, ("CompileError",))] == []


def said_of(word: str) -> str:
    return word if word == "yes or no" else types.article(word)


def test_the_words_of_types_and_what_is_offered_are_said() -> None:
    assert not [word for word in types._SAID.values() if left_in_english(f"{said_of(word)} is needed here")]
    assert not [row for row in synonyms() if left_in_english(row)]


@pytest.mark.parametrize("english", sorted(text for text in SENTENCES if "{1}" not in text))
def test_a_sentence_is_found_by_its_template(english: str) -> None:
    values = [f"`v{k}`" for k in range(english.count("{}"))]
    for value in values:
        english = english.replace("{}", value, 1)
    said = translated(english, LANG)
    assert said != english and all(value.strip("`") in said for value in values)


def test_values_are_said_inside_of_a_sentence_only() -> None:
    assert {"a number", "{} or none"} <= VALUES
    assert translated("a number or none is needed here, but `a number` is a town", LANG) == (
        "这里需要一个数字或无，而 `a number` 是一个 town"
    )
    assert translated("a number or none", LANG) == "a number or none"
    assert translated("no number is called `no number`", "ja") == translated("no number is called `no number`", "en")
    assert translated("a number is needed here", "zh-Hant") == "这里需要一个数字"


def test_a_line_of_rules_stays_as_it_is() -> None:
    line = "refuse if a number is needed here, there is none:  it is"
    assert translated(f"did you mean `{line}`?", LANG) == f"你是不是想说 `{line}`？"
    assert translated("for example:  a number, a set", LANG) == "例如：  a number, a set"
    assert translated("there are: sun, moon", LANG) == "有：sun、moon"


def test_a_finding_as_it_is_printed() -> None:
    place = Span("game.rules", 2, 3, 8)
    behind = [Diagnostic("RK301", "the word `y` is not known here", Span("game.rules", n)) for n in (3, 4)]
    found = Diagnostic(
        "RK301", "the word `tolll` is not known here (a number is needed)", place, "did you mean `toll`?",
        also=[("the other", Span("more.rules", 7))], follows=behind,
    )  # fmt: skip
    shown = render(found, {"game.rules": "first\n  tolll of x\n"}, speaker(LANG))
    assert shown.splitlines() == [
        "game.rules:2:3: 错误 RK301：不认识 `tolll` 这个词（这里需要一个数字）",
        "      tolll of x",
        "      ^^^^^",
        "    你是不是想说 `toll`？",
        "    另一个 (more.rules:7:1)",
        "    因此第 3、4 行也看不懂",
    ]


def test_what_is_left_out_is_counted_in_chinese() -> None:
    last = capped([Diagnostic("RK301", "no phrase reads this", Span("a.rules", n)) for n in range(1, MOST + 9)])[-1]
    assert not left_in_english(last.message) and last.hint is not None and not left_in_english(last.hint)
