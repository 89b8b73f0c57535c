"""The heading of a game: its players, options, layers, plugins, and where it begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rulekit.dsl.arguments import by_name
from rulekit.dsl.declare.context import DeclarationContext, DeferredTokens
from rulekit.dsl.phrases import Literal
from rulekit.dsl.readings import Tokens
from rulekit.dsl.symbols import GameOption, Kind, UsedDevice
from rulekit.dsl.syntax import Line
from rulekit.dsl.tree import Node
from rulekit.image import wrong_number

MOST_PLAYERS = 12


def game(d: DeclarationContext, line: Line, *, x: str, t: str) -> None:
    program = d.program
    if program.name:
        d.reader.report(
            "RK312",
            "a second `game` heading",
            line.span,
            "a folder holds one game",
            (("the first", program.span or line.span),),
        )
        return
    program.name, program.title, program.span = x, t, line.span
    for sub in line.body or ():
        if sub.is_note:
            continue
        if not add_to_game(d, sub):
            _line(d, sub)
    gap(d)


def add_to_game(d: DeclarationContext, sub: Line) -> bool:
    """Declares what a game has any number of, and a variant may add to: what a set-up needs, what is shown above the table,
    options, partners. False for another line."""
    if sub.tail is not None and sub.first == "needs":
        d.deferred.needs.append(sub)
    elif sub.first == "shown":
        d.deferred.above.append(sub)
    elif sub.first in ("option", "partners"):
        _line(d, sub)
    else:
        return False
    return True


def _line(d: DeclarationContext, sub: Line) -> None:
    found = d.reader.one(("D",), sub, sub.tokens)
    d.reader.cite(sub)
    if found is None:
        return
    if found.phrase.op in LINES:
        LINES[found.phrase.op](found.said, d, sub)
        return
    hint = (
        "here stand:  named, played by, partners are, uses plugin, layers, option, begins with, bots judge by, "
        "shown above"
    )
    d.reader.report("RK310", "this does not belong under the heading of a game", sub.span, hint)


def _named(d: DeclarationContext, sub: Line, *, l: tuple[tuple[str, str], ...]) -> None:
    d.differ([lang for lang, _ in l], sub)
    d.program.names.update(d.reader.languages(sub, dict(l)))


def _played(d: DeclarationContext, sub: Line, *, n: Node, m: Node | None = None, l: tuple[str, ...]) -> None:
    d.differ(l, sub)
    fewest = n.data["n"]
    most = m.data["n"] if m is not None else fewest
    _seats(d, range(max(fewest, 1), min(most, MOST_PLAYERS) + 1), l, sub)
    if not 1 <= fewest <= most <= MOST_PLAYERS or len(l) < most:
        short = most - len(l)
        hint = f"name {short} more behind `called`" if 0 < short < MOST_PLAYERS else f"1 to {MOST_PLAYERS} can play"
        d.reader.report("RK313", f"{most} players need {most} different names", sub.span, hint)
    for k, name in enumerate(l):
        d.words.players.setdefault(name, k)


def _usual(d: DeclarationContext, sub: Line, *, n: Node) -> None:
    if d.program.usual is not None:
        text = "how many normally play is said twice"
        d.reader.report("RK313", text, sub.span, "leave one of the two lines out")
    d.program.usual = (n.data["n"], sub.span)


def _begins(d: DeclarationContext, sub: Line, *, r: Tokens) -> None:
    d.deferred.begins = DeferredTokens(r, sub)


def judge_anew(d: DeclarationContext, sub: Line) -> None:
    """What bots judge by with a variant, in place of what the game says; of several variants one says it."""
    if not d.deferred.judged_anew:
        d.deferred.judge, d.deferred.judged_anew = None, True
    _line(d, sub)


def _judge(d: DeclarationContext, sub: Line, *, r: Tokens) -> None:
    if d.deferred.judge is not None:
        d.reader.report("RK313", "what bots judge by is said twice", sub.span, "leave one of the two lines out")
    d.deferred.judge = DeferredTokens(r, sub)


def _uses(d: DeclarationContext, sub: Line, *, x: str, p: tuple[tuple[str, int], ...] = ()) -> None:
    if x in d.program.used:  # a variant may have put another device in its place
        d.program.used[x] = UsedDevice(x, dict(p), sub.span)


def _layers(d: DeclarationContext, sub: Line, *, l: tuple[str, ...]) -> None:
    d.differ(l, sub)
    d.program.layers = l


def _seats(d: DeclarationContext, counts: range, names: Sequence[str], sub: Line) -> None:
    """Several lines `played by` give the seats other names for other numbers of players."""
    program = d.program
    twice = [n for n in counts if n in program.seatings]
    if twice:
        d.reader.report(
            "RK313", f"how {twice[0]} players are called is said twice", sub.span, "take one of the two lines away"
        )
    program.seatings.update(dict.fromkeys(counts, names))
    program.fewest, program.most = min(program.seatings, default=1), max(program.seatings, default=1)
    program.seats = tuple(dict.fromkeys([*program.seats, *names]))


def _partners(d: DeclarationContext, sub: Line, *, x: str, l: tuple[str, ...]) -> None:
    """A group of players, all of whom sit at one table in some set-up; the lines `played by` stand above it."""
    program, report, names = d.program, d.reader.report, [x, *l]
    unknown = [name for name in names if name not in program.seats]
    again = [name for name in names if any(name in group for group in program.partners) or names.count(name) > 1]
    if unknown:
        hint = d.reader.suggestions.near(unknown[0], program.seats) or f"there are: {', '.join(program.seats)}"
        report("RK301", f"no player is called `{unknown[0]}`", sub.span, hint)
    elif again:
        report("RK313", f"`{again[0]}` has partners already", sub.span, "name every player once")
    elif not any({*names} <= {*seated} for seated in program.seatings.values()):
        report("RK313", "these never sit at one table", sub.span, "name players who play together in one game")
    else:
        program.partners += (tuple(names),)


def gap(d: DeclarationContext) -> None:
    """Reports a number of players, between the fewest and the most, for which there are no names."""
    program = d.program
    missing = [n for n in range(program.fewest, program.most + 1) if n not in program.seatings]
    if missing and program.seatings and program.span is not None:
        text = f"how {missing[0]} players are called is not said"
        d.reader.report("RK313", text, program.span, f"add a line:  played by {missing[0]} players, called ...")
    if program.usual is not None and program.seatings:
        number, span = program.usual
        refused = wrong_number(program.title, program.fewest, program.most, number)
        if refused is not None:
            d.reader.report("RK313", refused, span, "a number for which a line `played by` has names")


def _option_names(context: DeclarationContext, sub: Line, *, x: str, l: tuple[str, ...], d: str, t: str) -> None:
    if context.known(x, "the option", context.program.options, sub):
        return
    if not context.differ(l, sub):
        l = tuple(dict.fromkeys(l))
    if d not in l:
        context.reader.report("RK314", f"`{d}` is none of the values of `{x}`", sub.span, "one of: " + ", ".join(l))
        return
    context.words.add_kind(x)
    context.program.kinds[x] = Kind(x, "names", sub.span, list(l), [{} for _ in l])
    for k, text in enumerate(l):
        context.words.entities.setdefault(text, []).append((x, k))
    _option(context, GameOption(x, "names", l, 0, len(l) - 1, l.index(d), t, sub.span), x, sub)


def _option_number(context: DeclarationContext, sub: Line, *, x: str, a: Node, b: Node, d: Node, t: str) -> None:
    if context.known(x, "the option", context.program.options, sub):
        return
    low, high, default = (node.data["n"] for node in (a, b, d))
    if not low <= default <= high:
        hint = f"normally {min(max(low, default), high)}"
        context.reader.report("RK314", f"`{x}` goes from {low} to {high}", sub.span, hint)
    _option(context, GameOption(x, "number", (), low, high, default, t, sub.span), "number", sub)


def _option_yes_or_no(context: DeclarationContext, sub: Line, *, x: str, d: str, t: str) -> None:
    if not context.known(x, "the option", context.program.options, sub):
        _option(context, GameOption(x, "truth", (), 0, 1, int(d == "yes"), t, sub.span), "truth", sub)


def _option(d: DeclarationContext, option: GameOption, info: str, sub: Line) -> None:
    d.program.options[option.name] = option
    d.say("V", info, [Literal(option.name)], "option", sub, data={"option": option.name})


HANDLERS = {"game": game}
_LINES: Mapping[str, Callable[..., None]] = {
    "named": _named,
    "played": _played,
    "usual": _usual,
    "partners": _partners,
    "begins": _begins,
    "judge": _judge,
    "uses": _uses,
    "layers": _layers,
    "option-names": _option_names,
    "option-number": _option_number,
    "option-yesno": _option_yes_or_no,
}
LINES = by_name(_LINES, 2, "declaration")
"""What a line below the heading declares"""
