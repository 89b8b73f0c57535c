"""What a match raises: a choice that is refused, and a rule line that cannot be carried out, with its place in a file."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulekit.plugins.devices import DeviceError
from rulekit.runtime.work import MOST_WORK, TOO_MUCH, Failure
from rulekit.stuck import in_words

if TYPE_CHECKING:
    from rulekit.runtime.protocols import CompiledGame

CANNOT = "this line cannot be carried out"
MOST_STEPS = 1_000_000
"""Most steps of the rules between two questions: a loop that hardly ever asks anybody comes to an end."""


class Refused(Exception):
    """A choice that is not among the options. The text says why, and ``rule`` which line says so."""

    def __init__(self, reason: str, rule: str = "") -> None:
        self.reason, self.rule = reason, rule
        super().__init__(reason)


class RuleFailure(Exception):
    """A rule line cannot be carried out: a mistake in the rule files. ``what``: the line, the
    same for all games that it stops; the text says why it stopped this one, too. ``why``: the reason in a language."""

    def __init__(self, message: str, rule: str, why: Callable[[str], str] = lambda lang: "") -> None:
        self.rule = rule
        self.what = f"{rule}: {message}" if rule else message
        self._why = why
        super().__init__(self.told("en"))

    def told(self, lang: str) -> str:
        """The text, with the reason in a language; the line stays as its author wrote it."""
        why = self._why(lang)
        return self.what + (f" ({why})" if why else "")


def failure_text(compiled: CompiledGame, failed: Failure | DeviceError) -> RuleFailure:
    """What came out of generated code, with the line in its file."""
    if isinstance(failed, DeviceError):
        return RuleFailure(str(failed), "")
    if failed.line == TOO_MUCH:
        text = f"the rules take more than {MOST_WORK:,} steps for what comes before the next question"
        return RuleFailure(f"{text}: fewer sets inside sets, or smaller ones", "")
    if failed.line < 0:
        return RuleFailure(f"the rules take more than {MOST_STEPS:,} steps without asking anybody", "")
    line = compiled.image.lines[failed.line]
    facts = failed.facts
    return RuleFailure(f"{CANNOT}: {line.text}", line.place, lambda lang: in_words(facts, compiled.labels(lang)))
