"""What ``./run`` and ``run.cmd`` do: set up ``.venv`` where it is missing or out of date, then start what is asked for.

Runs in any Python that rulekit supports, before anything is installed: it imports the standard library alone.
"""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import NoReturn

USAGE = """\
Usage: ./run play [OPTION]...      play SHOGUN (./run play --help shows the options)
       ./run play GAME [OPTION]... play another game
       ./run test                  all checks: style, types, tests
       ./run test TIER [-k X]      some of them, or more, see below; with options of pytest, only the tests
       ./run test PATH... [-k X]   only these tests; any other option of pytest can be given, too
       ./run bench [--check]       how fast things are, as a table
       ./run rulekit ARGUMENT...   any other command of rulekit
       ./run python ARGUMENT...    Python with all that the tests need

Tiers of ./run test:
       quick     style, types, and every test that takes no time: a minute or so on two cores
       engine    what the engine does: language, compiler, runtime, plugins, messages
       tables    what people see of it: prompts, full screen, pages, boards, rulebooks
       browser   the pages in a browser
       lab       many games and what they tell, environments for learning
       trust     what is promised: hostile files, secrecy, house rules, old saves, results of others
       games     the games: their rule tests, whole games, invariants
       native    playouts in C, held against Python
       long      everything, and what takes hours: 2,000 more games with seeds from the date (RULEKIT_SEED=20261126 plays those
                 of that day), wargames whole in browsers; ./run test long PATH... does that with these tests only
"""
TOP = Path(__file__).resolve().parents[1]
VENV = TOP / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
STAMP = VENV / "rulekit-setup"
"""In each .venv that ./run has made: the place of the checkout, then a line for each thing that is ready."""
LOCK = TOP / "tools" / "locked.txt"
"""Every package that the tests need, with version and hashes (`make lock`): pip refuses a file that has another one."""
EXTRAS = ["[fast,tui,web]", "[tui,web]", "[tui]", ""]
"""Extras for who plays; where the first cannot be installed, the next are tried."""
FORMER = "rulekit"
"""What the package was called up to 0.1.0: two packages that bring one module stand in each other's way."""
LONG = {"RULEKIT_LONG": "1"}
"""What the long tier sets (tests/tiers.py): nothing else decides how much a test does."""
COMMON = ["-n", "auto", "--dist", "loadgroup", "--no-loadscope-reorder"]
"""On all cores; tests that share something costly stay in one process, and what takes longest comes first (conftest.py)."""
BROWSER = ["tests/web", "-m", "browser"]
"""Tests in browsers go one at a time, and not beside those that use all cores."""
TIERS = ("quick", "engine", "tables", "browser", "lab", "trust", "games", "native")
"""Each is a marker (conftest.py, tests/tiers.py)"""
BESIDE = "not browser and (fresh or native)"
"""What takes about as long as those, in the process beside them"""


# ---------------------------------------------------------------- set-up
def set_up(what: str) -> None:
    """Installs what is needed to `play` or to `test`; silent when there is nothing to do. Exits where it fails."""
    if _ready(what):
        return
    with _alone():
        if not _ready(what):
            _install(what)


def _checksum() -> str:
    """Changes whenever something else has to be installed."""
    digest = sha256()
    for path in [TOP / "pyproject.toml", LOCK, *sorted(TOP.glob("plugins/*/pyproject.toml"))]:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _stamped() -> list[str]:
    """What is ready in the .venv of this checkout; empty where it was moved here, or where its set-up was not finished."""
    rows = STAMP.read_text(encoding="utf-8").splitlines() if STAMP.is_file() else []
    return rows[1:] if PYTHON.exists() and rows[:1] == [str(TOP)] else []


def _stamp(*ready: str) -> None:
    STAMP.write_text("".join(f"{row}\n" for row in (TOP, *ready)), encoding="utf-8")


def _ready(what: str) -> bool:
    return f"{what} {_checksum()}" in _stamped()


def _install(what: str) -> None:
    if _stamped():
        _tell("Bringing .venv up to date ...", "正在更新 .venv……")
        _stamp()
    else:
        version = ".".join(map(str, sys.version_info[:3]))
        _tell(
            f"Setting up .venv with Python {version}: this takes a minute, once ...",
            f"正在用 Python {version} 准备 .venv：大约一分钟，只有第一次需要……",
        )
        _remove()
        _stamp()
        base = getattr(sys, "_base_executable", None) or sys.executable  # this may be the Python of the old .venv
        if subprocess.run([base, "-m", "venv", str(VENV)], stdout=sys.stderr).returncode:
            _die(f"no virtual environment could be made in {VENV} (see above).")
    if not (_locked_packages() if what == "test" else any(_in_place(f".{extras}") for extras in EXTRAS)):
        _die("the set-up failed (see above). The next run begins it anew.")
    _stamp(*(f"{each} {_checksum()}" for each in (["play", "test"] if what == "test" else ["play"])))


def _remove() -> None:
    """Leaves an empty .venv. Exits where somebody else has made it, or where it is a link: it is not ours to clear."""
    if VENV.is_symlink() or (VENV.exists() and not STAMP.is_file() and any(VENV.iterdir())):
        _die(
            f"{VENV} is there, and ./run has not made it. Move it away or remove it, then try again: nothing in it was changed."
        )
    try:
        if VENV.exists():
            shutil.rmtree(VENV)
        VENV.mkdir()
    except OSError as error:
        _die(f"{VENV} cannot be set up anew: {error}.")


def _locked_packages() -> bool:
    """What the tests need, in the versions of the lock file; the checkout is then built with the packages that are there."""
    return _pip("--require-hashes", "-r", LOCK) and _in_place(".", "--no-deps", "--no-build-isolation")


def _in_place(checkout: str, *options: str) -> bool:
    """Installs this checkout and its plugins in place, so that changes to the sources count at once."""
    subprocess.run([PYTHON, "-m", "pip", "uninstall", "--quiet", "--yes", FORMER], cwd=TOP, capture_output=True)
    words = [*options, "-e", checkout]
    for plugin in sorted(TOP.glob("plugins/*/pyproject.toml")):
        words += ["-e", f"./plugins/{plugin.parent.name}"]
    return _pip(*words)


def _pip(*words: str | Path) -> bool:
    order = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *words]
    return subprocess.run(order, cwd=TOP, env={**os.environ, "PIP_USER": "0"}, stdout=sys.stderr).returncode == 0


@contextmanager
def _alone() -> Iterator[None]:
    """One set-up at a time: whoever comes while .venv is being set up waits until that is done.

    The system lets go of the lock when its process ends, however it ends.
    """
    try:
        file = open(TOP / ".venv.lock", "a+b")  # noqa: SIM115
    except OSError:
        _die(f"{TOP} cannot be written, so .venv cannot be set up there.")
    with file:
        told = False
        while not locked(file.fileno()):
            if not told:
                _tell(
                    "Another ./run is setting up .venv: waiting for it ...", "另一个 ./run 正在准备 .venv：等它完成……"
                )
            told = True
            time.sleep(0.5)
        yield


def locked(number: int) -> bool:
    """Takes the lock on an open file, if nobody has it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _tell(text: str, in_chinese: str) -> None:
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    chinese = next((name for name in names if name), "").startswith("zh")
    print(in_chinese if chinese else text, file=sys.stderr, flush=True)


def _die(text: str) -> NoReturn:
    sys.exit(f"run: {text}")


# ---------------------------------------------------------------- commands
def start(*order: str | Path, cwd: Path | None = None) -> NoReturn:
    """Goes on as another program."""
    words = [str(word) for word in order]
    if cwd is not None:
        os.chdir(cwd)
    if os.name == "posix":
        os.execv(words[0], words)
    sys.exit(subprocess.run(words).returncode)


def step(*order: str, **more: str) -> None:
    """A heading, then a tool of .venv; the run ends where it fails. ``more``: variables of its environment."""
    print(f"\n== {shlex.join(order)}", flush=True)
    _well(subprocess.run([str(BIN / order[0]), *order[1:]], cwd=TOP, env={**environment(), **more}).returncode)


class Tool:
    """A tool of .venv whose output is kept. It has a process group of its own where there are any, so that stopping it stops
    what it has started."""

    def __init__(self, order: Sequence[str], variables: Mapping[str, str]) -> None:
        self.order, self.output, self.status = order, "", 0
        self._variables = variables
        self._lock, self._stopped = threading.Lock(), False
        self._process: subprocess.Popen[bytes] | None = None

    def run(self) -> None:
        with tempfile.TemporaryFile() as kept:
            with self._lock:
                if self._stopped:
                    return
                self._process = subprocess.Popen(
                    [str(BIN / self.order[0]), *self.order[1:]],
                    cwd=TOP,
                    env=self._variables,
                    stdin=subprocess.DEVNULL,
                    stdout=kept,
                    stderr=subprocess.STDOUT,
                    start_new_session=os.name == "posix",
                )
            self.status = self._process.wait()
            kept.seek(0)
            self.output = kept.read().decode(errors="replace")

    def stop(self) -> None:
        with self._lock:
            self._stopped = True
            if self._process is None or self._process.poll() is not None:
                return
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGTERM)
            else:
                self._process.terminate()


@contextmanager
def beside(*orders: Sequence[str], **more: str) -> Iterator[None]:
    """Runs tools of .venv, one after another, while others work. When these are done it waits for the tools, prints the output
    of each, and ends the run if one has failed. No tool outlives the others. ``more``: variables of their environment."""
    with ThreadPoolExecutor(1) as line:
        tools = [Tool(order, {**environment(), **more}) for order in orders]
        done = [line.submit(tool.run) for tool in tools]
        try:
            yield
            for one in done:
                one.result()
        finally:
            for tool in tools:
                tool.stop()
    for tool in tools:
        print(f"\n== {shlex.join(tool.order)}\n{tool.output}", end="", flush=True)
    for tool in tools:
        _well(tool.status)


def _well(status: int) -> None:
    """Ends the run with the status of a tool that has failed."""
    if status:
        sys.exit(status if status > 0 else 128 - status)


def environment() -> dict[str, str]:
    """That of the tools: they start Python hundreds of times, so byte code is kept even where the machine forbids it, but
    then in .venv."""
    kept = dict(os.environ)
    if kept.pop("PYTHONDONTWRITEBYTECODE", ""):
        kept.setdefault("PYTHONPYCACHEPREFIX", str(VENV / "pycache"))
    return kept


def play(words: Sequence[str]) -> NoReturn:
    set_up("play")
    game = TOP / "games" / "shogun"
    named = (bool(words) and not words[0].startswith("-")) or any(word.startswith("--resume") for word in words)
    usual: list[Path] = [] if named else [Path("games/shogun") if Path.cwd() == TOP else game]
    start(BIN / "rulekit", "play", *usual, *words)


def test(words: Sequence[str]) -> None:
    set_up("test")
    tier = words[0] if words else ""
    if tier in TIERS:
        some(tier, [_from_here(word) for word in words[1:]])
    elif tier in ("", "long") and len(words) < 2:
        whole(**(LONG if tier == "long" else {}))
    elif tier == "long":
        step("pytest", *(_from_here(word) for word in words[1:]), **LONG)
    else:
        step("pytest", *(_from_here(word) for word in words))


def some(tier: str, options: Sequence[str]) -> None:
    """The tests of a tier, or those of them that options and paths of pytest leave."""
    if tier == "browser":
        step("pytest", *BROWSER, *options)
        return
    order = ["pytest", *COMMON, "-m", f"{tier} and not browser", *options]
    if tier != "quick" or options:
        step(*order)
        return
    style()
    with beside(["mypy"]):
        step(*order)


def whole(**more: str) -> None:
    """Everything. The tests in browsers take one process when the others are done; the types, and then the tests that set up an
    environment of their own and those of libraries in C, take another one beside it."""
    style()
    step("pytest", *COMMON, "-m", "not browser and not fresh and not native", **more)
    with beside(["mypy"], ["pytest", "-m", BESIDE], **more):
        step("pytest", *BROWSER, **more)
    if more:
        # pytest carries out the same while it looks what rule tests come to; here are the commands as somebody types them
        step("rulekit", "test", "games/shogun")
        step("rulekit", "coverage", "games/shogun", "--games", "3", "--fail-under", "100")


def _from_here(word: str) -> str:
    """A path is meant from where the command is given; pytest runs at the top of the checkout."""
    path, *test = word.split("::")
    return "::".join([os.path.relpath(path, TOP), *test]) if os.path.exists(path) else word


def style() -> None:
    step("ruff", "check")
    step("ruff", "format", "--check")
    step("codespell", ".")


def bench(words: Sequence[str]) -> NoReturn:
    set_up("play")
    start(PYTHON, "-m", "benchmarks.run", *words, cwd=TOP)


def rulekit(words: Sequence[str]) -> NoReturn:
    set_up("play")
    start(BIN / "rulekit", *words)


def python(words: Sequence[str]) -> NoReturn:
    set_up("test")
    start(PYTHON, *words, cwd=TOP)


COMMANDS = {"play": play, "test": test, "bench": bench, "rulekit": rulekit, "python": python}


def main(words: Sequence[str]) -> None:
    if (words and words[0] in ("help", "-h", "--help")) or list(words) in (["test", "-h"], ["test", "--help"]):
        print(USAGE, end="")
    elif words and words[0] in COMMANDS:
        COMMANDS[words[0]](words[1:])
    else:
        sys.stderr.write(USAGE)
        sys.exit(2)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except KeyboardInterrupt:
        sys.exit(130)
