"""Game folder -> typed program: the whole way from text to meaning on one screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rulekit.diagnostics import Span
from rulekit.dsl.bodies import Bodies
from rulekit.dsl.check import check
from rulekit.dsl.data import Datum, load
from rulekit.dsl.declare import Declarations
from rulekit.dsl.devices import take_up
from rulekit.dsl.homes import read_homes
from rulekit.dsl.parser import parse
from rulekit.dsl.program import Program
from rulekit.dsl.reader import Reader
from rulekit.dsl.syntax import Line
from rulekit.dsl.windows import join_families
from rulekit.files import read_text, rule_files, shown

CLAUSES = "clauses.yaml"
WORDS = "words.yaml"
RULINGS = "rulings"
"""The part of the list of clauses that comes from nowhere else: what the game's author decided."""
SOURCE = f"source: [rule book]   below it; what you decided yourself stands under `{RULINGS}:`"


def read_program(
    folder: Path, devices: Mapping[str, Any], variants: Sequence[Path] = (), tests: bool = False
) -> Program:
    """Reads and checks everything in a game folder. Mistakes are in ``program.found``; nothing is raised for them.

    ``variants`` are files that overlay the game; ``tests`` says whether the rule tests are read as well.
    """
    program = Program()
    texts = rule_files(folder, variants, tests)
    program.sources.update(texts)
    lines: list[Line] = []
    for file, text in texts.items():
        lines += parse(text, file, program.found)
    if not tests:  # a variant may bring its tests in the same file
        lines = [line for line in lines if line.first != "test"]
    if any(d.code.startswith("RK10") for d in program.found):
        return program  # a file that can not be read would let all others complain
    _side_tables(program, folder, tests)
    try:
        _read(program, folder, lines, devices)
    except RecursionError:  # many things that are deep each for itself, inside each other
        where = program.span or Span(str(folder), 1)
        program.report(
            "RK103", "the rules of this game are nested too deep", where, "let fewer things rest on each other"
        )
    return program


def _read(program: Program, folder: Path, lines: list[Line], devices: Mapping[str, Any]) -> None:
    reader = Reader(program)
    take_up(program, lines, devices)
    declarations = Declarations(reader, tables=lambda file, name, span: table(program, folder, file, name, span))
    declarations.read(lines)
    if not program.name and not program.found:
        program.report(
            "RK323", "no file here has a `game` heading", Span(str(folder), 1), 'for example:  game Shogi "Shogi":'
        )
    bodies = Bodies(reader)
    read_homes(reader, bodies)
    bodies.read(declarations)
    join_families(program)
    check(program)


def _side_tables(program: Program, folder: Path, clauses: bool) -> None:
    """Two tables that no rule names: the list of clauses, and the words of the game in other languages."""
    if clauses and (folder / CLAUSES).is_file():
        data = table(program, folder, "", CLAUSES, Span(shown(folder / CLAUSES), 1))
        for title, part in ((data.fields or {}) if data is not None else {}).items():
            for name, entry in (part.fields or {}).items():
                said = entry.fields or {}
                program.clauses[name] = said.get("says", entry).text or ""
                if title != RULINGS and not list(said.get("source", ())):
                    program.report("RK349", f"the clause `{name}` names no source", part.keys[name], SOURCE)
    if (folder / WORDS).is_file():
        data = table(program, folder, "", WORDS, Span(shown(folder / WORDS), 1))
        for lang, words in ((data.fields or {}) if data is not None else {}).items():
            program.translations[lang] = {text: said.text or "" for text, said in (words.fields or {}).items()}


def table(program: Program, folder: Path, file: str, name: str, span: Span) -> Datum | None:
    """The data of a table file beside the game's rules; read once."""
    path = folder / name
    cache = program.tables_read
    if name in cache:
        return cache[name]
    try:
        there = path.resolve().is_relative_to(folder.resolve()) and path.is_file()
    except OSError:  # a name that no file can have
        there = False
    if not there:
        tables = ", ".join(sorted(p.name for p in folder.glob("*.y*ml"))) or "none"
        program.report("RK203", f'there is no table file "{name}"', span, f"table files here: {tables}")
        return None
    where = shown(path)
    program.sources[where] = read_text(path)
    cache[name] = load(path, where, program.sources[where], program.found)
    return cache[name]
