"""Windows: an engine-made deed that asks the players in their order and carries out what they play.

The rule that opened the window goes on at its next line when it is closed. A player who has nothing to play is not asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.compiler import bands
from rulekit.compiler.code import Code, Lines, add, and_, lay, number, unpack
from rulekit.compiler.flow import Flow
from rulekit.compiler.values import Context
from rulekit.dsl.program import Entry, Window
from rulekit.dsl.tree import CHOOSING, Node

if TYPE_CHECKING:
    from rulekit.compiler.unit import Unit


def window_function(unit: Unit, window: Window) -> str:
    """``window_x(m, s, z, st, me)``"""
    key = f"window {window.name}"
    if key in unit.deeds.made:
        return unit.deeds.made[key]
    name = unit.deeds.made[key] = unit.python_name("window", window.name)
    if unit.straight:
        _straight(unit, window, name)
        return name
    ask, flag = unit.ask(), unit.layout.success
    head, answer = unit.step(f"{name}_head"), unit.step(f"{name}_answer")
    c = Context({"me": Code("me")}, unit.line(window.span))
    opening = Lines()
    if not window.plays:
        opening.add("return")
    else:
        opening.add(lay([_players(unit, window, c), "0", "0", f"s[{flag}]"], head))
        opening.add(f"s[{flag}] = 0")
    unit.function(name, ["m", "s", "z", "st", "me"], opening)
    kept = ["players", "at", "passes", "outside"]  # outside: what a card around this window has said of its own success
    out = Lines()
    unpack(out, kept)
    _succeeded(unit, window, out)
    _next(unit, window, c, out)
    out.add(lay([*kept, "me"], answer))
    out.add(f"m.asks.append((me, {ask}, options, st))")
    out.add("return")
    unit.function(f"{name}_head", ["m", "s", "z", "st", "v"], out)
    reply = Lines()
    unpack(reply, [*kept, "me"])
    if unit.journal:
        reply.add(f"m.log.append(({c.line}, me, 'choice', {ask}, v))")
    reply.add(lay(["players", "at", "passes + 1 if v < 0 else 0", "outside"], head))
    families = _families(unit, window)
    for family in families:
        _carry(unit, window, family, reply, "return ")
    unit.function(f"{name}_answer", ["m", "s", "z", "st", "v"], reply)
    sort = ["kind", unit.layout.roots[families[0] if families else "player"]]
    unit.asks[ask].update(line=c.line, name=window.name, choice="", sort=sort, text=f"open {window.name}", op="window")
    return name


def _straight(unit: Unit, window: Window, name: str) -> None:
    """``window_x(m, s, z, draw, me)``: the same where nobody waits for an answer."""
    c, flag, out = Context({"me": Code("me")}, unit.line(window.span)), unit.layout.success, Lines()
    if window.plays:
        out.add(f"players = {_players(unit, window, c)}")
        out.add("at = passes = 0")
        out.add(f"outside = s[{flag}]")
        out.add(f"s[{flag}] = 0")
        _next(unit, window, c, out)
        out.add("v = options[draw() * len(options) >> 31]")
        out.add("passes = passes + 1 if v < 0 else 0")
        for k, family in enumerate(_families(unit, window)):
            _carry(unit, window, family, out, "", "el" if k else "")
        _succeeded(unit, window, out)
    unit.function(name, ["m", "s", "z", "draw", "me"], out)


def _players(unit: Unit, window: Window, c: Context) -> str:
    asked = [unit.values.value(node, c) for node in window.asked]
    return f"tuple({asked[0]})" if window.asked[0].type.head == "set" else f"({', '.join(asked)},)"


def _families(unit: Unit, window: Window) -> list[str]:
    return list(dict.fromkeys(unit.program.entries[entry].family for entry, _ in window.plays))


def _succeeded(unit: Unit, window: Window, out: Lines) -> None:
    """After a card: whether it has said that the window has done what it is for."""
    flag = unit.layout.success
    out.add(f"if s[{flag}]:")
    out.add(f"    s[{flag}] = {'outside' if window.until_success else 0}")
    if window.until_success:
        out.add("    return")


def _next(unit: Unit, window: Window, c: Context, out: Lines) -> None:
    """Who is next and what he can play; those who have nothing are passed over. The lines that follow stand in a loop."""
    over = "passes >= len(players)" if window.until_pass else "at >= len(players)"
    out.add("while True:")
    out.depth += 1
    out.add(f"if {over}:")
    out.add(f"    s[{unit.layout.success}] = outside")
    out.add("    return")
    out.add("me = players[at % len(players)]")
    out.add("at += 1")
    out.add("options = []")
    for entry, condition in window.plays:
        _offer(unit, entry, condition, c, out)
    out.add("if not options:")
    out.add("    passes += 1")
    out.add("    continue")
    out.add("options.append(-1)")


def _carry(unit: Unit, window: Window, family: str, reply: Lines, leave: str, other: str = "") -> None:
    """What is done when a card of this family is played."""
    names = list(dict.fromkeys(entry for entry, _ in window.plays if unit.program.entries[entry].family == family))
    carry = unit.deeds.carry(family, [unit.program.entries[name] for name in names])
    asks = any(unit.deeds.asking.entry(name) for name in names)
    low, size = unit.layout.bases[family], unit.layout.sizes[family]
    given = f"{unit.asker}, " if asks else ""
    reply.add(f"{other}if {low} <= v < {low + size}: {leave}{carry}(m, s, z, {given}me, v)")


def _row(unit: Unit, entry: Entry) -> tuple[str, int] | None:
    """Of an entry for a row of cards: the word for its row, and how far its numbers lie from those of the cards."""
    if entry.over is None:
        return None
    word, kind = entry.over
    return word, unit.layout.bases[kind] - unit.layout.bases[entry.family] - entry.indices[0]


def _offer(unit: Unit, name: str, condition: Node | None, c: Context, out: Lines) -> None:
    """Adds the cards of an entry that can be played now."""
    entry = unit.program.entries[name]
    family, row = unit.program.families[entry.family], _row(unit, entry)
    for index in entry.indices:
        card = unit.layout.bases[entry.family] + index
        test = Code(f"{can_play(unit, name)}(m, s, z, me, {card})")
        if condition is not None:
            names = c.bind(**{"this-card": number(card)}, **({row[0]: number(card + row[1])} if row else {}))
            test = and_(unit.values.condition(condition, names), test)
        there = test
        if family.source is not None:
            where = add(number(unit.layout.where[unit.layout.roots[entry.family]]), number(card))
            there = and_(Code(f"s[{where}] == {unit.values.place_code(family.source, c)}"), test)
        out.add(f"if {there}: options.append({card})")


def can_play(unit: Unit, name: str) -> str:
    """Whether the entry gets as far as its first deed: its `needs` hold, and its first choice has an option."""
    key = f"can {name}"
    if key in unit.deeds.made:
        return unit.deeds.made[key]
    made = unit.deeds.made[key] = unit.python_name("can", name)
    entry = unit.program.entries[name]
    c = Context({"me": Code("me"), "this-card": Code("this_card")}, unit.line(entry.span))
    row = _row(unit, entry)
    if row is not None:
        c = c.bind(**{row[0]: add(Code("this_card"), number(row[1]))})
    choices = Flow(unit, made, [], False).choices
    out = Lines()
    for x in entry.body:
        if x.op == "let":
            local = unit.local_name(x.data["x"])
            out.add(f"{local} = {unit.values.value(x.args['v'], c)}")
            c = c.bind(**{x.data["x"]: Code(local)})
        elif x.op == "needs":
            out.add(f"if not ({unit.values.condition(x.args['c'], c)}): return False")
        elif x.op in CHOOSING and "none" not in x.data and x.otherwise is None:
            enough = bands.enough(choices, x, c) if x.op == "choose-band" else f"len({choices.options(x, c)}) > 0"
            out.add(f"return {enough}")
            break
        else:
            break
    out.add("return True")
    unit.function(made, ["m", "s", "z", "me", "this_card"], out)
    return made
