"""War of Nobunaga's Successors as a plugin: a folder of rule files and tables, registered under a name."""

from __future__ import annotations

from pathlib import Path

import pluggy

hookimpl = pluggy.HookimplMarker("rulekit")

FOLDER = Path(__file__).parent / "game"


@hookimpl
def rulekit_games() -> list[tuple[str, Path]]:
    """The games that this plugin brings: ``rulekit play nobunaga_successors`` finds this one."""
    return [("nobunaga_successors", FOLDER)]
