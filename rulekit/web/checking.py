"""The worker that looks at house rules which somebody sent: ``python -m rulekit.web.checking``, with a job on its input.

A process of its own, with limits of the system for time, memory and files: whatever is in the text, it ends here. It reads rules,
and nothing in rules can name Python. What is in order is also played for a while by chance, and tried as ``rulekit try`` does.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from attrs import evolve

from rulekit import api
from rulekit.diagnostics import Diagnostic, RulesError, UserError
from rulekit.files import shown
from rulekit.runtime.failures import RuleFailure
from rulekit.web.uploads import FOLDER

SECONDS, MEMORY, FILE = 40, 2 << 30, 64 << 20
"""Of processor time, bytes of memory, bytes of a file"""
CHOICES = 300
"""So many choices are made by chance to see whether a game goes on under the rules"""
GAMES, TRYING = 30, 8.0
"""So many games are tried with the rules, and as many without; for so many seconds at most"""

BOT = "random"
_TEMPORARY = re.compile(rf"\S*{FOLDER}[^/\s]+/")

Json = dict[str, Any]


def look(job: Mapping[str, Any]) -> Json:
    """``folder``, ``variants`` and ``file``, paths; ``players`` and ``options``, as a game is begun; ``try`` and ``lang``.

    Gives ``findings``; ``played``: how many choices were made with the rules; ``tried``: what a tryout tells, line by line.
    """
    file = Path(job["file"])
    variants = [*map(Path, job["variants"]), file]
    try:
        found, _ = api.check(job["folder"], variants)
    except UserError as error:
        return {"findings": [_told("user", _bare(str(error), job))], "played": 0, "tried": []}
    findings = [_finding(x, job) for x in found]
    if any(x["severity"] == "error" for x in findings):
        return {"findings": findings, "played": 0, "tried": []}
    played, tried = 0, list[str]()
    try:
        played = _play(job, variants)
    except RulesError as error:
        findings += [_finding(x, job) for x in error.diagnostics]
    except (UserError, RuleFailure) as error:
        findings.append(_told("failure", _bare(str(error), job)))
    if job.get("try") and not any(x["severity"] == "error" and x["code"] != "failure" for x in findings):
        with suppress(UserError, RulesError):  # told above
            tried = _try(job, variants)
    return {"findings": findings, "played": played, "tried": tried}


def _bare(text: str, job: Mapping[str, Any]) -> str:
    """A text that does not tell where on this machine the files lie. What was compiled before names an older temporary folder."""
    folder = Path(job["folder"])
    for place in {str(folder), str(folder.resolve()), shown(folder)}:
        text = text.replace(f"{place}/", "")
    return _TEMPORARY.sub("", text)


def _play(job: Mapping[str, Any], variants: Sequence[Path]) -> int:
    match = api.load(job["folder"], variants).start(job.get("players"), 1, job.get("options") or {})
    chance = random.Random(1)
    while not match.over and match.decided < CHOICES:
        match.choose(match.decisions[0], chance.randrange(len(match.decisions[0].options)))
    return match.decided


def _try(job: Mapping[str, Any], variants: Sequence[Path]) -> list[str]:
    from rulekit.lab.try_told import lines
    from rulekit.lab.tryout import try_out

    found = try_out(
        job["folder"], variants, GAMES, (BOT,), job.get("players"), 1, job.get("options"), 1, seconds=TRYING
    )
    whole = evolve(found, asked=len(found.laid.records))  # nobody here can give it more time
    return [_bare(line, job) for line in lines(whole, job.get("lang") or "en")]


def _finding(found: Diagnostic, job: Mapping[str, Any]) -> Json:
    here = Path(found.span.file).name == Path(job["file"]).name
    place = "" if here else f"{_bare(str(found.span), job)}: "
    return {
        "code": found.code,
        "severity": found.severity,
        "message": place + _bare(found.message, job),
        "hint": found.hint or "",
        "line": found.span.line if here else 0,
        "column": found.span.column,
        "width": max(1, found.span.end - found.span.column),
    }


def _told(code: str, message: str) -> Json:
    return {"code": code, "severity": "error", "message": message, "hint": "", "line": 0, "column": 1, "width": 1}


def confine() -> None:
    """Limits of the system for this process, where the system has them."""
    with suppress(ImportError):
        import resource

        for what, most in ((resource.RLIMIT_CPU, SECONDS), (resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_FSIZE, FILE)):
            with suppress(ValueError, OSError):
                resource.setrlimit(what, (most, most))


if __name__ == "__main__":
    confine()
    json.dump(look(json.load(sys.stdin)), sys.stdout)
