"""The published cases of Diplomacy by their sections, and the independent program beside which random games are played."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import rulekit
from rulekit.rule_tests.runner import run_tests
from tests.playing import ROOT
from tests.proofs.diplomacy_beside import Contest, Difference, Referee

DIPLOMACY = ROOT / "games" / "diplomacy"
PACKAGE = "diplomacy==1.1.2"
CASE = re.compile(r'^test "([^"]*)" covers (DATC-[-\w]+):', re.MULTILINE)


def sections() -> Iterator[tuple[str, int, int]]:
    """(section, cases that hold, cases): a case holds if all its tests do."""
    failed = {r.title for r in run_tests(DIPLOMACY) if not r.ok}
    cases: dict[str, bool] = {}
    for file in sorted((DIPLOMACY / "tests").glob("datc_*.rules")):
        for title, case in CASE.findall(file.read_text(encoding="utf-8")):
            cases[case] = cases.get(case, True) and title not in failed
    for letter in "ABCDEFGHIJ":
        found = [holds for case, holds in cases.items() if case.startswith(f"DATC-6-{letter}-")]
        yield f"6.{letter}", sum(found), len(found)


@contextmanager
def referee() -> Iterator[Referee]:
    """The package in an environment of its own, for its many needs; ``RULEKIT_DIPLOMACY`` names the Python of one."""
    with tempfile.TemporaryDirectory() as folder:
        python = os.environ.get("RULEKIT_DIPLOMACY", "")
        if not python:
            venv.create(folder, with_pip=True)
            python = str(Path(folder) / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
            subprocess.run([python, "-m", "pip", "install", "--quiet", PACKAGE], check=True, stdout=sys.stderr)
        found = Referee(python)
        try:
            yield found
        finally:
            found.close()


def differences(least: int) -> Iterator[tuple[int, Difference | None]]:
    """After each game how many sets of orders were compared so far, and where it parted; until there are so many."""
    with referee() as other:
        contest, seed = Contest(rulekit.load(DIPLOMACY), other), 0
        while contest.sets < least:
            yield contest.sets, next(contest.play(seed, 40), None)
            seed += 1
        yield contest.sets, None


def beside(least: int) -> tuple[int, int]:
    """How many sets of orders were compared, and in how many games the two came apart for no known reason."""
    played = list(differences(least))
    return played[-1][0], sum(found is not None and found.seed not in KNOWN for _, found in played)


KNOWN: dict[int, str] = {
    135: "6.G.6: A Spa - Gas with a fleet of its own to carry it over Wes, which the package takes for no intention",
    379: "6.H.6: A Den, thrown out by an army that came by ship, would flee to Kie, where two kept each other out",
    434: "6.H.6: F Stp, thrown out by an army that came by ship, would flee to Lvn, where it was kept out itself",
}
"""Seed of a game -> in what the package contradicts the rules there, and the case that says so."""
