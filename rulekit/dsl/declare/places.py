"""Places in groups by who sees them."""

from __future__ import annotations

from rulekit.dsl.declare.context import DeclarationContext
from rulekit.dsl.phrases import Literal, Part, Slot
from rulekit.dsl.program import Place
from rulekit.dsl.readings import Bound
from rulekit.dsl.syntax import Line, span_of
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
            _place(d, head, tail, sub, seen, bool(turned))


def _place(d: DeclarationContext, head: Bound, tail: Bound, sub: Line, seen: str, turned: bool) -> None:
    name, report = head.values["x"], d.reader.report
    assert sub.tail is not None
    if d.known(name, "the place", d.program.places, sub):
        return
    what = [d.thing(word, sub, span_of(sub.file, sub.tail)) for word in tail.values["l"]]
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
    owners = [head.values[k] for k in "kl" if k in head.values]
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
            f"for example:  {name} of each player: ...",
        )
        return
    row = None
    if head.phrase.op == "row":
        if head.values["k"] not in d.words.kinds.names:
            near = d.reader.suggestions.near(head.values["k"], d.words.kinds.names)
            hint = near or f"declare it:  kind {head.values['k']}"
            report("RK301", f"no kind is called `{head.values['k']}`", sub.span, hint)
            return
        owners, row = [], (head.values["k"], 0, 0)
    elif head.phrase.op == "row-numbers":
        row = ("", head.values["a"].data["n"], head.values["b"].data["n"])
    elif head.phrase.op == "adjective":
        report("RK318", "`may be` belongs under marks", sub.span, "move it below  marks:")
        return
    capacity = tail.values["n"].data["n"] if "n" in tail.values else 0
    if capacity > 1 or (row and capacity != 1):
        report(
            "RK318",
            "a spot holds 1 card; other places hold any number",
            sub.span,
            "for example:  row, one spot for each deed: 1 deed",
        )
        return
    place = Place(
        name,
        owners,
        contents,
        counted,
        capacity,
        "pile" in tail.phrase.data,
        "mine" in tail.phrase.data,
        seen,
        turned,
        sub.span,
        row,
    )
    d.program.places[name] = place
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
