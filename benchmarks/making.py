"""How long it takes to make what is fast: the module for playouts in Python, and the native library, of each game.

``python benchmarks/making.py`` prints the seconds as JSON. It uses nothing but what has been there for long, so that the same
script measures an older commit (:func:`beside`): from rules that were read, with nothing in the cache.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).parent.parent
PLUGINS = "plugins"
GAMES: Mapping[str, tuple[str, int]] = {
    "SHOGUN": ("games/shogun", 4),
    "A Most Dangerous Time": ("plugins/most_dangerous_time/rulekit_most_dangerous_time/game", 2),
    "War of Nobunaga's Successors": ("plugins/nobunaga_successors/rulekit_nobunaga_successors/game", 3),
}
"""title -> (folder, players)"""
MODULE, LIBRARY = "module", "library"
ROUNDS = 2
Seconds = dict[str, dict[str, float]]
"""title -> what is made -> seconds"""


def measured(root: Path) -> Seconds:
    """The seconds of this process, for the games below ``root``. What there is no compiler for is left out."""
    import rulekit
    from rulekit.diagnostics import UserError
    from rulekit.native import go_native

    found: Seconds = {}
    for title, (folder, players) in GAMES.items():
        compiled = rulekit.load(root / folder).compiled(players)
        begun = perf_counter()
        assert compiled.machine.plays is not None
        found[title] = {MODULE: perf_counter() - begun}
        begun = perf_counter()
        try:
            go_native(compiled)
        except UserError:
            continue
        found[title][LIBRARY] = perf_counter() - begun
    return found


def asked(root: Path) -> Seconds:
    """The seconds of the checkout at ``root``, in a process of its own."""
    paths = [root, *sorted((root / PLUGINS).iterdir())]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths)), "RULEKIT_CACHE": "off"}
    order = [sys.executable, __file__, str(root)]
    done = subprocess.run(order, env=environment, check=True, capture_output=True, cwd=root, text=True)
    found: Seconds = json.loads(done.stdout)
    return found


def best(rounds: list[Seconds]) -> Seconds:
    """The least of several rounds."""
    return {t: {what: min(r[t][what] for r in rounds) for what in row} for t, row in rounds[0].items()}


def beside(base: str | None) -> tuple[Seconds, Seconds | None]:
    """The seconds of this checkout and, round by round in turn with it, of a commit. Raises CalledProcessError for none."""
    if base is None:
        return best([asked(ROOT) for _ in range(ROUNDS)]), None
    with tempfile.TemporaryDirectory() as folder:
        packed = subprocess.run(["git", "archive", base], cwd=ROOT, check=True, capture_output=True).stdout
        subprocess.run(["tar", "-x"], cwd=folder, check=True, input=packed)
        both = [(asked(ROOT), asked(Path(folder))) for _ in range(ROUNDS)]
    return best([new for new, _ in both]), best([old for _, old in both])


def rows(base: str | None) -> list[tuple[str, str]]:
    """Lines for the table: what is made, its seconds, and how many times as long the commit ``base`` takes."""
    out = []
    new, old = beside(base)
    for title, row in new.items():
        for what, seconds in row.items():
            was = old[title].get(what) if old is not None else None
            more = f", {base}: {was:.2f} s, {was / seconds:.2f} times as long" if was is not None else ""
            out.append((f"made: {what} of {title}", f"{seconds:.2f} s{more}"))
    return out


if __name__ == "__main__":
    print(json.dumps(measured(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT)))
