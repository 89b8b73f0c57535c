"""What any kind can say below its heading: where its members lie at first, who keeps them, what they hold if they are places.

The members of a kind can be places for counted pieces, for things of a kind that lie there one by one, or for both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from rulekit.dsl.arguments import by_name
from rulekit.dsl.declare.context import DeclarationContext, DeferredTokens
from rulekit.dsl.phrases import Literal, Slot
from rulekit.dsl.readings import Bound, Tokens
from rulekit.dsl.symbols import Kind, Place
from rulekit.dsl.syntax import Line
from rulekit.dsl.tree import Node
from rulekit.dsl.types import Containment

_SLOT = re.compile(r"\{([^{}]*)\}")


def lines(d: DeclarationContext, kind: Kind, line: Line) -> Iterator[tuple[Bound, Line]]:
    """The lines below the heading of a kind, without those that are read when everything is declared."""
    for sub in line.body or ():
        if not sub.is_note and sub.first == "shown" and sub.tokens[1:2] and sub.tokens[1].text == "with":
            d.deferred.beside.append((kind.name, sub))
            continue
        found = None if sub.is_note else d.reader.one(("D",), sub, sub.tokens)
        if found is not None:
            yield found, sub


def own_line(d: DeclarationContext, kind: Kind, found: Bound, sub: Line) -> None:
    """What any kind can say: what its members hold, where they lie at first, and who keeps them."""
    if found.phrase.op in LINES:
        LINES[found.phrase.op](found.said, d, kind, sub)
        return
    d.reader.report(
        "RK310",
        "this does not belong under a kind",
        sub.span,
        "here stand:  holds ..., at first in ..., kept by ..., plural ..., called ..., shown with it ..., shown without ...",
    )


def at_first(d: DeclarationContext, kind: Kind, sub: Line, *, r: Tokens) -> None:
    d.deferred.first[kind.name] = DeferredTokens(r, sub)


def plural(d: DeclarationContext, kind: Kind, sub: Line, *, x: str) -> None:
    if d.words.plurals[x] != kind.name:
        d.reader.report("RK312", f"`{x}` means something else already", sub.span, "use another word")


def kept(d: DeclarationContext, kind: Kind, sub: Line, *, r: Tokens) -> None:
    d.deferred.keepers[kind.name] = DeferredTokens(r, sub)


def called(d: DeclarationContext, kind: Kind, sub: Line, *, t: str) -> None:
    """``called "{suit} {rank}"``: what people read of a thing of which there is one for each of something."""
    ways = [way for way, *_ in kind.ways] if kind.sort == "each" else []
    said = _SLOT.findall(t)
    if not ways:
        text, hint = "only things of which there is one for each of something are called so", "take it away"
        d.reader.report("RK310", text, sub.span, hint)
    elif unknown := [name for name in said if name not in ways]:
        near = d.reader.suggestions.near(unknown[0], ways)
        text = f"there is not one {kind.name} for each `{unknown[0]}`"
        d.reader.report("RK301", text, sub.span, near or f"say of which it is:  {_slots(ways)}")
    elif missing := [way for way in ways if way not in said]:
        text = f"several would be called alike: the {missing[0]} is not said"
        d.reader.report("RK312", text, sub.span, f"say of which it is:  {_slots(ways)}")
    else:
        kind.called = t


def _slots(ways: Sequence[str]) -> str:
    return 'called "' + " ".join(f"{{{way}}}" for way in ways) + '"'


def shown_without(d: DeclarationContext, kind: Kind, sub: Line, *, l: tuple[str, ...]) -> None:
    """``shown without start, strong``: columns that only the set-up needs."""
    d.differ(l, sub)
    d.finish.append(lambda: _left_out(d, kind, sub, l))


def _left_out(d: DeclarationContext, kind: Kind, sub: Line, names: tuple[str, ...]) -> None:
    for name in names:
        if name in kind.columns:
            kind.columns[name].shown = False
        else:
            hint = d.reader.suggestions.near(name, kind.columns) or f"columns there: {', '.join(kind.columns)}"
            d.reader.report("RK301", f"`{kind.name}` has no column `{name}`", sub.span, hint)


def holds(d: DeclarationContext, kind: Kind, sub: Line, *, l: tuple[str, ...]) -> None:
    """``holds guards, units``: the words of pieces are looked up when these are declared."""
    things = [d.words.plurals[w] for w in l if w in d.words.plurals]
    d.differ(l, sub)
    kind.holds = [w for w in l if w not in d.words.plurals]
    d.words.kinds.holders.add(kind.name)
    if len(things) > 1:
        d.reader.report(
            "RK318",
            f"a {kind.name} holds things of one kind",
            sub.span,
            "say `kind both is a ... or a ...` and let it hold that kind",
        )
    elif things:
        _house(d, kind, things[0], sub)
    if kind.holds:
        d.finish.append(lambda: _known(d, kind, sub))


def holds_one(d: DeclarationContext, kind: Kind, sub: Line, *, n: Node, x: str) -> None:
    """``holds 1 figure``: every member is a spot, and ``the figure in here`` is what lies there."""
    if n.data.get("n") != 1:
        text = f"a {kind.name} holds one of them, or any number"
        d.reader.report("RK318", text, sub.span, "say `holds 1 ...`, or `holds ...` without a number")
        return
    held = x if x in d.words.kinds.names else d.words.plurals.get(x)
    if held is None:
        hint = d.reader.suggestions.near(x, d.words.kinds.names) or "counted pieces are held in any number:  holds ..."
        d.reader.report("RK301", f"no kind is called `{x}`", sub.span, hint)
        return
    d.words.kinds.holders.add(kind.name)
    _house(d, kind, held, sub, one=True)
    for words, maybe, op in (((), "", "card-in"), ((",", "if", "any"), "opt ", "card-in-any")):
        parts: list[Literal | Slot] = [Literal(held), Literal("in"), Slot("a", f"spot/{held}"), *map(Literal, words)]
        d.say("V", f"{maybe}card a", parts, op, sub)


def _house(d: DeclarationContext, kind: Kind, held: str, sub: Line, one: bool = False) -> None:
    """Every member is a place, in no order, seen by all, and each thing knows at which member it lies."""
    name = f"{d.words.kinds.names[held]} in {kind.name}" if kind.holds else kind.name
    if d.known(name, "the place", d.program.places, sub):
        return
    place = Place(name, [kind.name], [held], False, int(one), False, False, "all", False, sub.span, holder=True)
    d.program.places[name] = place
    d.words.kinds.housing[kind.name] = Containment(held, name, not kind.holds, one)
    d.say(
        "V",
        f"opt/{kind.name}",
        [Literal(kind.name), Literal("of"), Slot("a", held)],
        "holder-of",
        sub,
        data={"kind": kind.name},
    )
    d.finish.append(lambda: _no_other_meaning(d, kind, held, sub))


def _known(d: DeclarationContext, kind: Kind, sub: Line) -> None:
    for word in kind.holds:
        if word not in d.words.pieces and word not in d.words.group_plurals:
            d.thing(word, sub, sub.span)


def _no_other_meaning(d: DeclarationContext, kind: Kind, held: str, sub: Line) -> None:
    for part in _parts(d, held):
        column = part.columns.get(kind.name)
        if column is not None or any(way[0] == kind.name for way in part.ways):
            d.reader.report(
                "RK311",
                f"`{kind.name} of ...` says where a {held} lies; {part.name} has a column of this name",
                column.span if column is not None else sub.span,
                'call the column otherwise:  column start is ..., called "..." in the table',
            )


def _parts(d: DeclarationContext, name: str) -> Iterator[Kind]:
    kind = d.program.kinds.get(name)
    if kind is not None:
        yield kind
        for part in kind.parts:
            yield from _parts(d, part)


_LINES: Mapping[str, Callable[..., None]] = {
    "holds": holds,
    "holds-one": holds_one,
    "at-first": at_first,
    "plural": plural,
    "kind-called": called,
    "kept": kept,
    "shown-without": shown_without,
}
LINES = by_name(_LINES, 3, "declaration")
