"""A form as people fill it in: lines with numbers, and what they type to fill one, several or all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile
from random import SystemRandom
from typing import TYPE_CHECKING

from attrs import define, field

from rulekit.cli.table.words import is_number
from rulekit.runtime.failures import Refused

if TYPE_CHECKING:
    from rulekit.cli.screen import Screen
    from rulekit.cli.texts import Texts
    from rulekit.runtime.forms import Form

DONE = ("done", "完成", "確定", "确定")
REST = ("rest", "rest random", "其余随机", "其餘隨機", "残りはランダム")
BACK = ("back", "0", "返回", "戻る")
EMPTY = "–"


@define
class FormTalk:
    """``line``: the number of the line, from 0, whose options are shown; None while the whole form is."""

    form: Form
    texts: Texts
    line: int | None = None
    done: bool = field(init=False, default=False)

    def title(self) -> str:
        """What all questions of the form begin with."""
        return self._shared().rstrip(" ：:") or self.form.decision.prompt(self.texts.lang)

    def rows(self) -> list[str]:
        """Each line: what it asks, without what all begin with, and what stands in it."""
        cut = len(self._shared())
        lines = self.form.lines(self.texts.lang)
        return [f"{line.prompt[cut:]}{self.texts.colon}{line.label or EMPTY}" for line in lines]

    def asked(self) -> str:
        """The question of the line whose options are shown."""
        return "" if self.line is None else self.form.lines(self.texts.lang)[self.line].prompt

    def options(self) -> list[tuple[int, str]]:
        """(value, label) of what may stand in the line whose options are shown."""
        return [] if self.line is None else self.form.options(self.line, self.texts.lang)

    def used(self) -> dict[int, int]:
        """value -> the number of the line in which it stands"""
        return {value: k + 1 for k, value in enumerate(self.form.values) if value is not None}

    def shown(self) -> list[str]:
        """The options of the line whose options are shown, with the line in which each stands already."""
        used = self.used()
        return [f"{label} → {used[value]}" if value in used else label for value, label in self.options()]

    def next_open(self) -> int | None:
        """The first line in which nothing stands; None when all are filled."""
        count = len(self.form.lines(self.texts.lang))
        return next((k for k in range(count) if self.form.values[k] is None), None)

    def read(self, typed: str) -> str:
        """Does what was typed; gives what is to be said about it. ``12``: line or option; ``3 Kii``: this into that line;
        ``rest random``, ``done``, ``clear 3``, ``back``. Raises KeyError for anything else."""
        said = typed.strip().casefold()
        if self.line is not None:
            if said in BACK:
                self.line = None
                return ""
            number, _, rest = typed.strip().partition(" ")
            if not (is_number(number) and rest) or _meant(self.options(), typed.strip()) is not None:
                return self._fill(self.line, typed.strip())
        if said in DONE:
            return self._finish()
        if said in REST:
            self.form.rest_random(SystemRandom())
            return ""
        first, _, rest = typed.strip().partition(" ")
        if first.casefold() == "clear" and is_number(rest):
            self.form.set(self._number(rest), None)
            return ""
        if not is_number(first):
            raise KeyError(typed)
        if rest:
            return self._fill(self._number(first), rest.strip())
        self.line = self._number(first)
        return ""

    def _finish(self) -> str:
        missing = self.form.open_lines()
        if missing:
            return self.texts("form_open", lines=self.texts.list(str(k + 1) for k in missing))
        self.done = True
        return ""

    def _number(self, text: str) -> int:
        k = int(text) - 1
        if not 0 <= k < len(self.form.lines(self.texts.lang)):
            raise KeyError(text)
        return k

    def _fill(self, k: int, text: str) -> str:
        options = self.form.options(k, self.texts.lang)
        value = _meant(options, text)
        if value is None:
            raise KeyError(text)
        try:
            cleared = self.form.set(k, value)
        except Refused as reason:
            return str(reason)
        self.line = None
        return self.texts("form_cleared", lines=self.texts.list(str(j + 1) for j in cleared)) if cleared else ""

    def _shared(self) -> str:
        """What all questions begin with, up to the end of a word."""
        prompts = [line.prompt for line in self.form.lines(self.texts.lang)]
        alike = sum(1 for _ in takewhile(lambda chars: len(set(chars)) == 1, zip(*prompts, strict=False)))
        shared = prompts[0][:alike]
        return shared if not shared.isascii() else shared[: shared.rfind(" ") + 1]


def _meant(options: Sequence[tuple[int, str]], text: str) -> int | None:
    """The value that is meant by a number from 1, a name, or the beginning of just one name."""
    if is_number(text) and 1 <= int(text) <= len(options):
        return options[int(text) - 1][0]
    wanted = text.casefold()
    exact = [value for value, label in options if label.casefold() == wanted]
    begun = [value for value, label in options if label.casefold().startswith(wanted)]
    return exact[0] if len(exact) == 1 else begun[0] if len(begun) == 1 else None


def fill(talk: FormTalk, screen: Screen, listen: Callable[[], str]) -> bool:
    """Fills a form in at the prompts: shows it, reads, and shows it again. Whether it is to be sent; ``back`` leaves it."""
    while True:
        screen.line()
        if talk.line is None:
            screen.line(talk.title(), "bold")
            screen.choices(list(enumerate(talk.rows(), 1)))
            screen.line("  " + talk.texts("form_hint"), "dim")
        else:
            screen.line(talk.asked(), "bold")
            screen.choices(list(enumerate(talk.shown(), 1)))
        typed = listen()
        if talk.line is None and typed.strip().casefold() in BACK:
            return False
        try:
            said = talk.read(typed)
        except KeyError:
            said = talk.texts("unknown", text=typed, hint=talk.texts("form_hint")) if typed.strip() else ""
        if said:
            screen.line(said)
        if talk.done:
            return True
