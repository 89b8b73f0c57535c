"""Error handling of commands: one clear message and the right exit code."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import click

from rulekit.cli.output import make_safe, say
from rulekit.i18n import findings
from rulekit.i18n.errors import said, translated
from rulekit.i18n.locale import spoken_now

INTERRUPTED = 130
FULL = {getattr(errno, name, None) for name in ("ENOSPC", "EIO", "EFBIG", "EDQUOT", "EBADF")} - {None}
"""How writing fails where standard output leads to a full disk, or nowhere"""


def guarded(run: Callable[[], object]) -> int:
    """Runs a command and gives the exit code: 0 done, 1 files or choices at fault, 2 wrong usage, 130 interrupted."""
    make_safe()
    try:
        result = run()
        sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except click.ClickException as error:
        with suppress(OSError):
            _show(error)
        return error.exit_code
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        return _quiet()
    except OSError as error:
        if error.filename is None and error.errno in FULL:
            _quiet()
            _say(translated(f"what was to be told could not be written: {error.strerror}"))
            return 1
        return _explain(error)
    except Exception as error:
        return _explain(error)


def _show(error: click.ClickException) -> None:
    """A mistake in the command itself, with the hint on help that click gives; in the language of who typed it."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        error.show()
        return
    told = error.format_message()
    if (other := translated(told)) == told:
        error.show()
        return
    context = getattr(error, "ctx", None)
    if context is not None:
        say(context.get_usage(), err=True)
    say(other, err=True)


def _explain(error: Exception) -> int:
    import rulekit
    from rulekit.diagnostics import RulesError, UserError
    from rulekit.files import refused
    from rulekit.i18n.outcomes import outcome
    from rulekit.plugins.contracts import text_of

    if isinstance(error, OSError) or isinstance(error.__cause__, OSError):
        if _is_lost():
            error = UserError(
                "the folder in which this command runs is not there any more", "change to another: cd FOLDER"
            )
        elif isinstance(error, OSError) and error.filename is not None:
            error = refused(os.fsdecode(error.filename), "cannot be used", error)
    if isinstance(error, UserError):
        _say(said(error))
        return error.status
    if isinstance(error, RulesError):
        _say(error.told(findings.translated))
        return 1
    if isinstance(error, rulekit.RuleFailure):
        lang = spoken_now.get()
        _say(outcome(error.told(lang), lang))
        return 1
    where = _write_down(error)
    text = text_of(error)
    report = f"please report it with {where}" if where else "please report it"
    _say(translated(f"internal error: {text}"[:300] + f"; {report}"))
    return 1


def _is_lost() -> bool:
    """Whether the current folder was deleted, so that no path can be found from it."""
    try:
        return not os.path.isdir(os.getcwd())
    except OSError:
        return True


def _say(text: str) -> None:
    with suppress(OSError):
        say(text, err=True)


def _quiet() -> int:
    # Whoever read our output has gone (`| head`), or there is no room for it. Python would complain once more when it closes
    # stdout.
    with suppress(Exception):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1


def _write_down(error: Exception) -> Path | None:
    """Writes the traceback to a file, since it is for the developers and not for the user."""
    from datetime import datetime
    from traceback import format_exception

    from rulekit.state_folder import state_folder

    try:
        path = state_folder("crashes") / f"{datetime.now():%Y%m%d-%H%M%S}-{os.getpid()}.log"
        path.write_text("".join([f"{' '.join(sys.argv)}\n", *format_exception(error)]), encoding="utf-8")
    except OSError:
        return None
    return path
