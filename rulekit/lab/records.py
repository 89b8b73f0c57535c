"""The record of a game, and the file of a run: a line of JSON for each game, so that an interrupted run can be resumed."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from attrs import NOTHING, Attribute, asdict, field, frozen

from rulekit import cache
from rulekit.diagnostics import UserError
from rulekit.image import Value
from rulekit.install_command import install_command
from rulekit.lab.plan import RunPlan
from rulekit.plain_data import restored


class QuestionCount(NamedTuple):
    """How often a question was asked, with one option, with none but `none`; ``answers``: two of its answers at most."""

    asked: int
    forced: int
    empty: int
    answers: list[int]


@frozen
class FailureReason:
    """The reason for a failure that the author of the rules has written: a template of the image, with its values."""

    template: int
    values: tuple[Value, ...]


@frozen
class TakenBack:
    """How often a line could not be carried out inside a card that is whole or not at all, so that nothing of the card was;
    ``reason`` and ``facts``: why, the first time, as of a game that stopped."""

    times: int
    reason: FailureReason | None = None
    facts: tuple[int, ...] = ()


@frozen
class RuleCounts:
    """What was counted while the choices of a game were made again by instrumented rules. In the file of a run these are fields
    of the record; keys are texts, as JSON has it."""

    lines: dict[str, int] = field(factory=dict)
    """Number of a place of the rules in the trace -> how often it was reached"""
    questions: dict[str, QuestionCount] = field(factory=dict)
    """By the number of the question in the image"""
    changes: dict[str, int] = field(factory=dict)
    """Rule line -> how often it changed something"""
    rules: dict[str, int] = field(factory=dict)
    """Rule -> how often it began"""
    cards: dict[str, dict[str, int]] = field(factory=dict)
    """``"ROOT INDEX"`` of a card of the variant -> place -> how often the card was moved there"""
    taken_back: dict[str, TakenBack] = field(factory=dict)
    """By the rule line that failed"""
    reason: FailureReason | None = None
    """Why the last choice could not be carried out, where the author says so,"""
    facts: tuple[int, ...] = ()
    """or the facts that the failure carries (:mod:`rulekit.stuck`)"""
    failed: int | None = None
    """The rule line that could not be carried out then"""


@frozen(kw_only=True)
class Record:
    """One game of a run. ``won``: by seat, in sixtieths of the win; ``scores``: by seat, None for who is not ranked."""

    game: int
    """Its number in the run, from 0"""
    seed: int
    bots: tuple[str, ...]
    """By seat"""
    stopped: str | None = None
    """Why the game was stopped; None for one that was played to the end"""
    choices: list[tuple[int, int]] = field(factory=list)
    """Of a stopped game: (player, value) of each, players from 0; the last one could not be carried out"""
    decisions: int
    won: list[int]
    scores: list[int | None]
    uses: list[dict[str, int]] = field(factory=list)
    """With a plan that asks for it, by seat: ``"QUESTION:VALUE"`` -> how often this option was chosen"""
    counts: RuleCounts = field(factory=RuleCounts)
    """With a traced plan"""


class RunFile:
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
        self.fault = f"the games cannot be kept in {self.path}: {error.strerror}"
        self.path = None


def _line(record: Record) -> str:
    data = _fields(record) | _fields(record.counts)
    del data["counts"]
    return json.dumps(data, default=asdict, separators=(",", ":")) + "\n"


def _fields(part: Record | RuleCounts) -> dict[str, object]:
    """The fields of a record without the optional ones that are empty."""
    return asdict(part, recurse=False, filter=_is_said)


def _is_said(attribute: Attribute[object], value: object) -> bool:
    return attribute.default is NOTHING or (value is not None if attribute.default is None else bool(value))


def _read(path: Path) -> list[Record]:
    """The unbroken row of records from the first game on; half a line at the end is not read."""
    found: list[Record] = []
    if not path.is_file():
        return found
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        try:
            data = json.loads(line)
            record = restored(Record, {**data, "counts": data})
        except (TypeError, LookupError, ValueError, AttributeError):
            break
        if record.game != len(found):
            break
        found.append(record)
    return found


def stopped_games(records: Iterable[Record]) -> dict[str, list[int]]:
    """Reason -> seeds of the games that stopped for it."""
    found: dict[str, list[int]] = {}
    for r in records:
        if r.stopped is not None:
            found.setdefault(r.stopped, []).append(r.seed)
    return found


COLUMNS = ("game", "seed", "seat", "player", "bot", "won", "score", "decisions", "stopped")


def rows(records: Iterable[Record], players: Sequence[str]) -> list[dict[str, object]]:
    """One row for each seat of each game; ``won`` as a share of 1. As it goes into CSV, Parquet and data frames."""
    return [
        {
            "game": r.game,
            "seed": r.seed,
            "seat": k + 1,
            "player": name,
            "bot": r.bots[k],
            "won": r.won[k] / 60,
            "score": r.scores[k],
            "decisions": r.decisions,
            "stopped": r.stopped or "",
        }
        for r in records
        for k, name in enumerate(players)
    ]


def write_csv(path: Path, found: Sequence[dict[str, object]]) -> None:
    """Rows that have the same columns. Raises OSError where it cannot be written."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, found[0] if found else COLUMNS)
        writer.writeheader()
        writer.writerows(found)


def check_parquet() -> None:
    """Raises UserError where pyarrow is not installed."""
    if find_spec("pyarrow") is None:
        raise UserError("Parquet needs pyarrow, which is not installed", f"{install_command('lab')}\n  or take --csv")


def write_parquet(path: Path, found: Sequence[dict[str, object]]) -> None:
    """Raises OSError where it cannot be written, UserError where pyarrow is not installed."""
    check_parquet()
    from pyarrow import Table
    from pyarrow.parquet import write_table

    write_table(Table.from_pylist(list(found)), str(path))
