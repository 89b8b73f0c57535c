"""Places in groups by who sees them."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rulekit.dsl.arguments import by_name
from rulekit.dsl.declare.context import DeclarationContext
from rulekit.dsl.phrases import Literal, Part, Slot
from rulekit.dsl.symbols import Place
from rulekit.dsl.syntax import Line, span_of
from rulekit.dsl.tree import Node
from rulekit.image import OWNER, PARTNERS


def places(d: DeclarationContext, line: Line, *, v: str) -> None:
    seen, _, turned = v.partition(" until")
    d.reader.cite(line)
    for sub in line.body or ():
        if sub.is_note:
            continue
        d.reader.cite(sub)
        if sub.tail is None:
            d.reader.report("RK318", "say what lies there", sub.span, "for example:  bank: coins")
            continue
        head, tail = d.reader.one(("L",), sub, sub.tokens), d.reader.one(("P",), sub, sub.tail)
        if head is not None and tail is not None:
            held = CONTENTS[tail.phrase.op](tail.said)
            LINES[head.phrase.op](head.said, d, sub, head.phrase.op, held, seen, bool(turned))


@frozen
class Contents:
    """The part after `:` of a place: what it holds, how many, and in which arrangement."""

    words: Sequence[str]
    capacity: int
    pile: bool
    mine: bool


def _contents(*, l: tuple[str, ...], n: Node | None = None, pile: str = "", mine: str = "") -> Contents:
    return Contents(l, n.data["n"] if n is not None else 0, bool(pile), bool(mine))


def _place(
    d: DeclarationContext,
    sub: Line,
    op: str,
    held: Contents,
    seen: str,
    turned: bool,
    *,
    x: str,
    k: str | None = None,
    l: str | None = None,
    a: Node | None = None,
    b: Node | None = None,
) -> None:
    report = d.reader.report
    assert sub.tail is not None
    if d.known(x, "the place", d.program.places, sub):
        return
    what = [d.thing(word, sub, span_of(sub.file, sub.tail)) for word in held.words]
    if None in what:
        return
    sorts = {t[0] for t in what if t is not None}
    counted = "kind" not in sorts
    contents = [t[1] for t in what if t is not None]
    if not counted and sorts != {"kind"}:
        report("RK318", "a place holds counted pieces or cards, not both", sub.span, "make two places of it")
        return
    if not counted and len(contents) > 1:
        report(
            "RK318",
            "a place holds cards of one kind",
            sub.span,
            "say `kind both is a ... or a ...` and let it hold that kind",
        )
        return
    owners = [owner for owner in (k, l) if owner is not None]
    for owner in owners:
        if owner not in d.words.kinds.names:
            report(
                "RK301", f"no kind is called `{owner}`", sub.span, d.reader.suggestions.near(owner, d.words.kinds.names)
            )
            return
    if seen in (OWNER, PARTNERS) and owners[:1] != ["player"]:
        report(
            "RK318",
            f"`seen by {seen}` needs places of each player",
            sub.span,
            f"for example:  {x} of each player: ...",
        )
        return
    row = None
    if op == "row" and k is not None:
        owners, row = [], (k, 0, 0)
    elif a is not None and b is not None:
        row = ("", a.data["n"], b.data["n"])
    elif op == "adjective":
        report("RK318", "`may be` belongs under marks", sub.span, "move it below  marks:")
        return
    if held.capacity > 1 or (row and held.capacity != 1):
        report(
            "RK318",
            "a spot holds 1 card; other places hold any number",
            sub.span,
            "for example:  row, one spot for each deed: 1 deed",
        )
        return
    place = Place(x, owners, contents, counted, held.capacity, held.pile, held.mine, seen, turned, sub.span, row)
    d.program.places[x] = place
    _phrases(d, place, sub)


def _phrases(d: DeclarationContext, place: Place, sub: Line) -> None:
    if place.row is not None:
        info = f"row/{place.contents[0]}"
    elif place.counted:
        info = f"place/{place.name}"
    else:
        info = ("spot/" if place.is_spot else "zone/") + place.contents[0]
    data = {"place": place.name}
    match place.owners:
        case []:
            d.say("V", info, [Literal(place.name)], "place", sub, data=data)
        case [one]:
            parts: list[Part] = [Literal(place.name), Literal("of"), Slot("a", one)]
            d.say("V", info, parts, "place", sub, data=data)
            if one == "player":
                d.say(
                    "V", info, [Literal("my"), Literal(place.name)], "place", sub, data=data, implied={"me": "player"}
                )
        case [one, two]:
            tail: list[Part] = [Literal("for"), Slot("b", two)]
            d.say("V", info, [Literal(place.name), Literal("of"), Slot("a", one), *tail], "place", sub, data=data)
            many = place.name + "s"
            row = f"row/{place.contents[0]}"
            if not place.counted and place.is_spot:
                d.say("V", row, [Literal(many), Literal("of"), Slot("a", one)], "place-row", sub, data=data)
            if one == "player":
                d.say(
                    "V",
                    info,
                    [Literal("my"), Literal(place.name), *tail],
                    "place",
                    sub,
                    data=data,
                    implied={"me": "player"},
                )
                if not place.counted and place.is_spot:
                    d.say(
                        "V", row, [Literal("my"), Literal(many)], "place-row", sub, data=data, implied={"me": "player"}
                    )


HANDLERS = {"places": places}
OPS = ("one", "of-each", "of-each-for-each", "row", "row-numbers", "adjective")
LINES = by_name(dict.fromkeys(OPS, _place), 6, "declaration")
CONTENTS = by_name({"contents": _contents}, 0, "declaration")
