"""The texts of the full screen alone. Texts of a game come from the engine, those of every table from ``tabletop.texts``."""

from __future__ import annotations

from rulekit.i18n.catalogue import MessageCatalogue

TEXTS = MessageCatalogue(
    "screen",
    {
        "keys": (
            "number, name, ↑↓ Enter · ? help · F2 why · F3 log · F4 table · F5 list · F6 hint · Tab yours · ^Z undo · ^Q leave"
        ),
        "keys_short": "↑↓ Enter · ? help · Tab story, players · F2 why · F3 log · ^Z undo · ^Q leave",
        "waiting": "{who} to choose ...",
        "thinking": "The others choose ...",
        "over": "The game is over. Ctrl-Q leaves.",
        "curtain": "{player} is asked now.",
        "look_away": "The others look away. Press Enter.",
        "close": "Esc closes · ↑↓ PgUp PgDn scroll",
        "story": "What happened",
        "since": "since your last choice",
        "nothing_yet": "Nothing has happened yet.",
        "players": "Players",
        "yours": "Yours",
        "go_on": "Enter: go on · Esc: to your next choice",
        "here": "What {name} is now",
        "no_board": "This game has no map: board.yaml in its folder would give it one.",
        "map": "map",
        "table": "table",
        "asks": "{player} is asked",
        "help": """\
N, or a name      chooses the option with this number or name
↑ ↓ ← →, Enter    points at an option, on the map as well, and chooses it
why N             why an option is allowed or not (F2: all of them)
show NAME         all of one thing: a card, a place, a kind of things; show NAME more: the exact rule
show ? more       the exact rule of this question
board             everything on the table that you may see (F4)
log [N]           what happened: the story (F3)
hint              what a bot would do, seeing what you see (F6)
undo              takes back your last choice, or the form that you sent last (Ctrl-Z); undo 1 one choice of it
save [FILE]       saves the game
quit              leaves; the game is kept (Ctrl-Q)

Map: [ and ] zoom, \\ shows the whole board, Shift and arrows pan. The mouse does it as well: the wheel zooms,
a click on a place chooses it or shows what is there. F5 shows the places as a list with neighbours.
Tab shows the story, the players and your places in turn (on a large screen your places or the story; while you plan, both),
PgUp and PgDn scroll.""",
    },
)


def say(lang: str, key: str, **values: object) -> str:
    """A text in a language; in English where there is none."""
    return TEXTS.text(key, lang, **values)
