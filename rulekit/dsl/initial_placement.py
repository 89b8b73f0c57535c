"""Reads the initial placement: where things lie at first, where cards are in force, with which deed the game begins."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.diagnostics import Span
from rulekit.dsl.bodies import Bodies
from rulekit.dsl.hidden_information import Secrets
from rulekit.dsl.program import Kind
from rulekit.dsl.reader import Reader
from rulekit.dsl.scope import Scope, local
from rulekit.dsl.syntax import Line, Token, span_of, words
from rulekit.dsl.tree import Node, Reason
from rulekit.dsl.types import PLAYER, Type, kind


def read_homes(reader: Reader, bodies: Bodies) -> None:
    program = reader.program
    for piece in program.pieces.values():
        that = Scope({"that-player": local("that-player", PLAYER)}) if piece.each else Scope()
        piece.home = _place(reader, piece.home, "place", that)
        if piece.home is not None and piece.home.op == "place" and piece.home.data["place"] in program.places:
            place = program.places[piece.home.data["place"]]
            held = {p for c in place.contents for p in (program.groups[c].pieces if c in program.groups else [c])}
            if piece.name not in held:
                reader.report(
                    "RK335",
                    f"{piece.plural} can not lie in {place.name}",
                    piece.span,
                    f"name another place, or let it hold them:  {place.name}: {', '.join([*place.contents, piece.plural])}",
                )
    for made in program.kinds.values():
        if made.first is not None:
            names = {
                f"that-{name}": local(f"that-{name}", kind(of) if of else Type("number"))
                for name, of, _, _ in made.ways
            }
            names["it"] = local("it", kind(made.name))
            made.first = _first(reader, made, _place(reader, made.first, "opt/cardplace", Scope(names)))
        if made.keeper is not None:
            made.keeper = _keeper(reader, made)
    for family in program.families.values():
        if family.zone is not None:
            family.zone = _place(reader, family.zone, "cardplace", Scope({"me": local("me", PLAYER)}))
            if family.zone is not None and family.zone.type.of != family.name:
                there = [p.name for p in program.places.values() if family.name in p.contents]
                there_are = f"what holds {family.name}: {', '.join(there) or 'no place'}"
                reader.report("RK335", f"no {family.name} can lie there", family.span, there_are)
    for family in program.families.values():
        if family.source is not None:
            family.source = _place(reader, family.source, "cardplace", Scope({"me": local("me", PLAYER)}))
    _begins(reader, bodies)
    if program.judge is not None:
        tokens, line = program.judge
        worth = reader.value(line, tokens, "number", Scope({"me": local("me", PLAYER)}))
        program.judge = None if worth is None else (worth, line.span)
    for k, (line, _, span) in enumerate(program.needs):
        node = reader.condition(line, line.tokens[1:], Scope())
        reader.cite(line)
        program.needs[k] = (node, bodies.reason(line, Scope()), span)
    program.above = [row for line, _, span in program.above if (row := _above(reader, bodies, line, span)) is not None]


def _above(reader: Reader, bodies: Bodies, line: Line, span: Span) -> tuple[Reason, Node | None, Span] | None:
    """``shown above "..." if C``: the text, and when it is shown."""
    bound = reader.one(("D",), line, line.tokens, Scope())
    reader.cite(line)
    if bound is None:
        return None
    token = next(t for t in line.tokens if t.kind == "STRING")
    return bodies.template(token, line.file, Scope()), bound.values.get("c"), span


def _first(reader: Reader, made: Kind, first: Node | None) -> Node | None:
    """A place for many in which such things can lie; from a table (`start of it`) also none."""
    if first is None:
        return None
    kinds, span = reader.words.kinds, made.span or Span("", 1)
    if first.type.head not in ("zone", "kind"):
        reader.report("RK335", "a spot holds one card; at first they need a place for many", span, "name another place")
        return None
    held = kinds.housing[first.type.of][0] if first.type.head == "kind" else first.type.of
    if not kinds.is_sort_of(made.name, held):
        reader.report(
            "RK335",
            f"no {made.name} can lie there: it is a place for {kinds.names[held]}",
            span,
            f"name a place of {kinds.names[made.name]}",
        )
        return None
    return first


def _keeper(reader: Reader, made: Kind) -> tuple[Node, Span] | None:
    """``owner of it``: a player or none, worked out from nothing but what everybody sees."""
    tokens, line = made.keeper
    keeper = reader.value(line, tokens, "opt/player", Scope({"it": local("it", kind(made.name))}))
    if keeper is not None and not Secrets(reader.program).open(keeper):
        text = f"who keeps a {made.name} is known to everybody, and this rests on what not everybody sees"
        reader.report("RK355", text, line.span, "say it of what lies open, or leave the line out")
    return None if keeper is None else (keeper, line.span)


def _place(reader: Reader, home: tuple[Sequence[Token], Line], want: str, scope: Scope) -> Node | None:
    tokens, line = home
    merged: list[Token] = []
    for token in tokens:
        if merged and merged[-1].text == "that" and token.kind == "WORD":
            last = merged.pop()
            token = Token("WORD", f"that-{token.text}", [], last.line, last.column, token.end)
        merged.append(token)
    return reader.value(line, merged, want, scope)


def _begins(reader: Reader, bodies: Bodies) -> None:
    program = reader.program
    if not program.name or program.span is None:
        return
    if program.begins is None:
        reader.report(
            "RK336", "where the game begins is not said", program.span, "add a line:  begins with play the game"
        )
        return
    tokens, line = program.begins
    bound = reader.one(("S",), Line(list(tokens), None, None, line.file, []), tokens, Scope())
    program.begins = bound.phrase.point.name if bound is not None and bound.phrase.point is not None else None
    if bound is not None and program.begins is None:
        reader.report(
            "RK336",
            f"`{words(tokens)}` is no deed of this game",
            span_of(line.file, tokens),
            f"make one:  to {words(tokens)}:",
        )
