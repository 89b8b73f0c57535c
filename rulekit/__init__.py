"""Rulekit: an interpreter for the rules of board wargames.

    import rulekit

    game = rulekit.load("games/mine")                          # raises rulekit.RulesError with .diagnostics
    match = game.start(players=4, seed=7, options={"map": "small"})
    while not match.over:
        decision = match.decisions[0]                          # .player, .prompt(), .options, .why_not(...)
        match.choose(decision, decision.options[0])
    print(match.standings)

Everything here is loaded when it is first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from rulekit.version import __version__

TYPE_CHECKING = (
    False  # as in typing, which takes as long to import as all that the program does before it can hear Ctrl-C
)
if TYPE_CHECKING:
    from rulekit.api import check, lint, load
    from rulekit.diagnostics import Diagnostic, RulesError, UserError
    from rulekit.lab.arena import arena
    from rulekit.lab.comparison import compare
    from rulekit.lab.setting import Swept
    from rulekit.lab.simulation import simulate
    from rulekit.lab.sweep import sweep
    from rulekit.lab.tryout import try_out
    from rulekit.lab.tune import tune
    from rulekit.runtime.failures import Refused, RuleFailure
    from rulekit.runtime.game import Game
    from rulekit.runtime.match import Match
    from rulekit.runtime.standings import Standing

_WHERE = {
    "load": "rulekit.api",
    "arena": "rulekit.lab.arena",
    "compare": "rulekit.lab.comparison",
    "simulate": "rulekit.lab.simulation",
    "sweep": "rulekit.lab.sweep",
    "Swept": "rulekit.lab.setting",
    "try_out": "rulekit.lab.tryout",
    "tune": "rulekit.lab.tune",
    "check": "rulekit.api",
    "lint": "rulekit.api",
    "Diagnostic": "rulekit.diagnostics",
    "RulesError": "rulekit.diagnostics",
    "UserError": "rulekit.diagnostics",
    "Game": "rulekit.runtime.game",
    "Match": "rulekit.runtime.match",
    "RuleFailure": "rulekit.runtime.failures",
    "Standing": "rulekit.runtime.standings",
    "Refused": "rulekit.runtime.failures",
}

__all__ = [
    "Diagnostic",
    "Game",
    "Match",
    "Refused",
    "RuleFailure",
    "RulesError",
    "Standing",
    "Swept",
    "UserError",
    "__version__",
    "arena",
    "check",
    "compare",
    "lint",
    "load",
    "simulate",
    "sweep",
    "try_out",
    "tune",
]


def __getattr__(name: str) -> object:
    if name not in _WHERE:
        raise AttributeError(f"module 'rulekit' has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(_WHERE[name]), name)
