"""Lint: unused declarations, unreachable cards and deeds, things without a sentence for players. What test files declare is
neither looked at nor counts as a use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import inf
from pathlib import Path

from rulekit.diagnostics import Diagnostic, Span
from rulekit.dsl import accessors as get
from rulekit.dsl.call_graph import CallGraph
from rulekit.dsl.explained import Explained, about_variant, explained
from rulekit.dsl.mentions import mentioned, read_marks
from rulekit.dsl.paraphrase import say
from rulekit.dsl.points import VALUES, Point
from rulekit.dsl.program import Program
from rulekit.dsl.ranges import bounds, decided
from rulekit.dsl.symbols import GameOption, Mark, Place, RuleTable, Variant
from rulekit.dsl.tree import Statement
from rulekit.languages import VariantHeading


def lint(program: Program) -> list[Diagnostic]:
    """The findings of a program without mistakes; those of its checks, which are in ``program.found``, are not among them."""
    never = [*_never(program), *_decided(program), *_never_empty(program)]
    return [*_unused(program), *_unreached(program), *never, *_untold(program)]


def _points(program: Program) -> list[Point]:
    return [point for point in program.points.values() if point.span.file not in program.test_files]


def _warn(code: str, text: str, span: Span, hint: str) -> Diagnostic:
    return Diagnostic(code, text, span, hint, "warning")


# ---------------------------------------------------------------- declared, and never read
def _unused(program: Program) -> Iterator[Diagnostic]:
    there = mentioned(program) | {("column", k.counts[1]) for k in program.kinds.values() if k.counts is not None}
    sorts: list[tuple[str, str, Mapping[str, Place | Mark | GameOption | RuleTable]]] = [
        ("place", "the place", program.places),
        ("mark", "the mark", program.marks),
        ("option", "the option", program.options),
        ("table", "the table", program.tables),
    ]
    for sort, what, declared in sorts:
        for name, made in declared.items():
            if (sort, name) not in there and made.span.file not in program.test_files:
                text = f"nothing in the rules speaks of {what} `{name}`"
                yield _warn("RK371", text, made.span, "take it away, or use it")
    read = read_marks(program)
    for name, mark in program.marks.items():
        if ("mark", name) in there and name not in read and mark.span.file not in program.test_files:
            text = f"the mark `{name}` is only set: nothing in the rules reads it"
            yield _warn("RK371", text, mark.span, "take it away, or use it; one that players look at is said in a text")
    for kind in program.kinds.values():
        for column in kind.columns.values():
            if ("column", column.name) not in there:
                text = f"nothing in the rules reads the column `{column.name}` of {kind.name}"
                yield _warn("RK371", text, column.span, "take it away, or use it")
    for point in _points(program):
        if point.sort in (*VALUES, "permission") and ("point", point.name) not in there:
            text = f"nothing in the rules reads `{point.name}`"
            yield _warn("RK371", text, point.span, "is the heading spelt as it is used?")
    for family in program.families.values():
        if not any(e.family == family.name for e in program.entries.values()):
            text = f"there is no {family.name}"
            yield _warn("RK371", text, family.span, f'add one:  {family.name} First "First": ...')


# ---------------------------------------------------------------- unreachable
def _unreached(program: Program) -> Iterator[Diagnostic]:
    graph = CallGraph(program)
    reached = graph.reached([str(program.begins)])
    called_by_some = {called for point in _points(program) for called in graph.calls(point.name)}
    for point in _points(program):
        if point.name in reached:
            continue
        if point.sort in ("deed", "scene", "window") and point.name in called_by_some:
            text = f"the game never comes to `{point.name}`: only what it never comes to itself leads there"
            yield _warn("RK372", text, point.span, "carry it out, or take it away")
        if point.sort == "scene" and point.name not in called_by_some:
            yield _warn("RK372", f"the scene `{point.name}` never begins", point.span, "begin it, or take it away")
        if point.sort == "window" and point.name not in called_by_some:
            yield _warn("RK372", f"the window `{point.name}` is never opened", point.span, "open it, or take it away")
        if point.sort == "entry" and program.entries[point.name].body:
            text = f"nothing ever carries out the {program.entries[point.name].family} `{point.name}`"
            yield _warn("RK372", text, point.span, "carry it out, or let it speak about points while it is in force")


# ---------------------------------------------------------------- never true
def _never(program: Program) -> Iterator[Diagnostic]:
    reached = CallGraph(program).reached([str(program.begins)])
    for point in program.points.values():
        for said in point.modifiers:
            if said.span.file in program.test_files:
                continue
            if (
                point.sort in ("deed", "entry")
                and point.name not in reached
                and said.op in ("before", "after", "instead")
            ):
                text = f"the game never comes to `{point.name}`, of which this speaks"
                yield _warn("RK373", text, said.span, "speak of something that is carried out")


def _decided(program: Program) -> Iterator[Diagnostic]:
    """Comparisons that hold always or never, whatever comes: another number is meant, or other limits."""
    graph, told = CallGraph(program), set[tuple[str, int, str]]()
    for test, span in (
        (node, span) for name in graph.names for value, span in graph.values(name) for node in value.walk()
    ):
        holds, place = decided(program, test), (span.file, span.line, test.key)
        if holds is None or place in told or span.file in program.test_files:
            continue
        told.add(place)
        number = next((x for x in (get.left(test), get.right(test)) if x.op != "number"), get.left(test))
        low, high = bounds(program, number)
        said, limited = say(test), say(number)
        match holds, high < inf:
            case True, True:
                text = f"`{said}` always holds: `{limited}` goes from {low:.0f} to {high:.0f}"
            case True, False:
                text = f"`{said}` always holds: `{limited}` goes from {low:.0f} up"
            case False, True:
                text = f"`{said}` never holds: `{limited}` goes from {low:.0f} to {high:.0f}"
            case _:
                text = f"`{said}` never holds: `{limited}` goes from {low:.0f} up"
        yield _warn("RK373", text, span, "write the number that is meant, or leave the condition out")


def _never_empty(program: Program) -> Iterator[Diagnostic]:
    """An `otherwise` below a choice that always has something to choose. Nothing is found of a choice that somebody limits."""
    graph, told = CallGraph(program), set[Span]()
    for x in (x for name in graph.names for x in graph.statements(name)):
        choice, span = program.choices.get(str(x.data.get("choice"))), x.otherwise_span
        if span is None or span in told or span.file in program.test_files or not _has_options(program, x):
            continue
        told.add(span)
        if choice is None or not any(said.op == "refuse" for said in choice.modifiers):
            text = "this never comes: above it there is always something to choose"
            yield _warn("RK373", text, span, "leave it out, or choose among fewer:  where ...")


def _has_options(program: Program, x: Statement) -> bool:
    """Whether something can be chosen in every position, as far as the line itself tells."""
    match x.op:
        case "choose":
            options = get.options(x)
            return options.op == "all" and bool(options.type.of == "player" or program.kinds[options.type.of].members)
        case "choose-number":
            a, b = bounds(program, get.least(x)), bounds(program, get.most(x))
            return a[1] <= b[0]
    return x.op == "choose-numbers"


# ---------------------------------------------------------------- said to nobody
def _untold(program: Program) -> Iterator[Diagnostic]:
    """What players meet and read no sentence about; also in each language in which others of the game have one."""
    found = explained(program)
    spoken = _spoken(program, found)
    foreign = {file for file, name in program.variant_of.items() if not _is_own(program, program.variants[name])}
    for x in {x.about: x for x in reversed(found) if not x.note}.values():
        yield untold(x)
    for x in dict.fromkeys(found):
        if not x.note or x.span.file in foreign:  # their authors may speak one language
            continue
        yield from (untranslated(x, lang) for lang in spoken if x.note not in program.translations[lang])


def lint_heading(program: Program, file: str, heading: VariantHeading) -> Iterator[Diagnostic]:
    """A variant of the game that is not laid over it: only its heading is looked at."""
    x = Explained(about_variant(next(iter(heading.titles.values()))), "", Span(file, heading.line, 1, 1), heading.note)
    if not x.note:
        yield untold(x)
    else:
        yield from (
            untranslated(x, lang)
            for lang in _spoken(program, explained(program))
            if x.note not in program.translations[lang]
        )


def _spoken(program: Program, found: Sequence[Explained]) -> list[str]:
    """The languages in which some notes of the game are told."""
    told = {x.note for x in found if x.note}
    return [lang for lang, words in program.translations.items() if told & words.keys()]


def _is_own(program: Program, variant: Variant) -> bool:
    """Whether a variant comes with the game, whose words are its words."""
    return program.span is not None and Path(variant.span.file).is_relative_to(Path(program.span.file).parent)


def untold(x: Explained) -> Diagnostic:
    """There is no sentence about it at all."""
    hint = 'write it in quotes on the line above:  "what it does, in one sentence"'
    return _warn("RK374", f"nothing tells people {x.about}", x.span, hint)


def untranslated(x: Explained, lang: str) -> Diagnostic:
    """There is a sentence about it, but not in a language in which other things have one."""
    hint = f'add it to words.yaml, below `{lang}`:  "{x.note}": ...'
    return _warn("RK374", f"{x.about} is not told in {lang}", x.span, hint)
