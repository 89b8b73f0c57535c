"""The worker that compiles games: ``python -m rulekit.web.build_worker``, with a job on each line of its input.

To read rules and to compile them takes much memory for a moment, and the processor for seconds. In the process of the server the
moments would leave its memory in pieces, and everybody would wait. What is made comes to the server by the cache.
"""

from __future__ import annotations

import traceback
from pathlib import Path

import msgspec

from rulekit import api
from rulekit.build_job import BuildJob
from rulekit.diagnostics import RulesError, UserError
from rulekit.web.decoding import decode
from rulekit.web.line_worker import answer_lines

IDLE = 60.0
"""Seconds after which a worker without a job ends"""
BUILT, NOT_BUILT = "built", "not built"


def build(job: BuildJob) -> None:
    """Puts a part of a game into the cache. Raises RulesError and UserError."""
    game = api.load(job.folder, [*map(Path, job.variants)])
    if job.setup is None:
        return
    image = game.compile(job.setup.seats, job.setup.options)
    forms = game.forms(image)
    if job.part == "native":
        forms.native()
    elif job.part != "image":
        forms.python(job.part)


def answer(line: str) -> str:
    try:
        build(decode(line, BuildJob))
    except (RulesError, UserError):  # the server comes to the same mistake, and says so
        return NOT_BUILT
    except Exception:  # of a plugin: the same
        traceback.print_exc()
        return NOT_BUILT
    return BUILT


def encoded(job: BuildJob) -> str:
    """A job as one line of JSON."""
    return msgspec.json.encode(job).decode()


if __name__ == "__main__":
    answer_lines(answer, idle=IDLE)
