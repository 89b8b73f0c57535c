"""The set-up of a rule test: what its first lines fix before the game begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import define, field

from rulekit.compiler.build import default_setup
from rulekit.diagnostics import Diagnostic, RulesError, Span
from rulekit.dsl.arguments import by_name
from rulekit.dsl.program import Program
from rulekit.dsl.symbols import RuleTest
from rulekit.dsl.tree import Node
from rulekit.image import Setup, wrong_number
from rulekit.needs import refusal


class RefusedSetup(Exception):
    """The game refuses the set-up of a test. The message is its reason."""


@define
class _SetupSpec:
    """What the lines read so far have fixed. ``players``: how many, or their names."""

    program: Program
    players: int | list[str] | None = None
    options: dict[str, int] = field(factory=dict)


def setup_of(program: Program, test: RuleTest) -> Setup:
    """Raises RefusedSetup for a set-up that the game refuses, RulesError for an option that it does not have."""
    wanted = _SetupSpec(program)
    for line in test.lines:
        if line.op in FIXED:
            FIXED[line.op](line.values, wanted, line.span)
    players = wanted.players
    count = players if isinstance(players, int) else len(players or [])
    reason = wrong_number(program.title, program.fewest, program.most, count) if players is not None else None
    if reason is not None:
        raise RefusedSetup(reason)
    setup = default_setup(program, players, wanted.options)
    refused = refusal(program, setup)
    if refused is not None:
        raise RefusedSetup(refused.message)
    return setup


def _players(wanted: _SetupSpec, span: Span, *, n: Node) -> None:
    wanted.players = n.data["n"]


def _seated(wanted: _SetupSpec, span: Span, *, l: tuple[str, ...]) -> None:
    wanted.players = list(l)


def _option(wanted: _SetupSpec, span: Span, *, x: str, v: Node) -> None:
    options = wanted.program.options
    if x not in options:
        there = "it has: " + ", ".join(options) if options else "it has none: take the line away"
        raise RulesError([Diagnostic("RK301", f"the game has no option `{x}`", span, there)], wanted.program.sources)
    wanted.options[x] = _option_value(options[x].sort, v)


def _option_value(sort: str, node: Node) -> int:
    match sort:
        case "names":
            return int(node.data.get("index", 0))
        case "truth":
            return int(bool(node.data.get("yes")))
    return int(node.data.get("n", 0))


HANDLERS: Mapping[str, Callable[..., None]] = {"players": _players, "seated": _seated, "option": _option}
FIXED = by_name(HANDLERS, 2, "test")
"""Operation of a line -> what notes what it fixes"""
