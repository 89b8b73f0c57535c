"""``tools/locked.txt``: every package that the tests need, one version of each with its hashes, for Python 3.11 to 3.13 and any
system (``./run python -m tools.lock``, or ``make lock``).

After a change of dependencies it is written anew; what is locked already stays as it is where it can. Once a month ``--look``
prints which packages have newer releases, and ``--upgrade`` writes them down; then ``./run test`` says whether they will do.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
LOCK = TOP / "tools" / "locked.txt"
PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.MULTILINE)
ORDER = (
    *("pip", "compile", "--quiet", "--universal", "--python-version", "3.11", "--generate-hashes"),
    *("--no-annotate", "--no-header", "--extra", "dev", "--no-emit-package", "rulekit-boardgames"),
    *("pyproject.toml", "tools/build.in"),
)
"""``--universal``: each package for every Python from the oldest on, and for every system, with a marker where they part"""
NO_UV = f"""\
This needs uv, which works out versions for several Pythons and systems at once; pip knows those of its own alone. Install it:
    {sys.executable} -m pip install uv
"""


def pins(text: str) -> dict[str, list[str]]:
    """Package -> its versions; there are several where Pythons or systems need different ones."""
    found: dict[str, list[str]] = {}
    for name, version in PIN.findall(text):
        found.setdefault(name, []).append(version)
    return found


def newer(old: str, new: str) -> list[str]:
    """What parts two lock files, a line for each package."""
    before, after = pins(old), pins(new)
    rows = []
    for name in sorted(before.keys() | after.keys()):
        one, other = (", ".join(x.get(name, ["-"])) for x in (before, after))
        if one != other:
            rows.append(f"{name:<28} {one:<16} -> {other}")
    return rows


def uv() -> str | None:
    """Where uv is: on the path, or beside the Python that runs this."""
    return shutil.which("uv") or shutil.which("uv", path=sysconfig.get_path("scripts"))


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.lock", description=__doc__.splitlines()[0])
    parser.add_argument("--look", action="store_true", help="print which packages have newer releases; write nothing")
    parser.add_argument("--upgrade", action="store_true", help="write the newest releases that pyproject.toml allows")
    said = parser.parse_args(words)
    program = uv()
    if program is None:
        print(NO_UV, end="", file=sys.stderr)
        return 2
    old = LOCK.read_text(encoding="utf-8") if LOCK.is_file() else ""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "locked.txt"
        made.write_text(old, encoding="utf-8")  # uv keeps the versions that it finds there
        upgrade = ["--upgrade"] if said.look or said.upgrade else []
        order = [program, *ORDER, *upgrade, "--output-file", str(made)]
        if status := subprocess.run(order, cwd=TOP).returncode:
            return status
        new = made.read_text(encoding="utf-8")
    if not said.look:
        LOCK.write_text(new, encoding="utf-8")
    rows = newer(old, new)
    print("\n".join(rows) if rows else "nothing is newer" if said.look else "every version is as it was")
    if rows and said.look:
        print(f"{len(rows)} packages; --upgrade writes them to tools/locked.txt")
    return 0


if __name__ == "__main__":
    sys.exit(main())
