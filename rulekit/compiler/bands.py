"""Several chosen at once: asked for one by one until `done`, so that no question has more options than the set has members.

The order of choosing does not matter. As a rule a member is offered only after those chosen before it in the order of the
set, so that every band is reached in one way. Where a condition speaks of the band that could hide a band that is allowed;
there any order is asked for, unless the condition is a plain upper limit (:func:`_limit`). The band itself is always in the
order of the set. Things that are alike stand side by side in it, and only the first that is left of them is offered.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from attrs import frozen

from rulekit.compiler.alike import has_alike
from rulekit.compiler.code import TRUE, Code, Lines, and_, lay, number, unpack
from rulekit.compiler.signs import never_negative
from rulekit.compiler.values import Context
from rulekit.dsl.bands import peel, speaks_of
from rulekit.dsl.tree import Node, Statement

if TYPE_CHECKING:
    from rulekit.compiler.choices import Choices
    from rulekit.compiler.goal import Goal
    from rulekit.dsl.program import Program


@frozen
class Parts:
    """A band in the making. ``fixed`` conditions are asked once, ``moving`` ones speak of what is chosen so far."""

    base: Node
    fixed: list[Node]
    moving: list[Node]
    upwards: bool
    """Each member is offered only after those chosen before it."""


def parts(program: Program, x: Statement) -> Parts:
    band = x.data["x"]
    base, conditions = peel(x.args["s"])
    moving = [c for c in conditions if speaks_of(c, band)]
    return Parts(
        base,
        [c for c in conditions if not speaks_of(c, band)],
        moving,
        all(_limit(program, c, band) for c in moving),
    )


def _limit(program: Program, node: Node, band: str) -> bool:
    """`the sum of N over band + N is at most L`, `the number of band is less than L`: what is allowed in one order is in all."""
    if node.op not in ("at-most", "less") or any(speaks_of(node.args["b"], name) for name in (band, "it")):
        return False
    mine: list[str] = []
    theirs: list[str] = []
    for term in _terms(node.args["a"]):
        if not speaks_of(term, band):
            if _speaks_of_it(term):
                mine.append(term.key)
            continue
        whole = term.args.get("s")
        if whole is None or whole.op != "local" or whole.data["name"] != band:
            return False
        if term.op == "sum" and never_negative(program, term.args["n"]) and not speaks_of(term.args["n"], band):
            theirs.append(term.args["n"].key)
        elif term.op != "size":
            return False
    return sorted(mine) == sorted(theirs)


def _terms(node: Node) -> list[Node]:
    if node.op == "arithmetic" and node.data["sign"] == "+":
        return [*_terms(node.args["a"]), *_terms(node.args["b"])]
    return [node]


def _speaks_of_it(node: Node) -> bool:
    return speaks_of(node, "it")


# ---------------------------------------------------------------- who can be chosen
def candidates(choices: Choices, x: Statement, c: Context) -> Code:
    """All that could be chosen as long as nothing is."""
    values, found = choices.values, parts(choices.unit.program, x)
    source = values.value(found.base, c)
    for condition in found.fixed:
        source = values.filtered(source, partial(_holds, choices, condition, c))
    if choices.refusals(x):
        source = values.filtered(source, lambda y: choices.allowed(x, c.bind(it=y)))
    return source


def _holds(choices: Choices, condition: Node, c: Context, member: Code) -> Code:
    return choices.values.condition(condition, c.bind(it=member))


def _offered(choices: Choices, x: Statement, source: str, band: str, c: Context) -> Code:
    """Those of ``source`` that can follow the band: the one place through which options pass."""
    values, found = choices.values, parts(choices.unit.program, x)
    names = c.bind(**{x.data["x"]: Code(band)})

    def test(y: Code) -> Code:
        out = TRUE if found.upwards or band == "()" else Code(f"{y} not in {band}")
        for condition in found.moving:
            out = and_(out, values.condition(condition, names.bind(it=y)))
        return out

    return values.filtered(Code(source), test)


def bounds(choices: Choices, x: Statement, c: Context) -> tuple[Code, Code | None]:
    """How many have to be chosen, and how many can be (None: all)."""
    value = choices.values.value
    if "any" in x.data:
        return number(0), None
    if "most" in x.data:
        return number(0), value(x.args["n"], c)
    if "exact" in x.data:
        n = value(x.args["n"], c)
        return n, n
    return value(x.args["a"], c), value(x.args["b"], c)


def enough(choices: Choices, x: Statement, c: Context) -> str:
    """Whether the choice can be made at all."""
    least, most = bounds(choices, x, c)
    many = f"len({_list(_offered(choices, x, candidates(choices, x, c), '()', c))}) >= {least}"
    return many if most is None or most == least else f"{many} and {most} >= {least}"


def _list(source: str) -> str:
    return source if source.startswith("[") and source.endswith("]") else f"list({source})"


# ---------------------------------------------------------------- asking
@frozen
class Begun:
    """A band before its first member. ``few``: whether there are too few to choose from, None where that can not be."""

    band: str
    items: str
    least: Code
    most: Code | None
    upwards: bool
    alike: str
    few: str | None

    @property
    def limits(self) -> list[str]:
        """The locals in which the limits stand."""
        return [n for n in (self.least, self.most) if n is not None and n.const is None]


def begun(choices: Choices, x: Statement, c: Context) -> Begun:
    """Who can be chosen and how many, worked out once."""
    unit, values, out = choices.unit, choices.values, choices.flow.out
    items, kind = values.name("items"), x.args["s"].type.of
    alike = unit.alike(kind) if has_alike(unit.layout, kind) else ""
    members = candidates(choices, x, c)
    out.add(f"{items} = tuple({f'side_by_side(s, {members}, {alike})' if alike else members})")
    given, limits = bounds(choices, x, c), []
    for name, limit in zip(("least", "most"), given, strict=True):
        if limit is None or limit.const is not None:
            limits.append(limit)
        elif limit == given[0] and limits:
            limits.append(limits[0])
        else:
            limits.append(Code(values.name(name)))
            out.add(f"{limits[-1]} = {limit}")
    least, most = limits
    assert least is not None
    few = None
    if least.const != 0:
        few = f"len({_list(_offered(choices, x, items, '()', c))}) < {least}{_crossed(least, most)}"
    upwards = parts(unit.program, x).upwards
    return Begun(unit.local_name(x.data["x"]), items, least, most, upwards, alike, few)


def offer(choices: Choices, x: Statement, begun: Begun, c: Context, out: Lines) -> None:
    """The options for the next member, the band being as it is."""
    band, least, most = begun.band, begun.least, begun.most
    offered = _list(_offered(choices, x, begun.items, band, c))
    out.add(f"options = {offered}" + (f" if len({band}) < {most} else []" if most is not None else ""))
    if least.const is None or least.const > 1:  # whoever is offered leaves enough behind him
        out.add(f"options = options[: len(options) - max(0, {least} - len({band}) - 1)]")
    if begun.alike:
        out.add(f"options = unlike(s, options, {begun.alike})")
    out.add("options.append(-1)" if least.const == 0 else f"if len({band}) >= {least}: options.append(-1)")


def ask(choices: Choices, x: Statement, rest: Sequence[Statement], goal: Goal | None, c: Context) -> None:
    """A step that asks for the next member and comes back to itself, until enough are chosen and the player is done."""
    flow, unit = choices.flow, choices.unit
    out, question = flow.out, unit.ask()
    kept = list(flow.kept)
    made_of = begun(choices, x, c)
    band, items = made_of.band, made_of.items
    if made_of.few is not None:
        out.add(f"if {made_of.few}:")
        out.depth += 1
        choices.nothing(x, rest, goal, c)
        out.depth -= 1
        flow.kept = list(kept)
    out.add(f"{band} = ()")
    inner = [*kept, *([] if band in kept else [band])]
    frame = list(dict.fromkeys([*inner, items, *made_of.limits]))
    named = c.bind(**{x.data["x"]: Code(band)})
    after = flow.part(rest, goal, named, inner, "chosen") if rest else goal
    head = unit.python_name(flow.name, "band")
    step = unit.step(head)

    # ---- the answer: one more, or done
    answer = Lines()
    unpack(answer, frame)
    choices.told(answer, c, question)
    answer.add("if v >= 0:")
    answer.depth += 1
    take(answer, made_of, "v")
    answer.add(lay(frame, step))
    answer.add("return")
    answer.depth -= 1
    going = flow.sub(inner)
    going.out = answer
    going.go(after)

    # ---- the question
    made = flow.sub(frame)
    unpack(made.out, frame)
    made.out.add("while True:")
    made.out.depth += 1
    offer(choices, x, made_of, named, made.out)
    made.out.add("if len(options) > 1: break")
    made.out.add(f"if not options: raise Failure({c.line})")
    made.out.add("if options[0] < 0:")
    made.out.depth += 1
    made.go(after)
    made.out.depth -= 1
    take(made.out, made_of, "options[0]")
    made.out.depth -= 1
    made.choices.question(question, x, going, frame, named, choices.sort(x))
    unit.function(head, ["m", "s", "z", "st", "v"], made.out)
    out.add(lay(frame, step))
    out.add("return")


def _crossed(least: Code, most: Code | None) -> str:
    if most is None or most == least or least.const == 0:
        return ""
    if most.const is not None and least.const is not None and most.const >= least.const:
        return ""
    return f" or {most} < {least}"


def take(out: Lines, begun: Begun, member: str) -> None:
    """One more member."""
    band, items = begun.band, begun.items
    if begun.upwards:
        out.add(f"{band} += ({member},)")
        out.add(f"{items} = {items}[{items}.index({member}) + 1 :]")
    else:  # in the order of the set, however it was chosen
        out.add(f"{band} = tuple([x for x in {items} if x in {band} or x == {member}])")


# ---------------------------------------------------------------- why not
def refused(choices: Choices, x: Statement, c: Context, body: Lines) -> None:
    """Who is not offered, and why: a condition, somebody from outside, or because enough are chosen or he comes too late."""
    unit, found = choices.unit, parts(choices.unit.program, x)
    local, band = Code(choices.values.name("x")), c.names[x.data["x"]]
    names = c.bind(it=local)
    body.add(f"for {local} in {choices.values.value(found.base, c)}:")
    body.depth += 1
    body.add(f"if {local} in {band}: continue")
    for condition in (*found.fixed, *found.moving):
        unit.reasons.why(condition, names, body, f"out.append(({local}, %s)); continue")
    choices.refused_from_outside(x, local, names, body)
    body.add(f"out.append(({local}, {c.line}, None))")
    body.depth -= 1
