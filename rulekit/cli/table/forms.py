"""Fills in a form at the prompts."""

from __future__ import annotations

from collections.abc import Callable

from rulekit.cli.screen import Screen
from rulekit.tabletop.commands import read as read_words
from rulekit.tabletop.form_entry import FormEntry
from rulekit.tabletop.form_words import BACK
from rulekit.tabletop.question import QuestionMenu


def fill(
    screen: Screen,
    entry: FormEntry,
    question: QuestionMenu,
    listen: Callable[[], tuple[str, bool]],
    command: Callable[[str, str], bool],
) -> bool | None:
    """Whether the form is to be sent: False where it is left for single questions, None where another question is asked now.

    ``listen``: what is typed, and whether the rules have changed meanwhile. ``command``: carries out a command that is not
    about lines; whether another question is asked after it.
    """
    texts = entry.texts
    while True:
        screen.draw(entry.page(), texts)
        typed, changed = listen()
        if changed:
            return None
        if entry.line is None and typed.strip().casefold() in BACK:
            return False
        try:
            said = entry.read(typed)
        except KeyError:
            name, rest = read_words(typed)
            if name == "why":
                screen.draw(entry.explain(question, rest), texts)
            elif name == "hint":
                screen.line(texts("thinking"))
                screen.draw(entry.hint(), texts)
            elif name in ("name", "number"):
                screen.line(entry.unknown(typed))
            elif name == "form":
                entry.line = None
            elif name and command(name, rest):
                return None
            continue
        if said:
            screen.line(said)
        if entry.done:
            return True
