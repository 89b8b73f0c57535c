"""Whole games as one player hears them between his choices; ``python -m tests.told.reading`` writes the excerpts anew."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from attrs import frozen

import rulekit
from rulekit import Match
from rulekit.runtime.narrative.sentence import Sentence
from tests.playing import ROOT, SHOGUN

HERE = Path(__file__).parent
DANGEROUS = ROOT / "plugins/most_dangerous_time/rulekit_most_dangerous_time/game"
SUCCESSORS = ROOT / "plugins/nobunaga_successors/rulekit_nobunaga_successors/game"
GAMES: Mapping[str, tuple[Path, int, Mapping[str, str]]] = {
    "shogun": (SHOGUN, 14, {}),
    "most_dangerous_time": (DANGEROUS, 41, {"scenario": "Short"}),
    "nobunaga_successors": (SUCCESSORS, 3, {}),
}
"""name -> (folder, seed, options); the reader sits in the first seat"""
LANGUAGES = ("en", "zh-Hans")
LINES = 90


@frozen
class Stretch:
    """What was told before a choice, and the entries of the journal that had come since the last one."""

    told: tuple[Sentence, ...]
    entries: range

    @property
    def text(self) -> str:
        return "\n".join(lines(self.told))


def lines(told: tuple[Sentence, ...]) -> list[str]:
    return ["  " * depth + line.text for x in told for depth, line in x.lines()]


@cache
def read(name: str, lang: str = "en") -> tuple[Match, str, tuple[Stretch, ...]]:
    """A whole game by chance: the match at its end, the reader, and what he heard before each choice."""
    folder, seed, options = GAMES[name]
    match, chance = rulekit.load(folder).start(seed=seed, options=options), random.Random(seed)
    reader = match.players[0]
    out: list[Stretch] = []
    heard = entries = 0
    while True:
        decision = match.decisions[0] if not match.over else None
        if decision is None or decision.player == reader:
            now = len(match.journal)
            out.append(Stretch(tuple(match.story(reader, heard, lang=lang)), range(entries, now)))
            heard, entries = match.happened, now
        if decision is None:
            break
        match.choose(decision, chance.choice(list(decision.options)))
    return match, reader, tuple(out)


def excerpt(name: str, lang: str) -> str:
    """The beginning of what the reader hears."""
    _, _, stretches = read(name, lang)
    return "\n".join([line for x in stretches for line in lines(x.told)][:LINES]) + "\n"


def file_of(name: str, lang: str) -> Path:
    return HERE / f"{name}.{lang}.txt"


if __name__ == "__main__":
    for name in GAMES:
        for lang in LANGUAGES:
            file_of(name, lang).write_text(excerpt(name, lang), encoding="utf-8")
