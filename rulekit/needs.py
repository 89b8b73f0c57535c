"""Whether a game can be set up like this: what it needs (`needs C: "reason"`) is asked of the first state, as in play."""

from __future__ import annotations

from typing import Any, NoReturn

from rulekit.compiler.needs import needs_image
from rulekit.compiler.setup import Setup
from rulekit.diagnostics import RulesError, Span
from rulekit.dsl.program import Program
from rulekit.plugins.devices import DeviceError
from rulekit.runtime.labels import Labels
from rulekit.runtime.machine import Machine
from rulekit.runtime.prelude import Failure


def refusal(program: Program, setup: Setup) -> str | None:
    """Why the game does not let itself be set up like this; None if it does.

    Raises RulesError where that can not be worked out: a line that can not be compiled, or fails.
    """
    image = needs_image(program, setup)
    if any(d.severity == "error" for d in program.found):
        raise RulesError(program.found, program.sources)
    if image is None:
        return None
    machine = Machine(image, program.devices)
    try:
        found = machine.plain["refuses"](None, image.s, image.z)
    except (Failure, DeviceError) as failed:
        _failed(program, image.lines, failed)
    if found is None:
        return None
    number, values = found
    return Labels(image).template(number, values)


def _failed(program: Program, lines: list[list[Any]], failed: Failure | DeviceError) -> NoReturn:
    if isinstance(failed, DeviceError):
        what, span = str(failed), program.needs[0][2]
    else:
        file, line, text, _ = lines[failed.line]
        said = text.partition(": ")[0]
        what = f"this can not be worked out when the game is set up: {said}"
        span = next((x for _, _, x in program.needs if (x.file, x.line) == (file, line)), Span(file, line))
    program.report("RK502", what, span, "ask first whether it is there, or say `..., if any`")
    raise RulesError(program.found, program.sources) from failed
