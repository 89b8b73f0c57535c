"""The recipes of CONTRIBUTING.md are carried out as they stand, each in a copy of the checkout."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import patience
from tests.blocks import Block, blocks, commands, fits
from tests.playing import ROOT

PAGE, CHINESE = ROOT / "CONTRIBUTING.md", ROOT / "CONTRIBUTING.zh.md"
LANGUAGES = ("diff", "python", "rules", "text", "console")
LEFT_OUT = shutil.ignore_patterns(".*", "_build", "*.egg-info", "playthroughs")


def steps(page: Path) -> list[Block]:
    """All blocks of a page, in their order."""
    return sorted((b for language in LANGUAGES for b in blocks(page, language)), key=lambda b: b.line)


def recipes() -> dict[str, list[Block]]:
    """Heading -> the blocks below it."""
    rows = PAGE.read_text(encoding="utf-8").splitlines()
    heads = [(n, row.removeprefix("## ")) for n, row in enumerate(rows, 1) if row.startswith("## Add ")]
    ends = [n for n, _ in heads[1:]] + [len(rows) + 1]
    return {head: [b for b in steps(PAGE) if n < b.line < end] for (n, head), end in zip(heads, ends, strict=True)}


def carry_out(block: Block, top: Path) -> None:
    """Writes a file, changes one, or types commands."""
    if block.info[0] == "console":
        for command, _ in commands(block):
            code, printed = typed(command, top)
            assert code == 0, f"{block}: {command}\n{printed}"
        return
    (name,) = [word.removeprefix("file:") for word in block.info if word.startswith("file:")]
    path = top / name
    if block.info[0] == "diff":
        path.write_text(changed(path.read_text(encoding="utf-8"), block), encoding="utf-8")
    else:
        assert not path.exists(), f"{block}: {name} is there already"
        path.write_text(block.text, encoding="utf-8")


def changed(text: str, block: Block) -> str:
    """A text with the lines taken away and added that a block shows. What it shows as there is there, and only once."""
    rows = block.text.splitlines(keepends=True)
    old = "".join(row[1:] for row in rows if row[0] in " -")
    new = "".join(row[1:] for row in rows if row[0] in " +")
    there = [match.start() for match in re.finditer(f"^{re.escape(old)}", text, re.MULTILINE)]
    assert len(there) == 1, f"{block}: these lines are not there, or more than once:\n{old}"
    return text[: there[0]] + new + text[there[0] + len(old) :]


def typed(command: str, top: Path) -> tuple[int, str]:
    """What a command of the page gives and prints, with the Python of these tests in place of that in .venv."""
    python = shlex.quote(sys.executable)
    for shown, meant in [
        ("./run test", f"{python} -m pytest -q -p no:cacheprovider"),
        ("./run rulekit", f"{python} -m rulekit"),
        (".venv/bin/python", python),
    ]:
        command = re.sub(rf"(^|(?<= )){re.escape(shown)}\b", meant.replace("\\", r"\\"), command)
    assert ".venv" not in command.replace(python, "") and "./run" not in command
    path = re.match(r"PYTHONPATH=(\S+) ", command)
    around = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST_", "RULEKIT_", "PYTHONDONT"))}
    around["PYTHONPATH"] = str(top)
    if path:
        command = command[path.end() :]
        around["PYTHONPATH"] = os.pathsep.join([str(top / path[1]), str(top)])
    done = subprocess.run(
        ["sh", "-c", command], cwd=top, env={**around, "RULEKIT_CACHE": str(top.parent / "cache")}, text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
        timeout=patience.seconds(600),
    )  # fmt: skip
    return done.returncode, done.stdout


@pytest.mark.slow
@pytest.mark.apart
@pytest.mark.parametrize("recipe", recipes())
def test_a_recipe(recipe: str, tmp_path: Path) -> None:
    top = Path(shutil.copytree(ROOT, tmp_path / "checkout", ignore=LEFT_OUT))
    for block in recipes()[recipe]:
        carry_out(block, top)


def test_looking_inside() -> None:
    """What the page shows of `rulekit show` is what it prints."""
    [block] = [
        b for b in blocks(PAGE, "console") if "rulekit show" in b.text and b.text.startswith("$ ./run rulekit show")
    ]
    for command, shown in commands(block):
        code, printed = typed(command, ROOT)
        assert code == 0 and fits(shown, printed), f"{block}: {command}\n{printed}"


def test_there_are_five() -> None:
    assert [name.split()[-1] for name in recipes()] == ["phrase", "operation", "check", "pass", "device"]
    for blocks_of in recipes().values():
        assert blocks_of[-1].info[0] == "console" and len(blocks_of) > 3


def test_what_is_not_there_is_noticed() -> None:
    block = Block(PAGE, 1, ("diff", "file:x"), " one\n-two\n+three\n")
    assert changed("one\ntwo\n", block) == "one\nthree\n"
    for text in ("two\n", "one\ntwo\none\ntwo\n", "all in one\ntwo\n"):
        with pytest.raises(AssertionError, match="not there, or more than once"):
            changed(text, block)


def test_the_chinese_page_shows_the_same() -> None:
    assert [(b.info, b.text) for b in steps(PAGE)] == [(b.info, b.text) for b in steps(CHINESE)]
    pages = [page.read_text(encoding="utf-8").splitlines() for page in (PAGE, CHINESE)]
    for mark in ("# ", "## ", "|", "- "):
        counts = [sum(row.startswith(mark) for row in rows) for rows in pages]
        assert counts[0] == counts[1], f"{mark}: {counts}"


@pytest.mark.parametrize("page", [PAGE, CHINESE], ids=["en", "zh"])
def test_links(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
        assert (ROOT / target).exists(), target
