"""Common mistakes in the lines of a variant, each with the way to write it here."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.dsl.points import ALLOWED
from rulekit.dsl.suggestions.mistake import CommonMistake
from rulekit.dsl.suggestions.report import NUMBERS, Report
from rulekit.dsl.suggestions.vocabulary import near
from rulekit.dsl.syntax import Token, words
from rulekit.dsl.syntax_errors import TEXT_IN_TEXT

END = ["at", "end", "of", "game"]
EVERYBODY = ("everybody", "everyone", "all", "every", "players")
BOUNDS = (["start"], ["beginning"], ["end"])
MOMENTS = {True: ("at", "before"), False: ("at", "after")}
"""Words in front of the start and the end of something"""
ADJUSTED = {"number": "becomes ...", "whether": "yes", "set": "together with X"}
"""What is said of a point that is no deed, in the place of `instead of`"""
SIGNED = {"plus": "plus", "minus": "minus", "by": "plus"}
"""Words in front of the number by which something is adjusted"""
SEEN = ("their owner and partners", "their owner", "nobody")
"""Who sees what lies in places or is written in marks, if not all."""
ALIKE = 5
"""Letters with which two words of one stem begin: `start`, `starting`"""
DECLARED = {"mark": "fame of each player: from 0 up", "place": "tent of each player: coins"}
"""What stands below a heading that says who sees it, with an example."""


def in_a_variant(report: Report, tokens: Sequence[Token], said: list[str]) -> CommonMistake | None:
    program = report.program
    texts = [k for k, token in enumerate(tokens) if token.kind == "STRING"]
    if "line" in said[1:4] and len(texts) > 1 and said[texts[0] + 1] != "of":
        return CommonMistake(TEXT_IN_TEXT[0], tokens[texts[0] :], TEXT_IN_TEXT[1])
    if said[:1] == ["set"] and len(said) == 4 and said[1] in program.options:
        return CommonMistake("an option is not set, it is", tokens[:3], f"say  {said[1]} is {said[3]}")
    if said[-1:] == ["covers"]:
        return CommonMistake(
            "the clauses that the test covers are missing", tokens[-1:], "covers XYZ-1, or leave `covers` out"
        )
    if said[:4] == END:
        points = [p for p in program.points.values() if p.span.file not in program.test_files]
        ends = [p.name for p in points if any(s.op == "end-game" for b in p.body for s in b.walk())]
        where = f"say  before {ends[0]}:" if ends else "say  before ...:  with the deed that ends the game"
        return CommonMistake("the end of the game is a deed like others", tokens[:4], where)
    if (
        found := _moment(report, tokens, said)
        or _seen(report, tokens, said)
        or _declared(tokens, said)
        or _row(report, tokens, said)
        or _number(report, tokens, said)
    ):
        return found
    if said[:2] == ["instead", "of"] and len(said) > 3 and said[2] in ADJUSTED:
        text = f"`instead of` is said of deeds; a `{said[2]}` is adjusted"
        return CommonMistake(text, tokens[:3], f"say  adjust {words(tokens[3:])}: {ADJUSTED[said[2]]}")
    if said[:1] == ["add"] and said[2:3] == ["card"] and said[1] in program.families:
        return CommonMistake("`card` is too much here", [tokens[2]], f"say  add {said[1]} {words(tokens[3:])}")
    if said[:1] in (["add"], ["remove"]) and len(said) == 2 and said[1] in program.families:
        called = f'{said[0]} {said[1]} NAME "..."' if said[0] == "add" else f"{said[0]} {said[1]} NAME"
        return CommonMistake(
            f"which {said[1]} is meant is missing", tokens[1:], f"say  {called}  with its Capitalised Name"
        )
    if said[0] in EVERYBODY:
        hint = "say when, and for whom:  after DEED:  and below it  each player in players: ..."
        return CommonMistake(f"no line begins with `{said[0]}` here", tokens[:1], hint)
    if behind := _behind_a_choice(report, tokens, said):
        return behind
    if said[:1] in (["adjust"], ["before"], ["after"]):
        if misspelt := _misspelt(report, tokens, said):
            return misspelt
        for end in range(len(tokens), 1, -1):
            point = program.words.find_point(words(tokens[1:end]))
            if point is None:
                continue
            if end < len(tokens) and said[end] not in ("if", "unless"):
                text = f"behind the name of a point comes `if` or `:`, not `{said[end]}`"
                name = f"`{point.name}`"
                sign = SIGNED.get(said[end]) if said[0] == "adjust" and end + 2 == len(said) else None
                if sign is not None and tokens[-1].kind == "NUMBER":
                    hint = f"say  adjust {point.name}: {sign} {said[-1]}"
                    return CommonMistake("a colon is missing behind the name of the number", tokens[end:], hint)
                return CommonMistake(
                    text, tokens[end:], f"the point is {name}; its slots are known:  {said[0]} {point.name} if ...:"
                )
            break
    return None


def _behind_a_choice(report: Report, tokens: Sequence[Token], said: list[str]) -> CommonMistake | None:
    """`refuse n in march from if ...`: a choice is called by its word and the name of its rule, a permission by its name."""
    behind = next((k for k, word in enumerate(said) if word in ("if", "unless")), 0)
    if said[0] != "refuse" or behind < 3 or tokens[behind - 1].kind not in ("WORD", "NAME"):
        return None
    name, point = words(tokens[1 : behind - 1]), report.program.points.get(words(tokens[1 : behind - 1]))
    text = f"behind the name comes `if`, not `{said[behind - 1]}`"
    if name in report.program.choices:
        hint = f"say  refuse {name} if ...; the names of that rule are in sight"
        return CommonMistake(text, [tokens[behind - 1]], hint)
    if point is not None and point.sort == "permission":
        return CommonMistake(text, [tokens[behind - 1]], f"say  refuse {name} if ...; its slots are in sight")
    return None


def _misspelt(report: Report, tokens: Sequence[Token], said: list[str]) -> CommonMistake | None:
    """`before settle the tolls`, where a shorter name is that of another point."""
    end = next((k for k, word in enumerate(said) if word in ("if", "unless")), len(said))
    sorts, points = ALLOWED[said[0]], report.program.points.values()
    names = [p.name for p in points if p.sort in sorts and len(p.name.split()) > 1]
    name = words(tokens[1:end])
    if end < 3 or report.words.find_point(name) is not None:
        return None
    hint = near(name, names)
    return CommonMistake(f"no point is called `{name}`", tokens[1:end], hint, "RK309") if hint else None


def _moment(report: Report, tokens: Sequence[Token], said: list[str]) -> CommonMistake | None:
    """`at the start of each round`, `after the end of the round`, `when a fair ends`: a moment is a deed, before or after which
    something comes."""
    bound = said[1:2] in BOUNDS and said[2:3] == ["of"]
    start = said[1:2] != ["end"]
    if said[0] == "when" or (bound and said[0] in MOMENTS[start]):
        points, of_tests = report.program.points.values(), report.program.test_files
        deeds = [p.name for p in points if p.sort == "deed" and p.span.file not in of_tests]
        meant = [d for d in deeds if {*d.split()} & {w for w in said[1:] if len(w) > 3}][:3]
        verb = "before" if start and bound else "after"
        hint = (
            " or ".join(f" {verb} {d}: " for d in meant).strip() if meant else f"{verb} DEED:  with a deed of the game"
        )
        return CommonMistake("a moment is told by the deed that comes before or after it", tokens[:2], f"say  {hint}")
    return None


def _seen(report: Report, tokens: Sequence[Token], said: list[str]) -> CommonMistake | None:
    """`coins are seen by their owner`: who sees something is said above it."""
    at = next((k for k in range(1, len(said) - 2) if said[k : k + 2] == ["seen", "by"]), 0)
    program, vocabulary, what = report.program, report.words, said[0]
    seen = (program.marks, program.places, vocabulary.pieces, vocabulary.plurals, vocabulary.group_plurals)
    if not at or not any(what in names for names in seen):
        return None
    who = next((w for w in SEEN if w.split()[-1] in said[at:]), "all" if {*EVERYBODY} & {*said[at:]} else "WHO")
    heading = f"{'marks' if what in program.marks else 'places'} seen by {who}:"
    below = what if what in program.marks or what in program.places else "PLACE"
    hint = f"say  {heading}  and below it  {below}: ..."
    return CommonMistake("who sees what lies or is written somewhere is said above it", tokens[at:], hint)


def _declared(tokens: Sequence[Token], said: list[str]) -> CommonMistake | None:
    """`mark fame of each player: from 0 up`: first it is said who sees it."""
    if said[0] not in DECLARED or len(said) < 2 or "seen" in said:
        return None
    hint = f"say  {said[0]}s seen by all:  and below it  {DECLARED[said[0]]}"
    return CommonMistake(f"a {said[0]} stands below a line that says who sees it", tokens[:1], hint)


def _row(report: Report, tokens: Sequence[Token], said: list[str]) -> CommonMistake | None:
    """`mill costs 2`: a column of a row."""
    group = report.words.group_of.get(said[0])
    if group is None or len(said) < 3 or said[1] in ("is", "are"):
        return None
    columns = list(report.program.groups[group].columns)
    if not columns:
        return None
    hint = f"say  {columns[0]} of {said[0]} is {said[-1]};  it has: {', '.join(columns)}"
    return CommonMistake(f"`{said[1]}` is not said here", [tokens[1]], hint)


def _number(report: Report, tokens: Sequence[Token], said: list[str]) -> CommonMistake | None:
    """`starting capital is 20`: a number that the game works out is adjusted."""
    end = next((k for k, word in enumerate(said) if word in ("is", "are")), 0)
    if not end or end + 2 != len(said) or not (said[-1].isdigit() or said[-1] in NUMBERS):
        return None
    numbers = [p.name for p in report.program.points.values() if p.sort == "number" and not p.slots]
    name, about = words(tokens[:end]), {word[:ALIKE] for word in said[:end] if len(word) >= ALIKE}
    if name in numbers:
        text, near = "a number that the game works out is adjusted", name
    elif said[0] in report.program.options or report.words.group_of.get(said[-3]):
        return None
    else:
        text = f"nothing of the game is called `{name}`"
        near = next((n for n in numbers if about & {word[:ALIKE] for word in n.split()}), "")
    if not near:
        return None
    return CommonMistake(text, tokens[:end], f"say  adjust {near}: plus 1")
