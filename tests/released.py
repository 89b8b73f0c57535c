"""What is released, a wheel and a source distribution, made once for all processes of a run."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.playing import ROOT
from tools.run import locked


def built(factory: pytest.TempPathFactory) -> Path:
    """The folder with both. Whoever asks first makes them; the other processes wait for that, and make none of their own."""
    base = factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "release"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("a+b") as file:
        while not locked(file.fileno()):
            time.sleep(0.1)
        if not (folder / "dist").exists():
            making = folder / "making"
            order = [sys.executable, "-m", "hatchling", "build", "-d", str(making)]
            done = subprocess.run(order, cwd=ROOT, capture_output=True, text=True)
            assert done.returncode == 0, done.stderr
            making.rename(folder / "dist")
    return folder / "dist"


def wheel(factory: pytest.TempPathFactory) -> Path:
    (found,) = built(factory).glob("*.whl")
    return found
