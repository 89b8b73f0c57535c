"""The worker that checks uploaded house rules: ``python -m rulekit.web.check_worker``, with a job on its input.

A process of its own, with limits of the system for time, memory and files: whatever is in the text, it ends here. It reads rules,
and nothing in rules can name Python. What is in order is also played for a while by chance, and tried as ``rulekit try`` does.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
from attrs import evolve

from rulekit import api
from rulekit.diagnostics import Diagnostic, RulesError, UserError
from rulekit.files import shown
from rulekit.i18n.errors import said
from rulekit.i18n.findings import translated
from rulekit.i18n.outcomes import outcome
from rulekit.runtime.failures import RuleFailure
from rulekit.web.decoding import decode
from rulekit.web.server_paths import without_folders
from rulekit.web.uploads import FOLDER, Checked, Job, UploadChange, UploadFinding

SECONDS, MEMORY, FILE = 40, 2 << 30, 64 << 20
"""Of processor time, bytes of memory, bytes of a file"""
CHOICES = 300
"""So many choices are made by chance to see whether a game goes on under the rules"""
MOST_CHANGES = 200
GAMES, TRYING = 30, 8.0
"""So many games are tried with the rules, and as many without; for so many seconds at most"""

BOT = "random"
_TEMPORARY = re.compile(rf"\S*{FOLDER}[^/\s]+/")


def look(job: Job) -> Checked:
    variants = [*map(Path, job.variants), Path(job.file)]
    try:
        found, _ = api.check(job.folder, variants)
    except UserError as error:
        return Checked([UploadFinding("user", "error", _bare(said(error, job.lang), job))])
    told = Checked([_finding(x, job) for x in found])
    if told.wrong:
        return told
    told.changes = _changes(job, variants)
    try:
        told.played = _play(job, variants)
    except RulesError as error:
        told.findings += [_finding(x, job) for x in error.diagnostics]
    except (UserError, RuleFailure) as error:
        text = said(error, job.lang) if isinstance(error, UserError) else outcome(str(error), job.lang)
        told.findings.append(UploadFinding("failure", "error", _bare(text, job)))
    if job.tried and not any(x.severity == "error" and x.code != "failure" for x in told.findings):
        with suppress(UserError, RulesError):  # told above
            told.tried = _try(job, variants, job.lang)
    return told


def _changes(job: Job, variants: Sequence[Path]) -> list[UploadChange]:
    """What the uploaded rules change, apart from the changes of other variants."""
    found, _ = api.differences(job.folder, variants)
    name = shown(Path(job.file))
    own = [x for x in found if x.place is None or x.place.file == name]
    return [
        UploadChange(
            x.part, _bare(x.said(job.lang), job), x.before, x.after, x.place.line if x.place is not None else 0
        )
        for x in own[:MOST_CHANGES]
    ]


def _bare(text: str, job: Job) -> str:
    """A text that does not tell where on this machine the files lie. What was compiled before names an older temporary folder."""
    return _TEMPORARY.sub("", without_folders(text, [Path(job.folder)]))


def _play(job: Job, variants: Sequence[Path]) -> int:
    match = api.load(job.folder, variants).start(job.players, 1, job.options)
    chance = random.Random(1)
    while not match.over and match.decided < CHOICES:
        match.choose(match.decisions[0], chance.randrange(len(match.decisions[0].options)))
    return match.decided


def _try(job: Job, variants: Sequence[Path], lang: str) -> list[str]:
    from rulekit.lab.try_report import lines
    from rulekit.lab.tryout import try_out

    found = try_out(job.folder, variants, GAMES, (BOT,), job.players, 1, job.options, 1, seconds=TRYING)
    whole = evolve(found, asked=len(found.laid.records))  # nobody here can give it more time
    return [_bare(line, job) for line in lines(whole, lang)]


def _finding(found: Diagnostic, job: Job) -> UploadFinding:
    """A finding in the reader's language."""
    here = Path(found.span.file).name == Path(job.file).name
    place = "" if here else f"{_bare(str(found.span), job)}: "
    return UploadFinding(
        found.code,
        found.severity,
        place + _bare(translated(found.message, job.lang), job),
        _bare(translated(found.hint or "", job.lang), job),
        found.span.line if here else 0,
        found.span.column,
        max(1, found.span.end - found.span.column),
    )


def confine() -> None:
    """Sets resource limits for this process, on systems that have them."""
    with suppress(ImportError):
        import resource

        for what, most in ((resource.RLIMIT_CPU, SECONDS), (resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_FSIZE, FILE)):
            with suppress(ValueError, OSError):
                resource.setrlimit(what, (most, most))


if __name__ == "__main__":
    confine()
    sys.stdout.buffer.write(msgspec.json.encode(look(decode(sys.stdin.buffer.read(), Job))))
