"""One door for every language: what a player reads has it in all of them, and an unknown one is refused by every command."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from rulekit.cli import COMMANDS
from rulekit.files import WAYS_OUT
from rulekit.i18n.error_messages import TEMPLATES
from rulekit.i18n.errors import LISTS, translated
from rulekit.i18n.locale import speak_as, spoken_now
from rulekit.languages import sentence
from rulekit.tabletop.texts import Texts
from tests.cli.conftest import Run
from tests.playing import ROOT, SHOGUN, TOY
from tools import messages
from tools.messages import TRANSLATED

SOURCE = ROOT / "rulekit"
PLAYED = (
    *("cli/games.py", "cli/__init__.py", "cli/table", "cli/commands/play.py"),
    *("cli/commands/log.py", "cli/commands/replay.py", "cli/commands/board.py", "cli/commands/rulebook.py"),
    *("runtime", "tabletop", "installed.py", "files.py", "bots", "board/places.py"),
)
"""Where mistakes of a player are noticed"""
RAISED = {"UserError", "UsageError", "BadParameter", "Refused", "fail"}
BUILT = ("{} is played by {} players, not by {}", "{} is played by {} to {} players, not by {}")
"""What is put together elsewhere, and raised there"""


def modules() -> Iterator[Path]:
    for name in PLAYED:
        yield from sorted((SOURCE / name).rglob("*.py")) if (SOURCE / name).is_dir() else [SOURCE / name]


def templates(node: ast.expr) -> list[str]:
    """The texts that an expression can be, with ``{}`` for its values; none where it is only a value."""
    match node:
        case ast.Constant(str(text)):
            return [text]
        case ast.JoinedStr(values):
            return ["".join(str(v.value) if isinstance(v, ast.Constant) else "{}" for v in values)]
        case ast.IfExp(_, body, otherwise):
            return templates(body) + templates(otherwise)
        case ast.BinOp(left, ast.Add(), right):
            return [a + b for a in templates(left) or ["{}"] for b in templates(right) or ["{}"]]
    return []


def raised() -> Iterator[tuple[str, str]]:
    """(where, text) of every message, and every hint, to a player."""
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                called = getattr(node.func, "id", None) or getattr(node.func, "attr", "")
                if called in RAISED:
                    yield from ((f"{path.name}:{node.lineno}", t) for a in node.args[:2] for t in templates(a))
                if called in ("access", "refused"):
                    texts = (text for a in node.args[1:2] for text in templates(a))
                    yield from ((f"{path.name}:{node.lineno}", f"{{}} {text}: {{}}") for text in texts)
                if called == "nearest":
                    texts = (text for argument in node.args[2:] for text in templates(argument) if text)
                    yield from ((f"{path.name}:{node.lineno}", f"{text}: {{}}") for text in texts)
    yield from (("image.py", text) for text in BUILT)
    yield from (("files.py", text) for text in WAYS_OUT.values())


def test_every_message_to_a_player_is_in_the_catalogue() -> None:
    found = {text: where for where, text in raised()}
    assert len(found) > 80
    assert not {text: where for text, where in found.items() if text not in TEMPLATES}


@pytest.mark.parametrize("lang", TRANSLATED)
@pytest.mark.parametrize("english", sorted(TEMPLATES))
def test_a_message_is_found_by_its_template(english: str, lang: str) -> None:
    values = [f"<{k}>" for k in range(english.count("{}"))]
    said = translated(english.format(*values), lang)
    assert said != english.format(*values) and all(value in said for value in values)


def test_a_sentence_in_a_sentence_is_translated_too() -> None:
    text = "this save was made with other rules, and today the game goes another way: "
    text += "choice 3: it cannot be made under these rules"
    assert translated(text, "zh-Hans") == "此存档用另一套规则保存，如今游戏的进程不同：第3次选择：按这些规则不能这样选"
    assert translated(text, "en") == text and translated("of no catalogue", "ja") == "of no catalogue"


@pytest.mark.parametrize("english", sorted(LISTS))
def test_a_list_has_the_comma_of_its_language(english: str) -> None:
    gaps = ["Red, Blue"] * english.count("{}")
    assert "Red、Blue" in translated(english.format(*gaps), "zh-Hans") and ", " not in translated(
        english.format(*gaps), "ja"
    )


NAMED = """
game Plums "Plums":
  named "Plums" in en, "李子" in zh-Hans, "すもも" in ja
  played by 2 players, called Ash, Birch
  begins with play the game
  option many is yes or no, normally no, "Many"
  option none is yes or no, normally no, "None"
  needs not many: "there are {3 + 4} too many"
  needs not none: "none is too few"

to play the game:
  end the game, ranking players by 1
"""
PLUMS = """
zh-Hans:
  "there are {} too many": "多了{}个"
  none is too few: 没有就太少了
ja:
  "there are {} too many": "{}個多い"
"""


@pytest.mark.parametrize(
    ("asked", "lang", "said"),
    [
        (["--players", "9"], "zh-Hans", "李子的玩家人数为2，不能是9"),
        (["--players", "9"], "ja", "すもものプレイヤーは2人"),
        (["--players", "9"], "zh-Hant", "Plums"),
        (["--set", "few=yes"], "zh-Hans", "李子没有选项 few"),
        (["--set", "many=yes"], "zh-Hans", "多了7个"),
        (["--set", "many=yes"], "ja", "7個多い"),
        (["--set", "none=yes"], "zh-Hans", "没有就太少了"),
        (["--set", "none=yes"], "en", "none is too few"),
    ],
)
def test_a_mistake_calls_the_game_and_its_reasons_as_its_reader_does(
    asked: list[str], lang: str, said: str, run: Run, tmp_path: Path
) -> None:
    folder = tmp_path / "plums"
    folder.mkdir()
    (folder / "game.rules").write_text(NAMED.lstrip(), encoding="utf-8")
    (folder / "words.yaml").write_text(PLUMS.lstrip(), encoding="utf-8")
    done = run("play", folder, "--auto", "--plain", "--lang", lang, *asked)
    assert done.exit_code == 1 and said in done.output, done.output


def test_every_mistake_that_names_a_game_gives_its_names() -> None:
    """Whoever says ``title`` in an error hands over what the title is in other languages."""
    found = []
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "UserError" and node.args:
                values = [v.value for v in ast.walk(node.args[0]) if isinstance(v, ast.FormattedValue)]
                titled = any(isinstance(v, ast.Attribute) and v.attr == "title" for v in values)
                if titled and not any(k.arg == "names" for k in node.keywords):
                    found.append(f"{path}:{node.lineno}")
    assert not found


# ---------------------------------------------------------------- the catalogues
GAP = re.compile(r"\{(\w*)[^}]*\}")


def test_the_catalogues_are_up_to_date_and_whole(capsys: pytest.CaptureFixture[str]) -> None:
    assert messages.main(["--check"]) == 0, capsys.readouterr().out + "run: ./run python -m tools.messages"


def test_a_text_that_is_not_translated_is_noticed() -> None:
    found = messages.catalogue("ja")
    found.add("a new text", "", context="table.new")
    assert messages.missing(found) == [("table.new", "a new text")]


LEFT_OUT = {("story.given", "old"), ("story.gone", "new"), ("story.hits", "hits")}
"""Values that a translation may do without: who had a thing before, that nobody has it now, what a face that hits is called"""


@pytest.mark.parametrize("lang", TRANSLATED)
def test_a_translation_has_the_values_of_its_text(lang: str) -> None:
    """``{}`` may be numbered, where another order is needed."""
    for message in messages.catalogue(lang):
        for form in message.id and messages.forms(message.string):
            english = sorted(GAP.findall(messages.forms(message.id)[-1]))
            gaps = sorted(GAP.findall(form))
            numbered = [str(k) for k in range(1, len(english) + 1)]
            if message.context in ("error", "finding", "outcome"):
                assert gaps in (english, numbered), (message.id, form)
            else:
                left_out = {(message.context, gap) for gap in set(english) - set(gaps)}
                assert set(gaps) <= set(english) and left_out <= LEFT_OUT, (message.context, message.id, form)


def test_traditional_chinese_has_no_simplified_characters() -> None:
    for message in messages.catalogue("zh-Hant"):
        for form in messages.forms(message.string):
            form.translate({ord(c): None for c in "“”×→…·–←↑↓"}).encode("cp950")


# ---------------------------------------------------------------- the door
def command_called(name: str) -> click.Command:
    from importlib import import_module

    module, _, attribute = COMMANDS[name][0].partition(":")
    found = getattr(import_module(module), attribute)
    assert isinstance(found, click.Command)
    return found


def speaking() -> list[str]:
    return [name for name in COMMANDS if any("--lang" in parameter.opts for parameter in command_called(name).params)]


def test_the_language_has_one_option_in_all_commands() -> None:
    opts = {opt for name in COMMANDS for parameter in command_called(name).params for opt in parameter.opts}
    assert "--lang" in opts and not [opt for opt in opts if opt.startswith("--lang") and opt != "--lang"]


ARGUMENTS = {
    "check": ["tic_tac_toe"],
    "lint": ["tic_tac_toe"],
    "fmt": ["--check", "tic_tac_toe"],
    "test": ["tic_tac_toe"],
    "play": ["tic_tac_toe", "--auto", "--seed", "1", "--plain"],
    "board": ["tic_tac_toe"],
    "options": ["tic_tac_toe"],
    "rulebook": ["tic_tac_toe", "-o", "{tmp}/book.html"],
    "replay": ["{tmp}/game.json"],
    "log": ["{tmp}/game.json"],
    "diff": [str(SHOGUN), "--variant", "full_ties"],
    "doctor": ["--plain"],
    "explain": ["RK309"],
    "coverage": ["tic_tac_toe", "--games", "0"],
    "simulate": ["tic_tac_toe", "--games", "2", "--jobs", "1"],
    "arena": ["tic_tac_toe", "--bots", "random", "--games", "2", "--jobs", "1"],
    "sweep": ["{tmp}/no"],
    "tune": ["{tmp}/no"],
    "try": ["{tmp}/no", "--variant", "x"],
}


def test_every_command_that_speaks_languages_is_tried() -> None:
    assert set(speaking()) == set(ARGUMENTS)


@pytest.mark.parametrize("command", ARGUMENTS)
def test_an_unknown_language_is_refused_and_a_known_one_taken(command: str, run: Run, tmp_path: Path) -> None:
    run("play", "tic_tac_toe", "--auto", "--seed", "1", "--save", str(tmp_path / "game.json"))
    arguments = [text.format(tmp=tmp_path) for text in ARGUMENTS[command]]
    for lang in ("zh", "zh-Hans", "zh-Hant", "ja", "en"):
        done = run(command, *arguments, "--lang", lang)
        assert not re.search("no language|没有语言|沒有語言|言語", done.output), done.output
        assert done.exit_code == 0 or "/no" in " ".join(arguments), done.output
    refused = run(command, *arguments, "--lang", "xx")
    assert refused.exit_code == 1 and "there is no language xx here" in refused.output


@pytest.mark.parametrize(
    ("arguments", "lang"),
    [([], "en"), (["play", "--lang", "zh"], "zh-Hans"), (["board", "--lang=ja"], "ja"), (["play", "--lang"], "")],
)
def test_the_language_of_mistakes_is_known_before_anything_is_read(
    arguments: list[str], lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    speak_as(arguments)
    assert spoken_now.get() == lang


FAULTY = """game Faulty "Faulty":
  played by 2 players, called North, South
  begins with play it

to play it:
  end the gane
"""


@pytest.mark.parametrize(("asked", "locale"), [(["--lang", "zh"], "C.UTF-8"), ([], "zh_CN.UTF-8"), ([], "zh_TW.UTF-8")])
def test_findings_are_told_in_the_language_that_is_asked_for_or_of_the_terminal(
    asked: list[str], locale: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "game.rules").write_text(FAULTY, encoding="utf-8")
    english = run("check", tmp_path, "--json").output
    monkeypatch.setenv("LANG", locale)
    told = run("check", tmp_path, *asked)
    assert told.exit_code == 1 and "错误 RK30" in told.output and told.output.endswith("1 个问题\n")
    assert "error" not in told.output and "end the gane" in told.output
    assert run("check", tmp_path, "--json", *asked).output == english and '"severity": "error"' in english
    assert "错误 RK30" in run("play", tmp_path, "--auto", *asked).output
    assert run("lint", "tic_tac_toe", *asked).output == "没有发现\n"


TERMINALS = pytest.mark.parametrize(
    ("asked", "locale"), [(["--lang", "zh"], "C.UTF-8"), ([], "zh_CN.UTF-8"), ([], "zh_TW.UTF-8")]
)


@TERMINALS
def test_differences_and_rulebooks_are_told_in_the_language_that_is_asked_for_or_of_the_terminal(
    asked: list[str], locale: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["diff", SHOGUN, "--variant", "full_ties"]
    data = run(*words, "--json").output
    monkeypatch.setenv("LANG", locale)
    assert run(*words, *asked).output.startswith("并列多数得全分\n\n规则\n")
    assert asked or run(*words, "--json").output == data
    book = tmp_path / "book.html"
    done = run("rulebook", "tic_tac_toe", "-o", book, *asked)
    assert "已写入" in done.output or "已寫入" in done.output
    assert '<html lang="zh-Hans">' in book.read_text(encoding="utf-8")


@TERMINALS
def test_measurements_are_told_in_the_language_that_is_asked_for_or_of_the_terminal(
    asked: list[str], locale: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_games = ("--games", "2", "--jobs", "1")
    measured = {
        "coverage": ("coverage", "tic_tac_toe", "--games", "0"),
        "simulate": ("simulate", "tic_tac_toe", *of_games),
        "arena": ("arena", "tic_tac_toe", "--bots", "random", *of_games),
        "sweep": ("sweep", SHOGUN, "--set", "years=1..2", *of_games),
    }
    data = run(*measured["simulate"], "--json").output
    monkeypatch.setenv("LANG", locale)
    said = {name: run(*words, *asked).output for name, words in measured.items()}
    assert re.search(r"^规则行：\d+行中的\d+行，\d+\.\d%$", said["coverage"], re.MULTILINE), said
    assert said["simulate"].startswith("井字棋：2人，random对局2盘\n1 叉方  胜率"), said
    assert said["arena"].startswith("2盘，每盘2人，共2组\n机器人  "), said
    assert "幕府将军：years" in said["sweep"] and "红方的胜率" in said["sweep"], said
    assert run(*measured["simulate"], "--json", *asked).output == data


def test_a_game_without_words_in_the_language_of_the_terminal_has_its_rulebook_in_english(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tmp_path / "plain"
    game.mkdir()
    (game / "game.rules").write_text(FAULTY.replace("gane", "game, ranking players by 1"), encoding="utf-8")
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    assert '<html lang="en">' in run("rulebook", game).output
    assert '<html lang="zh-Hans">' in run("rulebook", game, "--lang", "zh").output
    assert "已写入" in run("rulebook", game, "-o", tmp_path / "book.html").output


WRONG_TESTS = """
test "one that holds":
  then points of Ash is 0

test "one that fails":
  then points of Ash is 1
"""


@pytest.mark.parametrize(("asked", "locale"), [(["--lang", "zh"], "C.UTF-8"), ([], "zh_CN.UTF-8"), ([], "zh_TW.UTF-8")])
def test_rule_tests_are_told_in_the_language_that_is_asked_for_or_of_the_terminal(
    asked: list[str], locale: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(TOY, tmp_path / "toy", ignore=shutil.ignore_patterns("tests"))
    file = tmp_path / "toy" / "tests" / "one.rules"
    file.parent.mkdir()
    file.write_text(WRONG_TESTS, encoding="utf-8")
    monkeypatch.setenv("LANG", locale)
    done = run("test", tmp_path / "toy", "-v", *asked)
    assert done.exit_code == 1 and done.output.splitlines() == [
        "toy/tests/one.rules:2:1: 通过：one that holds",
        "toy/tests/one.rules:6:3: 失败：one that fails",
        "    then points of Ash is 1：实际是 0",
        "1 个通过，1 个失败",
    ]
    assert "没有测试的标题" in run("test", "tic_tac_toe", "-k", "no such", "--lang", "zh").output
    file.write_text('test "one":\n  then point of Ash is 1\n', encoding="utf-8")
    unread = run("test", tmp_path / "toy", *asked).output
    assert "失败：这个文件里的测试无法读取" in unread and "你是不是想说" in unread, unread


def test_findings_load_no_catalogue_in_english() -> None:
    code = "import sys; from rulekit.cli import main; main(['check', 'tic_tac_toe'], standalone_mode=False)"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}; print('rulekit.i18n.finding_messages' in sys.modules)"],
        capture_output=True, text=True, check=False, env={**os.environ, "LANG": "C.UTF-8"},
    )  # fmt: skip
    assert done.stdout == "no problems\nFalse\n", done.stdout + done.stderr


def test_lists_in_a_message_are_written_as_the_language_does() -> None:
    assert translated("there is: 玩家, 国", "zh-Hans") == "有：玩家、国"


@pytest.mark.parametrize(
    ("n", "said"), [(1, "after 1 decision."), (2, "after 2 decisions."), (21, "after 21 decisions.")]
)
def test_one_of_a_thing_is_counted_in_the_singular(n: int, said: str) -> None:
    assert Texts("en")("resumed", n=n) == f"The game goes on {said}"
    assert Texts("zh-Hans")("resumed", n=n) == f"继续游戏（已作 {n} 次决定）。"
    assert Texts("zh-Hans")("over_after", n=n) == f"游戏结束，共作出 {n} 次决定。"


@pytest.mark.parametrize(
    ("note", "said"),
    [
        ("每年多得2个宝箱", "每年多得2个宝箱。"),
        ("two chests more", "Two chests more."),
        ("金2", "金2。"),
        ("why?", "Why?"),
    ],
)
def test_a_note_ends_as_its_own_script_does(note: str, said: str) -> None:
    assert sentence(note) == said


# ---------------------------------------------------------------- one word for one thing
WORDS = {
    "电脑": "机器人",
    "電腦": "機器人",
    "战斗塔": "骰塔",
    "戰鬥塔": "骰塔",
    "选择被收回": "选择被撤销",
    "選擇被收回": "選擇被撤銷",
}
SPEAKING = sorted(
    path
    for pattern in ("rulekit/i18n/messages/zh_*.po", "games/**/*.rules", "games/*/words.yaml", "plugins/**/words.yaml")
    for path in ROOT.glob(pattern)
)


@pytest.mark.parametrize("path", SPEAKING, ids=lambda path: str(path.relative_to(ROOT)))
def test_bots_the_tower_and_undo_have_one_word_in_chinese(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert {word: better for word, better in WORDS.items() if word in text} == {}
