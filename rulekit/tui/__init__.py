"""The table as a full screen in the terminal: a map, the players, one's own cards, what happens, and the question.

It needs textual (the extra ``tui``). Nothing else imports this package; ``rulekit play`` does at a terminal.
"""

from __future__ import annotations

from importlib.util import find_spec


def available() -> bool:
    """Whether textual is installed; does not import it."""
    return find_spec("textual") is not None
