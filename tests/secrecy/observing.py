"""Everything that a seat is given, as one text: what it is shown, asked, refused and told, and whether it may take back."""

from __future__ import annotations

import json
from typing import Any

import rulekit
from rulekit.runtime.view_json import as_json

LANGS = ("en", "zh-Hans")


def observed(match: rulekit.Match, seat: int, since: int, lang: str, heard: int = -1) -> dict[str, Any]:
    """What a seat (-1: an onlooker) can know of a match: part -> data. ``since``: from which entry on the journal is told.
    ``heard``: the story after so much of it (``match.happened``); -1 leaves it out.

    The view, which is by far the largest part, is taken in one language, all else in several.
    """
    viewer = match.players[seat] if seat >= 0 else None
    decisions = match.decisions
    return {
        "view": as_json(match.view(viewer, lang)),
        "who is asked": [
            [d.player, d.rule, d.of_the_table, *(d.prompt(lang, viewer) for lang in LANGS)] for d in decisions
        ],
        "own questions": [_question(d) for d in decisions if d.seat == seat + 1],
        "undo": [match.can_undo(p, lang) for p in match.players for lang in LANGS] if viewer else [],
        "journal": told(match, viewer, since),
        "story": _story(match, viewer, heard, lang) if heard >= 0 else [],
    }


def _story(match: rulekit.Match, viewer: str | None, heard: int, lang: str) -> list[Any]:
    lines = [line for told in match.story(viewer, heard, "full", lang) for _, line in told.lines()]
    return [[x.sort, x.player, x.yours, x.rule, x.text, x.throws] for x in lines]


def _question(decision: Any) -> dict[str, Any]:
    return {
        "prompt": [decision.prompt(lang) for lang in LANGS],
        "options": [[o.id, *(o.label(lang) for lang in LANGS)] for o in decision.options],
        "refused": [
            [r.id, r.rule, *(r.label(lang) for lang in LANGS), *(r.reason(lang) for lang in LANGS)]
            for r in decision.refused
        ],
        "facts": [
            [[f.rule, f.text, f.holds, f.values] for f in decision.facts(o.value)] for o in list(decision.options)[:3]
        ],
    }


def told(match: rulekit.Match, viewer: str | None, since: int) -> list[Any]:
    """The entries of the journal that have a text for this reader."""
    entries = match.journal[since:]
    return [
        [e.rule, e.sort, e.player, *(e.text(lang, viewer) for lang in LANGS)] for e in entries if e.text("en", viewer)
    ]


def same_bytes(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether they would be the same on the wire, byte for byte: also in the order of what has no order."""
    return json.dumps(one) == json.dumps(other)


def first_difference(one: Any, other: Any, path: str = "") -> str:
    """Where two observations part, as a path, with both values; "" where they are the same."""
    if one == other:
        return ""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return next(filter(None, (first_difference(one[k], other[k], f"{path}/{k}") for k in one)), "")
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)) and len(one) == len(other):
        parts = (first_difference(x, y, f"{path}/{k}") for k, (x, y) in enumerate(zip(one, other, strict=True)))
        return next(filter(None, parts), "")
    return f"{path}: {str(one)[:160]} | {str(other)[:160]}"
