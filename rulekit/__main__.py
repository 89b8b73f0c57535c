"""The program ``rulekit``, also as ``python -m rulekit``. Ctrl-C ends it quietly from its first to its last moment."""

from __future__ import annotations

import signal
import sys
from typing import Any

INTERRUPTED = 130


def main() -> None:
    """Runs the command line and ends the process."""
    code: Any = INTERRUPTED
    begun = False
    while True:
        try:
            if not begun:
                begun = True
                code = _run()
            _hear_nothing_more()
            break
        except KeyboardInterrupt:  # before the command could hear it itself, or at the very end: nothing is half done
            continue
    sys.exit(code)


def _run() -> Any:
    try:
        from rulekit.cli import main as run

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
