"""Reads modifiers: adjust, refuse, allow, before, after, instead of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from attrs import frozen

from rulekit.dsl.arguments import by_name
from rulekit.dsl.conversions import conversion_hint
from rulekit.dsl.option_overrides import OverrideReader
from rulekit.dsl.points import ALLOWED, Modifier, Point
from rulekit.dsl.readings import Bound, Tokens
from rulekit.dsl.scope import Scope
from rulekit.dsl.symbols import GameOption
from rulekit.dsl.syntax import Line, span_of, words, written
from rulekit.dsl.tree import Node
from rulekit.dsl.types import PLAYER, TRUTH

if TYPE_CHECKING:
    from rulekit.dsl.body_parts import BodyParts

ADJUSTMENTS = {
    "number": ("plus", "minus", "at-most", "at-least", "becomes"),
    "set": ("with", "without"),
    "whether": ("yes", "no"),
}
EXAMPLES = {"number": "plus 1", "set": "together with X", "whether": "yes"}
CALLED = {"entry": "a card or an action"}
SAYABLE = {
    "number": "adjust",
    "value": "nothing",
    "set": "adjust",
    "whether": "adjust",
    "permission": "refuse, allow",
    "choice": "refuse",
    "deed": "before, after, instead of",
    "entry": "before, after, instead of",
    "scene": "nothing",
}


@frozen
class Carrier:
    """The source of a modifier: a card in a layer, or a variant."""

    carrier: str
    family: str
    layer: str
    citations: tuple[str, ...]


class ModifierReader:
    def __init__(self, bodies: BodyParts) -> None:
        self.bodies, self.reader, self.program = bodies, bodies.reader, bodies.program
        self.settled = OverrideReader(bodies.reader, bodies.program)

    def read(self, line: Line, scope: Scope, carrier: str, family: str, layer: str) -> None:
        cites = self.reader.cite(line)
        has_block = line.tail is not None or line.body is not None
        bound = self.reader.one(("DH",) if has_block else ("D",), line, line.tokens, scope)
        if bound is None:
            return
        op = bound.phrase.op
        if op not in ALLOWED:
            hint = "here stand lines that begin with adjust, refuse, allow, before, after, instead of"
            self.reader.report("RK310", "this does not belong here", line.span, hint)
            return
        MODIFIERS[op](bound.said, self, line, bound, Carrier(carrier, family, layer, cites))

    def modifier(
        self,
        line: Line,
        bound: Bound,
        by: Carrier,
        *,
        q: Point,
        c: Node | None = None,
        unless: str = "",
        r: Tokens = (),
    ) -> None:
        op, point, family = bound.phrase.op, q, by.family
        if point.sort not in ALLOWED[op]:
            what = {
                "adjust": "a number, a set or a whether",
                "refuse": "a permission or a choice",
                "allow": "a permission",
            }.get(op, "a deed")
            near = self.reader.suggestions.near(
                point.name, [p.name for p in self.program.points.values() if p.sort in ALLOWED[op]]
            )
            self.reader.report(
                "RK331",
                f"`{point.name}` is not {what}: it is {CALLED.get(point.sort, f'a {point.sort}')}",
                line.span,
                (f"{near}  " if near else "") + self._instead(op, point),
            )
            return
        if self._speaks_for_owner(family) and "me" not in point.scope().names and op in ("adjust", "refuse", "allow"):
            self.reader.report(
                "RK332",
                f"a {family} speaks for its owner only, but `{point.name}` is about no player",
                line.span,
                "give the point a slot {me: player}, or let the family be in force for all",
            )
        condition = Node("not", TRUTH, {"c": c}) if c is not None and unless else c
        text, cites = words(line.tokens), by.citations
        modifier = Modifier(op, by.carrier, family, by.layer, condition, line.span, text, citations=cites)
        self._content(line, modifier, point, bound.scope.settled(), words(r))
        point.modifiers.append(modifier)

    def _content(self, line: Line, modifier: Modifier, point: Point, scope: Scope, despite: str) -> None:
        match modifier.op:
            case "adjust":
                if line.tail is None:
                    self.reader.report(
                        "RK333", "an adjustment is one line", line.span, "for example:  adjust toll: plus 1"
                    )
                    return
                self._adjustment(line, modifier, point, scope)
            case "refuse":
                modifier.reason = self.bodies.reason(line, scope)
            case "allow":
                modifier.despite = despite
                names = [r.name for r in point.rulings if r.op == "refuse" and r.name]
                names += [s.carrier for s in point.modifiers if s.op == "refuse" and s.carrier]
                if modifier.despite not in names:
                    self.reader.report(
                        "RK325",
                        f"nothing of the name `{modifier.despite}` refuses `{point.name}`",
                        line.span,
                        "what refuses it: " + (", ".join(names) or "nothing that has a name"),
                    )
            case _:
                scope = scope if "me" in scope.names else scope.bind("me", PLAYER)
                self.bodies.home = modifier.carrier or point.name
                body = line.body if line.body is not None else [Line(line.tail or [], None, None, line.file, [])]
                modifier.body = self.bodies.block(body, scope)

    def _adjustment(self, line: Line, modifier: Modifier, point: Point, scope: Scope) -> None:
        assert line.tail is not None
        found = self.reader.one(("A",), line, line.tail, scope)
        if found is None:
            return
        op = found.phrase.op
        if op not in ADJUSTMENTS[point.sort]:
            self.reader.report(
                "RK331",
                f"`{point.name}` is a {point.sort}: this cannot be said about it",
                span_of(line.file, line.tail),
                f"for example:  adjust {point.name}: {EXAMPLES[point.sort]}",
            )
            return
        node = next(iter(found.nodes.values()), None) or Node("truth", TRUTH, data={"yes": op == "yes"})
        if point.sort == "set" and point.type is not None:
            kinds = self.program.words.kinds
            element = kinds.element(node.type) or node.type
            if not kinds.fits(element, str(kinds.element(point.type))):
                text = f"{kinds.say(point.type)} is adjusted, but this is {kinds.say(node.type)}"
                hint = conversion_hint(self.program.words, str(point.type), node.type, words(line.tail))
                self.reader.report("RK304", text, span_of(line.file, line.tail), hint)
        modifier.adjustment = (op, node)

    def _instead(self, op: str, point: Point) -> str:
        """What can be said about a point of this sort."""
        if op == "refuse" and point.sort == "entry":
            return f'say  before {written(point.name)}:  and below it  needs C: "the reason"  with what has to hold'
        return f"about {CALLED.get(point.sort, f'a {point.sort}')} a card can say: {SAYABLE[point.sort]}"

    def _speaks_for_owner(self, family: str) -> bool:
        made = self.program.families.get(family)
        return made is not None and made.mine

    # ------------------------------------------------------------ variants
    def variant_line(self, line: Line, scope: Scope, name: str) -> None:
        if line.first in ("adjust", "refuse", "before", "after", "instead", "allow"):
            self.read(line, scope, "", name, self.program.variants[name].layer)
            return
        bound = self.reader.one(("D",), line, line.tokens, scope)
        if bound is None:
            return
        self.reader.cite(line)
        if bound.phrase.op in VARIANTS:
            VARIANTS[bound.phrase.op](bound.said, self, line)
            return
        self.reader.report(
            "RK310",
            "this does not belong into a variant",
            line.span,
            "a variant says:  OPTION is VALUE; option ...; add ...; adjust, refuse, allow, before, after, instead of; "
            "remove exception ...; shown above ...; bots judge by ...",
        )

    def row(self, line: Line, *, x: str, y: str, r: Tokens, z: str | None = None) -> None:
        self.settled.of_a_row(line, x, y, z, r)

    def pieces(self, line: Line, *, x: str, n: Node) -> None:
        self.settled.pieces(line, x, n.data["n"])

    def plugin(self, line: Line, *, x: str, a: str, n: Node) -> None:
        """A number of a piece of a group, or a setting of a plugin."""
        if a in self.program.words.group_of:
            self.settled.of_a_group(line, x, a, n.data["n"])
            return
        if a not in self.program.used or a not in self.program.devices:
            of_a_group = any(x in g.columns for g in self.program.groups.values())
            text = f"no piece of a group is called `{a}`" if of_a_group else f"the game uses no plugin `{a}`"
            near = self.reader.suggestions.near(a, [*self.program.used, *self.program.words.group_of])
            self.reader.report("RK301", text, line.span, near)
        elif self.settled.once(line, f"{x} of {a}"):
            set_parameters(self.bodies, a, {x: n.data["n"]}, line)

    def done(self, line: Line) -> None:
        """Before anything was read: the words of a plugin had to be there."""

    def without_exception(self, line: Line, *, q: Point, r: Tokens) -> None:
        said, names = words(r), [c.name for c in q.clauses if c.op == "exception"]
        if not self.settled.once(line, f"exception {said} of {q.name}"):
            return
        if said not in names:
            hint = "it has: " + (", ".join(names) or "none")
            self.reader.report("RK325", f"`{q.name}` has no exception `{said}`", line.span, hint)
        q.clauses = [c for c in q.clauses if not (c.op == "exception" and c.name == said)]

    def option(self, line: Line, *, x: str, v: Node) -> None:
        given = self.allowed(line, x, v)
        if given is not None and self.settled.once(line, x):
            option = self.program.options[x]
            option.printed = option.default if option.printed is None else option.printed
            option.default = given

    def allowed(self, line: Line, name: str, value: Node) -> int | None:
        """The number of an option's value; None, with a finding, when it cannot be that."""
        option = self.program.options.get(name)
        if option is None:
            near = self.reader.suggestions.near(name, self.program.options)
            self.reader.report("RK301", f"the game has no option `{name}`", line.span, near)
            return None
        given = _option_value(option, value)
        if given is None or not option.low <= given <= option.high:
            allowed = f"{option.low} to {option.high}"
            if option.sort != "number":
                allowed = ", ".join(option.values) if option.sort == "names" else "yes or no"
            text = f"`{name}` cannot be that"
            self.reader.report("RK314", text, span_of(line.file, line.tokens), f"it is: {allowed}")
            return None
        return given


def _option_value(option: GameOption, value: Node) -> int | None:
    """The number that a value means for an option; None when it is of another sort."""
    match option.sort:
        case "number":
            return value.data.get("n")
        case "names":
            return value.data.get("index") if value.type.of == option.name else None
    return int(value.data["yes"]) if value.op == "truth" else None


def set_parameters(bodies: BodyParts, device: str, given: dict[str, int], line: Line) -> None:
    program, report = bodies.program, bodies.reader.report
    known = {p.name: p for p in program.devices[device].parameters}
    for name, n in given.items():
        parameter = known.get(name)
        if parameter is None:
            report(
                "RK301", f"`{device}` has no setting `{name}`", line.span, bodies.reader.suggestions.near(name, known)
            )
        elif not parameter.low <= n <= parameter.high:
            low, high = parameter.low, parameter.high
            report("RK314", f"`{name}` goes from {low} to {high}", line.span, f"write a number from {low} to {high}")
        else:
            program.used[device].settings[name] = n


_MODIFIERS: Mapping[str, Callable[..., None]] = dict.fromkeys(ALLOWED, ModifierReader.modifier)
MODIFIERS = by_name(_MODIFIERS, 4, "declaration")
_VARIANTS: Mapping[str, Callable[..., None]] = {
    "option-value": ModifierReader.option,
    "row-value": ModifierReader.row,
    "piece-count": ModifierReader.pieces,
    "plugin-value": ModifierReader.plugin,
    **dict.fromkeys(("use-plugin", "uses"), ModifierReader.done),
    "remove-exception": ModifierReader.without_exception,
}
VARIANTS = by_name(_VARIANTS, 2, "declaration")
"""What a line of a variant does"""
