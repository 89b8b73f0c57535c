"""Common mistakes from other languages, other games or plain English, each with the way to write it here."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from rulekit.dsl.matcher import Matcher
from rulekit.dsl.scope import Scope
from rulekit.dsl.suggestions.mistake import CommonMistake
from rulekit.dsl.suggestions.mistakes_in_values import in_a_value
from rulekit.dsl.suggestions.mistakes_of_tests import in_a_test
from rulekit.dsl.suggestions.mistakes_of_variants import in_a_variant
from rulekit.dsl.suggestions.reasons import MODIFYING
from rulekit.dsl.suggestions.report import Report
from rulekit.dsl.suggestions.synonyms import of_each_player
from rulekit.dsl.suggestions.unread_line import UnreadLine
from rulekit.dsl.syntax import Token, words

SENTENCES = ("S", "H", "B", "R")

AMOUNTS = ("a", "an", "any", "at", "exactly", "least", "most", "more", "less", "fewer", "than")
"""Words of an amount, behind `has`."""
OWNING = ("owns", "own", "owned")
BELONGING = {"mine": "me", "ours": "me"} | dict.fromkeys(("yours", "his", "hers", "theirs"), "{player}")
"""What people call what belongs to somebody -> to whom."""
NOBODY = ("nobody", "nothing", "no-one", "noone", "null", "nil")
"""What people call `none`."""
SUPERLATIVES = dict.fromkeys(("fewest", "lowest", "smallest"), "least") | dict.fromkeys(
    ("highest", "greatest", "largest"), "most"
)
"""Words of the largest and the smallest number -> how it is said here."""
ASKED = ("is", "than", "least", "most", "from", "to", "exactly")
"""Words behind which a number stands that is asked for or said."""


def common_mistake(report: Report, matcher: Matcher, line: UnreadLine) -> CommonMistake | None:
    """The first common_mistake that these tokens show."""
    categories, tokens, said = line.categories, line.tokens, line.said
    found = (
        _adjective(line)
        or _signs(categories, tokens)
        or _option(report, categories, tokens, said)
        or _cases(report, line)
    )
    if found is None and "T" in categories:
        found = in_a_test(report, tokens, said)
    if found is None and any(c in ("D", "DH") for c in categories):
        found = in_a_variant(report, tokens, said)
    if found is None and any(c in SENTENCES for c in categories):
        found = (
            _in_a_rule(report, tokens, said)
            or _of_a_point(report, tokens, said)
            or _course(tokens, said)
            or _scene(report, tokens, said)
            or _counted(report, tokens, said)
        )
    found = (
        found
        or _nobody(tokens)
        or _belonging(report, tokens)
        or _holding(report, tokens)
        or _owning(report, tokens, "T" in categories)
    )
    found = found or in_a_value(tokens) or _next_to(report, tokens) or _number_of_a_group(report, tokens)
    return found or _having(report, tokens) or _superlative(report, tokens) or _colon(matcher, line)


def _adjective(line: UnreadLine) -> CommonMistake | None:
    """`each town may be at peace`"""
    tokens, said = line.tokens, line.said
    if "L" not in line.categories or said[:1] != ["each"] or said[2:4] != ["may", "be"] or len(said) < 6:
        return None
    if any(token.kind != "WORD" for token in tokens[4:]):
        return None
    hint = f"did you mean:  {words(tokens[:4])} {'-'.join(said[4:])}"
    return CommonMistake(f"`{words(tokens[4:])}` is written as one word", tokens[4:], hint)


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
    for before, sign, number in zip(flat := _flat(tokens), flat[1:], flat[2:], strict=False):
        if sign.text == "-" and number.kind == "NUMBER" and before.text in ASKED and sign.end < number.column:
            text = "a number below 0 has no blank behind its sign"
            return CommonMistake(text, [sign, number], f"write  -{number.text}")
    return None


def _cases(report: Report, line: UnreadLine) -> CommonMistake | None:
    """`number toll of {here: town}: 3 if here is walled, 1 otherwise`, the cases on the line of the heading."""
    tokens, said = line.tokens, line.said
    at = next((k for k, word in enumerate(said) if k and word in ("if", "otherwise")), 0)
    if line.categories[0] not in ("V", "C") or not at or said[at : at + 2] == ["if", "any"]:
        return None
    heading = report.program.sources.get(line.file, "").splitlines()[tokens[0].line - 1 : tokens[0].line]
    if [text.split()[0] for text in heading] not in (["number"], ["whether"]):
        return None
    end = said.index(",") if "," in said else len(said)
    return CommonMistake(
        "each case stands on a line of its own",
        tokens,
        f"write below the heading, two blanks further in:  {words(tokens[:end])}",
    )


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
            f"`{made.name}` cannot be `{said[at + 2]}`", tokens[at + 2 :], f"it is: {allowed}", "RK314"
        )
    return None


def _in_a_rule(report: Report, tokens: Sequence[Token], said: list[str]) -> CommonMistake | None:
    if said[:2] == ["each", "player"] and said[2:3] == ["may"]:
        hint = 'each player in players: and below it  me may "..." if ...:'
        return CommonMistake("first say for whom, then what they may", tokens[:3], hint)
    if said[0] in ("for", "each") and said[1:2] in (["all"], ["each"], ["every"]) and "player" in " ".join(said):
        return CommonMistake(f"`{said[1]}` cannot stand here", [tokens[1]], "say  each player in players:")
    everybody = of_each_player(report.program, tokens)
    if everybody is not None:
        named, does = everybody
        hint = f"say  each player in players: {does}"
        return CommonMistake("first say for whom, then what they do", tokens[: named + 1], hint)
    if said == ["end", "if"] or said[:1] in (["endif"], ["end-if"], ["done"]):
        return CommonMistake(
            "a block needs no end", tokens, "it ends where the lines are indented less: take this line away"
        )
    if "becomes" in said[1:] and (becomes := _becomes(report, tokens, said)) is not None:
        return becomes
    if said[0] in ("raise", "lower") and "by" not in said and len(said) > 3 and said[-2] == "to":
        return CommonMistake(f"`{said[0]}` says by how much", tokens[-2:], f"say  set {words(tokens[1:])}  or  by ...")
    return None


def _becomes(report: Report, tokens: Sequence[Token], said: list[str]) -> CommonMistake | None:
    """`my coins becomes 3`, where coins are a mark that is a number."""
    at = said.index("becomes", 1)
    name = said[1] if said[0] == "my" else said[0]
    mark = report.program.marks.get(name)
    if mark is None or mark.low is None or at + 1 == len(said):
        return None
    return CommonMistake("a number is set", [tokens[at]], f"say  set {words(tokens[:at])} to {words(tokens[at + 1 :])}")


def _of_a_point(report: Report, tokens: Sequence[Token], said: list[str]) -> CommonMistake | None:
    """`adjust toll: plus 1` in a deed."""
    first = 1 + (said[:2] == ["instead", "of"])
    if said[0] not in MODIFYING or not any(
        report.words.find_point(words(tokens[first:end])) for end in range(len(tokens), first, -1)
    ):
        return None
    text = f"`{said[0]}` stands in no rule: it says something about one from outside"
    return CommonMistake(text, tokens, "say it below the heading of a card or a variant, two blanks further in")


def _course(tokens: Sequence[Token], said: list[str]) -> CommonMistake | None:
    """`repeat forever`, and who is the last one at the end of the game."""
    if said[:1] == ["repeat"] and said[1:2] in (["forever"], ["always"]) and len(said) == 2:
        hint = "say  repeat until C, at most 100 times:  or  repeat 100 times:"
        return CommonMistake("no rule goes on for ever: a loop says how often at most", tokens[1:], hint)
    if (
        said[:2] == ["end", "game"]
        and said[-2:] in (["lowest", "first"], ["highest", "first"])
        and said[-3:-2] == [","]
    ):
        if said[-2] == "highest":
            return CommonMistake("the highest stands first always", tokens[-3:], "leave it out")
        hint = "say it behind the first number:  ranking players by A, lowest first, then by B"
        return CommonMistake("of those who are equal, the highest stands first", tokens[-3:], hint)
    return None


def _counted(report: Report, tokens: Sequence[Token], said: list[str]) -> CommonMistake | None:
    """`move 1 town from bank to my purse`: things are no pieces."""
    amount = [k for k, token in enumerate(tokens[:-1]) if token.kind == "NUMBER" or token.text in ("a", "an")][:1]
    if said[0] != "move" or not amount or amount[0] > 3:
        return None
    token, kinds = tokens[amount[0] + 1], report.words.kinds.names
    kind = report.words.plurals.get(token.text, token.text)
    if token.text in report.words.pieces or kind not in kinds:
        return None
    pieces = ", ".join(list(dict.fromkeys(report.words.pieces.values()))[:4])
    hint = f"one thing moves by its name:  move {{thing}} to {{place}};  pieces are: {pieces}" if pieces else ""
    return CommonMistake(
        f"only pieces are counted, and `{token.text}` is a thing", [token], hint or "move {thing} to {place}", "RK304"
    )


def _scene(report: Report, tokens: Sequence[Token], said: list[str]) -> CommonMistake | None:
    """`battle of me against Birch`, `start raid of ...`: a scene is begun; `if there is a raid`: it is not asked for."""
    for before, token in itertools.pairwise(tokens):
        if said[0] == "if" and before.text in ("a", "no", "any", "an") and token.text in report.program.scenes:
            hint = f"say what happens in it below  more of {token.text}:  or around it  before {token.text}:  after {token.text}:"
            return CommonMistake(f"`{token.text}` is a scene: nobody asks whether one goes on", [token], hint)
    for k in range(min(2, len(said))):
        if said[k] in report.program.scenes and said[0] not in ("begin", "let", "set", "if"):
            hint = f"say  begin {words(tokens[k:])}:  and below it what happens in the scene"
            return CommonMistake(f"`{said[k]}` is a scene, which is begun", tokens[: k + 1], hint)
    return None


def _nobody(tokens: Sequence[Token]) -> CommonMistake | None:
    """`owner of here is nobody`."""
    flat = _flat(tokens)
    for before, token in itertools.pairwise(flat):
        if token.text in NOBODY and before.text in ("is", "are", "not", "to"):
            return CommonMistake(f"`{token.text}` is not said here", [token], "write  none")
    return None


def _owning(report: Report, tokens: Sequence[Token], of_a_test: bool) -> CommonMistake | None:
    if any(t.kind == "NAME" and t.text != "I" and not report.known.word(t, Scope()) for t in tokens):
        return None
    if of_a_test and any(t.text in report.words.table.literals for t in tokens if t.text in OWNING):
        return None  # a word of these tests: what is wrong is another one
    for k, token in enumerate(tokens[1:-1], 1):
        if token.text in OWNING and "belongs" in report.words.table.literals:
            if tokens[k + 1].text == "by":
                return _owned_by(report, tokens, k)
            who = "me" if tokens[k - 1].text == "I" else tokens[k - 1].text
            return CommonMistake(
                f"`{token.text}` is not said here", [token], f"say  {tokens[k + 1].text} belongs to {who}"
            )
    return None


def _owned_by(report: Report, tokens: Sequence[Token], k: int) -> CommonMistake | None:
    """`here is owned by Red`, `here is not owned by me`, `here is owned by nobody`, with `owned` as the word ``k``."""
    is_ = k - 2 if tokens[k - 1].text == "not" else k - 1
    if is_ < 1 or k + 2 == len(tokens) or tokens[is_].text not in ("is", "are"):
        return None
    thing, who, negative = tokens[is_ - 1].text, tokens[k + 2].text, is_ < k - 1
    hint = f"say  {thing} {'does not belong' if negative else 'belongs'} to {who}"
    if who in NOBODY:
        if "owner" not in report.words.table.literals:
            return None
        hint = f"say  owner of {thing} is {'not ' if negative else ''}none"
    return CommonMistake(f"`{words(tokens[k : k + 2])}` is not said here", tokens[is_ : k + 2], hint)


def _belonging(report: Report, tokens: Sequence[Token]) -> CommonMistake | None:
    """`here is mine`, `here is not mine`."""
    if "belongs" not in report.words.table.literals:
        return None
    for k, token in enumerate(tokens[2:], 2):
        is_ = k - 2 if tokens[k - 1].text == "not" else k - 1
        if token.text in BELONGING and is_ and tokens[is_].text in ("is", "are"):
            verb = "belongs" if is_ == k - 1 else "does not belong"
            hint = f"say  {tokens[is_ - 1].text} {verb} to {BELONGING[token.text]}"
            return CommonMistake(f"`{token.text}` is not said here", tokens[is_ : k + 1], hint)
    return None


def _holding(report: Report, tokens: Sequence[Token]) -> CommonMistake | None:
    """`towns that hold a guard`, `towns with guards`: what lies in each is asked behind `where`."""
    kinds, vocabulary = report.program.kinds, report.words
    for k, token in enumerate(tokens[1:-1], 1):
        behind = k + 1 + (token.text == "that" and tokens[k + 1].text in ("hold", "holds", "have", "has"))
        if (token.text != "with" and behind == k + 1) or vocabulary.plurals.get(tokens[k - 1].text) not in kinds:
            continue
        end = behind + (tokens[behind].text in ("a", "an", "no", "any")) if behind < len(tokens) else behind
        piece = vocabulary.pieces.get(tokens[end].text) if end < len(tokens) else None
        if piece is None or not kinds[vocabulary.plurals[tokens[k - 1].text]].holds:
            continue
        whose = "my " if k > 1 and tokens[k - 2].text == "my" else ""
        article = "no" if tokens[behind].text == "no" else "an" if piece[0] in "aeiou" else "a"
        hint = f"say  {whose}{tokens[k - 1].text} where it holds {article} {piece}"
        text = f"`{words(tokens[k:behind])}` is not said here: what lies in each is asked behind `where`"
        return CommonMistake(text, tokens[k : end + 1], hint)
    return None


def _having(report: Report, tokens: Sequence[Token]) -> CommonMistake | None:
    """`town has no guards`: what stands somewhere is counted."""
    if "has" in report.words.table.literals:
        return None
    for k, token in enumerate(tokens[1:-1], 1):
        if token.text not in ("has", "have"):
            continue
        end = k + 1 + (tokens[k + 1].text in ("not", "no"))
        while end < len(tokens) and (tokens[end].text in AMOUNTS or tokens[end].kind == "NUMBER"):
            end += 1
        said, counted = words(tokens[k + 1 : end]), tokens[end].text if end < len(tokens) else ""
        if said in ("most", "least") and counted in report.words.pieces:
            hint = f"say  players with the {said} {counted} in {_owned(report, counted)} of it"
            return CommonMistake(f"`{token.text}` is not said here", tokens[k : end + 1], hint)
        if counted in report.words.pieces or counted in report.program.marks:
            amount = {"not": "0", "no": "0", "": "at least 1", "not any": "0"}.get(said, said)
            joint = "in" if counted in report.words.pieces else "of"
            hint = f"say  {counted} {joint} {tokens[k - 1].text} is {amount}"
            if tokens[k - 1].text == "that" and k > 1:
                there = f"in {_owned(report, counted)} of it" if joint == "in" else "of it"
                hint = f"say  {tokens[k - 2].text} where {counted} {there} is {amount}"
            return CommonMistake(f"`{token.text}` is not said here", tokens[k:end], hint)
    return None


def _next_to(report: Report, tokens: Sequence[Token]) -> CommonMistake | None:
    """`if here is next to Alder`"""
    if not report.program.graphs:
        return None
    own = [point.name.split() for point in report.program.points.values()]
    for k, token in enumerate(tokens[:-2]):
        beside = 2 if token.text in ("next", "adjacent") and tokens[k + 1].text == "to" else 1
        if token.text not in ("next", "adjacent", "beside") or k + beside >= len(tokens) or not k:
            continue
        if any(token.text in name for name in own):  # a rule of the game says it so, and something else is wrong
            continue
        hint = f"say  is among neighbours of {tokens[k + beside].text}"
        return CommonMistake(f"`{words(tokens[k : k + beside])}` is not said here", tokens[k : k + beside], hint)
    return None


def _number_of_a_group(report: Report, tokens: Sequence[Token]) -> CommonMistake | None:
    """`let n be the number of buildings in here`"""
    said = [t.text for t in tokens]
    for k in range(len(tokens) - 4):
        if said[k : k + 2] == ["number", "of"] and said[k + 2] in report.words.group_plurals and said[k + 3] == "in":
            rest = words(tokens[k + 2 :])
            hint = f"it is the number of them already: leave out `the number of`:  {rest}"
            return CommonMistake("what is counted here are pieces", tokens[k : k + 3], hint)
    return None


def _superlative(report: Report, tokens: Sequence[Token]) -> CommonMistake | None:
    """`players with the fewest coins`: a number of each of them decides."""
    for k, token in enumerate(tokens[1:-1], 1):
        if token.text not in SUPERLATIVES or tokens[k - 1].text != "with":
            continue
        said, counted = SUPERLATIVES[token.text], tokens[k + 1].text
        if counted in report.words.pieces:
            hint = f"say  with the {said} {counted} in {_owned(report, counted)} of it"
        elif counted in report.program.marks:
            hint = f"say  with the {said} {counted} of it"
        elif (own := report.program.points.get(counted)) is not None and own.sort == "set" and len(own.slots) == 1:
            hint = f"say  with the {said} number of {counted} of it"
        else:
            hint = f"say  with the {said} NUMBER of it"
        return CommonMistake(f"`{token.text}` is not said here", tokens[k : k + 2], hint)
    return None


def _owned(report: Report, piece: str) -> str:
    """A place of each player in which such pieces lie."""
    name = report.words.pieces[piece]
    places = report.program.places.values()
    return next((p.name for p in places if list(p.owners) == ["player"] and name in p.contents), "{place}")


def _colon(matcher: Matcher, line: UnreadLine) -> CommonMistake | None:
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
