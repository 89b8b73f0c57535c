"""What players meet and read a sentence about: cards, kinds of units, questions, variants; and the note that says it.

A card, a variant, a kind of units is told by the note above its heading. A question is told by the note above the line that
asks; else by that of what is said before, after or instead of something; else by that of the rule or card in which it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from attrs import frozen

from rulekit.diagnostics import Span
from rulekit.dsl.notes_above import note_above
from rulekit.dsl.operations import has
from rulekit.dsl.program import Program
from rulekit.dsl.tree import Statement

NoteOf = Callable[[Span], str]


@frozen
class Explained:
    """``about``: what the note has to tell, behind `nothing tells people ...`; ``name``: its name in rules, ``span``: where it
    stands in them; ``note``: empty where there is none."""

    about: str
    name: str
    span: Span
    note: str


def explained(program: Program) -> list[Explained]:
    """Everything that players meet, except what test files declare."""
    note = notes_of(program)
    made = [*_cards(program, note), *units(program, note), *questions(program, note), *_variants(program, note)]
    return [x for x in made if x.span.file not in program.test_files]


def notes_of(program: Program) -> NoteOf:
    """The note above a line of the game."""
    rows = cache(lambda file: program.sources.get(file, "").splitlines())
    return lambda span: note_above(rows(span.file), span.line)


def _cards(program: Program, note: NoteOf) -> Iterator[Explained]:
    for entry in program.entries.values():
        about = f"what the {entry.family} `{entry.name}` does"
        yield Explained(about, entry.name, entry.span, note(entry.span))


def _variants(program: Program, note: NoteOf) -> Iterator[Explained]:
    for variant in program.variants.values():
        yield Explained(about_variant(variant.name), variant.name, variant.span, note(variant.span))


def about_variant(name: str) -> str:
    """The subject of the note of a variant."""
    return f"what the variant `{name}` changes"


def units(program: Program, note: NoteOf) -> Iterator[Explained]:
    """What lies in places and is moved from one to another: pieces, and kinds of things that are no cards with a text."""
    spans = {group.name: group.span for group in program.groups.values()}
    spans |= {piece.name: piece.span for piece in program.pieces.values() if not piece.group}
    lying = {name for place in program.places.values() for name in place.contents}
    lying |= {part for name in lying if name in program.kinds for part in program.kinds[name].parts}
    for kind in program.kinds.values():
        moves = kind.sort in ("table", "names", "each", "many") and (kind.first is not None or kind.name in lying)
        if moves and kind.span is not None:
            spans.setdefault(kind.name, kind.span)
    for name, span in spans.items():
        yield Explained(f"what `{name}` means", name, span, note(span))


def questions(program: Program, note: NoteOf) -> Iterator[Explained]:
    """The lines that ask, and the windows."""
    for window in program.windows.values():
        yield Explained(f"what the window `{window.name}` is for", window.name, window.span, note(window.span))
    for point in program.points.values():
        entry = program.entries.get(point.name)
        own = [point.span] if entry is None else [entry.span]
        bodies: list[tuple[str, list[Span], Sequence[Statement]]] = [(point.name, own, point.body)]
        if entry is not None:
            bodies.append((entry.name, own, entry.body))
        for said in point.modifiers:
            carrier = program.entries.get(said.carrier)
            spans = [said.span, *([carrier.span] if carrier is not None else own)]
            bodies.append((said.carrier or point.name, spans, said.body))
        for name, around, body in bodies:
            for x in (inner for outer in body for inner in outer.walk()):
                if has(x.op, "asks") and x.op not in ("open", "at-once"):
                    told = next(filter(None, map(note, (x.span, *around))), "")
                    if told or name not in program.entries:  # a card that lacks a note lacks it for its questions
                        yield Explained(f"what the question in `{name}` is about", name, x.span, told)
