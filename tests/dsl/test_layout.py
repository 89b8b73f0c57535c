"""`rulekit fmt`: whatever is read, laid out and read again says the same; twice is like once; no remark gets lost."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rulekit.cli import main
from rulekit.diagnostics import Diagnostic
from rulekit.dsl.formatter import laid_out
from rulekit.dsl.parser import parse
from rulekit.dsl.syntax import Line, Token
from tests.playing import ROOT

FILES = sorted(p for folder in ("games", "tests", "plugins", "rulekit") for p in (ROOT / folder).rglob("*.rules"))
SHIPPED = [p for p in FILES if p.relative_to(ROOT).parts[0] in ("games", "plugins")]
REMARK = re.compile(r"#[^\n]*")


def tree(lines: list[Line] | None) -> Any:
    """What a file says, without the places where it stands."""
    if lines is None:
        return None
    return [(_tokens(x.tokens), _tokens(x.tail), tree(x.body), [c.clause for c in x.citations]) for x in lines]


def _tokens(tokens: list[Token] | None) -> Any:
    return tokens and [(t.kind, t.text, _tokens(t.items)) for t in tokens]


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_means_the_same(path: Path, tmp_path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found: list[Diagnostic] = []
    before = parse(text, "x", found)
    if found:  # a mistake that is kept on purpose
        assert path not in SHIPPED
        left_alone(path.read_bytes(), found, tmp_path)
    else:
        laid_out_again(text, before)


def laid_out_again(text: str, before: list[Line] | None) -> None:
    """A file that can be read says the same in the one layout."""
    found: list[Diagnostic] = []
    new = laid_out(text)
    after = parse(new, "x", found)
    assert not found
    assert tree(after) == tree(before)
    assert laid_out(new) == new
    assert sorted(r.rstrip() for r in REMARK.findall(_bare(new))) == sorted(
        r.rstrip() for r in REMARK.findall(_bare(text))
    )


def left_alone(data: bytes, found: list[Diagnostic], folder: Path) -> None:
    """A file that cannot be read is as it was, and its mistakes are shown where they are; one beside it is laid out."""
    wrong, right = folder / "wrong.rules", folder / "right.rules"
    wrong.write_bytes(data)
    right.write_text("number   fine: 7\n", encoding="utf-8")
    done = CliRunner().invoke(main, ["fmt", str(wrong), str(right)])
    assert done.exit_code == 1 and "1 file" in done.stdout.splitlines()
    assert wrong.read_bytes() == data
    assert right.read_text(encoding="utf-8") == "number fine: 7\n"
    for mistake in found:
        where = mistake.span
        assert f"wrong.rules:{where.line}:{where.column}: {mistake.severity} {mistake.code}: " in done.output


def test_a_file_with_a_mistake_is_left_alone(tmp_path: Path) -> None:
    text, found = "number   fine: 7\n\tnumber odd: (1\n", list[Diagnostic]()
    parse(text, "x", found)
    assert found
    left_alone(text.encode(), found, tmp_path)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda p: str(p.relative_to(ROOT)))
def test_what_we_ship_is_laid_out(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert laid_out(text) == text, f"rulekit fmt {path.relative_to(ROOT)}"


def _bare(text: str) -> str:
    return re.sub(r'"[^"\n]*"', "", text)


def test_one_layout() -> None:
    text = (
        "to wander in {here:   town}:   [TOY-1]\n\n\n     # why\n    if here is walled:   stop   # so\n"
        "    each x among Alder,\n      Beech: stop\n"
        "table fines for {n: number} gives fine:\n   0 to 1 | 10\n   2 or more|3\n"
    )
    assert laid_out(text) == (
        "to wander in {here: town}:".ljust(81) + "[TOY-1]\n\n  # why\n  if here is walled: stop   # so\n"
        "  each x among Alder,\n      Beech: stop\n"
        "table fines for {n: number} gives fine:\n  0 to 1    | 10\n  2 or more | 3\n"
    )
