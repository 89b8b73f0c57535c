"""Text -> lines of tokens. Lark does the work; its complaints become findings in the author's words."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulekit.diagnostics import Diagnostic, Span
from rulekit.dsl.syntax import Citation, Line, Token
from rulekit.dsl.unreadable import NESTING, between_levels, unexpected, unreadable

if TYPE_CHECKING:
    from lark import Lark

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
    return Lark(grammar, parser="lalr", postlex=Blocks(), propagate_positions=False, maybe_placeholders=False)


@lru_cache(maxsize=128)
def _lines(text: str, file: str) -> tuple[Line, ...]:
    """Nobody changes a line once it is read, so a text that comes again (one file of many was changed) is read once."""
    tree = _parser().parse(text if text.endswith("\n") else text + "\n")
    return tuple(_line(node, file, 0) for node in tree.children if hasattr(node, "data"))


def parse(text: str, file: str, found: list[Diagnostic]) -> list[Line]:
    """The lines of a file. What can not be read goes into ``found``; the lines before it are not returned then."""
    from lark.exceptions import LarkError, UnexpectedInput
    from lark.indenter import DedentError

    trouble = unreadable(text, file)
    if trouble:
        found.append(trouble)
        return []
    try:
        return list(_lines(text, file))
    except UnexpectedInput as error:
        found.append(unexpected(error, text, file))
    except DedentError:
        found.append(between_levels(text, file))
    except _TooMuch as error:
        found.append(Diagnostic("RK103", str(error), Span(file, error.line, error.column, error.column + 1)))
    except LarkError as error:  # pragma: no cover - nothing known leads here
        found.append(Diagnostic("RK101", f"this file can not be read: {error}", Span(file, 1)))
    return []


class _TooMuch(Exception):
    def __init__(self, what: str, line: int, column: int) -> None:
        self.line, self.column = line, column
        super().__init__(what)


def _line(node: Any, file: str, depth: int) -> Line:
    phrases: list[list[Token]] = []
    body: list[Line] = []
    citations: list[Citation] = []
    if depth > NESTING:
        first = next(node.scan_values(lambda value: True))
        raise _TooMuch(f"blocks are nested more than {NESTING} deep", first.line, first.column)
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
    opens, *between, closes = item.children
    inner = [_token(child) for child in between]
    said = " ".join(t.text for t in (inner if item.data == "group" else inner[1:]))
    if item.data == "group":
        return Token("GROUP", f"({said})", inner, opens.line, opens.column, closes.end_column)
    return Token("SLOT", "{" + f"{inner[0].text}: {said}" + "}", inner, opens.line, opens.column, closes.end_column)
