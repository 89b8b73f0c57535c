"""The hooks: everything that a plugin can bring. Few and stable; the docstrings here are their documentation.

A plugin is an installed package with an entry point in the group ``rulekit``. Nothing else is ever loaded: a game folder
that somebody downloaded can not bring Python code.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pluggy

from rulekit.devices import Device

hookspec = pluggy.HookspecMarker("rulekit")
hookimpl = pluggy.HookimplMarker("rulekit")


@hookspec
def rulekit_devices() -> Iterable[Device]:  # type: ignore[empty-body]
    """Devices: pieces of equipment with stores of counted pieces and chance of their own (:mod:`rulekit.devices`).

    A game takes one up with ``uses plugin NAME``; its words can then be said in the game's rules.
    """


@hookspec
def rulekit_games() -> Iterable[tuple[str, Path]]:  # type: ignore[empty-body]
    """Games: pairs of a name and a folder with rule files, so that ``rulekit play NAME`` finds them."""


@hookspec
def rulekit_bots() -> Iterable[tuple[str, Any]]:  # type: ignore[empty-body]
    """Bots: pairs of a name and a callable ``(match, decision, rng) -> index of the chosen option``.

    ``rng`` is a ``random.Random`` of the seat, seeded from the match's seed; a bot must look at nothing but
    ``match.view(decision.player)`` and the decision.
    """
