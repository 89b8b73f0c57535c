"""The heading of a game: its players, options, layers, plugins, and where it begins."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.dsl.declare.context import DeclarationContext, Unread
from rulekit.dsl.phrases import Literal
from rulekit.dsl.program import Kind, Option, Used
from rulekit.dsl.readings import Bound
from rulekit.dsl.syntax import Line
from rulekit.image import wrong_number

MOST_PLAYERS = 12


def game(d: DeclarationContext, bound: Bound, line: Line) -> None:
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
    program.name, program.title, program.span = bound.values["x"], bound.values["t"], line.span
    for sub in line.body or ():
        if sub.is_note:
            continue
        if sub.tail is not None and sub.first == "needs":
            d.deferred.needs.append(sub)
            continue
        if sub.first == "shown":
            d.deferred.above.append(sub)
            continue
        found = d.reader.one(("D",), sub, sub.tokens)
        d.reader.cite(sub)
        if found is not None:
            _line(d, found, sub)
    gap(d)


def _line(d: DeclarationContext, found: Bound, sub: Line) -> None:
    program, values, report = d.program, found.values, d.reader.report
    match found.phrase.op:
        case "named":
            program.names.update(d.reader.languages(sub, dict(values["l"])))
        case "played":
            fewest = values["n"].data["n"]
            most = values["m"].data["n"] if "m" in values else fewest
            _seats(d, range(max(fewest, 1), min(most, MOST_PLAYERS) + 1), values["l"], sub)
            if not 1 <= fewest <= most <= MOST_PLAYERS or len(values["l"]) < most:
                short = most - len(values["l"])
                hint = (
                    f"name {short} more behind `called`"
                    if 0 < short < MOST_PLAYERS
                    else f"1 to {MOST_PLAYERS} can play"
                )
                report("RK313", f"{most} players need {most} different names", sub.span, hint)
            for k, name in enumerate(values["l"]):
                d.words.players.setdefault(name, k)
        case "usual":
            if program.usual is not None:
                report("RK313", "how many normally play is said twice", sub.span, "leave one of the two lines out")
            program.usual = (values["n"].data["n"], sub.span)
        case "partners":
            _partners(d, [values["x"], *values["l"]], sub)
        case "begins":
            d.deferred.begins = Unread(values["r"], sub)
        case "judge":
            if d.deferred.judge is not None:
                report("RK313", "what bots judge by is said twice", sub.span, "leave one of the two lines out")
            d.deferred.judge = Unread(values["r"], sub)
        case "uses":
            if values["x"] in program.used:  # a variant may have put another device in its place
                program.used[values["x"]] = Used(values["x"], dict(values.get("p", ())), sub.span)
        case "layers":
            program.layers = values["l"]
        case "option-names" | "option-number" | "option-yesno":
            _option(d, found, sub)
        case _:
            hint = (
                "here stand:  named, played by, partners are, uses plugin, layers, option, begins with, bots judge by, "
                "shown above"
            )
            report("RK310", "this does not belong under the heading of a game", sub.span, hint)


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


def _partners(d: DeclarationContext, names: Sequence[str], sub: Line) -> None:
    """A group of players, all of whom sit at one table in some set-up; the lines `played by` stand above it."""
    program, report = d.program, d.reader.report
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
    """Every number of players between the fewest and the most has its names."""
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


def _option(d: DeclarationContext, found: Bound, sub: Line) -> None:
    values, name, report = found.values, found.values["x"], d.reader.report
    if d.known(name, "the option", d.program.options, sub):
        return
    match found.phrase.op:
        case "option-names":
            names = values["l"]
            if values["d"] not in names:
                report(
                    "RK314",
                    f"`{values['d']}` is none of the values of `{name}`",
                    sub.span,
                    "one of: " + ", ".join(names),
                )
                return
            option = Option(name, "names", names, 0, len(names) - 1, names.index(values["d"]), values["t"], sub.span)
            d.words.add_kind(name)
            d.program.kinds[name] = Kind(name, "names", sub.span, list(names), [{} for _ in names])
            for k, text in enumerate(names):
                d.words.entities.setdefault(text, []).append((name, k))
            info = name
        case "option-number":
            low, high, default = (values[k].data["n"] for k in "abd")
            if not low <= default <= high:
                report(
                    "RK314", f"`{name}` goes from {low} to {high}", sub.span, f"normally {min(max(low, default), high)}"
                )
            option = Option(name, "number", (), low, high, default, values["t"], sub.span)
            info = "number"
        case _:
            option = Option(name, "truth", (), 0, 1, int(values["d"] == "yes"), values["t"], sub.span)
            info = "truth"
    d.program.options[name] = option
    d.say("V", info, [Literal(name)], "option", sub, data={"option": name})


HANDLERS = {"game": game}
