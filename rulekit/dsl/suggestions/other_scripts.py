"""Names in other scripts: what people read at the table, where the rules have an English word."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from attrs import evolve

from rulekit.diagnostics import Diagnostic
from rulekit.dsl.program import Program

WORDS = 4
"""A text of the rules with more words is a sentence, and names nothing."""


def explain_names(program: Program, game: Program) -> None:
    """Gives findings of words in another script a hint with the English names of the game for them."""
    names = _named(game)
    program.found[:] = [_explained(d, program.sources, names) for d in program.found]


def _named(program: Program) -> Mapping[str, Sequence[str]]:
    """What people read in any language -> what the rules call it; several things may bear one name."""
    found = defaultdict[str, dict[str, None]](dict)
    for lang, texts in program.translations.items():
        if lang != "en":
            for text, said in texts.items():
                if "{" not in text and len(text.split()) <= WORDS:
                    found[said][text] = None
    for kind in program.kinds.values():
        for member, names in zip(kind.members, kind.display, strict=False):
            for lang, said in names.items():
                if lang not in ("en", "title"):
                    found[said][member] = None
    for entry in program.entries.values():
        for said in entry.names.values():
            found[said][entry.name] = None
    return {said: tuple(names) for said, names in found.items() if not said.isascii()}


def _explained(found: Diagnostic, sources: Mapping[str, str], names: Mapping[str, Sequence[str]]) -> Diagnostic:
    """A finding, with what the rules call the word that it marks."""
    if found.code != "RK101":
        return found
    row = sources[found.span.file].split("\n")[found.span.line - 1]
    word = row[found.span.column - 1 : found.span.end - 1]
    if word not in names:
        return found
    called = " or ".join(f"`{name}`" for name in names[word][:3])
    return evolve(found, hint=f"in the rules this is called {called}")
