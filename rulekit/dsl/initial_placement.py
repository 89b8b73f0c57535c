"""Reads the initial placement: where things lie at first, where cards are in force, with which deed the game begins."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.diagnostics import Span
from rulekit.dsl.bodies import Bodies
from rulekit.dsl.declare.context import Deferred, DeferredTokens
from rulekit.dsl.hidden_information import Secrets
from rulekit.dsl.reader import Reader
from rulekit.dsl.scope import Scope, local
from rulekit.dsl.similar_words import near_words
from rulekit.dsl.symbols import Display, Kind, Need
from rulekit.dsl.syntax import Line, Token, span_of, words
from rulekit.dsl.tree import Node
from rulekit.dsl.types import PLAYER, Type, kind


def read_homes(reader: Reader, bodies: Bodies, deferred: Deferred) -> None:
    _pieces(reader, deferred)
    _kinds(reader, deferred)
    _families(reader, deferred)
    program = reader.program
    program.begins = _begins(reader, deferred.begins)
    if deferred.judge is not None:
        program.judge = _value(reader, deferred.judge, "number", _by_somebody())
    for line in deferred.needs:
        node = reader.condition(line, line.tokens[1:], Scope())
        reader.cite(line)
        program.needs.append(Need(node, bodies.reason(line, Scope()), line.span))
    program.above = [row for line in deferred.above if (row := _shown(reader, bodies, line, Scope())) is not None]
    for name, line in deferred.beside:
        row = _shown(reader, bodies, line, Scope({"it": local("it", kind(name))}))
        program.beside += [] if row is None else [row._replace(kind=name)]


def _pieces(reader: Reader, deferred: Deferred) -> None:
    program = reader.program
    for piece in program.pieces.values():
        that = Scope({"that-player": local("that-player", PLAYER)}) if piece.each else Scope()
        piece.home = _place(reader, deferred.homes[piece.name], "place", that)
        if piece.home is not None and piece.home.op == "place" and piece.home.data["place"] in program.places:
            place = program.places[piece.home.data["place"]]
            held = {p for c in place.contents for p in (program.groups[c].pieces if c in program.groups else [c])}
            if piece.name not in held:
                reader.report(
                    "RK335",
                    f"{piece.plural} cannot lie in {place.name}",
                    piece.span,
                    f"name another place, or let it hold them:  {place.name}: {', '.join([*place.contents, piece.plural])}",
                )


def _kinds(reader: Reader, deferred: Deferred) -> None:
    for made in reader.program.kinds.values():
        first, keeper = deferred.first.get(made.name), deferred.keepers.get(made.name)
        if first is not None:
            names = {
                f"that-{name}": local(f"that-{name}", kind(of) if of else Type("number"))
                for name, of, _, _ in made.ways
            }
            names["it"] = local("it", kind(made.name))
            made.first = _first(reader, made, _place(reader, first, "opt/cardplace", Scope(names)))
        if keeper is not None:
            made.keeper = _keeper(reader, made, keeper)


def _families(reader: Reader, deferred: Deferred) -> None:
    program = reader.program
    for family in program.families.values():
        zone = deferred.zones.get(family.name)
        if zone is not None:
            family.zone = _place(reader, zone, "cardplace", _by_somebody())
            if family.zone is not None and family.zone.type.of != family.name:
                there = [p.name for p in program.places.values() if family.name in p.contents]
                there_are = f"what holds {family.name}: {', '.join(there) or 'no place'}"
                reader.report("RK335", f"no {family.name} can lie there", family.span, there_are)
    for family in program.families.values():
        source = deferred.sources.get(family.name)
        if source is not None:
            family.source = _place(reader, source, "cardplace", _by_somebody())


def _shown(reader: Reader, bodies: Bodies, line: Line, scope: Scope) -> Display | None:
    """``shown above "..." if C``, ``shown with it "..." if C``: the text, and when it is shown."""
    bound = reader.one(("D",), line, line.tokens, scope)
    reader.cite(line)
    if bound is None:
        return None
    token = next(t for t in line.tokens if t.kind == "STRING")
    return Display(bodies.template(token, line.file, scope), bound.nodes.get("c"), line.span)


def _first(reader: Reader, made: Kind, first: Node | None) -> Node | None:
    """A place for many in which such things can lie; from a table (`start of it`) also none."""
    if first is None:
        return None
    kinds, span = reader.words.kinds, made.span or Span("", 1)
    if first.type.head not in ("zone", "kind"):
        reader.report("RK335", "a spot holds one card; at first they need a place for many", span, "name another place")
        return None
    held = kinds.housing[first.type.of].held if first.type.head == "kind" else first.type.of
    if not kinds.is_sort_of(made.name, held):
        reader.report(
            "RK335",
            f"no {made.name} can lie there: it is a place for {kinds.names[held]}",
            span,
            f"name a place of {kinds.names[made.name]}",
        )
        return None
    return first


def _keeper(reader: Reader, made: Kind, said: DeferredTokens) -> tuple[Node, Span] | None:
    """``owner of it``: a player or none, worked out from nothing but what everybody sees."""
    keeper = _value(reader, said, "opt/player", Scope({"it": local("it", kind(made.name))}))
    if keeper is not None and not Secrets(reader.program).open(keeper[0]):
        text = f"who keeps a {made.name} is known to everybody, and this rests on what not everybody sees"
        reader.report("RK355", text, said.line.span, "say it of what lies open, or leave the line out")
    return keeper


def _by_somebody() -> Scope:
    return Scope({"me": local("me", PLAYER)})


def _value(reader: Reader, said: DeferredTokens, want: str, scope: Scope) -> tuple[Node, Span] | None:
    node = reader.value(said.line, said.tokens, want, scope)
    return None if node is None else (node, said.line.span)


def _place(reader: Reader, home: DeferredTokens, want: str, scope: Scope) -> Node | None:
    merged: list[Token] = []
    for token in home.tokens:
        if merged and merged[-1].text == "that" and token.kind == "WORD":
            last = merged.pop()
            token = Token("WORD", f"that-{token.text}", [], last.line, last.column, token.end)
        merged.append(token)
    return reader.value(home.line, merged, want, scope)


def _begins(reader: Reader, said: DeferredTokens | None) -> str | None:
    """The deed with which the game begins."""
    program = reader.program
    if not program.name or program.span is None:
        return None
    if said is None:
        reader.report(
            "RK336", "where the game begins is not said", program.span, "add a line:  begins with play the game"
        )
        return None
    tokens, file = said.tokens, said.line.file
    if _names_no_deed(reader, tokens):
        deeds = [p.name for p in program.points.values() if p.sort == "deed" and not p.slots]
        longer = [name for name in deeds if name.startswith(f"{words(tokens)} ")]
        near = longer[:1] or near_words(words(tokens), deeds, 1)
        hint = f"did you mean `{near[0]}`?" if near else f"make one:  to {words(tokens)}:"
        reader.report("RK336", f"no deed of this game is called `{words(tokens)}`", span_of(file, tokens), hint)
        return None
    bound = reader.one(("S",), Line(list(tokens), None, None, file, []), tokens, Scope())
    if bound is None:
        return None
    if bound.phrase.point is None:
        reader.report(
            "RK336",
            f"`{words(tokens)}` is no deed of this game",
            span_of(file, tokens),
            f"make one:  to {words(tokens)}:",
        )
        return None
    deed = program.points[bound.phrase.point.name]
    if deed.slots:
        text = f"the game begins with a deed that needs nothing, but `{deed.name}` is given {', '.join(deed.slots)}"
        hint = f"make one that says it:  to begin: {words(tokens)}"
        reader.report("RK336", text, span_of(file, tokens), hint)
        return None
    return bound.phrase.point.name


def _names_no_deed(reader: Reader, tokens: Sequence[Token]) -> bool:
    """Whether these words are no sentence, nor meant as a deed with slots, of which more can be said."""
    slotted = (p for p in reader.program.points.values() if p.sort == "deed" and p.slots)
    if any(point.name.split()[0] == tokens[0].text for point in slotted):
        return False
    return not reader.matcher.complete(("S",), tokens, Scope())
