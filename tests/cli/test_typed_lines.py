"""Lines of a form are filled in by their names, in any order: orders as people write them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.playing import ROOT

DIPLOMACY = ROOT / "games" / "diplomacy"


def written(run: Run, tmp_path: Path, *typed: str, lang: str = "en") -> str:
    """What the table says while England types in the first spring; the other powers are bots."""
    seats = ("--seat", "1=random", "--seat", "2=human", "--seed", "5", "--save", str(tmp_path / "game.json"))
    result = run("play", str(DIPLOMACY), "--plain", "--lang", lang, *seats, typed="".join(f"{t}\n" for t in typed))
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize(
    "typed",
    [
        ("F Lon - Eng", "f edi s f lon-eng", "F Edi - Nth", "A Lvp → Wal"),
        ("A Lvp - Wal; F Lon - Eng, F Edi - Nth",),
        ("F Edi - Nth", "1", "F Lon - Eng", "A Lvp - Wal"),
        ("F Lon - Nth", "2 F Edi - Nth", "F Lon - Eng", "a lvp-wal"),
    ],
)
def test_orders_in_any_order(run: Run, tmp_path: Path, typed: tuple[str, ...]) -> None:
    said = written(run, tmp_path, *typed, "done", "quit")
    assert "England: A Lvp - Wal; F Edi - Nth; F Lon - Eng" in said


def test_each_answered_line_is_named(run: Run, tmp_path: Path) -> None:
    said = written(run, tmp_path, "F Lon - Eng", "1", "F Edi - Nth", "quit")
    assert "> 3  F Lon - Eng\n\norder for …\n  1  A Lvp: –\n  2  F Edi: –\n  3  F Lon - Eng\n" in said
    assert "> 2  F Edi - Nth\n\norder for A Lvp\n" in said, "the line that is asked about stays open"


def test_a_wrong_order_gets_a_message_and_the_others_stand(run: Run, tmp_path: Path) -> None:
    said = written(run, tmp_path, "F Lon - Eng; F Edi - Par", "A Lvp S F Edi -", "xyzzy", "quit")
    assert "3  F Lon - Eng\n“F Edi - Par” can stand in no line. Did you mean F Edi - " in said
    assert "“A Lvp S F Edi -” can mean A Lvp S F Edi - Cly, A Lvp S F Edi - Yor\n" in said
    assert "“xyzzy” can stand in no line. number: fill in that line" in said


def test_an_order_of_another_unit_that_is_wrong_is_refused_at_the_single_question(run: Run, tmp_path: Path) -> None:
    said = written(run, tmp_path, "F Lon - Bel", "quit")
    assert "“F Lon - Bel” is neither a number, a name nor a command." in said


def test_orders_in_chinese_and_as_they_stand_in_the_rules(run: Run, tmp_path: Path) -> None:
    typed = ("海伦敦-英吉利海峡", "陆利物浦 - 巴黎", "F Edi - Nth", "陆利物浦 - 威尔士", "完成", "quit")
    said = written(run, tmp_path, *typed, lang="zh-Hans")
    assert "> 3  海伦敦 - 英吉利海峡\n\n……的命令\n" in said
    assert "“陆利物浦 - 巴黎”不能填在任何一行。你是不是想说" in said
    assert "英国：陆利物浦 - 威尔士；海爱丁堡 - 北海；海伦敦 - 英吉利海峡" in said


def test_what_can_stand_in_several_lines_asks_which(run: Run, tmp_path: Path) -> None:
    seats = ("--set", "setup=Predetermined", "--seed", "1", "--seat", "1=human", "--save", str(tmp_path / "g.json"))
    typed = "form\nYamato\nquit\n"
    said = run("play", str(ROOT / "games" / "shogun"), "--plain", *seats, typed=typed).output
    assert re.search(r"> Yamato can stand in the lines 1, 2, .*: type 1 Yamato for the first of them", said), said
