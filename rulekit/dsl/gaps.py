"""What the gaps of a phrase are called, in messages and in docs/phrases.md: ``{number:n}`` is shown as ``{number}``."""

from __future__ import annotations

import re

NAMES = {
    "number": "number",
    "pieces": "pieces",
    "piece": "piece",
    "place": "place",
    "cardsource": "cards",
    "cardplace": "cards",
    "zone": "pile",
    "row": "row",
    "spot": "spot",
    "thing": "thing",
    "some": "thing or set",
    "maybe": "thing or none",
    "player": "player",
    "set": "set",
    "some/player": "player or players",
    "set/player": "players",
    "kind": "kind",
    "kinds": "kinds",
    "new": "name",
    "var": "mark",
    "any": "value",
    "truth": "condition",
    "permission": "permission",
    "point": "point",
    "entry": "card",
    "window": "window",
    "marks": "name of marks",
    "route": "route",
    "routes": "routes",
    "numberlist": "numbers",
    "values": "values",
    "list": "values",
    "amounts": "amounts",
    "text": "text",
    "rest": "words",
    "name": "Name",
    "names": "Names",
    "noun": "word",
    "adjective": "word",
    "nouns": "words",
    "type": "type",
    "yesno": "yes or no",
    "langs": "texts",
    "copies": "copies",
    "settings": "settings",
    "seen": "who sees",
    "pattern": "heading",
    "slotdef": "slot",
    "clauses": "clauses",
    "sentence": "sentence",
    "would": "condition that would hold",
    "supposed": "deed",
}
"""Spec of a slot in a phrase table -> what stands between the braces. A kind of the game is called by its own name."""


def name_of(spec: str) -> str:
    """``set/town`` -> ``towns``, ``opt/player`` -> ``player or none``, ``new=elem s`` -> ``name``."""
    spec = re.split("[=@]", spec)[0]
    if spec in NAMES:
        return NAMES[spec]
    head, _, of = spec.partition("/")
    match head:
        case "opt":
            return f"{name_of(of)} or none"
        case "set":
            return f"{of}s"
        case "some":
            return f"{of} or {of}s"
        case "exact" | "kind":
            return of
    return NAMES.get(head, head)


def gap(spec: str) -> str:
    """The gap as people read it, in braces."""
    return "{" + name_of(spec) + "}"
