"""Uploaded house rules: a worker process checks them before this process reads them."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from attrs import define, field

from rulekit.diagnostics import UserError
from rulekit.web.answers import ResponseBody
from rulekit.web.decoding import decode

MOST_TEXT = 200_000
AT_ONCE, PATIENCE = 2, 20.0
"""So many workers at a time, and so many seconds that somebody waits for one"""
WALL = 60.0
"""Seconds after which a worker is stopped, whatever it does"""
FILE, FOLDER = "house_rules.rules", "rulekit-upload-"
"""Their file, and how the name of its temporary folder begins"""


class Job(msgspec.Struct):
    """What a worker (:mod:`rulekit.web.check_worker`) looks at: paths; ``players`` and ``options`` as a game is begun; ``tried``:
    whether the rules are tried, too; ``lang``: the language in which all is told."""

    folder: str
    variants: list[str]
    file: str
    players: int | None = None
    options: dict[str, str] = {}
    tried: bool = False
    lang: str = "en"


class UploadFinding(msgspec.Struct):
    """``line``: in what was sent, from 1; 0 for elsewhere. ``width``: in characters."""

    code: str
    severity: str
    message: str
    hint: str = ""
    line: int = 0
    column: int = 1
    width: int = 1


class UploadChange(msgspec.Struct):
    """Something that the rules change, in words. ``part``: numbers, cards, rules or things; ``before``, ``after``: lines of rules
    or values; ``line``: in what was sent, 0 for elsewhere."""

    part: str
    text: str
    before: str = ""
    after: str = ""
    line: int = 0


class Checked(ResponseBody):
    """``changes``: what the rules change in the game, as ``rulekit diff`` tells it; ``played``: how many choices were made with
    them; ``tried``: what a tryout tells, line by line."""

    findings: list[UploadFinding]
    changes: list[UploadChange] = msgspec.field(default_factory=list)
    played: int = 0
    tried: list[str] = msgspec.field(default_factory=list)

    @property
    def wrong(self) -> bool:
        """Whether there are mistakes, and not only warnings."""
        return any(x.severity == "error" for x in self.findings)


class FaultyRules(Exception):
    """House rules with mistakes. ``findings``: their mistakes and warnings."""

    def __init__(self, findings: Sequence[UploadFinding]) -> None:
        super().__init__("these rules hold mistakes")
        self.findings = findings


@define
class Uploads:
    """``allowed``: whether strangers may send rules at all."""

    allowed: bool = True
    _workers: threading.BoundedSemaphore = field(init=False, factory=lambda: threading.BoundedSemaphore(AT_ONCE))

    def check(
        self,
        folder: Path,
        variants: Sequence[Path],
        text: str,
        players: int | None = None,
        options: Mapping[str, str] | None = None,
        tried: bool = False,
        lang: str = "en",
    ) -> Checked:
        """What a worker finds, in a language; with ``tried`` it also tries the rules.

        Raises UserError when it cannot be looked at.
        """
        self.accept(text)
        if not self._workers.acquire(timeout=PATIENCE):
            raise UserError("others have their house rules checked just now", "try again in a minute")
        try:
            with TemporaryDirectory(prefix=FOLDER) as place:
                file = Path(place) / FILE
                file.write_text(text, encoding="utf-8")
                paths = [str(v) for v in variants]
                return self._work(Job(str(folder), paths, str(file), players, dict(options or {}), tried, lang))
        finally:
            self._workers.release()

    def accept(self, text: str) -> None:
        """Raises UserError if uploads are not allowed, or if this one is too large."""
        if not self.allowed:
            raise UserError("this server takes no house rules of others", "play them on a server of your own")
        if len(text) > MOST_TEXT:
            raise UserError(f"these house rules are longer than {MOST_TEXT} characters")
        if "\0" in text:
            raise UserError("this is not a text")

    def _work(self, job: Job) -> Checked:
        order = [sys.executable, "-m", "rulekit.web.check_worker"]
        spent = UserError("these house rules take too much time or memory", "make them smaller or simpler")
        try:
            said = msgspec.json.encode(job)
            done = subprocess.run(order, input=said, capture_output=True, timeout=WALL, check=False)
        except subprocess.TimeoutExpired as error:
            raise spent from error
        if done.returncode:
            raise spent
        return decode(done.stdout, Checked)
