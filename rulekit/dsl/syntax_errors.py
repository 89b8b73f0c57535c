"""Explains syntax errors in the author's words: unknown characters, unbalanced brackets, wrong indentation."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulekit.characters import hidden, name_of, position
from rulekit.diagnostics import Diagnostic, Span

if TYPE_CHECKING:
    from lark import Token as Leaf
    from lark.exceptions import UnexpectedInput

NESTING = 64
"""Deepest brackets and blocks: a limit of ours, so that hostile text meets a message and not Python's own limit."""
FILE_SIZE = 1 << 20
OPENING = ("if", "otherwise", "each", "repeat", "for", "begin", "choose", "before", "after", "instead", "me", "adjust",
           "number", "whether", "permission", "scene", "window", "table", "marks", "places", "add",
           "chapter")  # fmt: skip
"""Words that mostly begin a line with a block."""
SIGNS = {
    ">=": "write it in words:  if my points is at least 3",
    "<=": "write it in words:  if my points is at most 3",
    "!=": "write it in words:  if owner of here is not me",
    "==": "write it in words:  if owner of here is me",
    "+=": "a mark is raised:  raise my points by 1",
    ">": "write it in words:  if my points is more than 3",
    "<": "write it in words:  if my points is less than 3",
    "!": "write it in words:  if here is not walled",
    "=": "write it in words: a name is made with  let n be 3, a mark is set with  set round to 3, an option with  rounds is 3",
    "//": "a remark begins with `#`",
    "/": "a half is  half of n, rounded up",
    "%": "there are only whole numbers:  half of n, rounded up",
    "&": "write `and`",
    ";": "every sentence has a line of its own; before a block stands `:`",
    "：": "write the plain sign `:`",
    "，": "write the plain sign `,`",
    "；": "every sentence has a line of its own",
    "“": 'texts stand in plain quotes: `"`',
    "”": 'texts stand in plain quotes: `"`',
    "「": 'texts stand in plain quotes: `"`',
    "'": 'texts stand in plain quotes: `"`; what belongs to something is said with `of`: income of here',
    "（": "write the plain sign `(`",
    "）": "write the plain sign `)`",
    ".": "a line needs no `.` at its end",
    "?": "take the `?` away",
    "]": "a citation begins with `[`",
}
"""Signs that people will write, and what to write in their place."""


_TAB_FIRST = re.compile(r"^ *\t", re.MULTILINE)
_BRACKET = re.compile(r'"[^"\n]*"|\[[^\]\n]*\]|#[^\n]*|[(){}]')
"""A bracket; or a text, a citation or a remark as a whole, in which brackets mean nothing."""

_TEXT_IN_TEXT = re.compile(
    r"""\s*(?:instead\s+of|before|after|remove)\s+(?:the\s+)?line\s+"[^"#]*"(?!\s+of\b)(?=.*")"""
)
TEXT_IN_TEXT = ("the text inside this line ends it", "leave the inner quotes out, or write ' ' for them")
"""What is said of `the line "..."` that holds a text in quotes of its own"""

_SAID = re.compile(r'(?:[^"#]|"[^"]*"|"[^"]*$)*')
"""A line up to its remark"""


def unreadable(text: str, file: str) -> Diagnostic | None:
    if len(text) > FILE_SIZE:
        return Diagnostic(
            "RK103", f"this file is larger than {FILE_SIZE} characters", Span(file, 1), "divide it into several"
        )
    return _strange(text, file) or _nested(text, file)


def _strange(text: str, file: str) -> Diagnostic | None:
    """The first tab at the beginning of a line, or character that does not show itself."""
    tab, at = _TAB_FIRST.search(text), hidden(text)
    if tab is not None and (at is None or tab.start() < at):
        line, _ = position(text, tab.start())
        return Diagnostic(
            "RK102",
            "a tab stands at the beginning of this line",
            Span(file, line, 1, 2),
            "indent with two blanks for each level",
        )
    if at is None:
        return None
    line, column = position(text, at)
    what = f"the character {name_of(text[at])} does not show itself and has no place in a rule"
    hint = "take it out; save the file as plain UTF-8 text"
    return Diagnostic("RK101", what, Span(file, line, column, column + 1), hint)


def _nested(text: str, file: str) -> Diagnostic | None:
    depth = 0
    for found in _BRACKET.finditer(text):
        sign = found[0]
        if sign in ("(", "{"):
            depth += 1
        elif sign in (")", "}"):
            depth = max(depth - 1, 0)
        if depth > NESTING:
            line, column = position(text, found.start())
            what = f"brackets are nested more than {NESTING} deep"
            return Diagnostic(
                "RK103", what, Span(file, line, column, column + 1), "give a part of it a name with `let`"
            )
    return None


def unexpected(error: UnexpectedInput, text: str, file: str) -> Diagnostic:
    """Where the grammar stumbled: at a block that is not there, one too many, or a sign that has no meaning."""
    token = getattr(error, "token", None)
    expected = set(getattr(error, "accepts", None) or getattr(error, "expected", None) or ())
    line, column = max(getattr(error, "line", 1) or 1, 1), max(getattr(error, "column", 1) or 1, 1)
    rows = text.split("\n")
    if "_INDENT" in expected:
        return _no_block(rows, line, file)
    if token is not None and token.type == "_INDENT":
        return _block_for_nothing(rows, line, str(token), file)
    row = rows[line - 1] if line <= len(rows) else ""
    if (inner := _TEXT_IN_TEXT.match(row)) is not None:
        return Diagnostic("RK101", TEXT_IN_TEXT[0], Span(file, line, inner.end(), inner.end() + 1), TEXT_IN_TEXT[1])
    char = row[column - 1 : column]
    if not char.isascii() and char.isspace():
        return _wide_blank(row, Span(file, line, column, column + 1))
    if _of_another_script(char):
        return _another_script(row, Span(file, line, column, column + len(_word_from(row, column))))
    what, hint = _sign(token, char, row, column, expected)
    return Diagnostic("RK101", what, Span(file, line, column, column + 1), hint)


def _wide_blank(row: str, at: Span) -> Diagnostic:
    """A blank of another kind, as an input method for Chinese writes it."""
    if row[: at.column].strip():
        return Diagnostic("RK101", "this blank is a wide one", at, "write a plain blank")
    return Diagnostic(
        "RK101", "wide blanks stand at the beginning of this line", at, "indent with two plain blanks for each level"
    )


def _of_another_script(char: str) -> bool:
    return not char.isascii() and char.isalpha()


def _another_script(row: str, at: Span) -> Diagnostic:
    """A name in another script, or a whole line of prose for readers."""
    said = _bare(row).strip()
    prose = not any(c.isascii() and c.isalpha() for c in said) and not said.endswith((":", "："))
    word = _word_from(row, at.column)
    hint = f'a name in another script stands in quotes: "{word}"'
    if prose:
        hint = f'a sentence for readers stands in quotes: "{said}"'
    return Diagnostic("RK101", f"`{word}` cannot stand here", at, hint)


def _no_block(rows: Sequence[str], line: int, file: str) -> Diagnostic:
    """A line ends with `:`, and what stands below it is not further in. The line with the `:` is the one."""
    above = min(line, len(rows))
    before = next((k for k in range(above - 1, 0, -1) if _bare(rows[k - 1]).strip()), above)
    if _bare(rows[before - 1]).endswith(":") and _indent(rows[above - 1]) <= _indent(rows[before - 1]):
        above = before
    while above > 1 and not _bare(rows[above - 1]).endswith(":"):
        above -= 1
    end = len(_bare(rows[above - 1])) + 1 if rows else 2
    return Diagnostic(
        "RK104",
        "nothing is indented below this line, though it ends with `:`",
        Span(file, above, max(end - 1, 1), max(end, 2)),
        "write what belongs to it below it, two blanks further in; or take the `:` away",
    )


def _block_for_nothing(rows: Sequence[str], line: int, token: str, file: str) -> Diagnostic:
    """A line is further in than the one above, which has no `:`. Which of the two is wrong, the one above mostly tells."""
    below = next((n for n in range(line + 1, len(rows) + 1) if _bare(rows[n - 1]).strip()), min(line + 1, len(rows)))
    above = next((n for n in range(below - 1, 0, -1) if _bare(rows[n - 1]).strip()), below)
    said = _bare(rows[above - 1])
    first = said.split()[0] if said.split() else ""
    if first in OPENING or not said.startswith(" "):
        if said.endswith((";", "：")):
            said = said[:-1]
        return Diagnostic(
            "RK105",
            "the lines below are indented, but this line does not end with `:`",
            Span(file, above, len(said), len(said) + 1),
            "end it with `:`",
        )
    return Diagnostic(
        "RK105",
        "this line is indented, but the line above does not end with `:`",
        Span(file, below, 1, 2),
        "move it to the left, or end the line above with `:`",
    )


def _sign(token: Leaf | None, char: str, row: str, column: int, expected: set[str]) -> tuple[str, str | None]:
    two, rest = row[column - 1 : column + 1], row[column:]
    if char == '"':
        return "this text is not closed", 'a text ends on the same line with `"`'
    if char == "[" and "]" not in rest:
        return "this citation is not closed", "add the `]`"
    if char == "[" or row[: column - 1].rstrip().endswith("]"):
        return (
            "a citation stands at the end of a line",
            "what follows it goes in front of it; for sums there are ( and )",
        )
    if token is not None and token.type == "RBRACE" and "{" in row[:column]:
        return "a slot says what may stand there", "for example:  {here: town}"
    if (token is not None and token.type in ("RPAR", "RBRACE")) or char in list(")}"):
        return f"this `{char}` closes nothing", "take it away, or open it before with " + (
            "`(`" if char == ")" else "`{`"
        )
    if char == ":" and "{" in row[:column] and "}" not in row[row.rindex("{", 0, column) : column]:
        return "this slot is not closed", "add the `}`:  {here: town}"
    if (token is not None and token.type == "_NL") or not char.strip() or char == ":":
        bracket = "(" if row.count("(") > row.count(")") else "{"
        if row.count(bracket) > row.count({"(": ")", "{": "}"}[bracket]):
            return (
                f"the `{bracket}` on this line is not closed",
                "close it with `)`" if bracket == "(" else "add the `}`",
            )
    if char == ":":
        return "there is one `:` on a line", "what belongs to the second one stands below it, two blanks further in"
    if char == "." and row[column - 2 : column - 1].isdigit() and rest[:1].isdigit():
        return "there are only whole numbers", "half of n, rounded up"
    if char == "_":
        return "`_` cannot stand here", "join words with a hyphen:  " + _word_at(row, column).replace("_", "-")
    if not char.isascii() and char.isnumeric():
        raised = unicodedata.name(char, "").startswith(("SUPERSCRIPT", "SUBSCRIPT"))
        digit = None if raised else unicodedata.digit(char, None)
        what = "numbers are written with the digits 0 to 9"
        return f"`{char}` cannot stand here", what if digit is None else f"{what}: write {digit}"
    before = row[column - 2 : column]
    hint = SIGNS.get(two) or SIGNS.get(before) or SIGNS.get(char) or "take it away"
    shown = two if two in SIGNS else before if before in SIGNS else char
    return (f"`{shown}` cannot stand here" if shown.strip() else "this line cannot be read"), hint


def _word_from(row: str, column: int) -> str:
    """The word in another script that begins at a column."""
    end = column
    while end < len(row) and _of_another_script(row[end]):
        end += 1
    return row[column - 1 : end]


def _word_at(row: str, column: int) -> str:
    found = next((m for m in re.finditer(r"[\w-]+", row) if m.start() < column <= m.end()), None)
    return found[0] if found else row[column - 1 : column]


def _bare(row: str) -> str:
    """A line without its remark and the blanks at its end; a sign in a text begins no remark."""
    found = _SAID.match(row)
    return found[0].rstrip() if found else row


def _indent(row: str) -> int:
    return len(row) - len(row.lstrip())


def between_levels(text: str, file: str) -> Diagnostic:
    """Lark does not say where; the first line whose indentation closes no open block is the one."""
    open_blocks = [0]
    for number, line in enumerate(text.split("\n"), 1):
        bare = _bare(line)
        if not bare.strip():
            continue
        indent = _indent(bare)
        if indent > open_blocks[-1]:
            open_blocks.append(indent)
        while indent < open_blocks[-1]:
            open_blocks.pop()
        if indent != open_blocks[-1]:
            return Diagnostic(
                "RK106",
                "this line stands between two levels",
                Span(file, number, 1, indent + 1),
                "let it begin exactly below a line that it goes with",
            )
    return Diagnostic(
        "RK106",
        "the indentation of this file cannot be followed",
        Span(file, 1),
        "indent with two blanks for each level",
    )
