"""All passes together: what becomes of some functions of a game (``forms/NAME.txt``); no pass for speed changes the play.

A fixture names a game, a number of players and functions; below stand these functions in each form that has them, as text
(:mod:`rulekit.compiler.emit.text`). ``RULEKIT_UPDATE=1 pytest tests/compiler/test_passes.py`` writes them anew: read the
difference before it is committed. What a pass makes by itself is in ``test_pass_fixtures.py``.
"""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path

import pytest
from attrs import evolve

from rulekit.compiler.analysis.verify import VARIABLE
from rulekit.compiler.build import lowered, python_form
from rulekit.compiler.emit.python import Python
from rulekit.compiler.emit.text import function_text
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.ops import operation
from rulekit.compiler.ir.traverse import statements
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.passes.expand_searches import expand_searches
from rulekit.compiler.passes.flatten import flatten
from rulekit.compiler.pipeline import Forms, Pass, improving
from rulekit.image import NativeForm, PythonForm, Setup
from rulekit.loader import read_program
from rulekit.plugins.manager import find_plugins
from rulekit.runtime.machine import Machine
from rulekit.runtime.match import Match
from tests.compiler.ir_text import read_function
from tests.playing import ROOT, game

pytestmark = pytest.mark.slow

FIXTURES = Path(__file__).parent / "forms"
FORMS = ("whole", "journaled", "fast", "playout", "native")
NAMES = [
    "inline_points",
    "index_by_table",
    "hoist_invariants",
]
"""The passes for speed, in their order"""
MDT = "plugins/most_dangerous_time/rulekit_most_dangerous_time/game"
NOBU = "plugins/nobunaga_successors/rulekit_nobunaga_successors/game"
GAMES = {"games/tic_tac_toe": (2, 20), "games/shogun": (4, 12), NOBU: (3, 2), MDT: (2, 2)}
"""game -> (players, matches)"""
EACH_GAME = [pytest.param(folder, marks=pytest.mark.xdist_group(f"passes of {folder}")) for folder in GAMES]
LARGE_ONES_LONG = [
    pytest.param(*each.values, marks=[*each.marks, *([pytest.mark.long] if each.values[0] in (NOBU, MDT) else [])])
    for each in EACH_GAME
]
"""Each combination takes the wargames half a minute; what SHOGUN and the small games show of a pass is known at each commit."""


def head_of(path: Path) -> tuple[str, dict[str, str]]:
    head = path.read_text().split("\n\n", 1)[0].rstrip()
    return head, dict(line.split(": ", 1) for line in head.splitlines())


EACH_FIXTURE = [
    pytest.param(path, marks=pytest.mark.xdist_group(f"passes of {head_of(path)[1]['game']}"), id=path.stem)
    for path in sorted(FIXTURES.glob("*.txt"))
]


@cache
def low_of(folder: str, players: int) -> Lowering:
    image = game(ROOT / folder).compiled(players).image
    program = read_program(ROOT / folder, find_plugins().devices, ())
    return lowered(program, Setup(tuple(image.seats), dict(image.options)))


@cache
def forms(folder: str, players: int) -> Forms:
    return Forms(low_of(folder, players))


def form(folder: str, players: int, sort: str) -> ir.Module:
    """A form as it is before it is improved."""
    made = forms(folder, players)
    return made.plain if sort == "fast" else made._answered


@cache
def passes(folder: str, players: int, sort: str):
    return improving({"begin", *form(folder, players, sort).steps})


@cache
def improved(folder: str, players: int, sort: str, names: tuple[str, ...]) -> ir.Module:
    """A form after some passes; what several have in common is made once."""
    if not names:
        return form(folder, players, sort)
    apply: Pass = dict(passes(folder, players, sort))[names[-1]]
    return apply(improved(folder, players, sort, names[:-1]))


def renumbered(text: str) -> str:
    """The text with the locals that the compiler numbers, and rule lines, counted from 1, whatever else the game holds."""
    numbers: dict[str, str] = {}
    lines: dict[str, str] = {}

    def counted(found: re.Match[str]) -> str:
        return found[1] + numbers.setdefault(found[2], str(len(numbers) + 1))

    def from_one(found: re.Match[str]) -> str:
        return found[1] + re.sub(r"\d+", lambda n: lines.setdefault(n[0], str(len(lines) + 1)), found[2])

    text = re.sub(r"(?<![\w.])([a-z]+)(\d+)\b", counted, text)
    return re.sub(r"(\bat )(\d+(?:, \d+)*)", from_one, text)


# ------------------------------------------------------------ what becomes of some functions of a game
@pytest.mark.parametrize("path", EACH_FIXTURE)
def test_a_function_in_each_form(path: Path) -> None:
    head, said = head_of(path)
    made = forms(said["game"], int(said["players"]))
    parts = [head]
    for name in FORMS:
        module: ir.Module = getattr(made, name)
        texts = [function_text(module, f) for f in said["functions"].split(", ") if f in module.functions]
        parts.append("\n\n".join([f"# {name}", *texts]))
    text = renumbered("\n\n".join(parts) + "\n")
    if os.environ.get("RULEKIT_UPDATE"):
        path.write_text(text)
    assert text == path.read_text()


@pytest.mark.parametrize("folder", EACH_GAME)
def test_what_passes_make_is_well_formed(folder: str) -> None:
    """The first pass that leaves something wrong behind ends it (:func:`~rulekit.compiler.analysis.verify.compiler_pass`)."""
    assert os.environ[VARIABLE]
    made = forms(folder, GAMES[folder][0])
    for name in ("journaled", "plain", "explain", "fast", "playout", "native"):
        module: ir.Module = getattr(made, name)
        assert ir.GraphSearch in module.without and (ir.Log in module.without) is (name not in ("journaled", "explain"))


@pytest.mark.parametrize("folder", EACH_GAME)
@pytest.mark.parametrize("name", ["whole", "cut", "playout", "native"])
def test_the_text_of_every_function_is_read_again(name: str, folder: str) -> None:
    """What is read prints the same text: so the fixtures of passes say what they seem to say."""
    module: ir.Module = getattr(forms(folder, GAMES[folder][0]), name)
    for function in module.functions:
        text = function_text(module, function)
        again = evolve(module, functions={**module.functions, function: read_function(text, module)})
        assert function_text(again, function) == text


# ------------------------------------------------------------ that none changes the play
def source(folder: str, players: int, left_out: frozenset[str], sort: str) -> PythonForm:
    if not left_out:
        return python_form(forms(folder, players), sort)
    low = low_of(folder, players)
    module = improved(folder, players, sort, tuple(name for name in NAMES if name not in left_out))
    printer = Python(flatten(expand_searches(module), python=True), low.layout.streams.values(), False, low.devices)
    return PythonForm(printer.source(), printer.devices)


class Leaving:
    """The forms of a game with some passes left out."""

    def __init__(self, folder: str, players: int, left_out: frozenset[str]) -> None:
        self.python = cache(lambda form: source(folder, players, left_out, form))

    def native(self) -> NativeForm:
        raise NotImplementedError


class Made:
    """A compiled game whose fast forms are made with some passes left out."""

    def __init__(self, folder: str, players: int, left_out: frozenset[str]) -> None:
        self.whole = game(ROOT / folder).compiled(players)
        forms = Leaving(folder, players, left_out)
        self.machine = Machine(self.whole.image, self.whole.machine._devices, forms=forms)

    def __getattr__(self, name: str) -> object:
        return getattr(self.whole, name)

    def played(self, seed: int, by_steps: bool = False) -> tuple[list[int], list[list[int]]]:
        match = Match(self, seed)  # type: ignore[arg-type]
        match.begin()
        if by_steps:
            k = seed
            while match.asks and match.decided < 3_000:
                k = (k * 1103515245 + 12345) % 2**31
                options = match.asks[0][2]
                match.answer(0, options[(k >> 8) % len(options)])
        else:
            match.play_random(seed)
        return match.s, match.z


@cache
def made(folder: str, *left_out: str) -> Made:
    return Made(folder, GAMES[folder][0], frozenset(left_out))


@cache
def not_improved(folder: str, seed: int, by_steps: bool = False) -> tuple[list[int], list[list[int]]]:
    """How a match ends that no pass has changed; played once for all that is held against it."""
    return made(folder, *NAMES).played(seed, by_steps)


@pytest.mark.parametrize("folder", EACH_GAME)
@pytest.mark.parametrize("by_steps", [False, True], ids=["playouts", "steps"])
def test_all_passes_together_change_no_match(folder: str, by_steps: bool) -> None:
    for seed in range(GAMES[folder][1]):
        assert made(folder).played(seed, by_steps) == not_improved(folder, seed, by_steps)


@pytest.mark.parametrize("folder", LARGE_ONES_LONG)
@pytest.mark.parametrize("left_out", NAMES)
def test_each_pass_may_be_left_out(folder: str, left_out: str) -> None:
    for seed in range(100, 100 + GAMES[folder][1]):
        assert made(folder, left_out).played(seed) == not_improved(folder, seed)


@pytest.mark.parametrize("folder", EACH_GAME)
def test_lists_that_are_changed_are_the_functions_own(folder: str) -> None:
    """A constant would be changed for all who ask for it again."""
    module = forms(folder, GAMES[folder][0]).playout
    for function in module.functions.values():
        changed = set()
        for x in statements(function.body):
            if isinstance(x, ir.Do) and isinstance(x.value, ir.Op) and operation(x.value.name).changes >= 0:
                changed.add(x.value.args[operation(x.value.name).changes])
        lets = [x for x in statements(function.body) if isinstance(x, ir.Let)]
        while passed_on := {x.value for x in lets if x.var in changed and isinstance(x.value, ir.Local)} - changed:
            changed |= passed_on
        for x in lets:
            if x.var in changed and x.value not in changed:
                assert isinstance(x.value, ir.Op), (function.name, x)
                assert operation(x.value.name).fresh, (function.name, x)
