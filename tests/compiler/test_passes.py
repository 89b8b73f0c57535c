"""The passes that serve speed: what each makes of some functions (``passes/NAME.txt``), and that none of them changes the play.

A fixture names a game, a number of players and functions; below stand these functions before and after the pass, as Python.
``RULEKIT_UPDATE=1 pytest tests/compiler/test_passes.py`` writes them anew: read the difference before it is committed.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest

from rulekit.compiler.analysis.reachable import callees
from rulekit.compiler.build import lowered
from rulekit.compiler.emit.python import Python
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.ops import operation
from rulekit.compiler.ir.traverse import statements
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.passes.write_searches import write_searches
from rulekit.compiler.pipeline import Forms, improving
from rulekit.image import Setup
from rulekit.loader import read_program
from rulekit.plugins.manager import find_plugins
from rulekit.runtime.machine import Machine
from rulekit.runtime.match import Match
from tests.playing import ROOT, game

pytestmark = pytest.mark.slow

FIXTURES = Path(__file__).parent / "passes"
NAMES = [
    *("expand_checks", "settle_attempts", "inline_deeds", "outline", "keep_answers", "inline_points"),
    *("project_keys", "index_by_table", "split_filters", "write_loops"),
    *("forget_answers", "expand_lift"),
]
MDT = "plugins/most_dangerous_time/rulekit_most_dangerous_time/game"
NOBU = "plugins/nobunaga_successors/rulekit_nobunaga_successors/game"
GAMES = {"games/tic_tac_toe": (2, 20), "games/shogun": (4, 12), NOBU: (3, 2), MDT: (2, 2)}
"""game -> (players, matches)"""
EACH_GAME = [pytest.param(folder, marks=pytest.mark.xdist_group(f"passes of {folder}")) for folder in GAMES]


@cache
def low_of(folder: str, players: int) -> Lowering:
    image = game(ROOT / folder).compiled(players).image
    program = read_program(ROOT / folder, find_plugins().devices, ())
    return lowered(program, Setup(tuple(image.seats), dict(image.options)))


@cache
def form(folder: str, players: int, sort: str) -> ir.Module:
    """A form as it is before it is improved."""
    made = Forms(low_of(folder, players))
    return made.plain if sort == "fast" else made._answered


def passes(folder: str, players: int, sort: str):
    return improving(low_of(folder, players), {"begin", *form(folder, players, sort).steps})


def printed(module: ir.Module, low: Lowering) -> dict[str, str]:
    """Function -> its text. Of one whose answers are kept that is two functions."""
    out = {}
    whole = write_searches(module)
    for name in module.functions:
        printer = Python(whole, low.layout.streams.values(), False, low.devices)
        for called in (*sorted({f for f in callees(whole.functions[name]) if f not in module.functions}), name):
            printer._function(whole.functions[called])
        out[name] = "\n".join(printer.out).rstrip()
    return out


# ------------------------------------------------------------ what each makes of some functions
def test_every_pass_has_a_fixture() -> None:
    assert [name for name, _ in passes("games/tic_tac_toe", 2, "playout")] == NAMES
    assert sorted(path.stem for path in FIXTURES.glob("*.txt")) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_fixture(name: str) -> None:
    path = FIXTURES / f"{name}.txt"
    head = path.read_text().split("\n\n", 1)[0].rstrip()
    said = dict(line.split(": ", 1) for line in head.splitlines())
    folder, players = said["game"], int(said["players"])
    before = form(folder, players, "playout")
    for other, apply in passes(folder, players, "playout"):
        after = apply(before)
        if other == name:
            break
        before = after
    old, new = printed(before, low_of(folder, players)), printed(after, low_of(folder, players))
    functions = said["functions"].split(", ")
    made = [f for f in new if f not in old] if said.get("made") else []
    text = f"{head}\n\n# before\n" + "\n\n".join(old[f] for f in functions if f in old)
    text += "\n\n# after\n" + "\n\n".join(new[f] for f in (*functions, *made) if f in new) + "\n"
    if os.environ.get("RULEKIT_UPDATE"):
        path.write_text(text)
    assert text == path.read_text()
    assert old != new, "the pass does nothing here"


# ------------------------------------------------------------ that none changes the play
def source(folder: str, players: int, left_out: frozenset[str], sort: str) -> dict[str, object]:
    low, module = low_of(folder, players), form(folder, players, sort)
    for name, apply in passes(folder, players, sort):
        if name not in left_out:
            module = apply(module)
    printer = Python(write_searches(module), low.layout.streams.values(), False, low.devices)
    text = printer.source()
    return {"source": text, "bound": {name: list(found) for name, found in printer.devices.items()}}


class Made:
    """A compiled game whose fast forms are made with some passes left out."""

    def __init__(self, folder: str, players: int, left_out: frozenset[str]) -> None:
        self.whole = game(ROOT / folder).compiled(players)
        forms = cache(lambda sort: source(folder, players, left_out, sort))
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


KEEPING = ("keep_answers", "forget_answers")
NAMING = ("inline_points", "project_keys", "write_loops")
"""The last of them writes out what the others name."""
ALONE = [(name,) for name in NAMES if name not in KEEPING and name != "write_loops"]


@pytest.mark.parametrize("folder", EACH_GAME)
@pytest.mark.parametrize("left_out", [*ALONE, KEEPING, NAMING], ids="-".join)
def test_each_pass_may_be_left_out(folder: str, left_out: tuple[str, ...]) -> None:
    for seed in range(100, 100 + GAMES[folder][1]):
        assert made(folder, *left_out).played(seed) == not_improved(folder, seed)


@pytest.mark.parametrize("folder", EACH_GAME)
def test_lists_that_are_changed_are_the_functions_own(folder: str) -> None:
    """A list that is kept, or a constant, would be changed for all who ask for it again."""
    module = form(folder, GAMES[folder][0], "playout")
    for _, apply in passes(folder, GAMES[folder][0], "playout"):
        module = apply(module)
    for function in module.functions.values():
        changed = set()
        for x in statements(function.body):
            if isinstance(x, ir.Do) and isinstance(x.value, ir.Op) and operation(x.value.name).changes >= 0:
                changed.add(x.value.args[operation(x.value.name).changes])
        for x in statements(function.body):
            if isinstance(x, ir.Let) and x.var in changed:
                fresh = isinstance(x.value, ir.Op) and operation(x.value.name).fresh
                assert fresh or isinstance(x.value, ir.Filter | ir.Map) or x.value in changed, (function.name, x)


def test_what_is_kept_is_forgotten_in_time() -> None:
    """Left out, `forget_answers` shows: the play of a game that keeps answers goes wrong."""
    wrong = made(NOBU, "forget_answers")
    assert any(not_improved(NOBU, seed) != wrong.played(seed) for seed in range(2))
