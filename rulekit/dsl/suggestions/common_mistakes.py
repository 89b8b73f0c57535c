"""Common mistakes from other languages, other games or plain English, each with the way to write it here."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from attrs import frozen

from rulekit.dsl.matcher import Matcher
from rulekit.dsl.scope import Scope
from rulekit.dsl.suggestions.report import Report
from rulekit.dsl.suggestions.unread_line import Unread
from rulekit.dsl.syntax import Token, words

SENTENCES = ("S", "H", "B", "R")
END = ["at", "end", "of", "game"]

ASKED = ("is", "than", "least", "most", "to", "exactly")
"""Words behind which a number stands that is asked for or said."""


@frozen
class CommonMistake:
    """``at``: the tokens to be marked."""

    text: str
    at: Sequence[Token]
    hint: str
    code: str = "RK302"


def common_mistake(report: Report, matcher: Matcher, line: Unread) -> CommonMistake | None:
    """The first common_mistake that these tokens show."""
    categories, tokens, said = line.categories, line.tokens, line.said
    found = _signs(categories, tokens) or _option(report, categories, tokens, said)
    if found is None and "T" in categories:
        found = _in_a_test(tokens, said)
    if found is None and any(c in ("D", "DH") for c in categories):
        found = _in_a_variant(report, tokens, said)
    if found is None and any(c in SENTENCES for c in categories):
        found = _in_a_rule(tokens, said)
    return found or _owning(report, tokens) or _colon(matcher, line)


def _flat(tokens: Sequence[Token]) -> list[Token]:
    return [x for t in tokens for x in ([t] if t.kind != "GROUP" else _flat(t.items))]


def _signs(categories: Sequence[str], tokens: Sequence[Token]) -> CommonMistake | None:
    slot = next((t for t in _flat(tokens) if t.kind == "SLOT"), None)
    if slot is not None and categories[0] in ("S", "H", "C", "V", "B", "R", "T"):
        return CommonMistake("a slot stands only in a heading", [slot], f"say  {slot.items[0].text}  here")
    for token, after in itertools.pairwise(tokens):
        if token.text == "," and after.line > token.line:
            text = "the comma at the end of this line joins it with the next one"
            return CommonMistake(text, [token], "take the comma away, or finish the sentence")
    if len(tokens) > 2 and tokens[1].text == "-" and tokens[2].kind == "NUMBER" and tokens[0].kind == "WORD":
        return CommonMistake(
            "there are no numbers below 0", tokens[1:3], "turn it round: the other way with a plain number"
        )
    for before, sign, number in zip(flat := _flat(tokens), flat[1:], flat[2:], strict=False):
        if sign.text == "-" and number.kind == "NUMBER" and before.text in ASKED:
            return CommonMistake(
                "a number below 0 is written as a difference", [sign, number], f"write  0 - {number.text}"
            )
    return None


def _option(
    report: Report, categories: Sequence[str], tokens: Sequence[Token], said: list[str]
) -> CommonMistake | None:
    """An option with a value that it has not."""
    options = report.program.options
    at = 2 if said[:2] == ["given", "option"] else 0
    if at == 0 and "D" not in categories:
        return None
    if len(said) == at + 3 and said[at] in options and said[at + 1] in ("is", "are"):
        made = options[said[at]]
        allowed = {"names": ", ".join(made.values), "truth": "yes or no"}.get(made.sort, f"{made.low} to {made.high}")
        return CommonMistake(
            f"`{made.name}` can not be `{said[at + 2]}`", tokens[at + 2 :], f"it is: {allowed}", "RK314"
        )
    return None


def _in_a_test(tokens: Sequence[Token], said: list[str]) -> CommonMistake | None:
    if said[0] in ("given", "when") and {"me", "my"} & {t.text for t in _flat(tokens)}:
        token = next(t for t in _flat(tokens) if t.text in ("me", "my"))
        return CommonMistake(
            f"nobody is `{token.text}` in a test", [token], f"say who:  {said[0]} Ash: {words(tokens[1:])}", "RK341"
        )
    return None


def _in_a_variant(report: Report, tokens: Sequence[Token], said: list[str]) -> CommonMistake | None:
    program = report.program
    if said[:1] == ["set"] and len(said) == 4 and said[1] in program.options:
        return CommonMistake("an option is not set, it is", tokens[:3], f"say  {said[1]} is {said[3]}")
    if said[-1:] == ["covers"]:
        return CommonMistake(
            "the clauses that the test covers are missing", tokens[-1:], "covers XYZ-1, or leave `covers` out"
        )
    if said[:4] == END:
        ends = [p.name for p in program.points.values() if any(s.op == "end-game" for b in p.body for s in b.walk())]
        where = f"say  before {ends[0]}:" if ends else "say  before ...:  with the deed that ends the game"
        return CommonMistake("the end of the game is a deed like others", tokens[:4], where)
    if said[:1] == ["add"] and said[2:3] == ["card"] and said[1] in program.families:
        return CommonMistake("`card` is too much here", [tokens[2]], f"say  add {said[1]} {words(tokens[3:])}")
    if said[:1] in (["adjust"], ["before"], ["after"]):
        for end in range(len(tokens), 1, -1):
            point = program.words.find_point(words(tokens[1:end]))
            if point is not None and end < len(tokens) and said[end] not in ("if", "unless"):
                text = f"behind the name of a point comes `if` or `:`, not `{said[end]}`"
                name = f"`{point.name}`"
                return CommonMistake(
                    text, tokens[end:], f"the point is {name}; its slots are known:  {said[0]} {point.name} if ...:"
                )
    return None


def _in_a_rule(tokens: Sequence[Token], said: list[str]) -> CommonMistake | None:
    if said[:2] == ["each", "player"] and said[2:3] == ["may"]:
        hint = 'each player in players: and below it  me may "..." if ...:'
        return CommonMistake("first say for whom, then what they may", tokens[:3], hint)
    if said[0] in ("for", "each") and said[1:2] in (["all"], ["each"], ["every"]) and "player" in " ".join(said):
        return CommonMistake(f"`{said[1]}` can not stand here", [tokens[1]], "say  each player in players:")
    if said == ["end", "if"] or said[:1] in (["endif"], ["end-if"], ["done"]):
        return CommonMistake(
            "a block needs no end", tokens, "it ends where the lines are indented less: take this line away"
        )
    if said[0] in ("raise", "lower") and "by" not in said and len(said) > 3 and said[-2] == "to":
        return CommonMistake(f"`{said[0]}` says by how much", tokens[-2:], f"say  set {words(tokens[1:])}  or  by ...")
    return None


def _owning(report: Report, tokens: Sequence[Token]) -> CommonMistake | None:
    if any(t.kind == "NAME" and t.text != "I" and not report.known.word(t, Scope()) for t in tokens):
        return None
    for k, token in enumerate(tokens[1:-1], 1):
        if token.text in ("owns", "own", "owned") and "belongs" in report.words.table.literals:
            who = "me" if tokens[k - 1].text == "I" else tokens[k - 1].text
            return CommonMistake(
                f"`{token.text}` is not said here", [token], f"say  {tokens[k + 1].text} belongs to {who}"
            )
    return None


def _colon(matcher: Matcher, line: Unread) -> CommonMistake | None:
    """The line reads, but as one with a `:`, or as one without."""
    categories, tokens = line.categories, line.tokens
    other = {"S": ("H",), "H": ("S",), "D": ("DH",), "DH": ("D",)}.get(categories[0])
    if other is None or len(categories) > 1:
        return None
    found = [
        b for b in matcher.complete(other, tokens, line.scope.unread()) if b.phrase.op not in ("deed", "permission")
    ]
    if categories[0] in ("S", "H"):
        found = [b for b in found if b.phrase.op != "do" or categories[0] == "H"]
    if not found:
        return None
    if other[0] in ("H", "DH"):
        tail = {"adjust": ": plus 1", "refuse": ': "reason"', "needs": ': "reason"'}.get(found[0].phrase.op, ":")
        return CommonMistake("this line goes on with `:`", tokens[-1:], f"{words(tokens)}{tail}")
    return CommonMistake("behind this line stands no `:`", tokens[-1:], f"{words(tokens)}  is a line by itself")
