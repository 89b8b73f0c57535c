"""Text -> lines of tokens. Lark does the work; its complaints become findings in the author's words."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulekit.diagnostics import Diagnostic, Span
from rulekit.dsl.syntax import Citation, Line, Token

if TYPE_CHECKING:
    from lark import Lark

NESTING = 64
"""Deepest brackets and blocks: a limit of ours, so that hostile text meets a message and not Python's own limit."""
FILE_SIZE = 1 << 20
DIGITS = 9
LONGEST = 500
"""Most tokens of one line."""


@cache
def _parser() -> Lark:
    from lark import Lark
    from lark.indenter import Indenter

    class Blocks(Indenter):
        NL_type = "_NL"
        OPEN_PAREN_types: list[str] = ["LPAR", "LBRACE"]  # noqa: RUF012  (Lark's own interface)
        CLOSE_PAREN_types: list[str] = ["RPAR", "RBRACE"]  # noqa: RUF012
        INDENT_type = "_INDENT"
        DEDENT_type = "_DEDENT"
        tab_len = 4

    grammar = Path(__file__).with_name("rules.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", postlex=Blocks(), propagate_positions=True, maybe_placeholders=False)


@lru_cache(maxsize=128)
def _lines(text: str, file: str) -> tuple[Line, ...]:
    """Nobody changes a line once it is read, so a text that comes again (one file of many was changed) is read once."""
    tree = _parser().parse(text if text.endswith("\n") else text + "\n")
    return tuple(_line(node, file, 0) for node in tree.children if hasattr(node, "data"))


def parse(text: str, file: str, found: list[Diagnostic]) -> list[Line]:
    """The lines of a file. What can not be read goes into ``found``; the lines before it are not returned then."""
    from lark.exceptions import LarkError, UnexpectedInput
    from lark.indenter import DedentError

    trouble = _unreadable(text, file)
    if trouble:
        found.append(trouble)
        return []
    try:
        return list(_lines(text, file))
    except UnexpectedInput as error:
        found.append(_unexpected(error, text, file))
    except DedentError:
        found.append(_dedent(text, file))
    except _TooMuch as error:
        found.append(Diagnostic("RK103", str(error), Span(file, error.line, error.column, error.column + 1)))
    except LarkError as error:  # pragma: no cover - nothing known leads here
        found.append(Diagnostic("RK101", f"this file can not be read: {error}", Span(file, 1)))
    return []


class _TooMuch(Exception):
    def __init__(self, what: str, line: int, column: int) -> None:
        self.line, self.column = line, column
        super().__init__(what)


def _unreadable(text: str, file: str) -> Diagnostic | None:
    if len(text) > FILE_SIZE:
        return Diagnostic("RK103", f"this file is larger than {FILE_SIZE} characters", Span(file, 1))
    for number, line in enumerate(text.splitlines(), 1):
        indent = line[: len(line) - len(line.lstrip())]
        if "\t" in indent:
            return Diagnostic(
                "RK102",
                "a tab stands at the beginning of this line",
                Span(file, number, 1, 2),
                "indent with two blanks for each level",
            )
        for column, char in enumerate(line, 1):
            if (char < " " and char != "\t") or "\ud800" <= char <= "\udfff" or char == "\ufeff":
                hint = "save the file as plain UTF-8 text"
                return Diagnostic(
                    "RK101", "a character that no text should hold", Span(file, number, column, column + 1), hint
                )
    depth = 0
    for number, line in enumerate(text.splitlines(), 1):
        for column, char in enumerate(line, 1):
            depth += (char in "({") - (char in ")}")
            if depth > NESTING:
                return Diagnostic(
                    "RK103", f"brackets are nested more than {NESTING} deep", Span(file, number, column, column + 1)
                )
    return None


def _unexpected(error: Any, text: str, file: str) -> Diagnostic:
    token = getattr(error, "token", None)
    expected = set(getattr(error, "accepts", None) or getattr(error, "expected", None) or ())
    line, column = max(getattr(error, "line", 1) or 1, 1), max(getattr(error, "column", 1) or 1, 1)
    rows = text.splitlines()
    if token is not None and token.type in ("$END", "_NL", "_DEDENT") and "_INDENT" in expected:
        while line > 1 and (line > len(rows) or not rows[line - 1].strip()):
            line -= 1
        return Diagnostic(
            "RK104",
            "an indented line is expected after `:`",
            Span(file, line, column, column + 1),
            "write what belongs to it below, two blanks further in",
        )
    if token is not None and token.type == "_INDENT":
        number = min(line + str(token).count("\n"), len(rows))
        number = (
            next((n for n in range(line + 1, len(rows) + 1) if rows[n - 1].strip()), number)
            if not rows[line - 1].strip()
            else number
        )
        return Diagnostic(
            "RK105",
            "this line is indented, but the line above does not end with `:`",
            Span(file, max(number, 1), 1, 2),
            "end the line above with `:`, or move this line to the left",
        )
    char = rows[line - 1][column - 1 : column] if line <= len(rows) else ""
    if char == '"':
        return Diagnostic(
            "RK101",
            "this text is not closed",
            Span(file, line, column, column + 1),
            'a text ends on the same line with `"`',
        )
    if char == "[":
        return Diagnostic("RK101", "a citation stands at the end of a line", Span(file, line, column, column + 1))
    if (token is not None and token.type in ("RPAR", "RBRACE")) or char in ")}":
        return Diagnostic("RK101", f"this `{char}` closes nothing", Span(file, line, column, column + 1))
    if token is not None and token.type == "_NL" and {"RPAR", "RBRACE"} & expected:
        return Diagnostic("RK101", "a bracket on this line is not closed", Span(file, line, column, column + 1))
    if char == ":" and ":" in re.sub(r'"[^"]*"|\{[^}]*\}', "", rows[line - 1][: column - 1]):
        return Diagnostic(
            "RK101",
            "a second `:` stands on this line",
            Span(file, line, column, column + 1),
            "there is one `:` on a line: write what comes after the first one below, two blanks further in",
        )
    what = f"`{char}` can not stand here" if char.strip() else "this line can not be read"
    return Diagnostic("RK101", what, Span(file, line, column, column + 1))


def _dedent(text: str, file: str) -> Diagnostic:
    """Lark does not say where; the first line whose indentation closes no open block is the one."""
    open_blocks = [0]
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.split("#")[0].rstrip()
        if not bare.strip():
            continue
        indent = len(bare) - len(bare.lstrip())
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
    return Diagnostic("RK106", "the indentation of this file can not be followed", Span(file, 1))


def _line(node: Any, file: str, depth: int) -> Line:
    phrases: list[list[Token]] = []
    body: list[Line] = []
    citations: list[Citation] = []
    if depth > NESTING:
        raise _TooMuch(f"blocks are nested more than {NESTING} deep", node.meta.line, node.meta.column)
    for child in node.children:
        if not hasattr(child, "data"):
            citations += [
                Citation(part.strip(), child.line, child.column, child.end_column) for part in child[1:-1].split(",")
            ]
        elif child.data == "phrase":
            tokens = [_token(item) for item in child.children]
            if len(tokens) > LONGEST:
                raise _TooMuch(f"a line has more than {LONGEST} words", tokens[0].line, tokens[0].column)
            phrases.append(tokens)
        else:
            body.append(_line(child, file, depth + 1))
    has_body = node.data in ("block", "titled")
    return Line(phrases[0], phrases[1] if len(phrases) > 1 else None, body if has_body else None, file, citations)


def _token(item: Any) -> Token:
    if not hasattr(item, "data"):
        if item.type == "NUMBER" and len(item) > DIGITS:
            raise _TooMuch(f"a number has at most {DIGITS} digits", item.line, item.column)
        return Token(item.type, str(item), [], item.line, item.column, item.end_column)
    meta, inner = item.meta, [_token(child) for child in item.children]
    if item.data == "group":
        return Token(
            "GROUP", "(" + " ".join(t.text for t in inner) + ")", inner, meta.line, meta.column, meta.end_column
        )
    text = "{" + inner[0].text + ": " + " ".join(t.text for t in inner[1:]) + "}"
    return Token("SLOT", text, inner, meta.line, meta.column, meta.end_column)
