"""What the compiler hands to the runtime: source text, the state at the beginning, and everything needed to show a match.

An image is plain data (it goes through JSON), so that it can be cached and loaded without the rule files being read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import asdict, define, field, frozen

FORMAT = 1


@frozen
class Setup:
    """``seats``: the names of the players in clockwise order. ``options``: option -> value as a number."""

    seats: tuple[str, ...]
    options: Mapping[str, int]

    @property
    def key(self) -> str:
        return ",".join(self.seats) + ";" + ",".join(f"{k}={v}" for k, v in sorted(self.options.items()))


def wrong_number(title: str, fewest: int, most: int, count: int) -> str | None:
    """Why so many players can not sit down to a game; None if they can."""
    if fewest <= count <= most:
        return None
    many = f"{fewest} to {most}" if fewest < most else str(most)
    return f"{title} is played by {many} players, not by {count}"


@define
class Image:
    """One game compiled for one set-up."""

    name: str
    title: str
    names: dict[str, str]
    hash: str
    seats: list[str]
    options: dict[str, int]
    journaled: str
    """Source that writes a journal."""
    plain: str
    """Source without a journal. Steps and decisions have the same numbers in both."""
    explain: str
    """Source of what is called only when somebody looks: prompts, labels, refusals and facts of the questions."""
    s: list[int]
    z: list[list[int]]
    streams: dict[str, int]
    kinds: dict[str, dict[str, Any]]
    """root kind -> {"members": [[name, {lang: name}], ...], "base": ...}"""
    tokens: list[dict[str, Any]]
    columns: list[list[Any]]
    """[sort, name, base, size, token]"""
    places: dict[str, dict[str, Any]]
    marks: dict[str, dict[str, Any]]
    where: dict[str, int]
    faces: dict[str, int]
    asks: list[dict[str, Any]]
    templates: list[list[Any]]
    lines: list[list[Any]]
    """[file, line, text, [clauses]]"""
    rules: list[dict[str, Any]]
    """What the story calls the deeds, cards, scenes and windows: {sort, name, key, says, slots: [[name, sort], ...]}"""
    rule_of: list[int]
    """rule line -> the rule that it belongs to; -1 for none"""
    scores: list[str]
    """Marks of players that count at the end"""
    devices: dict[str, dict[str, Any]]
    keepers: dict[str, str]
    """kind -> the function in ``explain`` that says who keeps a thing of it which is not seen, as everybody knows"""
    worth: str
    """The function in ``explain`` that says what a position is worth to a player; empty where the game does not tell"""
    bound: dict[str, list[str]]
    """name in the source -> [device, function]"""
    script: int | None = None
    """With rule tests: the list in ``z`` of the dice that a test has said."""
    words: dict[str, dict[str, str]] = field(factory=dict)
    """language -> text -> text"""
    option_names: dict[str, dict[str, Any]] = field(factory=dict)
    format: int = FORMAT

    def as_dict(self) -> dict[str, Any]:
        return asdict(self, recurse=False)
