"""The user's state folder: interrupted games, and reports of crashes."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def state_folder(name: str) -> Path:
    """A folder of ours under ``$XDG_STATE_HOME`` or ``~/.local/state``; made if needed, elsewhere if it can not be."""
    try:
        folder = _home() / name
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            return folder
    except (OSError, RuntimeError):  # a home that can not be written, or none at all
        pass
    return Path(tempfile.mkdtemp(prefix=f"rulekit-{name}-"))


def is_ours(path: Path) -> bool:
    """Whether a file lies in a folder of ours, so that we may replace it and take it away."""
    try:
        return path.resolve().is_relative_to(_home().resolve())
    except (OSError, RuntimeError):
        return False


def _home() -> Path:
    # The XDG rules say that a relative path there is to be ignored.
    base = os.environ.get("XDG_STATE_HOME", "")
    return (Path(base) if os.path.isabs(base) else Path.home() / ".local" / "state") / "rulekit"
