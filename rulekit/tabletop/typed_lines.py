"""Writes into a form what somebody types as it is called: the line is found by it, whichever is asked about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rulekit.nearest import nearest
from rulekit.tabletop.typed import meant, parts

if TYPE_CHECKING:
    from rulekit.runtime.forms import Form
    from rulekit.tabletop.texts import Texts

MOST_NAMED = 12
"""So many of the options that may be meant are named."""

Put = Callable[[int, int], str]
"""(line, value) -> what is to be said about it: the line is filled in"""
Place = tuple[int, int, str]
"""A line, from 0, and the value and label of one of its options"""


def places(form: Form, lang: str) -> list[Place]:
    """All values that the lines of a form allow."""
    lines = range(len(form.lines(lang)))
    return [(k, value, label) for k in lines for value, label in form.options(k, lang)]


def fits(form: Form, lang: str, typed: str) -> list[Place]:
    """Where something typed can stand, in the language of the table or in that of the rules."""
    for language in dict.fromkeys((lang, "en")):
        found = places(form, language)
        matching = meant(typed, [label for _, _, label in found])
        if matching:
            return [found[i] for i in matching]
    return []


def write(form: Form, texts: Texts, typed: str, put: Put, beside: int | None = None) -> list[str] | None:
    """Writes what was typed into the lines that it fits, several parts of it one after another; gives a sentence for each, and
    None where nothing of it is for the form. ``beside``: the line that is asked about, where it can stand in several."""
    pieces = [typed.strip()] if fits(form, texts.lang, typed) else parts(typed)
    found = [(piece, fits(form, texts.lang, piece)) for piece in pieces]
    if not any(fitting for _, fitting in found):
        return None
    return [_written(form, texts, piece, fitting, put, beside) for piece, fitting in found]


def _written(form: Form, texts: Texts, typed: str, fitting: Sequence[Place], put: Put, beside: int | None) -> str:
    if not fitting:
        return unknown(form, texts, typed)
    labels = list(dict.fromkeys(label for _, _, label in fitting))
    if len(labels) > 1:
        shown = texts.list(labels[:MOST_NAMED]) + (" ..." if len(labels) > MOST_NAMED else "")
        return texts("form_which", text=typed, options=shown)
    here = [place for place in fitting if len(fitting) == 1 or place[0] == beside]
    if not here:
        lines = texts.list(str(k + 1) for k, _, _ in fitting)
        return texts("form_which_line", text=labels[0], lines=lines, n=fitting[0][0] + 1)
    k, value, _ = here[0]
    return put(k, value)


def unknown(form: Form, texts: Texts, typed: str) -> str:
    """The reply that no option of a form has this name, with the nearest ones."""
    near = nearest(typed, [label for _, _, label in places(form, texts.lang)], "")
    return texts(
        "form_unknown", text=typed, hint=texts.suggestion(near) if near.startswith("did") else texts("form_hint")
    )
