"""The rules of a program by name, by place and by sentence: what `rulekit show` is asked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from attrs import frozen

from rulekit.diagnostics import Span, UserError
from rulekit.dsl.points import Modifier
from rulekit.dsl.program import Program
from rulekit.dsl.similar_words import near_words
from rulekit.dsl.tree import Clause, Node, Ruling, Statement, TextTemplate

Part = Statement | Clause | Ruling | Modifier
PLACE = re.compile(r"(.+?):(\d+)(?::\d+)?")
"""As messages write it, with or without the column"""
WORDS = re.compile(r"[\w'-]+")


@frozen(eq=False)
class RuleParts:
    """A named rule: a deed, an entry, a point. ``parts``: its clauses and sentences, and its modifiers."""

    name: str
    sort: str
    span: Span
    parts: tuple[Part, ...]


@frozen(eq=False)
class Selection:
    """What was asked for: ``parts`` of ``rule``, all of them or those of a line."""

    rule: RuleParts
    parts: tuple[Part, ...]


def rules_of(program: Program) -> dict[str, RuleParts]:
    """All rules of a program, by name."""
    found = {}
    for name, point in program.points.items():
        if point.sort != "scene":
            entry = program.entries.get(name) if point.sort == "entry" else None
            own: tuple[Part, ...] = (*point.clauses, *point.rulings, *(entry.body if entry is not None else point.body))
            found[name] = RuleParts(name, point.sort, point.span, (*own, *point.modifiers))
    return found


def inside(part: Part) -> Iterator[Part]:
    """A part, and the sentences in it."""
    yield part
    for sentence in part.body if isinstance(part, Statement | Modifier) else ():
        yield from inside(sentence)
    for sentence in (part.otherwise or ()) if isinstance(part, Statement) else ():
        yield from inside(sentence)


def nodes(part: Part) -> Iterator[Node]:
    """Every value and condition in a part."""
    match part:
        case Statement():
            for sentence in part.walk():
                yield from sentence.nodes()
        case Clause():
            held = [part.value, part.condition]
            yield from (n for node in held if node is not None for n in node.walk())
        case Ruling():
            yield from part.condition.walk() if part.condition is not None else ()
        case Modifier():
            held = [part.condition, part.adjustment[1] if part.adjustment is not None else None]
            yield from (n for node in held if node is not None for n in node.walk())
            for sentence in part.body:
                yield from nodes(sentence)


def find(
    rules: Mapping[str, RuleParts],
    sources: Mapping[str, str],
    asked: str,
    functions: Collection[str],
    owner: Callable[[str], str],
) -> Selection:
    """The rule or the sentence that is meant by a name, a place ``FILE:LINE``, a function or a sentence.

    ``functions``: those that can be shown; ``owner``: the rule that a function was made of, or "". Raises UserError, with near
    names, for what is none of these.
    """
    if (place := PLACE.fullmatch(asked)) is not None and (files := _files(sources, place[1])):
        return _at(rules, files, int(place[2]))
    said = _plain(asked)
    for rule in rules.values():
        heading = _plain(row_at(sources, rule.span))
        if said in (_plain(rule.name), heading, heading.partition(" ")[2]):  # ``to march:`` is `march`
            return Selection(rule, rule.parts)
    if asked in functions:
        if not (name := owner(asked)):
            raise UserError(f"the function {asked} was made of no named rule", "its code can be shown:  --as ir")
        return Selection(rules[name], rules[name].parts)
    sentences: dict[str, Selection] = {}
    for rule, part in _lines(rules):
        for row in (part.text, row_at(sources, part.span)):
            sentences.setdefault(_plain(row), Selection(rule, (part,)))
    if said in sentences:
        return sentences[said]
    message = f"this game has no rule, function or sentence {asked!r}"
    raise UserError(message, _near(said, [*map(_plain, rules), *functions, *sentences]))


def _files(sources: Iterable[str], file: str) -> list[str]:
    """The files of the game that a place may mean: the whole path, or one that ends like it."""
    return [name for name in sources if f"/{name}".endswith(f"/{file}") or f"/{file}".endswith(f"/{name}")]


def _at(rules: Mapping[str, RuleParts], files: Collection[str], line: int) -> Selection:
    """The rule whose heading is at a line, or the parts of a rule at that line."""
    for rule in rules.values():
        if rule.span.file in files and rule.span.line == line:
            return Selection(rule, rule.parts)
    here = [(rule, part) for rule, part in _lines(rules) if part.span.file in files]
    there = [(rule, part) for rule, part in here if line in (part.span.line, _otherwise(part))]
    if there:
        return Selection(there[0][0], tuple(part for _, part in there))
    nearest = min((part.span for _, part in here), key=lambda span: abs(span.line - line), default=None)
    hint = (
        "there are no rules in this file" if nearest is None else f"the nearest stands at {nearest.file}:{nearest.line}"
    )
    raise UserError(f"no sentence of a rule stands at line {line}", hint)


def _otherwise(part: Part) -> int:
    """The line of the `otherwise` of a sentence; 0 where it has none."""
    return part.otherwise_span.line if isinstance(part, Statement) and part.otherwise_span is not None else 0


def _lines(rules: Mapping[str, RuleParts]) -> Iterator[tuple[RuleParts, Part]]:
    for rule in rules.values():
        for part in rule.parts:
            yield from ((rule, x) for x in inside(part))


def _near(said: str, among: Collection[str]) -> str:
    """Names and sentences that are like what was typed, or hold all its words."""
    words = set(WORDS.findall(said))
    near = near_words(said, among, 3) or [x for x in among if words and words <= set(WORDS.findall(x))][:3]
    return f"did you mean {' or '.join(near)}?" if near else "without a name all rules and functions are listed"


def row_at(sources: Mapping[str, str], span: Span) -> str:
    """The source line of a span, without indentation."""
    rows = sources.get(span.file, "").split("\n")
    return rows[span.line - 1].strip() if 0 < span.line <= len(rows) else ""


def _plain(text: str) -> str:
    """Without what makes no difference: case, blanks, a citation, the colon at the end."""
    return " ".join(re.sub(r"\s*\[[^\]]*\]\s*$", "", text).casefold().split()).removesuffix(":")


def texts(reason: TextTemplate | None) -> str:
    """A text for people with its values as gaps."""
    return "".join(part if isinstance(part, str) else "{}" for part in reason.parts) if reason is not None else ""
