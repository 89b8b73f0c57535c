"""The small changes of which the tests should notice each one, for :mod:`tools.mutants`.

They are those of mutmut, by its operators; two are added (:func:`_more`). mutmut itself neither takes a sample nor changes what
has a decorator, thus no property, and runs all tests in one process, which those that start servers do not bear. cosmic-ray
takes no sample by a seed, runs all tests for each mutant, and its operators make ``int >> None`` of annotations and eleven
mutants of each ``+``, yet never leave out an argument or a call.

Each place in the code is as likely as another, however many changes it has: a call with five arguments counts no more than a
comparison. Left out are texts, annotations and aliases of types, decorators, what is for type checkers only, ``__repr__``, log
lines, and lines marked ``# pragma: no mutate``, which only tune speed. All else counts, also what nobody could notice.
"""

from __future__ import annotations

import difflib
import random
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

TOP = Path(__file__).resolve().parents[1]


@frozen
class Location:
    """Where something can be changed."""

    file: str
    line: int
    lines: frozenset[int]
    """Whoever comes to the place comes to one of these; empty where it is carried out when the module is imported"""
    module: Any
    changes: list[tuple[Any, Any]]
    """(node of the module, node in its place)"""


@frozen
class Mutant:
    """One change of one place."""

    place: Location
    text: str
    """The whole file, changed"""

    def __str__(self) -> str:
        rows = difflib.unified_diff(self.place.module.code.splitlines(), self.text.splitlines(), n=0, lineterm="")
        changed = [f"{row[0]} {row[1:].strip()}" for row in [*rows][2:] if not row.startswith("@@")]
        return f"{self.place.file}:{self.place.line}  {'  '.join(changed)}"


def places(file: str) -> Iterator[Location]:
    """What can be changed in a file."""
    import libcst as cst
    from libcst.metadata import MetadataWrapper, PositionProvider
    from mutmut.mutation.mutators import mutation_operators, operator_string

    code = (TOP / file).read_text(encoding="utf-8")
    wrapper = MetadataWrapper(cst.parse_module(code))
    module, source = wrapper.module, code.splitlines()
    where: Mapping[Any, Any] = wrapper.resolve(PositionProvider)
    operators = [(kind, made) for kind, made in mutation_operators if made is not operator_string]

    def own(node: Any) -> frozenset[int]:
        return frozenset(range(where[node].start.line, where[node].end.line + 1))

    def walk(node: Any, lines: Callable[[Any], frozenset[int]]) -> Iterator[Location]:
        if _left_out(cst, node):
            return
        changes = [(node, made) for kind, change in operators if isinstance(node, kind) for made in change(node)]
        changes = [(old, made) for old, made in [*changes, *_more(cst, node)] if not _of_text(cst, old, made)]
        if changes and (at := changes[0][0]) in where:
            line = where[at].start.line
            if "pragma: no mutate" not in source[line - 1]:
                yield Location(file, line, lines(at), module, changes)
        for child in node.children:
            below = lines
            if isinstance(node, cst.FunctionDef) and not any(
                "cache" in module.code_for_node(x) for x in node.decorators
            ):
                body = own(node.body)
                below = own if child is node.body else lambda _, body=body: body  # type: ignore[misc]
            yield from walk(child, below)

    yield from walk(module, lambda _: frozenset())


def _left_out(cst: Any, node: Any) -> bool:
    """Whether nothing is changed in a node, nor below it."""
    match node:
        case cst.Annotation() | cst.Decorator() | cst.BaseString() | cst.Import() | cst.ImportFrom():
            return True
        case cst.FunctionDef(name=cst.Name("__repr__")) | cst.If(test=cst.Name("TYPE_CHECKING")):
            return True
        case cst.Call(func=cst.Name(name)) | cst.Call(func=cst.Attribute(value=cst.Name(name))):
            return name in ("LOG", "len", "isinstance", "cast", "TypeVar", "NewType")
        case cst.Assign(targets=[cst.AssignTarget(cst.Name(name))]) if name.istitle():  # an alias of a type
            match node.value:
                case cst.Subscript(value=cst.Name("Annotated")):
                    return False
                case cst.Subscript() | cst.BinaryOperation(operator=cst.BitOr()):
                    return True
    return False


def _of_text(cst: Any, node: Any, made: Any) -> bool:
    """Whether a change of a call takes only a text away from it."""
    if not (isinstance(node, cst.Call) and isinstance(made, cst.Call)):
        return False
    gone = [given for given in node.args if not any(given is left for left in made.args)]
    return bool(gone) and all(isinstance(given.value, cst.BaseString) for given in gone)


def _more(cst: Any, node: Any) -> Iterator[tuple[Any, Any]]:
    """What mutmut does not do: a condition the other way round, and a call left out that is made for what it does."""
    match node:
        case cst.If() | cst.While() | cst.CompIf():
            brackets = {"lpar": [cst.LeftParen()], "rpar": [cst.RightParen()]}
            yield node.test, cst.UnaryOperation(cst.Not(), node.test.with_changes(**brackets), **brackets)
        case cst.Expr(value=cst.Call() | cst.Await()) if not _left_out(cst, node.value):
            yield node, cst.Pass()


def sample(part: str, number: int, seed: int) -> tuple[int, list[Mutant]]:
    """How many changes a part has, and a mutant for each of so many of its places, taken at random."""
    files = sorted(path.relative_to(TOP).as_posix() for path in (TOP / part).rglob("*.py"))
    found = [place for file in files for place in places(file)]
    chance, mutants = random.Random(seed), []
    for place in chance.sample(found, min(number, len(found))):
        old, new = chance.choice(place.changes)
        mutants.append(Mutant(place, place.module.deep_replace(old, new).code))
    return sum(len(place.changes) for place in found), mutants
