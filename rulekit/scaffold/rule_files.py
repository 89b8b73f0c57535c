"""First texts of a variant or a card that fit a game: of several that could be, the first that the checker finds clean."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from attrs import frozen

from rulekit import api
from rulekit.diagnostics import RulesError, UserError
from rulekit.plugins.manager import find_plugins

if TYPE_CHECKING:
    from rulekit.dsl.program import Program
    from rulekit.dsl.symbols import Family, FamilyEntry, GameOption

NOTE = '"write here what it does, in one sentence: people read it at the table"'
CHANGES = '"write here what it changes, in one sentence: people read it before they choose it"'


@frozen
class RuleFileDraft:
    """What `rulekit new` writes: the text of a rule file, and that of a file of rule tests ("": they stand in the first)."""

    text: str
    tests: str
    folder: str
    """Where a file of this sort lies in the folder of a game"""


def variant(path: Path, name: str, title: str) -> RuleFileDraft:
    """A variant with one line that does something, and a test of it. Raises RulesError when the game has mistakes."""
    program = _program(path)
    head = "# A variant says only what differs from the game; `rulekit diff` tells what that comes to.\n"
    head += f'{CHANGES}\nvariant {name} of {program.name} "{title}":\n'
    for line, test in _differing(program):
        sketch = RuleFileDraft(f"{head}  {line}\n" + (f"\n{test}" if test else ""), "", "variants")
        if _clean_variant(path, sketch.text):
            return sketch
    raise UserError("no line was found that a variant of this game could say", "write it by hand: see docs/language.md")


def card(path: Path, name: str, title: str, family: str | None, event: bool, alone: bool) -> RuleFileDraft:
    """A card of a family, with a test; ``alone``: as a variant of its own. ``event``: of a family that is in force somewhere.

    Raises UserError when it is not clear which family is meant, RulesError when the game has mistakes.
    """
    program = _program(path)
    made = _family(program, family, event)
    if name in program.entries or name in program.words.entities:
        raise UserError(f"something is called {name} in this game already", "choose another name")
    many = program.words.kinds.names[made.name]
    slot = f" in {{{made.slot[0]}: {made.slot[1].of}}}" if made.slot is not None and not alone else ""
    there = sum(max(1, len(e.indices)) for e in program.entries.values() if e.family == made.name)
    test = f'test "there is one {made.name} more":\n  then the number of {many} is at least {there + 1}\n'
    for body in _bodies(program, made):
        inside = "".join(f"  {row}\n" for row in (*_copies(program, made.name), *body))
        entry = f'{made.name} {name} "{title}"{slot}:\n{inside}'
        if alone:
            said = "".join(f"  {row}\n" for row in (NOTE, *f"add {entry}".splitlines()))
            text = f'{CHANGES}\nvariant {name} of {program.name} "{title}":\n{said}\n{test}'
            if _clean_variant(path, text):
                return RuleFileDraft(text, "", "variants")
        elif _clean_game(path, entry):
            return RuleFileDraft(f"{NOTE}\n{entry}", test, _home(program, path, made.name, many))
    raise UserError(f"no text was found that a card of the family {made.name} could have", "write it by hand")


def begun(path: Path) -> dict[str, str]:
    """What a variant has to say of a game: its name, and the deed with which it begins."""
    program = _program(path)
    return {"game": program.name, "begins": str(program.begins)}


def _program(path: Path) -> Program:
    from rulekit.loader import read_program

    program = read_program(path, find_plugins().devices)
    if any(d.severity == "error" for d in program.found):
        raise RulesError(program.found, program.sources)
    return program


# ---------------------------------------------------------------- what could be said
def _differing(program: Program) -> Iterator[tuple[str, str]]:
    """A line of a variant, with a test of what it does."""
    for option in program.options.values():
        for other in _others(option):
            said = f"{option.name} is {option.say(other)}"
            truth = {"yes": option.name, "no": f"not {option.name}"}.get(option.say(other), said)
            yield said, f'test "{said}":\n  then {truth if option.sort == "truth" else said}\n'
    for name in _numbers(program):
        yield f"adjust {name}: plus 1", ""
    for row, column, value in _cells(program):
        said = f"{column} of {row} is {value + 1}"
        yield said, f'test "{said}":\n  then {said}\n'


def _cells(program: Program) -> Iterator[tuple[str, str, int]]:
    """(row, column, number) of the tables, the first row of each."""
    for kind in program.kinds.values():
        for column in kind.columns.values() if kind.sort == "table" and kind.members else ():
            if column.type.head == "number" and column.each is None:
                yield kind.members[0], column.name, column.numbers[0]


def _others(option: GameOption) -> Iterator[int]:
    """Another value, the next one first."""
    yield from (n for n in (option.default + 1, option.default - 1) if option.low <= n <= option.high)


def _numbers(program: Program) -> list[str]:
    """Numbers that hold outside scenes, those first that are about something and are not conditions of the end."""
    points = [p for p in program.points.values() if p.sort == "number" and p.scene is None]
    return [p.name for p in sorted(points, key=lambda p: not p.slots)]


def _bodies(program: Program, family: Family) -> Iterator[Sequence[str]]:
    """Texts of a card: what it says while it is in force, or what it does."""
    if family.zone is not None:
        for name in _numbers(program):
            point = program.points[name]
            if not family.mine or "me" in point.slots:
                yield (f"adjust {name}: plus 1",)
        return
    if family.source is not None:
        for window in program.windows:
            yield f"played in {window}", "succeed"
        return
    for mark in program.marks.values():
        if list(mark.owners) == ["player"] and mark.scene is None and mark.low is not None and mark.high is None:
            yield (f"raise my {mark.name} by 1",)
    yield ("stop",)


def _copies(program: Program, family: str) -> list[str]:
    columns = [f"{c} 1" for c in program.kinds[family].columns]
    return [f"one card with {' and '.join(columns)}"] if columns else []


def _family(program: Program, said: str | None, event: bool) -> Family:
    known = program.families
    if said is not None:
        if said not in known:
            raise UserError(f"the game has no family {said}", f"its families: {', '.join(known) or 'none'}")
        return known[said]
    fitting = [f for f in known.values() if not event or (f.zone is not None and not f.mine)]
    if event and "event" in known:
        return known["event"]
    if len(fitting) == 1:
        return fitting[0]
    what = "events: cards that are in force while they lie somewhere" if event else "cards"
    if not fitting:
        raise UserError(f"this game has no {what}", "declare a family first: see docs/language.md")
    names = ", ".join(f.name for f in fitting)
    raise UserError("which family is meant?", f"say it with --family: {names}")


def _home(program: Program, path: Path, family: str, many: str) -> str:
    """The folder in which the cards of the family lie, one in each file; otherwise one of that name."""
    entries: list[FamilyEntry] = [e for e in program.entries.values() if e.family == family]
    folders = {Path(e.span.file).resolve().parent for e in entries}
    files = {e.span.file for e in entries}
    own = path.resolve()
    if len(folders) == 1 and len(files) == len(entries) and own in (*folders, *next(iter(folders)).parents):
        return str(next(iter(folders)).relative_to(own))
    return many


# ---------------------------------------------------------------- tried
def _clean_variant(path: Path, text: str) -> bool:
    with TemporaryDirectory(prefix="rulekit-") as folder:
        file = Path(folder) / "new.rules"
        file.write_text(text, encoding="utf-8")
        return _passes(path, [file], file)


def _clean_game(path: Path, text: str) -> bool:
    """In a copy that has its variants: without them each of their texts in words.yaml would be searched for what is like it."""
    with TemporaryDirectory(prefix="rulekit-") as folder:
        copy = Path(folder) / "game"
        shutil.copytree(path, copy, ignore=shutil.ignore_patterns("tests"))
        file = copy / "new-card-of-mine.rules"
        file.write_text(text, encoding="utf-8")
        return _passes(copy, [], file)


def _passes(game: Path, variants: Sequence[Path], file: Path) -> bool:
    """Nothing is wrong, and nothing that is said in the new file is doubtful; its tests pass."""
    from rulekit.rule_tests.runner import run_tests

    try:
        found, _ = api.lint(game, variants)
        found = [d for d in found if d.code != "RK374"]  # what the author is going to write, in their languages
        if any(d.severity == "error" or Path(d.span.file).name == file.name for d in found):
            return False
        return all(result.ok for result in run_tests(game, variants))
    except UserError:  # with it the game refuses its usual set-up
        return False
