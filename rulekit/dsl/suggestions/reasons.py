"""Causes that are certain, since the line would match but for them: each reports its finding, or gives False."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.dsl.matcher import Matcher
from rulekit.dsl.phrases import Literal, Phrase
from rulekit.dsl.scope import Scope
from rulekit.dsl.suggestions.report import Report
from rulekit.dsl.suggestions.unread_line import Unread, places
from rulekit.dsl.syntax import Token, words
from rulekit.dsl.types import NONE, Kinds, Type, certain


class Generous(Kinds):
    """Kinds that overlook `none`: to find out whether a line fails for that alone."""

    def __init__(self, kinds: Kinds) -> None:
        self.__dict__.update(kinds.__dict__)

    def fits(self, have: Type, want: str) -> bool:
        return super().fits(certain(have) if not want.startswith("opt/") else have, want)


def none_is_in_the_way(report: Report, matcher: Matcher, line: Unread) -> bool:
    """With `none` overlooked the line reads."""
    kinds, fresh = report.words.kinds, line.scope.unread()
    report.words.kinds = Generous(kinds)
    try:
        reads = bool(matcher.complete(line.categories, line.tokens, fresh))
        if not reads and line.categories[0] in ("V", "C"):
            reads = bool(matcher.whole(line.tokens, fresh))
    finally:
        report.words.kinds = kinds
    if not reads:
        return False
    scope = line.scope.unread()
    for group, at in places(line.tokens):
        for reading in matcher.value(group, at, scope, 2):
            if reading.node.type.maybe:
                report.maybe_none(line.file, group[at : reading.end])
                return True
    return False


def a_role(report: Report, line: Unread) -> bool:
    """A word that is a role of some scene, said outside of it."""
    role = next((t for t in line.tokens if report.known.role(t.text) and t.text not in line.scope.names), None)
    if role is None:
        return False
    report.strange(line.file, role, "any", line.scope)
    return True


def of_another_scene(report: Report, line: Unread) -> bool:
    """The words of a phrase that belongs to a scene in which we are not."""
    for phrase in report.words.table.all("V", "C", "X", "S"):
        if phrase.scene is None or phrase.scene in line.scope.scenes:
            continue
        run = _first_words(phrase)
        if len(run) < 2 and (len(phrase.parts) > 1 or not run or run[0] in line.scope.names):
            continue
        for at in range(len(line.tokens) - len(run) + 1):
            if line.said[at : at + len(run)] == run:
                text = f"`{' '.join(run)}` belongs to the scene `{phrase.scene}` and can be said only there"
                where = line.tokens[at : at + len(run)]
                report.say("RK306", text, line.file, where, "say it in the scene, or give it as a slot")
                return True
    return False


def _first_words(phrase: Phrase) -> list[str]:
    out = []
    for part in phrase.parts:
        if not isinstance(part, Literal):
            break
        out.append(part.text)
    return out


def mixed(report: Report, line: Unread) -> bool:
    """`and` beside `or`, where all the words are known."""
    said = line.said
    if "and" not in said or "or" not in said or line.categories[0] in ("D", "DH"):
        return False
    if report.known.strange(line.tokens, line.scope):
        return False
    later = "or" if said.index("and") < said.index("or") else "and"
    token = next(t for t in line.tokens if t.text == later)
    text = "`and` and `or` are mixed here, which can be heard in two ways"
    report.say("RK307", text, line.file, [token], "put brackets round what belongs together")
    return True


def never_equal(report: Report, matcher: Matcher, line: Unread) -> bool:
    """`x is none` of what never is none; `town is player`."""
    tokens = line.tokens
    for k, token in enumerate(tokens):
        if token.text not in ("is", "are") or not 0 < k < len(tokens) - 1:
            continue
        after = k + 2 if tokens[k + 1].text == "not" else k + 1
        fresh = Scope(line.scope.names, line.scope.facts, line.scope.scenes)
        for start in range(k):
            begins = not start or tokens[start - 1].text in ("if", "unless", "and", "or", "where")
            if begins and _never_equal(report, matcher, line.file, tokens, (start, k, after), fresh):
                return True
    return False


def _never_equal(
    report: Report, matcher: Matcher, file: str, tokens: Sequence[Token], at: tuple[int, int, int], scope: Scope
) -> bool:
    """``at``: where the left side begins, where `is` stands, and where the right side begins."""
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
        report.say("RK304", f"`{said}` is never none here", file, where, "there is nothing to ask")
    else:
        other = words(tokens[after : b.end])
        text = f"`{said}` is {kinds.say(a.type)}, but `{other}` is {kinds.say(b.node.type)}: they are never the same"
        report.say("RK304", text, file, where, f"{kinds.say(a.type)} is needed behind `is`")
    return True
