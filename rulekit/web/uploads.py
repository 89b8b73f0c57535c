"""House rules that somebody sends: checked by a worker process before this process reads them."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from attrs import define, field

from rulekit.diagnostics import UserError

MOST_TEXT = 200_000
AT_ONCE, PATIENCE = 2, 20.0
"""So many workers at a time, and so many seconds that somebody waits for one"""
WALL = 60.0
"""Seconds after which a worker is stopped, whatever it does"""
FILE, FOLDER = "house_rules.rules", "rulekit-upload-"
"""Their file, and how the name of its temporary folder begins"""

Json = dict[str, Any]


@define
class Uploads:
    """``allowed``: whether strangers may send rules at all."""

    allowed: bool = True
    _workers: Any = field(init=False, factory=lambda: threading.BoundedSemaphore(AT_ONCE))

    def check(
        self,
        folder: Path,
        variants: Sequence[Path],
        text: str,
        players: int | None = None,
        options: Mapping[str, str] | None = None,
        lang: str | None = None,
    ) -> Json:
        """``findings``, ``played`` and, told in ``lang`` if there is one, ``tried``: see :func:`rulekit.web.checking.look`.
        Raises UserError when it can not be looked at."""
        self.accept(text)
        if not self._workers.acquire(timeout=PATIENCE):
            raise UserError("others have their house rules checked just now", "try again in a minute")
        try:
            with TemporaryDirectory(prefix=FOLDER) as place:
                file = Path(place) / FILE
                file.write_text(text, encoding="utf-8")
                job = {"folder": str(folder), "variants": [str(v) for v in variants], "file": str(file)}
                begun = {"players": players, "options": dict(options or {})}
                return self._work({**job, **begun, "try": lang is not None, "lang": lang})
        finally:
            self._workers.release()

    def accept(self, text: str) -> None:
        """Raises UserError where nothing may be sent, or not so much."""
        if not self.allowed:
            raise UserError("this server takes no house rules of others", "play them on a server of your own")
        if len(text) > MOST_TEXT:
            raise UserError(f"these house rules are longer than {MOST_TEXT} characters")
        if "\0" in text:
            raise UserError("this is not a text")

    def _work(self, job: Mapping[str, Any]) -> Json:
        order = [sys.executable, "-m", "rulekit.web.checking"]
        spent = UserError("these house rules take too much time or memory", "make them smaller or simpler")
        try:
            done = subprocess.run(
                order, input=json.dumps(job), capture_output=True, text=True, timeout=WALL, check=False
            )
        except subprocess.TimeoutExpired as error:
            raise spent from error
        if done.returncode:
            raise spent
        return dict(json.loads(done.stdout))
