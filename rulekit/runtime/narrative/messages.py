"""The messages of the narrative."""

from __future__ import annotations

from rulekit.i18n.catalogue import MessageCatalogue
from rulekit.runtime.labels import Labels

TEXTS = MessageCatalogue(
    "story",
    {
        # in sentences
        "moved": "{n} from {a} to {b}",
        "put": "{n} to {b}",
        "turned up": "{card} is turned up",
        "number": "{what} {new} ({plus})",
        "got": "{who} gets {things}",
        "lost": "{who} loses {things}",
        "mark": "{what} is now {new}",
        "so": "{who} is now {what}",
        "no longer": "{who} is no longer {what}",
        "begins": "from now on: {what}",
        "ends": "no longer: {what}",
        "skip": "not carried out: {why}",
        "at once": "{names} chose in secret",
        "won": "{names} wins",
        "won together": "{names} share the victory",
        "over": "The game is over.",
        # cards that are looked at or shown
        "looks": "looks at {cards}",
        "shows": "shows {who} {cards}",
        "shows all": "shows everybody {cards}",
        "shown": "{who} is shown {cards}",
        "shown to all": "everybody is shown {cards}",
        # in the ledger
        "ledger moved": "{n}: {a} → {b}",
        "ledger put": "{n} → {b}",
        "changed": "{what}: {old} → {new}",
        "raised": "{what}: {old} → {new}",
        "lowered": "{what}: {old} → {new}",
        "given": "{what}: {old} → {new}",
        "gone": "{what}: {old} → {new}",
        "shuffled": "{a} is shuffled",
        "chosen": "decides: {what}",
        "dice": "dice {dice}",
        "hits": "dice {dice}: {n} {hits}",
        "device": "{what}: {parts}",
    },
)


def form(name: str, labels: Labels) -> str:
    """A text in the language of the labels, with its gaps."""
    return TEXTS.form(name, labels.lang)
