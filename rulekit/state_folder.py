"""The user's state folder: interrupted games, and reports of crashes."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from platformdirs import user_state_path


def state_folder(name: str) -> Path:
    """A folder of ours where the system keeps state (``$XDG_STATE_HOME`` or ``~/.local/state`` on Linux).

    It is made if needed; where it cannot be, it is a temporary one.
    """
    try:
        folder = _home() / name
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            return folder
    except (OSError, RuntimeError):  # a home that cannot be written, or none at all
        pass
    return Path(tempfile.mkdtemp(prefix=f"rulekit-{name}-"))


def is_ours(path: Path) -> bool:
    """Whether a file lies in a folder of ours, so that we may replace it and take it away."""
    try:
        return path.resolve().is_relative_to(_home().resolve())
    except (OSError, RuntimeError):
        return False


def _home() -> Path:
    return user_state_path("rulekit", appauthor=False)
