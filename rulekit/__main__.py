"""The program ``rulekit``, also as ``python -m rulekit``. Ctrl-C ends it quietly from its first to its last moment."""

from __future__ import annotations

import signal
import sys

INTERRUPTED = 130


def main() -> None:
    """Runs the command line and ends the process."""
    code: object = INTERRUPTED
    try:
        from rulekit.cli import main as run

        run()
    except SystemExit as end:
        code = end.code
    except KeyboardInterrupt:
        pass
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the end takes a moment: nothing is left that could be interrupted
    sys.exit(code)  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
