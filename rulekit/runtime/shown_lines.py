"""What the game says above the table (`shown above "..."`) and with a thing on it (`shown with it "..."`), line by line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count, takewhile
from typing import TYPE_CHECKING

from attrs import frozen

from rulekit.runtime.labels import Part
from rulekit.runtime.visibility import Perspective
from rulekit.runtime.work import Failure

if TYPE_CHECKING:
    from rulekit.runtime.protocols import MatchState


@frozen
class HeaderLine:
    """A text in parts, and the rule line that it is from as ``FILE:LINE``."""

    parts: tuple[Part, ...]
    rule: str

    @property
    def text(self) -> str:
        return "".join(map(str, self.parts))


def title_above(match: MatchState, viewer: str | None, lang: str, state: Sequence[int] | None = None) -> str:
    """The first line above the table, which says where the game is; empty where there is none. ``state``: in place of that of the
    match."""
    first = next(shown_lines(match, [*names_above(match)], (), viewer, lang, state), None)
    return first.text if first is not None else ""


def shown_with(match: MatchState, key: str, viewer: str | None, lang: str) -> list[HeaderLine]:
    """What the game shows with a thing (`shown with it "..."`). ``key``: its name in rules, as :meth:`Labels.key` gives it."""
    labels, found = match.compiled.labels(lang), []
    for kind, names in match.compiled.image.beside.items():
        root, (base, size) = labels.range_of(kind)
        members = (k for k in range(base, base + size) if labels.key(root, k) == key)
        found += [line for k in members for line in shown_lines(match, names, (k,), viewer, lang)]
    return found


def names_above(match: MatchState) -> Iterator[str]:
    """The functions of what the game shows above the table."""
    return takewhile(lambda name: name in match.compiled.machine.explain, (f"above__{k}" for k in count()))


def shown_lines(
    match: MatchState,
    names: Iterable[str],
    about: tuple[int, ...],
    viewer: str | None,
    lang: str,
    state: Sequence[int] | None = None,
) -> Iterator[HeaderLine]:
    """The lines of functions (``names``), as far as they say something now. ``about``: the thing that they speak of."""
    s = match.s if state is None else state
    labels, explain = match.compiled.labels(lang), match.compiled.machine.explain
    look = Perspective(match.compiled.sight(viewer), s)
    for name in names:
        try:
            said = explain[name](match, s, match.z, *about)
        except Failure:  # what it speaks of is not there now
            continue
        if said is not None:
            line, template, values = said
            if about and look.hidden(match.compiled.image.templates[template], values):
                continue  # of a thing that the viewer may not read nothing is shown
            yield HeaderLine(tuple(labels.spoken(template, values, look)), labels.line(line))
