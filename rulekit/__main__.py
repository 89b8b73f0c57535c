"""The program ``rulekit``, also as ``python -m rulekit``. Ctrl-C ends it quietly from its first to its last moment."""

from __future__ import annotations

import sys

INTERRUPTED = 130
try:
    import gc
    import os
    import signal
except KeyboardInterrupt:
    sys.exit(INTERRUPTED)
ONCE = ("check", "lint", "diff", "fmt", "explain", "board", "rulebook")
"""Commands that read, answer and end: to look for memory that could be given back costs them more than it gains."""


def main() -> None:
    """Runs the command line and ends the process."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    code: str | int | None = INTERRUPTED
    begun = False
    if next((word for word in sys.argv[1:] if not word.startswith("-")), None) in ONCE:
        gc.disable()
    while True:
        try:
            if not begun:
                begun = True
                code = _run()
            _hear_nothing_more()
            gc.freeze()  # the end would look through everything once more
            break
        except KeyboardInterrupt:  # before the command could hear it itself, or at the very end: nothing is half done
            continue
    sys.exit(code)


def _run() -> str | int | None:
    try:
        from rulekit.cli import main as run

        if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        run()
    except SystemExit as end:
        return end.code
    return 0


def _hear_nothing_more() -> None:
    """The end takes a moment, in which there is nothing left to interrupt."""
    signal.signal(signal.SIGINT, lambda *_: None)  # a signal on its way would complain about SIG_IGN
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


if __name__ == "__main__":
    main()
