"""The corpus of mistakes: one file for each, what the checker says to it beside it, and what it should say.

A fixture ``TOPIC/NAME.rules`` is put into a copy of the toy game, or laid over it when it begins with ``variant``. Lines at
its top say how the rest of the copy differs, and what a good answer is (``\\n`` and ``\\t`` are read in them):

    # game shogun                                        the mistake is one in SHOGUN, without its rule tests
    # in towns.yaml: income: 2 ==> income: two           the first time that the text stands there
    # add words.yaml: zh-Hans:\\n  purse: 钱袋\\n          a further file
    # without game.rules                                 the file is taken away
    # at: move n coinz                                   the line that should be pointed at, by a text that stands in it
    # at towns.yaml: Cedar:                              the same in another file; several `at`: one of them
    # fix: `coins`                                       what has to be offered; several `fix`: one of them

``at`` and ``fix`` are written from the mistake, before the answer is looked at. What is judged is the first finding.

What the checker answers is kept twice. ``TOPIC.txt`` holds of every answer what a reader acts on: the place, the code, the
marked text, what is offered, and whether that is what the fixture asks for. ``TOPIC/NAME.txt`` holds the whole text, for a
sample: the first fixture of each topic with a code, and all of ``several``.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from attrs import frozen

import rulekit
from rulekit.diagnostics import Diagnostic
from tests.playing import SHOGUN, TOY

FOLDER = Path(__file__).parent
FIXTURES = sorted(FOLDER.glob("*/*.rules"))
TOPICS = sorted({f.parent.name for f in FIXTURES})
SINGLE = [f for f in FIXTURES if f.parent.name != "several"]
"""Those with one mistake each: these are judged. Files in ``several`` hold variations of one, and have golden answers only."""
_DIRECTIVE = re.compile(r"# (game|in|add|without|at|fix)\b ?([^:\n]*?)(?:: ?(.*))?$")


@frozen
class Directive:
    word: str
    about: str
    text: str


@frozen
class Mistake:
    """A fixture, read: what is changed, the text itself, and what a good answer is."""

    path: Path
    directives: Sequence[Directive]
    body: str

    @property
    def name(self) -> str:
        return f"{self.path.parent.name}/{self.path.stem}"

    def all(self, word: str) -> list[Directive]:
        return [d for d in self.directives if d.word == word]


@frozen
class Answer:
    """``text`` is the whole of it, ``brief`` what a reader acts on: a line for each finding. ``line`` and ``fix`` say whether
    the first finding points and helps as it should, ``hinted`` whether every finding has a hint. ``said``: every sentence,
    and the rules in which names stand."""

    text: str
    brief: str
    line: bool
    fix: bool
    hinted: bool
    findings: int
    said: Sequence[str] = ()
    rules: str = ""

    @property
    def code(self) -> str:
        """That of the first finding; empty where there is none."""
        match = re.search(r"(?:error|warning) (RK\d{3})", self.brief)
        return match[1] if match else ""

    @property
    def golden(self) -> str:
        """What stands in ``TOPIC.txt`` below the name."""
        judged = f"{'right' if self.line else 'wrong'} line, {'right' if self.fix else 'wrong'} fix"
        return f"  {judged}\n{self.brief}"


def read(path: Path) -> Mistake:
    found: list[Directive] = []
    rows = path.read_text(encoding="utf-8").splitlines()
    while rows and (match := _DIRECTIVE.fullmatch(rows[0])):
        texts = [(x or "").replace("\\n", "\n").replace("\\t", "\t") for x in match.groups()]
        found.append(Directive(*texts))
        rows.pop(0)
    return Mistake(path, found, "\n".join(rows) + "\n")


def lay_out(fixture: Path, place: Path) -> list[Path]:
    """Copies the game to ``place`` with the mistake in it; gives the variants to be laid over it."""
    mistake = read(fixture)
    shogun = bool(mistake.all("game"))
    left_out = shutil.ignore_patterns("tests") if shogun else None
    shutil.copytree(SHOGUN if shogun else TOY, place, ignore=left_out)
    for d in mistake.directives:
        if d.word == "without":
            (place / d.about).unlink()
        elif d.word == "add":
            (place / d.about).write_text(d.text, encoding="utf-8")
        elif d.word == "in":
            path = place / d.about
            before = path.read_text(encoding="utf-8")
            old, arrow, new = d.text.partition(" ==> ")
            assert arrow and old in before, f"{fixture.name}: {d.about} does not hold {old!r}"
            path.write_text(before.replace(old, new, 1), encoding="utf-8")
    if not mistake.body.strip():
        return []
    said = next(row for row in mistake.body.splitlines() if row and not row.startswith("#"))
    is_variant = re.match("v[a-z]+ .* of ", said) or said.startswith("variant ")
    own = place.parent / fixture.name if is_variant else place / fixture.name
    own.write_text(mistake.body, encoding="utf-8")
    return [own] if is_variant else []


def answer(fixture: Path, place: Path) -> Answer:
    """What is found: one paragraph each, with place, code, message, the marked text, hint, other places."""
    mistake = read(fixture)
    variants = lay_out(fixture, place)
    found, sources = rulekit.check(place, variants)
    if not found:
        return Answer("", "", False, False, True, 0)

    def bare(text: str) -> str:
        return text.replace(f"{place}/", "").replace(f"{place.parent}/", "").replace(str(place), "GAME")

    return Answer(
        text=bare("".join(_told(d, sources) for d in found)),
        brief=bare("".join(_acted_on(d, sources) for d in found)),
        line=_points(found[0], mistake, place, variants),
        fix=_helps(found[0], mistake),
        hinted=all(d.hint for d in found),
        findings=len(found),
        said=[sentence for d in found for sentence in _sentences(d)],
        rules="\n".join([*sources.values(), mistake.body]),
    )


def _sentences(d: Diagnostic) -> list[str]:
    own = [d.message, *([d.hint] if d.hint else []), *(text for text, _ in d.also)]
    return own + [sentence for behind in d.follows for sentence in _sentences(behind)]


def _told(d: Diagnostic, sources: dict[str, str]) -> str:
    out = [f"{d.span}: {d.severity} {d.code}: {d.message}", f"    at: {_marked(d, sources)}"]
    out += [f"    hint: {d.hint}"] if d.hint else []
    out += [f"    {text}: {span}" for text, span in d.also]
    out += [f"    and {len(d.follows)} more that follow from this"] if d.follows else []
    return "".join(row + "\n" for row in out)


def _marked(d: Diagnostic, sources: dict[str, str]) -> str:
    line = sources.get(d.span.file, "").splitlines()[d.span.line - 1 : d.span.line]
    return line[0][d.span.column - 1 : max(d.span.end - 1, d.span.column)] if line else ""


def _acted_on(d: Diagnostic, sources: dict[str, str]) -> str:
    """The place, the code, what is marked there, and what the hint quotes: between backquotes, or behind two blanks."""
    offered = [" ".join(quoted).strip() for quoted in re.findall(r"`([^`]*)`|  (\S.*?)(?:  |$)", d.hint or "")]
    row = f"  {d.span} {d.severity} {d.code} at: {_marked(d, sources)}"
    return "".join(f"{x}\n" for x in [row.rstrip(), *(f"    offers: {x}" for x in offered)])


def _points(first: Diagnostic, mistake: Mistake, place: Path, variants: Sequence[Path]) -> bool:
    wanted: set[tuple[str, int]] = set()
    for d in mistake.all("at"):
        path = place / d.about if d.about else (variants[0] if variants else place / mistake.path.name)
        if d.text == ".":
            wanted.add((place.name, 1))
            continue
        lines = path.read_text(encoding="utf-8").splitlines()
        wanted |= {(path.name, n) for n, row in enumerate(lines, 1) if d.text in row}
    return (Path(first.span.file).name, first.span.line) in wanted


def _helps(first: Diagnostic, mistake: Mistake) -> bool:
    said = "\n".join([first.message, first.hint or "", *(text for text, _ in first.also)])
    return any(d.text in said for d in mistake.all("fix"))


# ---------------------------------------------------------------- golden answers
def golden_of(topic: str) -> Path:
    return FOLDER / f"{topic}.txt"


def kept(topic: str) -> dict[str, str]:
    """Name of a fixture -> what is kept of its answer in ``TOPIC.txt``."""
    path = golden_of(topic)
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    return {m[1]: m[2] for m in re.finditer(r"^(\S+):\n((?:  .*\n)*)", text, re.MULTILINE)}


def is_sampled(fixture: Path) -> bool:
    """Whether the whole text is kept: for the first fixture of a topic with a code, and for all of ``several``."""
    return fixture.parent.name == "several" or fixture in _sample(fixture.parent.name)


@cache
def _sample(topic: str) -> frozenset[Path]:
    first: dict[str, str] = {}
    for name, text in sorted(kept(topic).items()):
        if code := re.search(r"RK\d{3}", text):
            first.setdefault(code[0], name)
    return frozenset(FOLDER / topic / f"{name}.rules" for name in first.values())
