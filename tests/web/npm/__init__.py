"""The tools of npm that tests of the page need: installed from the lock file beside this, once."""

from __future__ import annotations

import os
import shutil
import subprocess
import warnings
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests import patience

NPM = Path(__file__).parent


def tools() -> Path:
    """The folder with the packages. Skips the test, loudly, where there is no Node.js, or nothing can be installed."""
    why = _installed()
    if why:
        warnings.warn(f"{why}: the page was NOT checked by tsc and axe", stacklevel=2)
        pytest.skip(why)
    return NPM / "node_modules"


@cache
def _installed() -> str:
    """Why the tools are not there; empty when they are."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        return "no Node.js on this machine"
    there, lock = NPM / "node_modules" / ".package-lock.json", NPM / "package-lock.json"
    if there.is_file() and there.stat().st_mtime >= lock.stat().st_mtime:
        return ""
    with TemporaryDirectory(
        dir=NPM, prefix=".installing-"
    ) as made:  # others may look meanwhile: it appears there in one piece
        for name in ("package.json", "package-lock.json"):
            shutil.copy(NPM / name, made)
        order = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
        try:
            done = subprocess.run(
                order, cwd=made, capture_output=True, text=True, check=False, timeout=patience.seconds(300)
            )
        except subprocess.TimeoutExpired:
            return "npm ci took too long"
        if done.returncode:
            return "npm ci failed"
        shutil.rmtree(there.parent, ignore_errors=True)
        with suppress(OSError):  # another process was quicker
            os.rename(Path(made, "node_modules"), there.parent)
    return "" if there.is_file() else "the packages of npm are not there"
