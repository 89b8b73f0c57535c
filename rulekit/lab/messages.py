"""The texts of the report."""

from __future__ import annotations

from rulekit.i18n.catalogue import MessageCatalogue
from rulekit.languages import punctuation
from rulekit.runtime.failures import CANNOT

TEXTS = MessageCatalogue(
    "report",
    {
        "title": "{game}: {n} games by {bots}",
        "set-up": "{players} players, seeds from {seed}, variants: {variants}. Intervals are 95 %.",
        "none": "none",
        "wins": "Who wins",
        "wins note": "Share of the win by seat; the dashed line is where equals would be.",
        "scores": "Scores",
        "score of": "{player}: mean {mean:.1f}{range}, median {median:g}",
        "range": " ({low:.1f} to {high:.1f})",
        "length": "Length",
        "decisions": "Decisions in a game: mean {mean:.1f}{range}",
        "uses": "What is chosen, and what it is worth",
        "uses note": (
            "Gain: the win share of players who chose it at least once, less that of all others. It does not say what is "
            "the cause: who is ahead can afford more. Surest first; p is corrected for all {n} comparisons (Holm)."
        ),
        "choice": "choice",
        "option": "option",
        "times": "a game",
        "players": "of players",
        "gain": "gain",
        "all uses": "All options",
        "most used": "The {n} options that were chosen most often, of {all:,}; with --json all are told",
        "unused": "Never chosen",
        "unused note": "By these bots, in these games: at most {most:.2f} % of games by others would show "
        "any one of them (95 %).",
        "stopped": "Games that stopped",
        "stopped row": "{n} games, the first with seed {seed}: {reason}",
        "compared": "With and without {changes}",
        "compared note": (
            "{pairs} pairs on the same seeds. p is corrected for all comparisons (Holm); bold is a finding. Pairing was worth "
            "{gain:.1f} times as many games. {power}"
        ),
        "power": "A change of {least:.1f} points in a win share would have been seen in 80 of 100 such runs.",
        "power more": (
            "A change of {least:.1f} points in a win share would have been seen in 80 of 100 such runs; "
            "{more} more games would be needed to see 1 point."
        ),
        "power few": "Pairs of games that came to their ends: {pairs}. That is too few to see a change of a win share.",
        "power none": "No win share differed in any of {pairs} pairs: a change in 3 of {pairs} may still be missed.",
        "what": "number",
        "player": "player",
        "without": "without",
        "with": "with",
        "difference": "difference",
        "seen": "would be seen",
        "percent": "{number} %",
        # ---- the screen
        "head": (
            "{game}: {n} game of {players} players by {bots}",
            "{game}: {n} games of {players} players by {bots}",
        ),
        "some stopped": (
            "{n} game stopped, the first with seed {seed}: {reason}",
            "{n} games stopped, the first with seed {seed}: {reason}",
        ),
        "cannot": CANNOT,
        "share": "wins {share:5.1f} % ({low:.1f} to {high:.1f})",
        "mean score": "score {score:.1f}",
        "mean length": "decisions in a game: {mean:.1f}{range}",
        "on pairs": (
            "with {changes}, on {n} pair of games with the same seeds:",
            "with {changes}, on {n} pairs of games with the same seeds:",
        ),
        "shift": "{what}: {base:.1f} -> {laid:.1f}, difference {difference:+.2f}{range}, p {chance:.3f}: {sure}",
        "signed range": " ({low:+.2f} to {high:+.2f})",
        "a finding": "a finding",
        "no finding": "no finding",
        # ---- arenas
        "blocks": "{n} games of {players} players in {blocks} blocks",
        "bot": "bot",
        "wins of all": "wins",
        "its interval": "95 % interval",
        "even": "even",
        "Elo": "Elo",
        "interval": "interval",
        "ends": "{low} to {high}",
        # ---- all of them
        "interrupted": "interrupted: this is what was played; go on with --resume",
        "written": "report: {path}",
        # ---- sweeps and searches
        "sweep title": "{game}: {setting}, by {bots}",
        "sweep note": (
            "{n} games with each value, on the same seeds. Intervals are 95 %. * differs from {reference}: p below 0.05, "
            "corrected for the whole table (Benjamini and Hochberg)."
        ),
        "games": "games",
        "win share": "win share",
        "win share of": "win share of {player}, %",
        "score": "score",
        "score by": "score of {player}",
        "decisions by": "decisions in a game",
        "stopped games": "{n} games with {value} stopped: rulekit simulate tells why",
        "tune title": "{game}: {setting} for the goal `{goal}`, by {bots}",
        "rounds": "rounds",
        "off": "off the goal",
        "behind": "further off than the best",
        "best": "best: {value}",
        "possible": "as good, for all that is known (95 %): {values}",
        "no other": "no other value is as good (95 %)",
        "checked": "on {n} new seeds, {setting} {value}:",
    },
)


def reason_in(lang: str, reason: str) -> str:
    """The reason why games stopped, from its English record."""
    cannot = text("cannot", lang)
    return reason.replace(f"{CANNOT}: ", cannot + punctuation(lang).colon).replace(CANNOT, cannot)


def text(key: str, lang: str, **values: object) -> str:
    """A text of the report in a language; English where there is no other."""
    return TEXTS.text(key, lang, **values)
