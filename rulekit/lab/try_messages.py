"""The messages of a tryout; sentences about lines are those of a `Measurement`."""

from __future__ import annotations

from rulekit.i18n.catalogue import MessageCatalogue

TEXTS = MessageCatalogue(
    "tryout",
    {
        "head": "{game} with {variants}: {n} games of {players} players by {bots}, and as many without",
        "short of time": "time was over after {n} of {asked} games; --seconds gives more",
        "fine": "Nothing doubtful was seen.",
        # ---- games that stop
        "stopped": "Games that stopped: {n} of {of}",
        "stop": "{n} games: {message}",
        "at once": "before anybody is asked",
        "last": "seed {seed}, decision {n}: {player} chose {option} ({prompt})",
        "last nothing": "seed {seed}, decision {n}: {player} chose nothing ({prompt})",
        "see": "up to there: rulekit replay {path}",
        "go on": "from there: rulekit play --resume {path}",
        "changed by": "what this line reads is changed by {place}  {line}",
        "carried out by": "it is carried out by {place}  {line}",
        "ask first": "a condition can ask first whether it can be: if ... would be ... after {sentence}",
        "unranked": "Games that ended with nobody ranked: {n} of {of}, the first with seed {seed}",
        # ---- what the variant brings
        "lines": "What the variant brings (! is doubtful)",
        "who sees": "Who sees what it keeps",
        "seen all": "{what}: all",
        "seen their owner": "{what}: its owner alone",
        "seen their owner and partners": "{what}: its owner and their partners",
        "seen nobody": "{what}: nobody",
        "never note": "What never came up in {n} games comes up in {most:.1f} % of games at most, by these bots (95 %).",
        "card": "the card was in force {times} times, in {games} of {n} games",
        "card never": "the card was never in force in {n} games",
        "refuse": "refused {times} times what was allowed until then, in {games} of {n} games",
        "refuse never": "this refusal never came up in {n} games",
        "alone": "{times} times it alone refused; the others are refused by something else, too",
        "allow": "lifted a refusal {times} times, in {games} of {n} games",
        "allow never": "never lifted a refusal in {n} games",
        "adjust": "heard {applied} times; gave another value {times} times, in {games} of {n} games",
        "adjust idle": "heard {applied} times in {n} games, and never gave another value",
        "adjust never": "was never heard in {n} games",
        "said": "held {times} times, in {games} of {n} games",
        "said never": "its condition never held in {n} games",
        "if": "the condition held {times} times, in {games} of {n} games",
        "if never": "the condition never held in {n} games",
        "if always": "the condition held every time ({times})",
        "needs": "was not met {times} times, in {games} of {n} games",
        "needs never": "was always met in {n} games: it refused nothing",
        "clause": "was read {times} times, in {games} of {n} games",
        "clause never": "was never read in {n} games",
        "line": "carried out in {games} of {n} games",
        "line never": "never carried out in {n} games",
        "line changed": "carried out in {games} of {n} games; changed something {times} times",
        "line idle": "carried out in {games} of {n} games, and never changed anything",
        "taken back": (
            "{times} times this line could not be carried out, and nothing of what it belongs to was, in {games} of {n} games"
        ),
        "first time": "the first time: {reason}",
        "failed": "Lines of the game that cannot be carried out more often",
        "failed often": (
            "{times} times this line could not be carried out, and nothing of what it belongs to was, in {games} of {n} games; "
            "{base} times without the variant"
        ),
        "question": "asked {times} times, in {games} of {n} games",
        "question empty": "asked {of} times, and {times} times there was nothing but `none`",
        "question forced": "asked {of} times, and {times} times there was one option only",
        "question same": "asked {of} times, with the same answer every time",
        # ---- what else moved
        "moved": "What else moved, on {pairs} pairs of games with the same seeds (in brackets: 95-percent intervals)",
        "moved none": "nothing for sure, of {compared} numbers. {power}",
        "number": "{what}: {laid:.1f}; {base:.1f} without (from {low:+.2f} to {high:+.2f})",
        "decisions": "decisions in a game",
        "win share": "win share of {player}, in %",
        "score": "score of {player}",
        "more often": "{what}: {laid:.1f} times a game; {base:.1f} without (from {low:+.2f} to {high:+.2f})",
        "never more": "{what}: never in {pairs} games; {base:.1f} times a game without",
        "held": "`{what}` held",
        "and more": "and {n} more: --json tells all",
    },
)


def text(key: str, lang: str, **values: object) -> str:
    """A text in a language; English where there is no other."""
    return TEXTS.text(key, lang, **values)
