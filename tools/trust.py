"""What rulekit promises, measured: one line for each target, with its figure (``make trust``).

Each measure is a command that can be run by itself (``--list`` shows them); this runs their short forms one after the other, and
says of each what its last line says. The long forms differ in a number only. ``--only R6`` runs those of one target. Ends with 1
when one of them fails. docs/reliability.md says what the targets are, and what the long forms have measured.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
GAMES = (
    "games/shogun",
    "games/tic_tac_toe",
    "games/chess",
    "games/backgammon",
    "games/hearts",
    "games/hnefatafl",
    "plugins/most_dangerous_time/rulekit_most_dangerous_time/game",
    "plugins/nobunaga_successors/rulekit_nobunaga_successors/game",
)
PYTEST = ("pytest", "-v", "-p", "no:cacheprovider")
"""-v makes the last line the one that counts"""
AUDIT = ("--strict", "--progress-spinner", "off", "--disable-pip", "--require-hashes")
"""Strict: a package of which nothing could be learnt is no package without holes"""
HOURS = 1.0
"""Longest time for one measure"""

MEASURES: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    *(("R1", f"rule tests of {game.split('/')[1]}", ("rulekit", "test", game)) for game in GAMES),
    ("R1", "clauses and lines of SHOGUN", ("rulekit", "coverage", GAMES[0], "--games", "3", "--fail-under", "100")),
    ("R2", "rulings", (*PYTEST, "tests/games/test_catalogue.py")),
    ("R3", "trees of decisions", (*PYTEST, "tests/perft")),
    ("R3", "published counts", ("tools.proofs",)),
    ("R4 R5", "conservation and liveness", ("tests.games.conservation", "--games", "1")),
    ("R4", "invariants of SHOGUN", (*PYTEST, "tests/games/test_shogun_invariants.py")),
    ("R6", "changed files", ("tests.hostile.fuzz", "--inputs", "1000")),
    ("R6 R13", "known killers and limits", (*PYTEST, "tests/hostile", "tests/dsl/test_limits.py")),
    ("R7", "messages", ("tests.diagnostics.score",)),
    ("R8", "determinism", (*PYTEST, "tests/determinism", "tests/playthroughs")),
    ("R9", "saves of releases", (*PYTEST, "tests/archive")),
    ("R9", "faults of the disk", (*PYTEST, "tests/cli/test_saves.py")),
    ("R10 R15 R16", "the server", (*PYTEST, "tests/web")),
    ("R10", "servers that are killed under load", ("tests.web.kills", "--kills", "20")),
    ("R10", "two servers on one database", ("tests.web.kills", "--kills", "20", "--postgres")),
    ("R11", "secrecy", ("tests.secrecy.harness", "--positions", "288")),
    (
        "R12",
        "bots know what their seat knows",
        (*PYTEST, "tests/runtime/test_determinise.py", "tests/cli/test_bots.py"),
    ),
    ("R14", "plugins", (*PYTEST, "tests/plugins", "-m", "not fresh")),
    ("R17", "speed, as ratios", ("benchmarks.run", "--check")),
    ("R18", "style", ("ruff", "check", ".")),
    ("R18", "types", ("mypy",)),
    ("R18", "branches covered", ("tools.branches", "--quick")),
    ("R18", "known holes in packages", ("pip_audit", *AUDIT, "-r", "tools/locked.txt")),
    ("R19", "play without a mouse", (*PYTEST, "tests/cli/test_terminal.py", "tests/tui")),
    ("R20", "statistics", (*PYTEST, "tests/lab")),
)
"""(targets, what is measured, module and words)"""


def chosen(only: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """The measures of one target, or all."""
    yield from (measure for measure in MEASURES if not only or only in measure[0].split())


def measure(words: tuple[str, ...]) -> tuple[bool, str, float]:
    """Whether a measure holds, the figure that it prints last, and how many seconds it took."""
    begun = time.monotonic()
    try:
        done = subprocess.run(
            [sys.executable, "-m", *words], cwd=TOP, capture_output=True, text=True, timeout=HOURS * 3600,
            stdin=subprocess.DEVNULL, encoding="utf-8", errors="replace",
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return False, "not done in time", time.monotonic() - begun
    said = [row.strip("= ") for row in (done.stdout + "\n" + done.stderr).splitlines() if row.strip("= ")]
    told = [row.strip("= ") for row in done.stdout.splitlines() if row.strip("= ")]
    figure = (told or said or ["it says nothing"])[-1]
    if done.returncode and f"No module named {words[0]}" in done.stderr:
        figure = f"not installed: {words[0]} (pip install -e '.[trust]')"
    if words[0] == "pytest":
        failed = next((row for row in told if row.startswith(("FAILED", "ERROR"))), "")
        figure = figure.partition(" in ")[0] + (f"; {failed}" if failed else "")
    return done.returncode == 0, figure, time.monotonic() - begun


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", metavar="R6")
    parser.add_argument("--list", action="store_true", help="show the commands instead of running them")
    said = parser.parse_args()
    failed = 0
    for targets, what, words in chosen(said.only):
        if said.list:
            print(f"{targets:12} {what:32} python -m {' '.join(words)}")
            continue
        holds, figure, seconds = measure(words)
        failed += not holds
        print(f"{targets:12} {'ok    ' if holds else 'FAILED'} {what}: {figure} ({seconds:.0f} s)", flush=True)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
