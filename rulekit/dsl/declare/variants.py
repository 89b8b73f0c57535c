"""Variants say only what differs; tests say what must come out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from rulekit.diagnostics import Span
from rulekit.dsl.arguments import by_name
from rulekit.dsl.declare.context import DeclarationContext, DeferredBody
from rulekit.dsl.declare.families import Heading, layer_known, make_entry
from rulekit.dsl.declare.game import add_to_game, judge_anew
from rulekit.dsl.declare.pieces import group_row
from rulekit.dsl.overlay import is_edit
from rulekit.dsl.readings import Tokens
from rulekit.dsl.scope import Scope
from rulekit.dsl.symbols import RuleTest, Variant
from rulekit.dsl.syntax import Line, Token


def variant(d: DeclarationContext, line: Line, *, x: str, g: str, t: str) -> None:
    if not d.program.name:
        hint = f"name the game, and the variant behind `--variant`:  GAME --variant {Path(line.span.file).name}"
        d.reader.report("RK322", f"this is a variant of `{g}`, and no game is here", line.span, hint)
        return
    if g != d.program.name:
        d.reader.report(
            "RK322",
            f"this is a variant of `{g}`, but the game is `{d.program.name}`",
            line.span,
            d.reader.suggestions.near(g, [d.program.name]),
        )
        return
    made = Variant(x, t, line.span, _layer(d, line))
    d.known(x, "the variant", d.program.variants, line)
    d.program.variants[x] = made
    for sub in line.body or ():
        if sub.is_note:
            continue
        if is_edit(d.reader, sub):
            continue  # done before anything was read
        if sub.first == "layer":
            continue  # read before the others
        if sub.first == "named":
            made.names.update(d.named(sub))
        elif sub.first == "add":
            _add(d, sub, made.layer)
        elif sub.first in (
            "number",
            "set",
            "value",
            "whether",
            "to",
            "permission",
            "table",
            "places",
            "marks",
            "piece",
        ):
            d.headings([sub])
        elif sub.first in NOT_HERE:
            _not_here(d, sub)
        elif sub.first == "bots":
            judge_anew(d, sub)
        elif add_to_game(d, sub):
            continue
        else:
            d.deferred.bodies.append(DeferredBody("variant", sub, Scope(), None, x))


def _layer(d: DeclarationContext, line: Line) -> str:
    """``layer weather``, or `house` where the variant does not say it."""
    said = "house" if "house" in d.program.layers else d.program.layers[-1]
    for sub in line.body or ():
        if sub.first == "layer" and (bound := d.reader.one(("D",), sub, sub.tokens)) is not None:
            said = str(bound.said["x"])
            layer_known(d, sub, said)
    return said


NOT_HERE = {
    **dict.fromkeys(
        ("kind", "family", "group", "graph", "scene", "window", "chapter", "variant", "test"),
        "write it at the left margin of this file, outside the variant",
    ),
    **dict.fromkeys(
        ("game", "layers", "begins", "played"),
        "that is the game's to say; a variant says what is done instead:  instead of play the game:",
    ),
    "opens": "no card opens a window by itself; say  before P:  or  after P:  with  open WINDOW  below it",
}
"""Lines that people will look for in a variant -> where they belong."""


def _not_here(d: DeclarationContext, sub: Line) -> None:
    what = "cannot be said yet" if sub.first == "opens" else "does not stand in the block of a variant"
    d.reader.report("RK310", f"`{sub.first} ...` {what}", sub.span, NOT_HERE[sub.first])


def _add(d: DeclarationContext, sub: Line, layer: str) -> None:
    bound = d.reader.one(("DH",), sub, sub.tokens)
    if bound is not None:
        ADDED[bound.phrase.op](bound.said, d, sub, layer)


def _add_row(d: DeclarationContext, sub: Line, layer: str, *, g: str) -> None:
    made = d.program.groups.get(d.words.group_plurals.get(g, ""))
    if made is None:
        groups = sorted(d.words.group_plurals)
        near = d.reader.suggestions.near(g, groups)
        if near is None and groups:
            near = f"groups to which rows are added:  {', '.join(groups)}"
        d.reader.report("RK301", f"no group is called `{g}`", sub.span, near)
        return
    for row in sub.body or [Line(sub.tail or sub.tokens, None, None, sub.file, sub.citations)]:
        group_row(d, made, row)


def _add_entry(d: DeclarationContext, sub: Line, layer: str, *, x: str, y: str, t: str, p: Token | None = None) -> None:
    if x not in d.program.families:
        near = d.reader.suggestions.near(x, d.program.families)
        d.reader.report("RK301", f"no family is called `{x}`", sub.span, near)
        return
    make_entry(d, Heading(y, t, p), x, sub, layer)


_ADDED: Mapping[str, Callable[..., None]] = {"add-row": _add_row, "add-entry": _add_entry}
ADDED = by_name(_ADDED, 3, "declaration")


def test(d: DeclarationContext, line: Line, *, t: str, l: Tokens = ()) -> None:
    clauses = [token for token in l if token.kind == "NAME"]
    d.program.cited += [(x.text, Span(line.file, x.line, x.column, x.end)) for x in clauses]
    made = RuleTest(t, [x.text for x in clauses], line.span)
    d.program.tests.append(made)
    d.deferred.bodies.append(DeferredBody("test", line, Scope(), None, made))


HANDLERS = {"variant": variant, "test": test}
