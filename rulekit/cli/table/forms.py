"""Fills in a form: numbered lines, the commands that fill one, several or all of them, and what can be asked about a line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import SystemRandom
from typing import TYPE_CHECKING

from attrs import define, field

from rulekit.cli.table.hinting import tell_hint
from rulekit.cli.table.question import Question
from rulekit.cli.table.typed_lines import unknown, write
from rulekit.cli.table.words import MORE, is_number
from rulekit.cli.table.words import read as read_words
from rulekit.runtime.failures import Refused
from rulekit.tabletop.form_lines import heading, rests
from rulekit.tabletop.typed import meant, words

if TYPE_CHECKING:
    from rulekit.cli.screen import Screen
    from rulekit.cli.texts import Texts
    from rulekit.runtime.forms import Form

DONE = ("done", "完成", "確定", "确定", "決定")
REST = ("rest", "rest random", "其余随机", "其餘隨機", "残りはランダム")
BACK = ("back", "0", "返回", "戻る")
CLEAR = ("clear", "清空", "消去")
EMPTY = "–"


@define
class FormTalk:
    """``line``: the number of the line, from 0, whose options are shown; None while the whole form is."""

    form: Form
    texts: Texts
    line: int | None = None
    done: bool = field(init=False, default=False)

    def title(self) -> str:
        """What all questions of the form have in common."""
        return heading(self.form, self.form.lines(self.texts.lang), self.texts.lang)

    def rows(self) -> list[str]:
        """Each line: its question without what all have in common, and its value."""
        lines = self.form.lines(self.texts.lang)
        return [self._row(asked, line.label) for asked, line in zip(rests(lines), lines, strict=True)]

    def _row(self, asked: str, label: str) -> str:
        """What a line asks, and what stands in it: where that begins with the same words, they are not said twice."""
        said = words(asked)
        repeated = bool(said) and words(label)[: len(said)] == said
        return label if repeated else f"{asked}{self.texts.colon}{label or EMPTY}"

    def asked(self) -> str:
        """The question of the line whose options are shown."""
        return "" if self.line is None else self.form.lines(self.texts.lang)[self.line].prompt

    def options(self) -> list[tuple[int, str]]:
        """(value, label) of each option of the line whose options are shown."""
        return [] if self.line is None else self.form.options(self.line, self.texts.lang)

    def used(self) -> dict[str, int]:
        """label -> the number of the line that holds it. The same value may be called otherwise in another line."""
        return {line.label: k + 1 for k, line in enumerate(self.form.lines(self.texts.lang)) if line.value is not None}

    def shown(self) -> list[str]:
        """The options of the line whose options are shown, each with the line that holds it already."""
        used = self.used()
        return [f"{label} → {used[label]}" if label in used else label for _, label in self.options()]

    def next_open(self) -> int | None:
        """The first empty line; None when all are filled."""
        count = len(self.form.lines(self.texts.lang))
        return next((k for k in range(count) if self.form.values[k] is None), None)

    def spoken_of(self) -> int:
        """The line of which somebody speaks who names none: that whose options are shown, or else the first empty one."""
        return self.line if self.line is not None else self.next_open() or 0

    def choice(self, value: int, label: str) -> tuple[int, str]:
        """An option of the line of which is spoken as it can be typed: the number of the option where options are shown, and
        otherwise that of the line, with what the line asks before the option."""
        k = self.spoken_of()
        if self.line is None:
            return k + 1, f"{rests(self.form.lines(self.texts.lang))[k]}{self.texts.colon}{label}"
        return [v for v, _ in self.options()].index(value) + 1, label

    def means(self, text: str) -> tuple[int, str]:
        """What is asked about in a form: the line, from 0, and the label of its option or what else was typed. ``3``: what
        stands in that line, or the third option where options are shown; ``3 Kii``: this in that line."""
        first, _, rest = text.strip().partition(" ")
        k = self.spoken_of()
        if self.line is None and is_number(first) and 1 <= int(first) <= len(self.form.lines(self.texts.lang)):
            k, text = int(first) - 1, rest.strip()
            if not text or text.casefold() in MORE:
                text = f"{self.form.lines(self.texts.lang)[k].label} {text}"
        elif self.line is not None and is_number(first) and 1 <= int(first) <= len(self.options()):
            text = f"{self.options()[int(first) - 1][1]} {rest}"
        return k, text.strip()

    def value(self, k: int, text: str) -> int | None:
        """The value of an option of a line by its name, behind which `more` may stand."""
        first, _, last = text.rpartition(" ")
        return _meant(self.form.options(k, self.texts.lang), first if last.casefold() in MORE else text)

    def read(self, typed: str) -> str:
        """Does what was typed; gives what is to be said about it. ``12``: line or option; ``3 Kii``: this into that line;
        ``Kii``: into the line where it can stand, and several so, with commas between them; ``rest random``, ``done``,
        ``clear 3``, ``back``. Raises KeyError for anything else."""
        said = typed.strip().casefold()
        if self.line is not None:
            if said in BACK:
                self.line = None
                return ""
            if is_number(typed.strip()) or _meant(self.options(), typed.strip()) is not None:
                return self._fill(self.line, typed.strip())
        if said in DONE:
            return self._finish()
        if said in REST:
            self.form.rest_random(SystemRandom())
            return ""
        first, _, rest = typed.strip().partition(" ")
        if first.casefold() in CLEAR and is_number(rest):
            self.form.set(self._number(rest), None)
            return ""
        if not is_number(first):
            return self._write(typed)
        if rest:
            return self._fill(self._number(first), rest.strip())
        self.line = self._number(first)
        return ""

    def unknown(self, typed: str) -> str:
        """What is said about something typed that stands for nothing here."""
        return unknown(self.form, self.texts, typed.strip())

    def _write(self, typed: str) -> str:
        """What was typed by its name, wherever it can stand. Raises KeyError for commands, and for what can stand nowhere."""
        if read_words(typed)[0] != "name":
            raise KeyError(typed)
        said = write(self.form, self.texts, typed, self._put, self.line)
        if said is None:
            raise KeyError(typed)
        return "\n".join(said)

    def _put(self, k: int, value: int) -> str:
        """Writes a value into a line, and names both."""
        said = self._set(k, value)
        line = self.form.lines(self.texts.lang)[k]
        if self.form.values[k] != value:
            return said
        row = self._row(rests(self.form.lines(self.texts.lang))[k], line.label)
        return "\n".join(filter(None, (self.texts("form_filled", n=k + 1, row=row), said)))

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
        said = self._set(k, value)
        if self.form.values[k] == value:
            self.line = None
        return said

    def _set(self, k: int, value: int) -> str:
        """Writes a value into a line; what is to be said about the others."""
        try:
            cleared = self.form.set(k, value)
        except Refused as reason:
            return self.texts.mistake(str(reason))
        said = rests(self.form.lines(self.texts.lang))
        return (
            self.texts("form_cleared", lines=self.texts.list(f"{j + 1} {said[j]}" for j in cleared)) if cleared else ""
        )


def _meant(options: Sequence[tuple[int, str]], text: str) -> int | None:
    """The value that is meant by a number from 1, a name, or the beginning of just one name."""
    if is_number(text) and 1 <= int(text) <= len(options):
        return options[int(text) - 1][0]
    found = meant(text, [label for _, label in options])
    return options[found[0]][0] if len(found) == 1 else None


def fill(
    talk: FormTalk, question: Question, listen: Callable[[], tuple[str, bool]], command: Callable[[str, str], bool]
) -> bool | None:
    """Fills a form in at the prompts. Whether it is to be sent: False where it is left for single questions, None where it is
    gone, because what is asked now is something else.

    ``listen``: what is typed, and whether the rules have changed meanwhile. ``command``: carries out a command that is not
    about lines; whether the question is gone by it.
    """
    screen, texts = question.screen, talk.texts
    while True:
        show(talk, screen)
        typed, gone = listen()
        if gone:
            return None
        if talk.line is None and typed.strip().casefold() in BACK:
            return False
        try:
            said = talk.read(typed)
        except KeyError:
            name, rest = read_words(typed)
            if name == "why":
                explain(talk, question, rest)
            elif name == "hint":
                screen.line(texts("thinking"))
                hint(talk, screen)
            elif name == "name":
                screen.line(talk.unknown(typed))
            elif name in ("number", "times", "form"):
                screen.line(texts("unknown", text=typed.strip(), hint=texts("form_hint")))
            elif name and command(name, rest):
                return None
            continue
        if said:
            screen.line(said)
        if talk.done:
            return True


def show(talk: FormTalk, screen: Screen) -> None:
    """The lines of the form, or the options of the line that is being filled in."""
    screen.line()
    if talk.line is None:
        screen.line(talk.title(), "bold")
        screen.choices(list(enumerate(talk.rows(), 1)))
        screen.line("  " + talk.texts("form_hint"), "dim")
    else:
        screen.line(talk.asked(), "bold")
        screen.choices(list(enumerate(talk.shown(), 1)))
        screen.line("  0 ←", "dim")


def explain(talk: FormTalk, question: Question, answer: str) -> None:
    """Tells on the screen of a question why something can stand in a line or not: as an answer to the line's own question, with
    what stands in the lines before it. ``answer``: what was typed behind `why`."""
    k, meant = talk.means(answer)
    match = talk.form.position(k, talk.value(k, meant))
    if match is None:
        return
    decision = match.decision_of(question.decision.player)
    assert decision is not None, "a line of a form is a question"
    question.screen.line(decision.prompt(talk.texts.lang), "bold")
    Question(question.screen, talk.texts, decision, question.player, question.viewer).explain(meant)


def hint(talk: FormTalk, screen: Screen) -> None:
    """Tells what a bot would put into the line of which is spoken."""
    match = talk.form.position(talk.spoken_of()) or talk.form.match.copy()
    asked = match.decision_of(talk.form.player)
    assert asked is not None, "a line of a form is a question"
    tell_hint(screen, talk.texts, match, asked, talk)
