"""`rulekit show`: a rule at each stage of its way, and what is said where that is not there.

``RULEKIT_UPDATE=1 ./run test tests/inspection`` writes the files in ``shown/`` anew: read the difference before it is committed.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulekit.cli import main
from rulekit.compiler.emit.text import function_text
from rulekit.diagnostics import UserError
from rulekit.dsl.tree import Statement
from rulekit.inspection.code import Code
from rulekit.inspection.forms import FORMS, VIEWS
from rulekit.inspection.readings import reading, tree
from rulekit.inspection.rules import find, inside, row_at, rules_of
from rulekit.loader import read_program
from rulekit.plugins.manager import find_plugins
from tests.compiler.ir_text import read_module
from tests.playing import ROOT, SHOGUN, TOY

TIC_TAC_TOE = ROOT / "games" / "tic_tac_toe"
SHOWN = Path(__file__).parent / "shown"
CASES = {
    "list": [],
    "reading": ["mark a square"],
    "tree": ["mark a square", "--as", "tree"],
    "ir": ["mark a square", "--as", "ir"],
    "ir_native": ["mark a square", "--as", "ir", "--form", "native"],
    "ir_until": ["mark a square", "--as", "ir", "--form", "plain", "--until", "split_steps"],
    "python": ["has three in a line", "--as", "python"],
    "python_fast": ["mark a square", "--as", "python", "--form", "fast"],
    "c": ["mark a square", "--as", "c"],
}


def shown(*words: str, game: Path = TIC_TAC_TOE) -> tuple[int, str]:
    """The exit code of the command, and what it prints."""
    done = CliRunner().invoke(main, ["show", os.path.relpath(game), *words])
    return done.exit_code, done.output


@pytest.fixture(autouse=True)
def at_the_top(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.mark.parametrize("name", CASES)
def test_what_is_shown(name: str) -> None:
    code, text = shown(*CASES[name])
    path = SHOWN / f"{name}.txt"
    if os.environ.get("RULEKIT_UPDATE"):
        path.write_text(text, encoding="utf-8")
    assert code == 0 and path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("view", ["reading", "tree"])
def test_a_sentence_is_found_by_its_place_and_by_its_words(view: str) -> None:
    wanted = shown("games/tic_tac_toe/game.rules:29", "--as", view)
    assert wanted[0] == 0 and "mark a square" not in wanted[1]
    for asked in ("game.rules:29", "game.rules:29:3", "set owner of square to me", "Set  owner of square to me"):
        assert shown(asked, "--as", view) == wanted


def test_an_otherwise_has_a_place() -> None:
    program = read_program(SHOGUN, find_plugins().devices)
    rules = rules_of(program)
    parts = [part for rule in rules.values() for outer in rule.parts for part in inside(outer)]
    alternatives = [part for part in parts if isinstance(part, Statement) and part.otherwise]
    assert len(alternatives) > 5
    for part in alternatives:
        span = part.otherwise_span
        assert span is not None and row_at(program.sources, span).startswith("otherwise")
        assert part in find(rules, program.sources, f"{span.file}:{span.line}", (), lambda _: "").parts
        assert f"{span.file}:{span.line}  otherwise" in reading(part, program.sources)


def test_a_rule_is_found_by_its_heading_its_place_and_its_function() -> None:
    wanted = shown("mark a square")
    assert wanted[1].startswith(
        "games/tic_tac_toe/game.rules:26  to mark a square:\n    games/tic_tac_toe/game.rules:27  if "
    )
    for asked in ("to mark a square:", "game.rules:26", "d_mark_a_square"):
        assert shown(asked) == wanted


def test_code_of_a_sentence_is_that_of_its_rule_and_a_function_can_be_named() -> None:
    assert shown("set owner of square to me", "--as", "python") == shown("mark a square", "--as", "python")
    step = shown("r_d_mark_a_square__ask1", "--as", "python")[1]
    assert step.startswith("def r_d_mark_a_square__ask1(") and step in shown("mark a square", "--as", "python")[1]


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (
            ["mark a sqare"],
            1,
            "this game has no rule, function or sentence 'mark a sqare'\n  did you mean mark a square",
        ),
        (["set owner of squares to me"], 1, "did you mean set owner of square to me"),
        (["three line"], 1, "did you mean has three in a line"),
        (
            ["has three in a line", "--as", "c"],
            1,
            "it is written into what reads it: d_mark_a_square, r_d_mark_a_square__ask1",
        ),
        (["prompt__0"], 1, "the function prompt__0 was made of no named rule\n  its code can be shown"),
        (["xyzzy"], 1, "without a name all rules and functions are listed"),
        (
            ["game.rules:2"],
            1,
            "no sentence of a rule stands at line 2\n  the nearest stands at games/tic_tac_toe/game.rules:19",
        ),
        (["squares.yaml:2"], 1, "there are no rules in this file"),
        (["free squares", "--as", "ir"], 1, "it is written into what reads it: d_take_turns, d_mark_a_square"),
        (["mark a square", "--form", "fast"], 2, "a reading has no forms: --form goes with --as ir, python, c"),
        (["mark a square", "--as", "c", "--form", "fast"], 2, "the form fast is not printed as c: native"),
        (
            ["mark a square", "--as", "python", "--form", "native"],
            2,
            "is not printed as python: plain, journaled, fast",
        ),
        (["mark a square", "--as", "asm"], 2, "'asm' is not one of 'reading', 'tree', 'ir', 'python', 'c'"),
        (["mark a square", "--as", "c", "--until", "flatten"], 2, "--until shows the intermediate form"),
        (
            ["mark a square", "--as", "ir", "--until", "unroll"],
            1,
            "it goes through: lowering, plan_rollback, quiet_suppositions, split_steps",
        ),
        (["mark a square", "--players", "3"], 1, "3 cannot play this game\n  2 to 2 can"),
    ],
)
def test_mistakes_are_answered(words: list[str], status: int, told: str) -> None:
    code, text = shown(*words)
    assert (code, told in text) == (status, True), text


def test_a_game_with_mistakes_is_not_shown(tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text('game Bad "Bad":\n  played by 2 players\n  begins with nothing at all\n')
    code, text = shown("x", game=tmp_path)
    assert code == 1 and "error RK" in text


def test_c_is_shown_without_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "/no/such/compiler")
    monkeypatch.setenv("PATH", "")
    assert shown("mark a square", "--as", "c")[0] == 0


@pytest.mark.parametrize("folder", [TOY, SHOGUN], ids=lambda folder: folder.name)
def test_every_rule_and_sentence_is_found_and_read(folder: Path) -> None:
    program = read_program(folder, find_plugins().devices)
    rules = rules_of(program)
    parts = [part for rule in rules.values() for outer in rule.parts for part in inside(outer)]
    assert len(parts) > 100
    for asked in [*rules, *(f"{part.span.file}:{part.span.line}" for part in parts)]:
        found = find(rules, program.sources, asked, (), lambda _: "")
        assert found.rule.name == asked or found.parts
        for text in (printed(part, program.sources) for printed in (reading, tree) for part in found.parts):
            assert text and "object at 0x" not in text and "Node(" not in text and "Statement(" not in text


@pytest.mark.parametrize(("view", "form"), [(view, form) for view, forms in FORMS.items() for form in forms])
def test_all_functions_of_every_form_are_shown(view: str, form: str) -> None:
    code = Code(read_program(TOY, find_plugins().devices), form)
    text = code.text(view, code.module.functions)
    assert all(name in text for name in code.module.functions) and len(code.module.functions) > 3


def test_without_a_name_all_code_is_shown() -> None:
    code, text = shown("--as", "c")
    assert code == 0 and all(f"\nstatic void f_{name}(" in f"\n{text}" for name in ("begin", "d_mark_a_square"))


def test_what_is_shown_of_the_intermediate_form_is_the_form_that_fixtures_are_written_in() -> None:
    code = Code(read_program(TIC_TAC_TOE, find_plugins().devices), "whole")
    names = code.functions(code.rules["mark a square"])
    everything = "\n\n".join(function_text(code.module, name) for name in code.module.functions if "__" not in name)
    assert function_text(read_module(everything), names[0]) == code.text("ir", names)


def test_what_is_not_written_in_c_is_named() -> None:
    code = Code(read_program(TIC_TAC_TOE, find_plugins().devices), "journaled")
    with pytest.raises(UserError, match=r"Log is not written in C\n  in d_take_turns"):
        code.text("c", ["d_take_turns"])


def test_the_command_offers_its_views_without_an_engine() -> None:
    code = "import sys; import rulekit.cli.commands.show; print([m for m in sys.modules if m.startswith('rulekit.compiler')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == "[]\n" and VIEWS[:2] == ("reading", "tree")
