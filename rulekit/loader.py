"""Game folder -> typed program: the whole way from text to meaning on one screen."""

from __future__ import annotations

import gc
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from rulekit.diagnostics import Span
from rulekit.dsl.bodies import Bodies
from rulekit.dsl.cascading_errors import BrokenDeclaration, broken, collapse, garbled
from rulekit.dsl.check import check
from rulekit.dsl.checks import translations
from rulekit.dsl.data import laid_over, load
from rulekit.dsl.datum import Datum
from rulekit.dsl.declare.declarations import declare_all
from rulekit.dsl.devices import take_up
from rulekit.dsl.initial_placement import read_homes
from rulekit.dsl.overlay import overlay, with_removed
from rulekit.dsl.parser import parse
from rulekit.dsl.program import Program
from rulekit.dsl.reader import Reader
from rulekit.dsl.similar_words import near_words, searching
from rulekit.dsl.suggestions.other_scripts import explain_names
from rulekit.dsl.suppressions import silenced
from rulekit.dsl.syntax import Line
from rulekit.dsl.windows import join_families
from rulekit.files import (
    RULES,
    TABLES,
    VARIANTS,
    files_in,
    read_text,
    rule_files,
    shown,
    test_files,
    variant_name,
    variant_rules,
    variant_tables,
    variant_tests,
)
from rulekit.plugins.devices import Device

CLAUSES = "clauses.yaml"
WORDS = "words.yaml"


def read_program(
    folder: Path,
    devices: Mapping[str, Device],
    variants: Sequence[Path] = (),
    tests: bool = False,
    into: Program | None = None,
    without: Collection[str] = (),
) -> Program:
    """Reads and checks everything in a game folder. Mistakes are in ``program.found``; nothing is raised for them.

    ``variants`` are files that overlay the game, read in the order of their names, so that nothing depends on the order in which
    somebody names them, the numbers of the cards that they add not either. ``tests`` says whether the rule tests are read as
    well: those of the game, or with variants those of the variants only. ``without``: files that are left out, as messages call
    them.
    """
    program = Program() if into is None else into
    with not_collecting(), searching():
        return _read_all(program, folder, devices, sorted(variants, key=variant_name), tests, without)


def _read_all(
    program: Program,
    folder: Path,
    devices: Mapping[str, Device],
    variants: Sequence[Path],
    tests: bool,
    without: Collection[str],
) -> Program:
    program.over = {path.name: [] for v in variants for path in variant_tables(v)}
    for path in (path for v in variants for path in variant_tables(v)):
        program.over[path.name].append(path)
        program.over_files.add(shown(path))
    rules = {file: text for file, text in rule_files(folder, variants, tests).items() if file not in without}
    program.sources.update(rules)
    program.test_files = {shown(p) for p in test_files(folder, variants)}
    lines: list[Line] = []
    for file, text in rules.items():
        program.working = (file, ())
        lines += parse(text, file, program.found)
    if not tests:  # a variant may bring its tests in the same file
        lines = [line for line in lines if line.first != "test"]
    elif variants:  # the game's own tests speak of the game as it is; their words serve those of the variant
        own = {shown(p) for v in variants for p in (*variant_rules(v), *variant_tests(v))}
        lines = [line for line in lines if line.first != "test" or line.file in own]
    unread = [d for d in program.found if d.code.startswith("RK10")]
    if any(d.span.file not in program.test_files for d in unread):
        if variants and any(d.code == "RK101" for d in unread):  # a whole game is read for it
            explain_names(program, _read_all(Program(), folder, devices, (), False, ()))
        return program  # a file that cannot be read would let all others complain
    _side_tables(program, folder, tests)
    try:
        causes = _read(program, folder, lines, devices)
        _variant_files(program, variants)
        causes += [garbled(d, program.sources[d.span.file], program.table) for d in unread]
        if tests:
            _words(program, folder, variants)
        collapse(program, causes)
        if unread:
            explain_names(program, program)
        program.found[:] = with_removed(program, program.found)
    except RecursionError:  # many things that are deep each for itself, inside each other
        where = program.span or Span(str(folder), 1)
        program.report(
            "RK103", "the rules of this game are nested too deep", where, "let fewer things rest on each other"
        )
    program.unsilenced = program.found[:]
    program.found[:] = silenced(program.found, program.sources)
    return program


GROWTH = 2
"""What was let go of is collected when the heap has grown by half since the last time,"""
SLACK = 300_000
"""and by so many blocks: a dozen small games"""
_least = 0
"""Blocks after the last collection, or when the first game was read"""
_frozen = False
"""Whether somebody keeps objects from the collector. It is remembered: to ask means to count them all, which takes longer than to
read a small game."""


@contextmanager
def not_collecting() -> Iterator[None]:
    """Without the garbage collector: what is read stays. Afterwards all of it counts as old, so that the next young collection
    does not go through it once more. What has become old like this never makes the collector look at the old ones again: so who
    reads game after game, and lets them go, has it collected here, as seldom as keeps the cost of a game the same."""
    global _frozen, _least
    was = gc.isenabled()
    _least = _least or sys.getallocatedblocks()
    gc.disable()
    try:
        yield
    finally:
        if was:
            _frozen = _frozen or gc.get_freeze_count() > 0
            if not _frozen:
                gc.freeze()  # to the permanent generation, and from there to the oldest one: neither looks at an object
                gc.unfreeze()
            gc.enable()
            if sys.getallocatedblocks() > _least + _least // GROWTH + SLACK:
                gc.collect()
                _least = sys.getallocatedblocks()


def _read(program: Program, folder: Path, lines: list[Line], devices: Mapping[str, Device]) -> list[BrokenDeclaration]:
    """Reads everything; gives the declarations that could not be read."""
    reader = Reader(program)
    take_up(program, lines, devices)
    lines = overlay(reader, lines)
    deferred = declare_all(reader, lines, lambda file, name, span: table(program, folder, file, name, span))
    causes = broken(program.found[:], lines, program.table)
    if not program.name and not program.found:
        program.report(
            "RK323", "no file here has a `game` heading", Span(str(folder), 1), 'for example:  game Shogi "Shogi":'
        )
    _unread(program)
    bodies = Bodies(reader)
    read_homes(reader, bodies, deferred)
    bodies.read(deferred.bodies)
    join_families(program)
    check(program)
    for done in (reader.matcher.slots, reader.matcher, reader.suggestions, bodies):  # each holds another that holds it
        vars(done).clear()
    return causes


def _variant_files(program: Program, variants: Sequence[Path]) -> None:
    """To which variant each file belongs: a folder is one variant, whichever of its files has the heading."""
    headings = {variant.span.file: variant.name for variant in program.variants.values()}
    for files in ([shown(path) for path in variant_rules(v)] for v in variants):
        first = next((headings[file] for file in files if file in headings), None)
        if first is not None:
            program.variant_of.update((file, headings.get(file, first)) for file in files)


def _side_tables(program: Program, folder: Path, clauses: bool) -> None:
    """Two tables that no rule names: the list of clauses, and the words of the game in other languages."""
    if clauses and (folder / CLAUSES).is_file():
        data = table(program, folder, "", CLAUSES, Span(shown(folder / CLAUSES), 1))
        if data is not None:
            translations.read_clauses(program, data)
    if (folder / WORDS).is_file():
        data = table(program, folder, "", WORDS, Span(shown(folder / WORDS), 1))
        if data is not None:
            translations.read_words(program, data)


def _words(program: Program, folder: Path, variants: Sequence[Path]) -> None:
    """When all is read: whether the words of other languages are words of this game, or of one of its variants."""
    data = program.tables_read.get(WORDS)
    if data is not None:
        laid_over = {p for v in variants for p in variant_rules(v)}
        others = [p for p in files_in(folder / VARIANTS, RULES) if p not in laid_over]
        translations.check_words(program, data, [read_text(p) for p in others])


def _unread(program: Program) -> None:
    """A table file of a variant is laid over one of the game, or its rules name it: otherwise its name is a mistake."""
    for name, paths in program.over.items():
        if name not in program.tables_read and name not in program.texts:
            near = near_words(name, program.tables_read, 1, 0.6)
            hint = f"did you mean `{near[0]}`?" if near else "a table of the game has the same name here"
            program.report("RK206", f'nothing reads "{name}"', Span(shown(paths[0]), 1), hint)


def table(program: Program, folder: Path, file: str, name: str, span: Span) -> Datum | None:
    """The data of a table file beside the game's rules, with those that variants lay over it; read once."""
    cache = program.tables_read
    if name in cache:
        return cache[name]
    path = folder / name
    try:
        there = path.resolve().is_relative_to(folder.resolve()) and path.is_file()
    except OSError:  # a name that no file can have
        there = False
    paths = [*([path] if there else ()), *program.over.get(name, ())]
    if not paths:
        tables = [p.name for p in files_in(folder, TABLES, deep=False) if p.name not in program.texts]
        near = near_words(name, tables, 1, 0.6)
        there_are = f"did you mean `{near[0]}`?" if near else f"table files here: {', '.join(tables) or 'none'}"
        program.report("RK203", f'there is no table file "{name}"', span, there_are)
        return None
    data: Datum | None = None
    for path in paths:
        where = shown(path)
        program.sources[where] = read_text(path)
        program.working = (where, ())
        read = load(path, where, program.sources[where], program.found)
        data = read if data is None or read is None else laid_over(data, read, program.removed, program.found)
    cache[name] = data
    return data
