"""The fenced blocks of the documentation, and how they are tried."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import frozen

import rulekit
from rulekit.diagnostics import Diagnostic, render
from rulekit.plugins.manager import Plugins
from rulekit.rule_tests.runner import run_tests
from tests import patience
from tests.playing import ROOT, SHOGUN, TOY

GAMES = {"toy": TOY, "shogun": SHOGUN}


@frozen
class Block:
    """``info``: the words after the fence: ``rules shogun``. ``line``: where its text begins."""

    file: Path
    line: int
    info: tuple[str, ...]
    text: str

    def __str__(self) -> str:
        return f"{self.file.relative_to(ROOT)}:{self.line}"


def blocks(path: Path, language: str) -> list[Block]:
    """The blocks of one language, in their order."""
    out, start, info, kept = [], 0, (), []  # type: list[Block], int, tuple[str, ...], list[str]
    for number, row in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if row.startswith("```"):
            if start:
                out.append(Block(path, start, info, "".join(f"{x}\n" for x in kept)))
                start = 0
            else:
                start, info, kept = number + 1, tuple(row[3:].split()), []
        elif start:
            kept.append(row)
    assert not start, f"{path}: a block is not closed"
    return [b for b in out if b.info[:1] == (language,)]


# ---------------------------------------------------------------- rules
def try_rules(block: Block, folder: Path, found: Plugins | None = None) -> None:
    """Tries a block in a copy of a game: as a further file, as a variant, as tests, or as a game of its own.

    Words after ``rules``: ``toy`` (what is meant without any), ``shogun``; ``wrong RK305 ...`` for the codes it has to be
    answered with.
    """
    game, variants = _lay(block, folder)
    diagnostics, sources = rulekit.check(game, variants, found)
    told = "\n".join(render(d, sources) for d in diagnostics)
    wanted = _wanted(block)
    errors = sorted({d.code for d in diagnostics if _counts(d)})
    assert errors == wanted, f"{block}: {told or 'this is right, and should be wrong'}"
    if not wanted and _is_test(block.text):
        failed = [r for r in run_tests(game, variants, found) if not r.ok]
        assert not failed, f"{block}: " + "\n".join(f"{r.title}: {r.message}" for r in failed)


def _lay(block: Block, folder: Path) -> tuple[Path, list[Path]]:
    game = folder / "game"
    if re.search("^game ", block.text, re.MULTILINE):
        game.mkdir()
    else:
        base = next((GAMES[w] for w in block.info if w in GAMES), TOY)
        shutil.copytree(base, game, ignore=shutil.ignore_patterns("tests"))
    if re.match(r"(\s*#.*\n)*\s*variant ", block.text):
        path = game / "variants" / "tried.rules"
    elif _is_test(block.text) and any(game.iterdir()):
        path = game / "tests" / "tried.rules"
    else:
        path = game / "tried.rules"
    path.parent.mkdir(exist_ok=True)
    path.write_text(block.text, encoding="utf-8")
    return game, [path] if path.parent.name == "variants" else []


def _is_test(text: str) -> bool:
    return re.search("^test ", text, re.MULTILINE) is not None


def _wanted(block: Block) -> list[str]:
    return sorted(block.info[block.info.index("wrong") + 1 :]) if "wrong" in block.info else []


def _counts(d: Diagnostic) -> bool:
    return d.severity == "error"


# ---------------------------------------------------------------- commands
def commands(block: Block) -> Iterator[tuple[str, str]]:
    """Each command with the output that is shown below it."""
    command, shown = "", []  # type: str, list[str]
    for row in [*block.text.splitlines(), "$ "]:
        if row.startswith("$ "):
            if command:
                yield command, "\n".join(shown)
            command, shown = row[2:], []
        else:
            shown.append(row)


def fits(shown: str, printed: str) -> bool:
    """Whether an output is as shown; ``...`` stands for anything on its line, and alone on a line for any lines."""
    rows = [".*" if row == "..." else re.escape(row).replace(r"\.\.\.", "[^\n]*") for row in shown.splitlines()]
    pattern = "\n".join(rows).replace("\n.*", "(\n.*)?").replace(".*\n", "(.*\n)?")
    return re.fullmatch(pattern, printed.rstrip("\n"), re.DOTALL) is not None


class Shell:
    """A shell in a folder that looks like a checkout, with a command ``rulekit`` that is ours. What it compiles lies in the
    cache of all tests, where others may have put it."""

    def __init__(self, folder: Path, names: Sequence[str], program: Path | None = None) -> None:
        """``program``: the folder with another `rulekit` than that of the checkout, which is then not in sight."""
        self.folder = folder / "checkout"
        self.folder.mkdir()
        for name in names:
            (self.folder / name).symlink_to(ROOT / name)
        bin_ = folder / "bin"
        bin_.mkdir()
        script = bin_ / "rulekit"
        python = shlex.quote(sys.executable)
        script.write_text(f"#!/bin/sh\nexec {python} -c 'from rulekit.cli import main; main()' \"$@\"\n")
        script.chmod(0o755)
        self.environment = {
            **{k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")},
            "PATH": f"{bin_}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": os.pathsep.join(
                [str(ROOT), *(str(p) for p in sorted((ROOT / "plugins").iterdir()) if p.is_dir())]
            ),
            "LC_ALL": "C.UTF-8",
            "HOME": str(folder),
            "XDG_STATE_HOME": str(folder / "state"),
        }
        if program is not None:
            self.environment["PATH"] = f"{program}{os.pathsep}{os.environ['PATH']}"
            self.environment["RULEKIT_CACHE"] = str(folder / "cache")
            del self.environment["PYTHONPATH"]

    def run(self, command: str) -> tuple[int, str]:
        """The exit code of a command, and all that it printed."""
        done = subprocess.run(
            ["sh", "-c", command], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=patience.seconds(300), encoding="utf-8",
        )  # fmt: skip
        return done.returncode, done.stdout
