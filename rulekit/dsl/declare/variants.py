"""Variants say only what differs; tests say what must come out."""

from __future__ import annotations

from rulekit.dsl.declare.context import DeclarationContext, Later
from rulekit.dsl.declare.families import make_entry
from rulekit.dsl.declare.pieces import group_row
from rulekit.dsl.overlay import is_edit
from rulekit.dsl.program import RuleTest, Variant
from rulekit.dsl.readings import Bound
from rulekit.dsl.scope import Scope
from rulekit.dsl.syntax import Line


def variant(d: DeclarationContext, bound: Bound, line: Line) -> None:
    name, base = bound.values["x"], bound.values["g"]
    if base != d.program.name:
        d.reader.report(
            "RK322",
            f"this is a variant of `{base}`, but the game is `{d.program.name}`",
            line.span,
            d.reader.suggestions.near(base, [d.program.name]),
        )
        return
    made = Variant(name, bound.values["t"], line.span)
    d.known(name, "the variant", d.program.variants, line)
    d.program.variants[name] = made
    for sub in line.body or ():
        if sub.is_note:
            continue
        if is_edit(d.reader, sub):
            continue  # done before anything was read
        if sub.first == "named":
            found = d.reader.one(("D",), sub, sub.tokens)
            if found is not None:
                made.names.update(d.reader.languages(sub, dict(found.values["l"])))
        elif sub.first == "add":
            _add(d, sub)
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
        else:
            d.deferred.bodies.append(Later("variant", sub, Scope(), None, name))


NOT_HERE = {
    **dict.fromkeys(
        ("kind", "family", "group", "graph", "scene", "window", "chapter", "variant", "test"),
        "write it at the left margin of this file, outside the variant",
    ),
    **dict.fromkeys(
        ("game", "option", "layers", "begins", "played"),
        "that is the game's to say; a variant gives an option another value:  rounds is 4",
    ),
    "opens": "no card opens a window by itself; say  before P:  or  after P:  with  open WINDOW  below it",
}
"""Lines that people will look for in a variant -> where they belong."""


def _not_here(d: DeclarationContext, sub: Line) -> None:
    what = "can not be said yet" if sub.first == "opens" else "does not stand in the block of a variant"
    d.reader.report("RK310", f"`{sub.first} ...` {what}", sub.span, NOT_HERE[sub.first])


def _add(d: DeclarationContext, sub: Line) -> None:
    bound = d.reader.one(("DH",), sub, sub.tokens)
    if bound is None:
        return
    if bound.phrase.op == "add-row":
        many = bound.values["g"]
        made = d.program.groups.get(d.words.group_plurals.get(many, ""))
        if made is None:
            d.reader.report(
                "RK301",
                f"no group is called `{many}`",
                sub.span,
                d.reader.suggestions.near(many, d.words.group_plurals),
            )
            return
        for row in sub.body or [Line(sub.tail or sub.tokens, None, None, sub.file, sub.citations)]:
            group_row(d, made, row)
        return
    family = bound.values["x"]
    if family not in d.program.families:
        d.reader.report(
            "RK301", f"no family is called `{family}`", sub.span, d.reader.suggestions.near(family, d.program.families)
        )
        return
    about = {"p": bound.values["p"]} if "p" in bound.values else {}
    make_entry(d, family, {"x": bound.values["y"], "t": bound.values["t"], **about}, sub, "house")


def test(d: DeclarationContext, bound: Bound, line: Line) -> None:
    clauses = [t.text for t in bound.values.get("l", ()) if t.kind == "NAME"]
    from rulekit.diagnostics import Span

    for token in bound.values.get("l", ()):
        if token.kind == "NAME":
            d.program.cited.append((token.text, Span(line.file, token.line, token.column, token.end)))
    made = RuleTest(bound.values["t"], clauses, line.span)
    d.program.tests.append(made)
    d.deferred.bodies.append(Later("test", line, Scope(), None, made))


HANDLERS = {"variant": variant, "test": test}
