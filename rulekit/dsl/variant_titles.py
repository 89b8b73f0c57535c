"""What a variant is called and what it changes, read from its heading alone: who chooses among variants need not read the game
with each of them."""

from __future__ import annotations

from collections.abc import Iterable

from rulekit.dsl.notes_above import note_above
from rulekit.dsl.parser import parse
from rulekit.dsl.syntax import Line, Token
from rulekit.languages import VariantHeading


def variant_heading(text: str, file: str) -> VariantHeading:
    """The heading of the first variant of a rule file. Without titles where there is none, or where the file cannot be read."""
    for line in parse(text, file, []):
        if line.first == "variant":
            titles = dict(zip(("en",), _strings(line.tokens), strict=False))
            for sub in line.body or ():
                if sub.first == "named":
                    titles.update(_named(sub))
            said = [token.text for token in line.tokens]
            game = next((said[k + 1] for k in range(2, len(said) - 1) if said[k] == "of"), "")
            note = note_above(text.splitlines(), line.span.line) or _first_note(line)
            return VariantHeading(titles, note, line.span.line, game)
    return VariantHeading({})


def _first_note(heading: Line) -> str:
    """The first text alone on its line below a heading that has none above it."""
    notes = (line.tokens[0].string for line in heading.body or () if [t.kind for t in line.tokens] == ["STRING"])
    return next(notes, "")


def _strings(tokens: Iterable[Token]) -> list[str]:
    return [token.string for token in tokens if token.kind == "STRING"]


def _named(line: Line) -> dict[str, str]:
    """``named "..." in zh-Hans, "..." in ja``"""
    out: dict[str, str] = {}
    title = ""
    for token in line.tokens[1:]:
        if token.kind == "STRING":
            title = token.string
        elif token.kind in ("WORD", "NAME") and token.text != "in":
            out[token.text] = title
    return out
