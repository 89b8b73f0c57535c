"""A line that can not be carried out, as whoever plays is told of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.plugins.devices import DeviceError
from rulekit.runtime.prelude import MOST_WORK, TOO_MUCH, Failure

if TYPE_CHECKING:
    from rulekit.runtime.game import Compiled

MOST_STEPS = 1_000_000
"""Most steps of the rules between two questions: a loop that hardly ever asks anybody comes to an end."""


class RuleFailure(Exception):
    """The rules of the game came to a line that can not be carried out: a mistake in the rule files."""

    def __init__(self, message: str, rule: str) -> None:
        self.rule = rule
        super().__init__(f"{rule}: {message}" if rule else message)


def failure_text(compiled: Compiled, failed: Failure | DeviceError) -> RuleFailure:
    """What came out of generated code, with the line in its file."""
    if isinstance(failed, DeviceError):
        return RuleFailure(str(failed), "")
    if failed.line == TOO_MUCH:
        text = f"the rules take more than {MOST_WORK:,} steps for what comes before the next question"
        return RuleFailure(f"{text}: fewer sets inside sets, or smaller ones", "")
    if failed.line < 0:
        return RuleFailure(f"the rules take more than {MOST_STEPS:,} steps without asking anybody", "")
    file, line, text, _ = compiled.image.lines[failed.line]
    return RuleFailure(f"this line can not be carried out: {text}", f"{file}:{line}")
