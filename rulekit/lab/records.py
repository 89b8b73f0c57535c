"""Writes the records of a run as lines of JSON while it goes on, so that an interrupted run can be resumed.

A record: ``game`` (its number from 0), ``seed``, ``bots`` (by seat), ``won`` (by seat, in sixtieths of the win), ``scores`` (by
seat, None for who is not ranked), ``decisions``; ``stopped`` with the reason where the game did not come to its end; with a plan
that asks for it ``uses``: by seat how often which option was chosen, ``"QUESTION:VALUE"``. A stopped game has ``choices``,
(player, value) of each, the one that could not be carried out last. What a traced plan adds is told by
:meth:`rulekit.lab.tracing.Tracer.follow`.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from rulekit import cache
from rulekit.diagnostics import UserError
from rulekit.lab.plan import RunPlan

Record = dict[str, Any]


class Kept:
    """The file of a run. On a disk that is full the run goes on without it, and ``fault`` says why."""

    def __init__(self, plan: RunPlan, resume: bool) -> None:
        folder = cache.folder()
        self.path: Path | None = None if folder is None else folder / f"lab-{plan.key}.jsonl"
        self.fault = ""
        self.done: list[Record] = []
        if self.path is not None:
            if resume:
                self.done = _read(self.path)[: plan.games]
            try:
                self.path.write_text("".join(_line(record) for record in self.done), encoding="utf-8")
            except OSError as error:
                self._give_up(error)

    def add(self, record: Record) -> None:
        """Writes a record at once."""
        self.done.append(record)
        if self.path is None:
            return
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(_line(record))
        except OSError as error:
            self._give_up(error)

    def _give_up(self, error: OSError) -> None:
        self.fault = f"the games can not be kept in {self.path}: {error.strerror}"
        self.path = None


def _line(record: Record) -> str:
    return json.dumps(record, separators=(",", ":")) + "\n"


def _read(path: Path) -> list[Record]:
    """The unbroken row of records from the first game on; half a line at the end is not read."""
    found: list[Record] = []
    if not path.is_file():
        return found
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        try:
            record = json.loads(line)
        except ValueError:
            break
        if not isinstance(record, dict) or record.get("game") != len(found):
            break
        found.append(record)
    return found


COLUMNS = ("game", "seed", "seat", "player", "bot", "won", "score", "decisions", "stopped")


def rows(records: Iterable[Record], players: Sequence[str]) -> list[dict[str, Any]]:
    """One row for each seat of each game; ``won`` as a share of 1. As it goes into CSV, Parquet and data frames."""
    return [
        {
            "game": r["game"],
            "seed": r["seed"],
            "seat": k + 1,
            "player": name,
            "bot": r["bots"][k],
            "won": r["won"][k] / 60 if "won" in r else 0.0,
            "score": r["scores"][k] if "scores" in r else None,
            "decisions": r.get("decisions", 0),
            "stopped": r.get("stopped", ""),
        }
        for r in records
        for k, name in enumerate(players)
    ]


def write_csv(path: Path, found: Sequence[dict[str, Any]]) -> None:
    """Raises OSError where it can not be written."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(found)


def write_parquet(path: Path, found: Sequence[dict[str, Any]]) -> None:
    """Raises OSError where it can not be written, UserError where pyarrow is not installed."""
    try:
        from pyarrow import Table
        from pyarrow.parquet import write_table
    except ImportError:
        raise UserError(
            "Parquet needs pyarrow, which is not installed", 'pip install "rulekit-boardgames[lab]", or take --csv'
        ) from None
    write_table(Table.from_pylist(list(found)), str(path))
