"""A game compiled with a trace: its functions report which rule lines they reach, and the values of conditions."""

from __future__ import annotations

from collections.abc import Mapping

from rulekit.compiler.build import build_checked
from rulekit.compiler.lower.context import Trace
from rulekit.diagnostics import RulesError, UserError
from rulekit.dsl.program import Program
from rulekit.image import Image, Setup
from rulekit.loader import not_collecting
from rulekit.plugins.devices import Device
from rulekit.runtime.chance import KEYED, begin_streams
from rulekit.runtime.compiled import Compiled
from rulekit.runtime.machine import Machine
from rulekit.runtime.match import Match

ELSEWHERE = "the rules, listened to, lead elsewhere: this is a mistake of rulekit; please report it"


def traced(program: Program, setup: Setup, devices: Mapping[str, Device], trace: Trace, name: str) -> Compiled:
    """``name``: what it is compiled for, where a mistake is told. Raises RulesError for rules that cannot be compiled."""
    with not_collecting():
        image = build_checked(program, setup, name, trace)
    if image is None:
        raise RulesError(program.found, program.sources)
    return listening(image, setup, devices, trace)


def listening(image: Image, setup: Setup, devices: Mapping[str, Device], trace: Trace) -> Compiled:
    """An image that was made with a trace: what its functions tell goes to this one."""
    return Compiled(image, Machine(image, devices, trace.words()), setup.key)


def seeded(compiled: Compiled, seed: int, generator: str = KEYED) -> Match:
    """A match of this seed that has not begun."""
    match = Match(compiled, seed)
    begin_streams(match.s, compiled.image.streams, seed, generator)
    return match


def pending(match: Match, player: int, value: int) -> int:
    """Which pending question the choice of a player answers that was made in another match. Questions may have other numbers
    in a traced game (conditions that a set-up settles are asked all the same); a player has one. Raises UserError for none."""
    k = match.pending(player)
    if k is None or value not in match.asks[k][2]:
        raise UserError(ELSEWHERE)
    return k
