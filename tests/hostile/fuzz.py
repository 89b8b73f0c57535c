"""Hostile inputs by the thousand: real files with something changed, and files made of their words.

``python -m tests.hostile.fuzz --inputs 50000`` gives each input to the code that reads such a thing and looks how it is answered:
no exception but those that users cause, no more than 2 seconds of processor time, no more than 512 MB, and each finding with a
code and a place inside the file. ``--atheris`` lets coverage guide it, where that package is installed.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from random import Random

from attrs import define, field

import rulekit
from rulekit.characters import hidden
from rulekit.diagnostics import Diagnostic
from rulekit.dsl import data
from rulekit.dsl.parser import parse
from rulekit.tabletop import save_files
from tests import patience
from tests.dsl.mutations import SIGNS, WORDS, mutate
from tests.hostile.places import inside
from tests.hostile.rules import RULES
from tests.hostile.tables import TABLES
from tests.playing import ROOT, TOY, game

SECONDS = 2.0
MEMORY = 512 << 20
LONGEST = 20_000
"""Characters of a file that mutation begins with: what large files come to is tried one by one in test_rules and test_tables"""


@define
class Result:
    inputs: int = 0
    refused: int = 0
    slowest: float = 0.0
    faults: list[str] = field(factory=list)
    by: Counter[str] = field(factory=Counter)

    def line(self) -> str:
        each = ", ".join(f"{n} {name}" for name, n in self.by.items())
        return (
            f"{self.inputs} inputs ({each}), {self.refused} refused, the slowest took {self.slowest:.2f} s, "
            f"{_memory() >> 20} MB: {len(self.faults)} faults"
        )


# ---------------------------------------------------------------- what reads them
def rules(text: str, place: Path) -> bool:
    """As one rule file: the grammar alone. Whether it was refused."""
    found: list[Diagnostic] = []
    parse(text, "x.rules", found)
    return _answered(found, text)


def tables(text: str, place: Path) -> bool:
    """As one table."""
    found: list[Diagnostic] = []
    loaded = data.load(place / "x.yaml", "x.yaml", text, found)
    assert loaded is not None or found, "neither data nor a finding"
    return _answered(found, text)


def variants(text: str, place: Path) -> bool:
    """As a variant over a small game: all that the checker does."""
    path = place / "fuzzed.rules"
    path.write_text(text, encoding="utf-8", errors="surrogatepass", newline="")
    try:
        found, sources = rulekit.check(TOY, [path])
    except (rulekit.RulesError, rulekit.UserError) as error:
        assert str(error)
        return True
    for finding in found:
        where = finding.span
        assert finding.code and where.file in sources, f"{finding.code} {where}: where is that?"
        rows = sources[where.file].split("\n")
        assert 1 <= where.line <= len(rows) and 1 <= where.column <= len(rows[where.line - 1]) + 1, (
            f"{where}: not inside"
        )
        assert hidden(finding.message + (finding.hint or "")) is None
    return bool(found)


def saved(text: str, place: Path) -> bool:
    """As a save: the file, and the game that it should lead to."""
    path = place / "fuzzed.json"
    path.write_text(text, encoding="utf-8", errors="surrogatepass")
    try:
        read = save_files.read(path)
        save_files.take_table(read)
        match = game(TOY).migrate(read, journal=False).match
        choices = read["choices"]
        assert isinstance(choices, list) and match.decided <= len(choices)
        game(TOY).resume(read, journal=False)
    except (rulekit.UserError, rulekit.RulesError) as error:
        assert error.message if isinstance(error, rulekit.UserError) else str(error)
        return True
    return False


def _answered(found: Sequence[Diagnostic], text: str) -> bool:
    for finding in found:
        assert finding.code, finding.message
        inside(finding, text)
    return bool(found)


# ---------------------------------------------------------------- what they are made of
@cache
def _files(*patterns: str) -> tuple[str, ...]:
    folders = (ROOT / "games", ROOT / "plugins", ROOT / "tests" / "games", ROOT / "tests" / "house_rules")
    paths = (path for folder in folders for pattern in patterns for path in sorted(folder.rglob(pattern)))
    texts = (path.read_text(encoding="utf-8") for path in paths)
    return tuple(text[:LONGEST] for text in texts if text.strip())


@cache
def _saved() -> str:
    match = game(TOY).start(2, 3)
    random = Random(3)
    while match.asks and match.decided < 14:
        match.decide(0, random.choice(match.asks[0][2]))
    return json.dumps(
        {**match.save(), save_files.TABLE: {"folder": str(TOY), "variants": [], "seats": ["human", "random"]}}
    )


@cache
def _words(text: str) -> tuple[str, ...]:
    return tuple(WORDS.findall(text))


def broken_bytes(text: str, random: Random) -> str:
    """A text with some of its bytes changed, doubled or cut."""
    raw = bytearray(text.encode("utf-8", "surrogatepass"))
    for _ in range(random.choice((1, 2, 8))):
        k = random.randrange(len(raw) + 1)
        match random.randrange(4):
            case 0 if raw:
                raw[min(k, len(raw) - 1)] = random.randrange(256)
            case 1:
                raw[k:k] = bytes(random.randrange(256) for _ in range(random.choice((1, 4, 64))))
            case 2:
                del raw[k : k + random.choice((1, 10, 1000))]
            case _:
                raw[k:k] = raw[max(0, k - random.choice((1, 20, 400))) : k] * random.choice((1, 2, 50))
    return raw.decode("utf-8", random.choice(("replace", "surrogatepass", "ignore")) if _decodes(raw) else "replace")


def _decodes(raw: bytearray) -> bool:
    try:
        raw.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return False
    return True


def soup(text: str, random: Random) -> str:
    """Words and signs of a file in another order, in lines with some indent."""
    words = _words(text) or ("x",)
    rows = []
    for _ in range(random.randrange(1, 12)):
        row = [
            random.choice(words) if random.random() < 0.85 else random.choice(SIGNS)
            for _ in range(random.randrange(10))
        ]
        rows.append(
            " " * random.choice((0, 0, 2, 2, 4, 6)) + random.choice((" ", "", " ")).join(row) + random.choice(("", ":"))
        )
    return "\n".join(rows)


def spliced(text: str, other: str, random: Random) -> str:
    """The beginning of one file and the end of another."""
    return text[: random.randrange(len(text) + 1)] + other[random.randrange(len(other) + 1) :]


def changed(texts: Sequence[str], random: Random) -> str:
    """One input."""
    text = random.choice(texts)
    match random.randrange(5):
        case 0:
            return broken_bytes(text, random)
        case 1:
            return soup(text, random)
        case 2:
            return spliced(text, random.choice(texts), random)
        case _:
            for _ in range(random.choice((1, 1, 2, 5))):
                text, _ = mutate(text, random)
            return text


Read = Callable[[str, Path], bool]
TARGETS: dict[str, tuple[Read, Callable[[], Sequence[str]], int]] = {
    "rules": (rules, lambda: (*_files("*.rules"), *(t[:LONGEST] for t in RULES.values())), 20),
    "tables": (tables, lambda: (*_files("*.yaml"), *(t[:LONGEST] for t in TABLES.values())), 10),
    "variants": (
        variants,
        lambda: tuple(t for t in _files("*.rules") if t.startswith(("variant", "#")) or "variant " in t),
        1,
    ),
    "saves": (saved, lambda: (_saved(),), 10),
}
"""name -> (what reads it, what it is made of, how often for one variant)"""


def inputs(random: Random, number: int) -> Iterator[tuple[str, str]]:
    """So many inputs, each with the name of its target."""
    names = [name for name, (_, _, weight) in TARGETS.items() for _ in range(weight)]
    for k in range(number):
        name = names[k % len(names)]
        yield name, changed(TARGETS[name][1](), random)


def give(name: str, text: str, place: Path, result: Result, what: str) -> None:
    """Gives one input to its target, and notes what is wrong with the answer."""
    most = max(MEMORY, _memory())
    result.inputs += 1
    result.by[name] += 1
    try:
        refused, took = _timed(name, text, place)
        if took > patience.work(
            SECONDS
        ):  # the first of its target also fills what is kept of its game: only what is slow again is
            took = min(took, _timed(name, text, place)[1])
    except (Exception, SystemExit) as error:
        at = traceback.extract_tb(error.__traceback__)[-1]
        result.faults.append(f"{what}: {type(error).__name__}: {str(error)[:200]} ({at.filename}:{at.lineno})")
        refused, took = False, 0.0
    result.refused += refused
    result.slowest = max(result.slowest, took)
    if took > patience.work(SECONDS):
        result.faults.append(f"{what}: {took:.1f} s")
    if _memory() > most:  # what the process has had before is none of this input
        result.faults.append(f"{what}: {_memory() >> 20} MB")


def _timed(name: str, text: str, place: Path) -> tuple[bool, float]:
    """Whether the target refused it, and the seconds of processor time that it took."""
    begun = time.process_time()
    refused = TARGETS[name][0](text, place)
    return refused, time.process_time() - begun


def run(number: int, seed: int, result: Result | None = None) -> Result:
    """Gives so many inputs to their targets; a fault names the seed and the number of its input."""
    result = result or Result()
    random = Random(seed)
    with tempfile.TemporaryDirectory(prefix="rulekit-fuzz-") as folder:
        for k, (name, text) in enumerate(inputs(random, number)):
            give(name, text, Path(folder), result, f"seed {seed}, input {k}, {name}")
    return result


def run_apart(number: int, seed: int) -> Result:
    """The same in a process of its own, whose memory is that of the inputs alone."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(run, number, seed).result()


def _memory() -> int:
    """Bytes that this process has had at most; 0 where the system does not say."""
    try:  # Linux, where getrusage(2) also counts what the process that started this one has had
        status = Path("/proc/self/status").read_text(encoding="utf-8", errors="replace")
        return int(status.partition("VmHWM:")[2].split()[0]) << 10
    except (OSError, IndexError):
        pass
    try:
        import resource
    except ImportError:  # Windows
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def guided(seconds: int) -> None:  # pragma: no cover - needs a package that few machines can have
    """Lets atheris look for inputs that come to code which no input has come to yet. Does not come back."""
    import atheris  # type: ignore[import-not-found, import-untyped, unused-ignore]

    place = Path(tempfile.mkdtemp(prefix="rulekit-fuzz-"))
    names = list(TARGETS)

    def one(raw: bytes) -> None:
        if raw:
            name = names[raw[0] % len(names)]
            TARGETS[name][0](raw[1:].decode("utf-8", "replace"), place)

    atheris.instrument_all()
    atheris.Setup([sys.argv[0], f"-max_total_time={seconds}"], one)
    atheris.Fuzz()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--inputs", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--atheris", type=int, metavar="SECONDS", help="guided by coverage, for so long")
    said = parser.parse_args()
    if said.atheris:
        guided(said.atheris)
    result = run(said.inputs, said.seed)
    for fault in result.faults[:20]:
        print(fault, file=sys.stderr)
    print(f"fuzz: {result.line()}")
    return int(bool(result.faults))


if __name__ == "__main__":
    sys.exit(main())
