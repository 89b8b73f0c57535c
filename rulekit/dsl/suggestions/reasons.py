"""Causes that are certain, since the line would match but for them: each reports its finding, or gives False."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rulekit.dsl.matcher import Matcher
from rulekit.dsl.narrowing import narrowings
from rulekit.dsl.paraphrase import say
from rulekit.dsl.phrases import Literal, Phrase
from rulekit.dsl.points import Point
from rulekit.dsl.readings import Bound
from rulekit.dsl.scope import Scope
from rulekit.dsl.suggestions.report import Report
from rulekit.dsl.suggestions.unread_line import UnreadLine, all_of, places
from rulekit.dsl.syntax import Token, words
from rulekit.dsl.tree import Node
from rulekit.dsl.types import NONE, Kinds, Type, certain

_WORD = re.compile(r"[^\s(),]+")


class NoneTolerantKinds(Kinds):
    """Kinds that overlook `none`: to find out whether a line fails for that alone."""

    def __init__(self, kinds: Kinds) -> None:
        self.__dict__.update(kinds.__dict__)

    def fits(self, have: Type, want: str) -> bool:
        return super().fits(certain(have) if not want.startswith("opt/") else have, want)


JOINING = (["except"], ["together", "with"])
"""Words between two sets of one kind."""
MODIFYING = ("adjust", "refuse", "allow", "before", "after", "instead")
"""Words with which a line begins that says something about a point."""


def named_point(report: Report, line: UnreadLine) -> tuple[Point, Sequence[Token], Sequence[Token]] | None:
    """The point that a line speaks about, from outside: it, the tokens that name it, and those behind it."""
    tokens = line.tokens
    if line.categories[0] not in ("D", "DH") or tokens[0].text not in MODIFYING:
        return None
    first = 2 if line.said[:2] == ["instead", "of"] else 1
    for end in range(len(tokens), first, -1):
        point = report.words.find_point(words(tokens[first:end]))
        if point is not None:
            return point, tokens[first:end], tokens[end:]
    return None


def condition_of_a_point(report: Report, matcher: Matcher, line: UnreadLine) -> UnreadLine | None:
    """The condition behind `adjust X if`, where it is what cannot be read: with what is in sight at that point."""
    found = named_point(report, line)
    if found is None or len(found[2]) < 2 or found[2][0].text not in ("if", "unless"):
        return None
    point, _, behind = found
    inside = UnreadLine(("C",), line.file, behind[1:], point.scope(line.scope), "truth")
    return None if any(matcher.whole(inside.tokens, inside.scope.unread())) else inside


def none_is_in_the_way(report: Report, matcher: Matcher, line: UnreadLine) -> bool:
    """With `none` overlooked the line reads."""
    kinds, fresh = report.words.kinds, line.scope.unread()
    report.words.kinds = NoneTolerantKinds(kinds)
    try:
        found: list[Bound | Node] = list(matcher.complete(line.categories, line.tokens, fresh))
        if not found and line.categories[0] in ("V", "C"):
            found = [r.node for r in matcher.whole(line.tokens, fresh)]
    finally:
        report.words.kinds = kinds
    for node in (x for reading in found[:1] for x in _misplaced(reading, kinds)):
        where = _stretch(line.tokens, _WORD.findall(say(node)))
        if where is not None:
            report.maybe_none(line.file, where, line.categories[0])
            return True
    return False


def _misplaced(reading: Bound | Node, kinds: Kinds) -> Iterator[Node]:
    """The values of a reading that may be none where that cannot be."""
    slots = reading.phrase.slots if reading.phrase is not None else {}
    nodes = reading.nodes if isinstance(reading, Bound) else reading.args
    for name, node in nodes.items():
        want = re.split("[=@]", slots.get(name, "any"))[0]
        if node.type.maybe and not kinds.fits(node.type, want):
            yield node
        yield from _misplaced(node, kinds)
        for item in node.data.get("items", ()):
            yield from _misplaced(item, kinds)


def _stretch(tokens: Sequence[Token], said: Sequence[str]) -> Sequence[Token] | None:
    """The tokens that say these words, brackets aside; those that are only asked whether they are none come last."""
    asked = None
    for group, at in places(tokens):
        for end in range(at + 1, len(group) + 1):
            there = [t.text for t in all_of(group[at:end]) if t.kind != "GROUP" and t.text != ","]
            if there == said and not (end == at + 1 and group[at].kind == "GROUP"):
                if [t.text for t in group[end : end + 3] if t.text != "not"][:2] != ["is", "none"]:
                    return group[at:end]
                asked = asked or group[at:end]
    return asked


def a_role(report: Report, line: UnreadLine) -> bool:
    """A word that is a role of some scene, said outside of it."""
    said = (t for t in line.tokens if t is not line.makes and t.text not in line.scope.names)
    role = next((t for t in said if report.known.role(t.text)), None)
    if role is None:
        return False
    report.strange(line.file, role, "any", line.scope)
    return True


def of_another_scene(report: Report, matcher: Matcher, line: UnreadLine) -> bool:
    """A phrase that belongs to a scene in which we are not: it would read in that scene, and nothing reads there here."""
    for phrase in report.words.table.all("V", "C", "X", "S"):
        if phrase.scene is None or phrase.scene in line.scope.scenes:
            continue
        run = _first_words(phrase)
        if len(run) < 2 and (len(phrase.parts) > 1 or not run or run[0] in line.scope.names):
            continue
        inside = line.scope.unread().inside(frozenset([phrase.scene]), {})
        begun = isinstance(phrase.parts[0], Literal)
        for group, at in places(line.tokens):
            where = group[at : at + len(run)]
            starts = [at] if begun else range(at - 1, -1, -1)
            if [t.text for t in where] != run or not any(matcher.run(phrase, group, k, inside) for k in starts):
                continue
            if phrase.category != "S" and matcher.value(group, at, line.scope.unread()):
                continue
            text = f"`{' '.join(run)}` belongs to the scene `{phrase.scene}` and can be said only there"
            report.say("RK306", text, line.file, where, "say it in the scene, or give it as a slot")
            return True
    return False


def _first_words(phrase: Phrase) -> list[str]:
    """The words that a phrase begins with, or those behind its first slot: `is out` of `{a} is out`."""
    parts = phrase.parts if isinstance(phrase.parts[0], Literal) else phrase.parts[1:]
    out = []
    for part in parts:
        if not isinstance(part, Literal):
            break
        out.append(part.text)
    return out


def mixed(report: Report, line: UnreadLine) -> bool:
    """`and` beside `or`, where all the words are known."""
    said = line.said
    if "and" not in said or "or" not in said or line.categories[0] in ("D", "DH"):
        return False
    if report.known.strange_in(line):
        return False
    later = "or" if said.index("and") < said.index("or") else "and"
    token = next(t for t in line.tokens if t.text == later)
    text = "`and` and `or` are mixed here, which can be heard in two ways"
    report.say("RK307", text, line.file, [token], "put brackets round what belongs together")
    return True


def never_equal(report: Report, matcher: Matcher, line: UnreadLine) -> bool:
    """`x is none` of what never is none, or not behind `x is none or`; `town is player`."""
    fresh = Scope(line.scope.names, line.scope.facts, line.scope.scenes)
    if any(_never_equal_in(report, matcher, line.file, line.tokens, fresh, "there is nothing to ask")):
        return True
    hint = "the condition before it has settled that: leave this one out"
    behind = _behind_and_or(report.words.kinds, matcher, line.tokens, fresh)
    return any(any(_never_equal_in(report, matcher, line.file, right, known, hint)) for right, known in behind)


def _never_equal_in(
    report: Report, matcher: Matcher, file: str, tokens: Sequence[Token], scope: Scope, hint: str
) -> Iterator[bool]:
    for k, token in enumerate(tokens):
        if token.text not in ("is", "are") or not 0 < k < len(tokens) - 1:
            continue
        after = k + 2 if tokens[k + 1].text == "not" else k + 1
        for start in range(k):
            if _begins(tokens, start):
                yield _never_equal(report, matcher, file, tokens, (start, k, after), scope, hint)


def _begins(tokens: Sequence[Token], at: int) -> bool:
    """Whether a condition can begin there."""
    return not at or tokens[at - 1].text in ("if", "unless", "and", "or", "where")


def _behind_and_or(
    kinds: Kinds, matcher: Matcher, tokens: Sequence[Token], scope: Scope
) -> Iterator[tuple[Sequence[Token], Scope]]:
    """What stands behind each `and` and `or`, brackets taken away, with what is known there since the condition before it."""
    for group, k in places(tokens):
        if group[k].text not in ("and", "or") or not 0 < k < len(group) - 1:
            continue
        right = group[k + 1].items if group[k + 1].kind == "GROUP" else group[k + 1 :]
        for start in range(k):
            for reading in matcher.condition(group, start, scope) if _begins(group, start) else ():
                known = narrowings(reading.node, kinds)[0 if group[k].text == "and" else 1]
                if reading.end == k and known:
                    yield right, scope.knowing(known)


def of_two_kinds(report: Report, matcher: Matcher, line: UnreadLine) -> bool:
    """`towns except players`: what is taken from a set, or put to it, cannot be a member of it."""
    for group, k in places(line.tokens):
        behind = next((k + len(run) for run in JOINING if [t.text for t in group[k : k + len(run)]] == run), 0)
        if behind and k and _of_two_kinds(report, matcher, line, group, k, behind):
            return True
    return False


def _of_two_kinds(
    report: Report, matcher: Matcher, line: UnreadLine, tokens: Sequence[Token], at: int, behind: int
) -> bool:
    """``at``: where the word stands that joins two sets; ``behind``: where the second one begins."""
    kinds, fresh = report.words.kinds, line.scope.unread()
    right = [r for r in matcher.value(tokens, behind, fresh) if r.end > behind]
    for start in range(at):
        sets = [r.node for r in matcher.value(tokens, start, fresh) if r.end == at and kinds.element(r.node.type)]
        member = kinds.element(sets[0].type) if sets else None
        if member is None or not right:
            continue
        if any(kinds.comparable(member, kinds.element(r.node.type) or r.node.type) for r in right):
            return False
        other = max(right, key=lambda r: r.end)
        said, taken = words(tokens[start:at]), words(tokens[behind : other.end])
        text = (
            f"`{said}` is {kinds.say(sets[0].type)}, but `{taken}` is {kinds.say(other.node.type)}: their kinds differ"
        )
        hint = f"behind `{words(tokens[at:behind])}` stands {kinds.say(member)}, or {kinds.say(sets[0].type)}"
        report.say("RK304", text, line.file, tokens[behind : other.end], hint)
        return True
    return False


def _never_equal(
    report: Report,
    matcher: Matcher,
    file: str,
    tokens: Sequence[Token],
    at: tuple[int, int, int],
    scope: Scope,
    hint: str,
) -> bool:
    """``at``: where the left side begins, where `is` stands, and where the right side begins. ``hint``: what to do where
    something is never none."""
    start, is_, after = at
    left = [r.node for r in matcher.value(tokens, start, scope) if r.end == is_]
    right = [r for r in matcher.value(tokens, after, scope) if r.end > after]
    if not left or not right or tokens[after].text in ("a", "an"):
        return False
    kinds = report.words.kinds
    if any(kinds.comparable(x.type, r.node.type) for x in left for r in right):
        return False
    a, b = left[0], max(right, key=lambda r: r.end)
    said, where = words(tokens[start:is_]), tokens[start : b.end]
    if b.node.type == NONE:
        report.say("RK304", f"`{said}` is never none here", file, where, hint)
    else:
        other = words(tokens[after : b.end])
        text = f"`{said}` is {kinds.say(a.type)}, but `{other}` is {kinds.say(b.node.type)}: they are never the same"
        report.say("RK304", text, file, where, f"{kinds.say(a.type)} is needed behind `is`")
    return True
