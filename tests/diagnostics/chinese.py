"""Whether what authors are told is said in Chinese, too: what is left in English, and the texts that findings can have.

The texts are read from the sources of what makes findings: each literal and each f-string in which words stand beside each
other. Those that are put together in another way stand here with an example of what they make up.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from rulekit.i18n.findings import translated
from rulekit.i18n.templates import without_code
from tests.playing import ROOT

SOURCE = ROOT / "rulekit"
LANG = "zh-Hans"
PLACES = (
    *("dsl/**/*.py", "board/look_file.py", "board/mentions.py", "board/places.py", "board/reader.py"),
    *("rule_tests/lowering.py", "rule_tests/set_up.py"),
    *("loader.py", "needs.py", "files.py", "api.py", "diagnostics.py", "cli/findings.py"),
)
"""Where findings are made"""
COMPILED, RAISED = "compiler/**/*.py", ("CompileError", "TooDeep")
"""Where nothing is said to authors but what is raised"""
LEFT_OUT = ("dsl/arguments.py", "dsl/operations.py", "dsl/gaps.py", "dsl/plain_slots.py", "dsl/types.py")
"""What they say is for who works on rulekit, is a pattern, or (the words of types) looked at by itself"""
ENGLISH = re.compile(r"[A-Za-z']{2,}(?:,? +[A-Za-z']{2,})+")
"""Words of English beside each other"""

MADE_UP = {
    "nobody is asked here": "nobody is asked here: no player carries this rule out",
    "nobody is `me` here, but `x2` is about whoever carries it out": (
        "nobody is `me` here, but `x` is about whoever carries it out: no player carries this rule out"
    ),
    "nobody is `me` here": "nobody is `me` here: no player carries this rule out",
    "x1: no player carries this rule out": "nobody is `me` here: no player carries this rule out",
    "these cannot be pieces of x2 at once": "these cannot be pieces of Ash and of Birch at once",
    " and of ": "these cannot be pieces of Ash and of Birch and of Cedar at once",
    "x1 x3 `x5` in the layer x7, and their order matters: x9": (
        "two lines of Ash speak before `x` in the layer y, and their order matters: both draw by chance"
    ),
    "the same": "A and B both speak instead `x` in the layer y, and their order matters: both change `the same`",
    "the variant that is to speak x2": (
        "give one of them a condition that excludes the other;  or say in the variant that is to speak first:  layer x"
    ),
    "say in x2:  layer x4": "say in the variant that is to speak last:  layer x",
    "1 card is": "`x` may be empty here: at most 1 card is put there, more can be drawn, and no rule asks what is left",
    "x1 cards are": "`x` may be empty here: at most 2 cards are put there, more can be drawn, and no rule asks what is left",
    "`x2` may be empty here: at most x4 put there, more can be drawn, and no rule asks what is left": (
        "`x` may be empty here: at most 2 cards are put there, more can be drawn, and no rule asks what is left"
    ),
    "; to reveal it, set a mark below `marks seen by all:` to it, and tell that one:  set x2 to x4": (
        "tell what all at the table may see; to reveal it, set a mark below `marks seen by all:` to it, "
        "and tell that one:  set x to y"
    ),
    "; say it in one rule, with a `repeat`": "by way of: x → y → x; say it in one rule, with a `repeat`",
    "has moved": "`x` is empty here: `y` has moved away what lay there",
    "may be": "`x` may be empty here: `y` moves away what lay there",
    "`x2` x4 empty here: `x6` x8 away what lay there": "`x` is empty here: `y` has moved away what lay there",
    "TEXT: what is said instead": "for example:  TEXT: what is said instead",
    "x1: what is said instead": "for example:  x: what is said instead",
    "a number is needed here, but x2": "a number is needed here, but nothing stands here",
    "this number is x2, but here stands x4": "this number is 3 or more, but here stands 2",
    "one card": "one card; two of them:  one card, one card",
    "x1; two of them:  x3, x5": "one card with force 1; two of them:  one card with force 1, one card with force 1",
    "take it out, or declare what it is: x2": "take it out, or declare what it is: a line  column x is a number",
    "cannot be said yet": "`opens ...` cannot be said yet",
    "does not stand in the block of a variant": "`kind ...` does not stand in the block of a variant",
    "nothing in the rules speaks of x2 `x4`": "nothing in the rules speaks of the place `x`",
    "about x2 a card can say: x4": "about a permission a card can say: refuse, allow",
    "no columns": "it has: no columns",
    "no rule": "no rule is called `x`: there is nothing to replace",
    "x1 is called `x3`: there is nothing to x5": "no weather is called `x`: there is nothing to remove",
    "the x2 `x4` is not known here": "the name `x` is not known here",
    "the x2 `x4` is not known herex6": "the word `x` is not known here (a list of names, each in a language, is needed)",
    " (x2 is needed)": "the name `x` is not known here (a number is needed)",
    "the point is x2; its slots are known:  x4 x6 if ...:": "the point is `x`; its slots are known:  adjust x if ...:",
    "no x2 begins with `x4`": "no sentence begins with `x`",
    "heading in a rule": "no heading in a rule begins with `x`",
    "call the x2 `x4`; people go on reading `x6` with  x8": (
        "for the player say `seat 1`, or call the town `x`; people go on reading `y` with  names: {en: y}  in its row; "
        "readings: (a)   or   (b)"
    ),
    'named "x2" in en  below its heading': (
        'call the town `x`; people go on reading `y` with  named "y" in en  below its heading'
    ),
    "take it away, or open it before with ": "take it away, or open it before with `(`",
    "here should stand x2": "here should stand one letter or two",
    "did you mean ": "did you mean x?",
    "let the place hold them x2": "let the place hold them where it is declared, or name another",
    "let the place hold them all x2": "let the place hold them all where it is declared, or name another",
    ": it goes x2": "`x` cannot be that at first: it goes from 0 up",
    "`x2` cannot be x4: it goes x6": "`x` cannot be 3: it goes from 0 to 2",
    ": it holds x2": "coins cannot lie there: it holds guards",
    "it goes x2": "it goes from 0 up",
    "cannot be read": "x cannot be read: y",
    "cannot be written": "x cannot be written: y",
    "because of this, x2 cannot be understood either": "because of this, lines 3, 4 and 2 more cannot be understood either",
}
"""Text -> an example of a sentence of which it is a part, or which has parts for its values"""
NO_SENTENCES = frozenset(
    (
        *(
            "played by",
            "choose one",
            ': "which one?"',
            "one, another",
            ", for each {g:noun}",
            "for each `x2`",
            "this card",
        ),
        *("x1, at first in bank", "{grid: squares, steps: [[0, 1], [1, 0]]}", "together with X", "refuse, allow"),
        *(
            "before, after, instead of",
            "the number of x2",
            "does not belong",
            "at least 1",
            "not any",
            "in x2 of it",
            "of it",
        ),
        *("their owner", "their owner and partners", "fame of each player: from 0 up", "tent of each player: coins"),
        *("x1 seen by x3:", "what bears the name x2", "move the top card of x2 to x4", "there are x2x3 in x5"),
        *("quoted scalar", "expected <block end>", "mapping values"),
    )
)
"""Lines of rules and parts of them, which stay as they are; what a finding is about; what the reader of YAML says"""


def left_in_english(text: str, names: str = "") -> list[str]:
    """The words beside each other that a sentence still has in Chinese, without lines of rules and what stands in ``names``."""
    return [run for run in ENGLISH.findall(without_code(translated(text, LANG))) if run not in names]


def is_said(text: str) -> bool:
    """Whether a text of a source is translated: as a sentence, as a part of one, or with a list behind it."""
    said = [f"{text}x"] if text.endswith((": ", ":  ")) else [text, f"nothing tells people {text}"]
    return any(translated(form, LANG) != form and not left_in_english(form) for form in said)


def texts() -> Iterator[tuple[str, str]]:
    """(place, text) of every text in the modules that make findings."""
    paths = [path for pattern in PLACES for path in sorted(SOURCE.glob(pattern))]
    for path in (*paths, *sorted(SOURCE.glob(COMPILED))):
        name = path.relative_to(SOURCE).as_posix()
        if name not in LEFT_OUT:
            found = texts_of(path.read_text(encoding="utf-8"), RAISED if name.startswith("compiler") else ())
            yield from ((f"{name}:{line}", text) for line, text in found)


def texts_of(source: str, raised: tuple[str, ...] = ()) -> Iterator[tuple[int, str]]:
    """(line, text) of every text in a module in which words stand beside each other, with `x2`, `x4` ... for its values.
    ``raised``: only of what stands in calls of these."""
    tree = ast.parse(source)
    parts = {id(part) for node in ast.walk(tree) for part in _no_texts(node)}
    calls = [
        n for n in ast.walk(tree) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id in raised
    ]
    for node in (n for whole in (calls if raised else [tree]) for n in ast.walk(whole)):
        if id(node) in parts or not isinstance(node, ast.Constant | ast.JoinedStr):
            continue
        text = ""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        elif isinstance(node, ast.JoinedStr):
            for k, part in enumerate(node.values, 1):
                text += str(part.value) if isinstance(part, ast.Constant) else f"x{k}"
        if ENGLISH.search(without_code(text)):
            yield node.lineno, text


def _no_texts(node: ast.AST) -> Iterator[ast.AST]:
    """Docstrings, the parts of an f-string, and what an operation is asked for (`has(x.op, "asks me")`)."""
    match node:
        case ast.Expr(ast.Constant() as text):
            yield text
        case ast.JoinedStr(values):
            yield from values
            yield from (v.format_spec for v in values if isinstance(v, ast.FormattedValue) and v.format_spec)
        case ast.Call(ast.Name("has" | "having"), arguments):
            yield from arguments


def synonyms() -> list[str]:
    """What is offered in place of verbs that people try."""
    path: Path = SOURCE / "dsl" / "phrases" / "synonyms.txt"
    rows = path.read_text(encoding="utf-8").splitlines()
    return [f"say:  {row.partition('|')[2].strip()}" for row in rows if row and not row.startswith("#")]
