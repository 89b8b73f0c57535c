"""Who may know whom: the ways of importing in the house, an engine that knows no game, games without Python, a light import."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from rulekit.board import read_board
from rulekit.installed import find_game
from tests.playing import ROOT, SHOGUN, python

ENGINE, GAMES = ROOT / "rulekit", ROOT / "games"
GAME_WORDS = re.compile(
    r"(?<![a-z])(castle|temple|theat(re|er)|rice|chest|daimyo|shogun|tower|clan|samurai|province|season|winter|farmer|revolt"
    r"|army|armie)s?(?![a-z])",
    re.IGNORECASE,
)
"""Words of the games that come with rulekit"""
WARGAMES = ("shogun", "most_dangerous_time", "nobunaga_successors")
FONTS = re.compile(r"Noto (Sans|Serif)")
"""Typefaces that are called as a place is"""
FORBIDDEN = {
    "rulekit.dsl": (
        "rulekit.runtime",
        "rulekit.compiler",
        "rulekit.cli",
        "rulekit.tui",
        "rulekit.bots",
        "click",
        "rich",
    ),
    "rulekit.runtime": (
        "rulekit.dsl",
        "rulekit.compiler",
        "rulekit.loader",
        "rulekit.cli",
        "rulekit.tui",
        "lark",
        "ruamel",
    ),
    "rulekit.compiler": (
        "rulekit.runtime",
        "rulekit.cli",
        "rulekit.tui",
        "rulekit.bots",
        "lark",
        "ruamel",
        "click",
        "rich",
    ),
    "rulekit.i18n": ("rulekit.tabletop", "rulekit.cli", "rulekit.tui", "rulekit.web", "click", "rich"),
    "rulekit.tabletop": ("rulekit.cli", "rulekit.terminal", "rulekit.tui", "rulekit.web", "click"),
    "rulekit.terminal": ("rulekit.cli", "rulekit.tui", "rulekit.web", "click"),
    "rulekit.tui": ("rulekit.cli", "rulekit.web", "click"),
    "rulekit.web": ("rulekit.cli", "rulekit.tui", "click", "rich"),
    "rulekit.bots": ("rulekit.dsl", "rulekit.compiler", "rulekit.cli", "rulekit.tui", "lark"),
    "rulekit": ("rulekit.cli", "rulekit.tui", "rulekit.web", "rulekit.lab", "rulekit.envs"),
}
"""package -> what nothing in it may import, not even inside a function or for types alone"""
OUTER = ("rulekit.__main__", "rulekit.cli", "rulekit.tui", "rulekit.web", "rulekit.lab", "rulekit.envs")
HEAVY = ("attr", "attrs", "click", "lark", "pluggy", "rich", "ruamel", "numpy", "asyncio", "json", "importlib.metadata")
READING = ("lark", "ruamel", "rulekit.dsl", "rulekit.compiler", "rulekit.loader", "rulekit.cli")
FILES = sorted(ENGINE.rglob("*.py"))


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


MODULES = {module_of(path) for path in FILES}


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """(line, module) of everything that is imported anywhere in a file; also what is named as a module in a text."""
    package = module_of(path) if path.name == "__init__.py" else module_of(path).rpartition(".")[0]
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, name.name) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            source = ".".join([*above, *([node.module] if node.module else [])])
            yield node.lineno, source
            yield from ((node.lineno, f"{source}.{name.name}") for name in node.names)


def inside(module: str, package: str) -> bool:
    return module == package or module.startswith(package + ".")


@pytest.mark.parametrize("package", FORBIDDEN)
def test_imports_go_one_way(package: str) -> None:
    wrong = []
    for path in FILES:
        here = module_of(path)
        if not inside(here, package) or (package == "rulekit" and any(inside(here, outer) for outer in OUTER)):
            continue
        for line, name in imports(path):
            if here == "rulekit" and inside(name, "rulekit.lab"):
                continue  # the front door names what it lets in when it is asked for
            if any(inside(name, other) for other in FORBIDDEN[package]):
                wrong.append(f"{path.relative_to(ROOT)}:{line} imports {name}")
    assert not wrong, "\n".join(wrong)


def test_what_is_forbidden_is_there() -> None:
    names = {*FORBIDDEN, *OUTER, *READING, *(name for names in FORBIDDEN.values() for name in names)}
    assert not {name for name in names if name.partition(".")[0] == "rulekit"} - MODULES


def test_no_circle_of_imports() -> None:
    """Modules can be understood, tested and moved one after the other. Imports for types and imports inside functions count,
    and so does the ``__init__`` of a package that is entered from outside."""
    needs = {module_of(path): set(needed(path)) for path in FILES}
    circles = [circle for circle in components(needs) if len(circle) > 1]
    assert not circles, "these import each other: " + "; ".join(", ".join(sorted(circle)) for circle in circles)


def test_circles_are_found() -> None:
    needs = {"a": {"b"}, "b": {"c", "d"}, "c": {"a"}, "d": {"e"}, "e": set()}
    assert sorted(map(sorted, components(needs))) == [["a", "b", "c"], ["d"], ["e"]]


def needed(path: Path) -> Iterator[str]:
    """The modules of ours that a module imports anywhere, with the packages that this enters."""
    here, names = module_of(path), [name for _, name in imports(path)]
    for name in names:
        if any(other.startswith(f"{name}.") and other in MODULES for other in names):
            continue  # `from package import module` is about the module
        parents = name.split(".")
        for end in range(1, len(parents)):
            package = ".".join(parents[:end])
            if package in MODULES and not inside(here, package):
                yield package
        if name in MODULES and name != here:
            yield name


def components(needs: dict[str, set[str]]) -> list[list[str]]:
    """The strongly connected components of a graph, by Tarjan's algorithm (SIAM Journal on Computing 1, 1972)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(node: str) -> None:
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(needs[node]):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            at = stack.index(node)
            found.append(stack[at:])
            del stack[at:]

    for node in sorted(needs):
        if node not in index:
            visit(node)
    return found


def test_the_outer_rooms_use_what_is_public() -> None:
    """The command line reaches neither into the reader nor into the compiler."""
    wrong = []
    for path in (ENGINE / "cli").rglob("*.py"):
        for line, name in imports(path):
            if inside(name, "rulekit.dsl") or inside(name, "rulekit.compiler"):
                wrong.append(f"{path.relative_to(ROOT)}:{line} imports {name}")
    assert not wrong, "\n".join(wrong)


def test_games_hold_no_python() -> None:
    kinds = {path.suffix for path in GAMES.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    assert kinds <= {".rules", ".yaml", ".md"}


# ---------------------------------------------------------------- the engine knows no game
def test_the_engine_knows_no_game() -> None:
    """Not in its code, and not in an example of a comment or a docstring either: no word of them, no place on their maps."""
    names = {place.thing for game in WARGAMES for place in read_board(find_game(game)).places.values()}
    places = re.compile(rf"\b({'|'.join(map(re.escape, sorted(names)))})\b")
    assert places.search("to Kyo") and places.search("Kaga: 3")
    found = []
    for path in sorted(ENGINE.rglob("*")):
        if not path.is_file() or "__pycache__" in path.parts or path.suffix == ".mo":  # compiled from the .po
            continue
        text = path.read_text(encoding="utf-8")
        for number, line in enumerate(text.splitlines(), 1):
            if GAME_WORDS.search(line) or places.search(FONTS.sub("", line)):
                found.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()}")
        if GAME_WORDS.search(path.name):
            found.append(f"the name of {path.relative_to(ROOT)}")
    assert not found, "\n".join(found)


# ---------------------------------------------------------------- what an import costs
def test_importing_rulekit_costs_nothing() -> None:
    code = "import sys; before = set(sys.modules); import rulekit; print(*sorted(set(sys.modules) - before))"
    modules = python(code).split()
    assert not [m for m in modules if any(inside(m, heavy) for heavy in HEAVY)]
    assert {m for m in modules if inside(m, "rulekit")} == {"rulekit", "rulekit.version"}


def test_a_compiled_game_is_played_without_reader_and_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was compiled once is found again: no grammar, no reader, no compiler is loaded for it."""
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path))
    tmp_path.chmod(0o700)
    code = f"""
import json, sys, rulekit
match = rulekit.load({str(SHOGUN)!r}).start(3, 1)
match.choose(match.decisions[0], 0)
match.decisions[0].prompt(), match.view("Red"), [e.text() for e in match.journal]
print(json.dumps(sorted(sys.modules)))
"""
    first, second = (set(json.loads(python(code).splitlines()[-1])) for _ in range(2))
    assert "rulekit.loader" in first
    assert not [m for m in second if any(inside(m, x) for x in READING)]
