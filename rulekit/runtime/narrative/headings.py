"""The heading of an event: the name of its rule, with the values of its slots."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from rulekit.image import Rule, Sort
from rulekit.runtime.labels import Labels, Part, Thing
from rulekit.runtime.narrative.event_tree import Event
from rulekit.runtime.narrative.visible import seat_of
from rulekit.runtime.visibility import Sight

if TYPE_CHECKING:
    from rulekit.runtime.protocols import MatchState

Reads = Callable[[str, int], bool]
"""(kind, index of a thing) -> whether a viewer can read it"""


def heading(event: Event, match: MatchState, labels: Labels, sight: Sight | None, now: Reads) -> list[Part]:
    """The name of a rule with the values of its slots: ``Red: pay 2 coins for Alder``.

    ``sight``: of who reads it. What this person could not read then, and cannot read ``now``, is not said, nor numbers that may
    rest on it.
    """
    image = match.compiled.image
    rule = image.rules[event.rule] if event.rule >= 0 else Rule("")
    match rule.sort:
        case "entry":
            said = _card(rule, event, labels, sight, now)
        case "deed" | "scene":
            said = _phrase(rule, event, labels, sight, now)
        case _:
            return []
    if event.me >= 0 and not any(isinstance(x, Thing) and x.kind == "player" for x in said):
        who = labels.thing("player", event.me)
        return [who, labels.side(who.name) + labels.colon, *said]
    return _capital(said, labels)


def given(event: Event, match: MatchState, labels: Labels, sight: Sight | None, now: Reads) -> list[Part]:
    """The things that a rule was given, as somebody may see them."""
    rule = match.compiled.image.rules[event.rule] if event.rule >= 0 else Rule("")
    slots = [(slot.sort, k) for k, slot in enumerate(rule.slots) if slot.sort.head == "kind"]
    said = [x for sort, k in slots for x in _value(sort, k, event, labels, sight, now)]
    return labels.listed([x for x in said if isinstance(x, Thing)])


def _capital(said: list[Part], labels: Labels) -> list[Part]:
    if said and isinstance(said[0], str) and labels.base == "en":
        return [said[0][:1].upper() + said[0][1:], *said[1:]]
    return said


def _card(rule: Rule, event: Event, labels: Labels, sight: Sight | None, now: Reads) -> list[Part]:
    """``Draw a card (Alder)``"""
    last = len(event.values) - 1
    out = _value(Sort("kind", rule.root), last, event, labels, sight, now)
    for k, slot in enumerate(rule.slots):
        if slot.name == rule.on and (not slot.sort.kind or min(slot.sort.things(event.values[k])) >= 0):
            before, _, after = labels.within.partition("{}")[2].partition("{}")
            out += [before, *_value(slot.sort, k, event, labels, sight, now), after]
    return out


def _phrase(rule: Rule, event: Event, labels: Labels, sight: Sight | None, now: Reads) -> list[Part]:
    slots = {slot.name: (slot.sort, k) for k, slot in enumerate(rule.slots)}
    own = labels.words.get(rule.key)
    out: list[Part] = []
    for k, part in enumerate((own or rule.key).replace("}", "{").split("{")):  # every other one is the name of a slot
        if k % 2 == 0:
            out.append(part if own else part.replace("-", " "))
        elif part == "me":
            out += [labels.thing("player", event.me)] if event.me >= 0 else []
        elif part in slots:
            out += _value(*slots[part], event, labels, sight, now)
    out = [said for x in out if x != "" for said in (x, _side(x, labels)) if said != ""]
    return out if own or labels.base != "en" else [_one(x) if out[k - 1 : k] == ["1"] else x for k, x in enumerate(out)]


def _side(said: Part, labels: Labels) -> str:
    """The suffix of a player's name in a sentence."""
    return labels.side(said.name) if isinstance(said, Thing) and said.kind == "player" else ""


def _one(said: Part) -> Part:
    """What stands behind a 1 in a heading, which was written for any number: `` units of`` -> `` unit of``."""
    return _PLURAL.sub(lambda m: f" {m[1]}{'y' if m[2] == 'ies' else ''}", said, 1) if isinstance(said, str) else said


_PLURAL = re.compile(r"^ ([a-z]+?)(ies|(?<![siu])s)\b")


def _value(sort: Sort, k: int, event: Event, labels: Labels, sight: Sight | None, now: Reads) -> list[Part]:
    """The k-th of the values that a rule was given."""
    value = event.values[k]
    things = sort.things(value)
    shown = sort.head == "kind" and all(now(sort.of, x) for x in things)
    if sight is not None and k in event.unread.get(seat_of(sight), ()) and not shown:
        return [labels.word("a card")]
    if sort.head == "kind" and things and things[0] >= 0:
        return [labels.thing(sort.of, things[0])]
    if sort.head == "set" and sort.of:
        return labels.listed([labels.thing(sort.of, x) for x in things]) or [labels.word("none")]
    if sort.head not in ("kind", "spot") and sight is not None:
        return ["?"]  # it may rest on what this person does not know
    return [labels.value(sort, value)]
