"""Parses whole files with Lark, to locate syntax errors; only used for a file that holds one."""

from __future__ import annotations

from lark import Token as Leaf
from lark import Tree

from rulekit.diagnostics import Diagnostic, Span
from rulekit.dsl.grammar import DIGITS, LONGEST, bracket, grammar
from rulekit.dsl.syntax import Citation, Line, Token, is_text, span_of, words
from rulekit.dsl.syntax_errors import NESTING, between_levels, unexpected


def parsed(text: str, file: str, found: list[Diagnostic]) -> list[Line]:
    """The lines of a file, as the grammar has it. What it cannot read goes into ``found``."""
    from lark.exceptions import LarkError, UnexpectedInput
    from lark.indenter import DedentError

    try:
        tree = grammar().lark.parse(text if text.endswith("\n") else text + "\n")
        return [_line(node, file, 0) for node in tree.children if isinstance(node, Tree)]
    except UnexpectedInput as error:
        found.append(unexpected(error, text, file))
    except DedentError:
        found.append(between_levels(text, file))
    except _LimitExceeded as error:
        found.append(
            Diagnostic("RK103", str(error), Span(file, error.line, error.column, error.column + 1), error.hint)
        )
    except _BlockBesideTail as error:
        text = "something stands behind the `:` of this line already, but the lines below are indented"
        found.append(Diagnostic("RK105", text, error.span, f"write it as the first of the lines below:  {error.said}"))
    except LarkError as error:  # pragma: no cover - nothing known leads here
        found.append(
            Diagnostic("RK101", f"this file cannot be read: {error}", Span(file, 1), "save it as plain UTF-8 text")
        )
    return []


class _LimitExceeded(Exception):
    def __init__(self, what: str, line: int, column: int, hint: str) -> None:
        self.line, self.column, self.hint = line, column, hint
        super().__init__(what)


class _BlockBesideTail(Exception):
    def __init__(self, span: Span, said: str) -> None:
        self.span, self.said = span, said
        super().__init__(said)


def _line(node: Tree[Leaf], file: str, depth: int) -> Line:
    phrases: list[list[Token]] = []
    body: list[Line] = []
    citations: list[Citation] = []
    if depth > NESTING:
        line, column, _ = _place(next(node.scan_values(lambda value: True)))
        raise _LimitExceeded(
            f"blocks are nested more than {NESTING} deep", line, column, "make a deed of a part:  to NAME:"
        )
    for child in node.children:
        if not isinstance(child, Tree):
            citations += [Citation(part.strip(), *_place(child)) for part in child[1:-1].split(",")]
        elif child.data == "phrase":
            tokens = [_token(item) for item in child.children]
            if len(tokens) > LONGEST:
                raise _LimitExceeded(
                    f"a line has more than {LONGEST} words", tokens[0].line, tokens[0].column, "divide it"
                )
            phrases.append(tokens)
        else:
            body.append(_line(child, file, depth + 1))
    has_body = node.data in ("block", "titled")
    if has_body and len(phrases) > 1 and not is_text(phrases[1]):
        raise _BlockBesideTail(span_of(file, phrases[1]), words(phrases[1]))
    return Line(phrases[0], phrases[1] if len(phrases) > 1 else None, body if has_body else None, file, citations)


def _token(item: Tree[Leaf] | Leaf) -> Token:
    line, column, end = _place(item)
    if isinstance(item, Tree):
        return bracket(item.data.upper(), [_token(child) for child in item.children[1:-1]], line, column, end)
    if item.type == "COMMA":
        return Token("SIGN", ",", [], line, column, column + 1)
    if item.type == "NUMBER" and len(item) > DIGITS:
        raise _LimitExceeded(f"a number has at most {DIGITS} digits", line, column, "write a smaller one")
    return Token(item.type, str(item), [], line, column, end)


def _place(item: Tree[Leaf] | Leaf) -> tuple[int, int, int]:
    """(line, column, end column) of a sign or of a whole bracket."""
    first, last = item, item
    while isinstance(first, Tree):
        first = first.children[0]
    while isinstance(last, Tree):
        last = last.children[-1]
    return first.line or 1, first.column or 1, last.end_column or 1
