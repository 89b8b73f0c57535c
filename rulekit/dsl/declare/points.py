"""Points: numbers, values, sets, conditions, permissions, deeds and scenes, and the phrases that read or carry them out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rulekit.dsl.declare.context import DeclarationContext, DeferredBody, EnclosingScene
from rulekit.dsl.declare.marks import mark
from rulekit.dsl.derived_phrases import full_name, mine, negatives, point_name, shorter, that
from rulekit.dsl.phrases import Literal, Part, Slot
from rulekit.dsl.points import Point
from rulekit.dsl.readings import Tokens
from rulekit.dsl.scope import Scope
from rulekit.dsl.symbols import Scene, Window
from rulekit.dsl.syntax import Line, Token, span_of, words
from rulekit.dsl.tree import Node
from rulekit.dsl.types import NUMBER, TRUTH, Type, certain, kind, optional

BY_FIRST_WORDS = {"scene", "window"}
"""Sorts whose names stand elsewhere, too: `more of raid:`, `open reactions`"""


def pattern(d: DeclarationContext, tokens: Sequence[Token], line: Line) -> tuple[list[Part], dict[str, Type]]:
    """The parts of a heading that makes a phrase, and the types of its slots."""
    parts: list[Part] = []
    slots: dict[str, Type] = {}
    for token in tokens:
        if token.kind != "SLOT":
            parts.append(Literal(token.text))
            continue
        name = token.items[0].text
        type_ = d.type_of(line.file, token)
        if name in slots:
            d.reader.report(
                "RK312", f"`{name}` stands here twice", span_of(line.file, [token]), "every slot has a name of its own"
            )
        slots[name] = type_ or kind("player")
        parts.append(Slot(name, _spec(slots[name])))
    return parts, slots


def _spec(type_: Type) -> str:
    if type_.head == "kind":
        return ("opt/" if type_.maybe else "") + type_.of
    return "yesno" if type_ == TRUTH else str(type_)


def _point(
    d: DeclarationContext, sort: str, said: Tokens, line: Line, category: str | None, type_: Type | None
) -> Point | None:
    parts, slots = pattern(d, said, line)
    name = point_name(parts)
    if not name:
        d.reader.report(
            "RK320",
            "a heading needs a word that names it",
            line.span,
            f"for example:  {sort} NAME of {words(said)}",
        )
        return None
    if name in d.program.points or name in d.shared_names:
        name = _told_apart(d, name, sort, parts)
    old = d.program.points.get(name)
    if old is not None:
        d.reader.report(
            "RK312",
            f"`{name}` is said already",
            line.span,
            "one name, one point; a card or variant says: adjust, refuse, allow, before, after, instead of",
            (("the first", old.span),),
        )
        return None
    text = words(line.tokens)
    point = Point(name, sort, slots, parts, type_, line.span, text, d.home.name, d.home.scenes, dict(d.home.roles))
    point.citations = d.reader.cite(line)
    d.program.points[name] = point
    if category == "C":
        _condition(d, point, parts, line)
    elif category == "S":
        d.say("S", "", parts, "do", line, scene=d.home.name, point=point)
    elif category is not None:
        info = str(type_)
        op = "permission" if category == "X" else "point"
        for short, implied in shorter(parts):
            d.say(category, info, short, op, line, scene=d.home.name, point=point, implied=implied)
            own = mine(short)
            if own is not None:
                d.say(
                    category, info, own, op, line, scene=d.home.name, point=point, implied={**implied, "me": "player"}
                )
    return point


def _told_apart(d: DeclarationContext, name: str, sort: str, parts: Sequence[Part]) -> str:
    """Points whose first words are the same are called by all their words, whichever comes first."""
    old = d.program.points.get(name)
    if old is not None and (BY_FIRST_WORDS & {old.sort, sort} or full_name(old.parts) == full_name(parts)):
        return name
    if old is not None:
        d.shared_names.add(name)
        old.name = full_name(old.parts)
        d.program.points[old.name] = d.program.points.pop(name)
    return full_name(parts)


def _condition(d: DeclarationContext, point: Point, parts: list[Part], line: Line) -> None:
    """A condition brings its negatives, and all of them as `things that ...`."""
    scene = d.home.name
    for short, implied in shorter(parts):
        d.say("C", "truth", short, "point", line, scene=scene, point=point, implied=implied)
    own = mine(parts)
    if own is not None:
        d.say("C", "truth", own, "point", line, scene=scene, point=point, implied={"me": "player"})
        for own_no in negatives(own):
            d.say("C", "truth", own_no, "point", line, scene=scene, point=point, implied={"me": "player"}, negated=True)
    for no in negatives(parts):
        d.say("C", "truth", no, "point", line, scene=scene, point=point, negated=True)
    for form, negated in ((parts, False), *((no, True) for no in negatives(parts))):
        filtered = that(form)
        if filtered is not None:
            head = filtered[0]
            assert isinstance(head, Slot)
            d.say(
                "V",
                f"set {head.name}",
                filtered,
                "that-point",
                line,
                scene=scene,
                point=point,
                data={"no": "yes"} if negated else {},
            )


def _later(d: DeclarationContext, sort: str, line: Line, point: Point | None) -> None:
    if point is not None:
        d.deferred.bodies.append(DeferredBody(sort, line, point.scope(), point))


def number(d: DeclarationContext, line: Line, *, p: Tokens) -> None:
    point = _point(d, "number", p, line, "V", NUMBER)
    if point is not None:
        scope = Scope().inside(
            point.scenes, {**point.roles, **{n: Node("local", t, data={"name": n}) for n, t in point.slots.items()}}
        )
        d.deferred.bodies.append(DeferredBody("value", line, scope, point))


def whether(d: DeclarationContext, line: Line, *, p: Tokens) -> None:
    _later(d, "value", line, _point(d, "whether", p, line, "C", TRUTH))


def value(d: DeclarationContext, line: Line, *, p: Tokens, k: str, none: str = "") -> None:
    if _kind(d, k, line):
        _later(d, "value", line, _point(d, "value", p, line, "V", optional(kind(k)) if none else kind(k)))


def set_(d: DeclarationContext, line: Line, *, p: Tokens, k: str) -> None:
    name = d.words.plurals.get(k)
    if name is None:
        if _kind(d, k, line):
            hint = f"did you mean `{d.words.kinds.names[k]}`?"
            d.reader.report("RK301", f"a set is of many: `{k}` is one", line.span, hint)
        return
    _later(d, "value", line, _point(d, "set", p, line, "V", Type("set", name)))


def _kind(d: DeclarationContext, name: str, line: Line) -> bool:
    if name in d.words.kinds.names:
        return True
    d.reader.report(
        "RK301",
        f"no kind is called `{name}`",
        line.span,
        d.reader.suggestions.near(name, [*d.words.kinds.names, *d.words.plurals]),
    )
    return False


def permission(d: DeclarationContext, line: Line, *, p: Tokens) -> None:
    _later(d, "permission", line, _point(d, "permission", p, line, "X", Type("permission")))


def deed(d: DeclarationContext, line: Line, *, p: Tokens) -> None:
    _later(d, "deed", line, _point(d, "deed", p, line, "S", None))


def scene(d: DeclarationContext, line: Line, *, p: Tokens) -> None:
    """Its heading is the phrase that begins it; its roles can be read only inside it."""
    outer = d.home
    point = _point(d, "scene", p, line, None, None)
    if point is None:
        return
    name = point.name
    for slot, type_ in point.slots.items():
        if type_.head in ("set", "zone"):
            no_set(d, slot, "the role of a scene", line)
    made = Scene(name, point.slots, [], line.span, outer.name)
    d.program.scenes[name] = made
    d.say("H", f"scene {name}", [Literal("begin"), *point.parts], "begin", line, scene=outer.name, point=point)
    roles: dict[str, Node] = {
        slot: Node("role", type_, data={"scene": name, "role": slot}) for slot, type_ in point.slots.items()
    }
    d.home = EnclosingScene(name, outer.scenes | {name}, {**outer.roles, **roles})
    point.scenes, point.roles = d.home.scenes, dict(d.home.roles)
    d.scene_homes[name] = d.home
    _chapter(d, made, line)
    d.home = outer


def scene_more(d: DeclarationContext, line: Line, *, r: Tokens) -> None:
    """``more of NAME``: a scene goes on in another place."""
    name = words(r)
    made = d.program.scenes.get(name)
    if made is None:
        near = d.reader.suggestions.near(name, d.program.scenes)
        d.reader.report("RK301", f"no scene is called `{name}`", line.span, near)
        return
    outer = d.home
    d.home = d.scene_homes[name]
    _chapter(d, made, line)
    d.home = outer


def _chapter(d: DeclarationContext, made: Scene, line: Line) -> None:
    """The marks of a scene, and what is said in it."""
    inner: list[Line] = []
    for sub in line.body or ():
        head = d.reader.quiet(("L",), sub.tokens) if sub.body is None else None
        op = head.phrase.op if head is not None else ""
        domain = op in ("one", "of-each") and sub.tail is not None and d.reader.quiet(("M",), sub.tail)
        if head is not None and (domain or (op == "adjective" and sub.tail is None)):
            d.reader.cite(sub)
            made.marks.append(mark(d, head, sub, "all", made.name))
        elif not sub.is_note:
            inner.append(sub)
    d.headings(inner)


def no_set(d: DeclarationContext, slot: str, what: str, line: Line) -> None:
    d.reader.report(
        "RK339", f"`{slot}` is {what}: it cannot be a set", line.span, "give the set to the deeds that need it"
    )


def window(d: DeclarationContext, line: Line, *, p: Tokens) -> None:
    """Who may play something now; what its lines say is read when all is declared."""
    point = _point(d, "window", p, line, None, None)
    if point is None:
        return
    if point.slots:
        d.reader.report(
            "RK337",
            "a window has no slots: it sees the roles of its scene",
            line.span,
            "take the braces away, and declare it in the scene whose roles it needs",
        )
    d.program.windows[point.name] = Window(point.name, line.span)
    _later(d, "window", line, point)


HANDLERS: Mapping[str, Callable[..., None]] = {
    "window": window,
    "number": number,
    "whether": whether,
    "value": value,
    "set": set_,
    "permission": permission,
    "deed": deed,
    "scene": scene,
    "scene-more": scene_more,
}

__all__ = ["HANDLERS", "certain", "pattern"]
