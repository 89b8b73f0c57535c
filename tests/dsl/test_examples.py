"""The phrase table can be trusted: every phrase of the language has an example, and each example is read in exactly one way.

The examples are read against the table of the toy game with a window and marks of one name added, where all words of its rules
are known too, with ``here`` and ``goal`` (towns), ``me`` (a player), ``this-one`` (a deed) and ``this-card`` (a card of a
family) in sight.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from rulekit.dsl.parser import parse
from rulekit.dsl.phrases import FOLDER, Phrase, read_phrases
from rulekit.dsl.reader import Reader
from rulekit.dsl.readings import Bound, Reading
from rulekit.dsl.scope import Scope
from rulekit.dsl.syntax import Token
from rulekit.dsl.types import PLAYER, kind
from rulekit.loader import read_program
from rulekit.plugins.manager import find_plugins
from tests.playing import TOY

CORE = list(read_phrases((FOLDER / "core.phrases").read_text(encoding="utf-8"), "core.phrases"))
WINDOW = "window reactions:\n  asks each of players, once\nmarks not told, called whims:\n  each town may be moody\n"


@cache
def reader() -> Reader:
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "toy"
        shutil.copytree(TOY, copy)
        (copy / "window.rules").write_text(WINDOW, encoding="utf-8")
        program = read_program(copy, find_plugins().devices)
    assert not [d for d in program.found if d.severity == "error"]
    return Reader(program)


def scope() -> Scope:
    """What is in sight, in every scene of the game as well, so that their words can interfere."""
    types = {
        "here": kind("town"),
        "goal": kind("town"),
        "me": PLAYER,
        "this-one": kind("deed"),
        "this-card": kind("order"),
    }
    made = Scope(scenes=frozenset(reader().program.scenes))
    for name, type_ in types.items():
        made = made.bind(name, type_)
    return made


def tokens_of(example: str) -> list[Token]:
    found: list = []
    lines = parse(example + "\n", "example", found)
    assert not found and len(lines) == 1, found
    assert lines[0].tail is None, "an example is written without the `:` of its heading"
    return lines[0].tokens


def readings(phrase: Phrase, tokens: Sequence[Token]) -> Sequence[Bound | Reading]:
    matcher = reader().matcher
    if phrase.category in ("V", "C"):
        return [r for r in matcher.whole(tokens, scope()) if r.end == len(tokens)]
    return matcher.complete((phrase.category,), tokens, scope())


@pytest.mark.parametrize("phrase", CORE, ids=lambda p: f"{p.category}-{p.example or p.shown}")
def test_example_has_one_reading(phrase: Phrase) -> None:
    assert phrase.example, f"{phrase.source}: {phrase.shown} has no example"
    found = readings(phrase, tokens_of(phrase.example))
    assert len(found) == 1, f"{len(found)} readings of: {phrase.example}"
    read = found[0]
    if isinstance(read, Bound):
        assert (read.phrase.op, read.phrase.text) == (phrase.op, phrase.text)
    else:
        node = read.node.args["c"] if read.node.op == "not" else read.node
        assert node.op == phrase.op
        assert set(phrase.slots) <= {*node.args, *node.data}


def test_no_phrase_stands_there_twice() -> None:
    seen: dict[tuple[str, str], str] = {}
    for phrase in CORE:
        shape = (phrase.category, phrase.shown)
        assert shape not in seen, f"{phrase.source} says the same as {seen[shape]}: {phrase.shown}"
        seen[shape] = phrase.source


def test_devices_words_have_examples() -> None:
    for device in find_plugins().devices.values():
        assert all(word.example for word in device.words), device.name
