"""The Python versions of this machine, and what each of them needs to run the checkout."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests import patience

ROOT = Path(__file__).resolve().parents[2]
VERSIONS = ("3.11", "3.12", "3.13")
"""What pyproject.toml promises."""
RUNNING = ".".join(map(str, sys.version_info[:2]))
TRIAL = "import attrs, lark, pluggy, ruamel.yaml, rulekit, rulekit_battle_tower, rulekit_most_dangerous_time"


def environment(**more: str) -> dict[str, str]:
    """With the checkout and the packages of the running Python; those that rulekit needs are pure Python."""
    paths = [
        str(ROOT),
        *(str(p) for p in sorted((ROOT / "plugins").iterdir()) if p.is_dir()),
        *{sysconfig.get_path(x) for x in ("purelib", "platlib")},
    ]
    kept = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    return {**kept, "PYTHONPATH": os.pathsep.join(paths), "PYTHONDONTWRITEBYTECODE": "1", **more}


def run(python: str, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [python, *arguments],
        env=environment(**more),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=patience.seconds(120),
    )


def candidates(version: str) -> Iterator[str]:
    """What may be a Python of this version: the running one, those of pyenv, and whatever the path holds."""
    if version == RUNNING:
        yield sys.executable
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    yield from map(str, sorted(pyenv.glob(f"{version}*/bin/python{version}")))
    for folder in os.get_exec_path():
        found = shutil.which(f"python{version}", path=folder)
        if found:
            yield found


@cache
def other() -> str:
    """The newest version that is here beside the running one; the running one, if there is no other."""
    return next((v for v in VERSIONS[::-1] if v != RUNNING and next(candidates(v), None)), RUNNING)


def versions() -> list[object]:
    """All of them as parameters of a test: one is tried at each commit, which is not the one that all other tests run with;
    the others belong to the long tier."""
    return [pytest.param(v, marks=() if v == other() else pytest.mark.long) for v in VERSIONS]


@cache
def interpreter(version: str) -> tuple[str | None, str]:
    """A Python of this version that can run the checkout; else None, and why there is none."""
    why = f"there is no Python {version} on this machine"
    for python in dict.fromkeys(candidates(version)):
        try:
            said = run(python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])").stdout.strip()
        except OSError:
            continue
        if said == version:
            tried = run(python, "-c", TRIAL)
            if tried.returncode == 0:
                return python, ""
            why = f"{python} cannot run rulekit: {(tried.stderr.strip().splitlines() or ['it fails'])[-1]}"
    return None, why
