"""Messages of the table to a player; the texts of a game come from the engine."""

from __future__ import annotations

from rulekit.i18n.catalogue import MessageCatalogue

TEXTS = MessageCatalogue(
    "table",
    {
        "title": "{game}, seed {seed}",
        "sits": "{name} ({who})",
        "seats": "Seats: {seats}",
        "human": "you",
        "bot": "bot {name}",
        "resumed": ("The game goes on after {n} decision.", "The game goes on after {n} decisions."),
        "short_help": "? for help",
        "no_tui": "The table as a full screen, with a map: pip install 'rulekit-boardgames[tui]' "
        "(--plain: these prompts without a word)",
        "earlier": "({n} earlier lines: log {all})",
        "refused": "Not allowed now (why N tells the reason, why N more the rules):",
        "many_refused": "{n} more are not allowed now (why tells which and why, why NAME one of them)",
        "more": "... and {n} more (type a part of the name)",
        "which": "Which one?",
        "no_number": "There is no number {n} here; {first} to {last} can be chosen.",
        "only_number": "There is no number {n} here; only {first} can be chosen.",
        "unknown": "“{text}” is neither a number, a name nor a command. {hint}",
        "not_allowed": "{option}: not allowed: {reason}",
        "needs": "this needs: {conditions}",
        "allowed": "{option}: this is allowed.",
        "for_good": "{option}: that is for good. Is it meant (y/n)?",
        "how_many": "{option}: how many (0 to {most})?",
        "answers": "no yes",
        "at_most": "{option}: from 1 to {most} times",
        "asked_by": "Asked by {rule}: {text}",
        "holds": "holds",
        "holds_not": "does not hold",
        "applies": "applies",
        "applies_not": "does not apply",
        "no_refusals": "Nothing is refused here.",
        "no_undo": "Nothing is taken back: {reason}",
        "undone": "Taken back; you are asked again: {question}",
        "saved": "Saved in {path}",
        "kept": "The game is kept in {path}",
        "go_on": "Go on with: {command}",
        "empty_log": "Nothing has happened yet.",
        "hand_over": "{player} is asked now; the others look away. Press Enter.",
        "new_rules": (
            "The rules have changed. The {n} choice so far was made again under the new ones.",
            "The rules have changed. The {n} choices so far were made again under the new ones.",
        ),
        "reading_rules": "The rule files have changed: they are read again ...",
        "old_rules": "The rules hold mistakes now: the game goes on under the old ones.",
        "parts": (
            "The games part after {n} choice: what happened before, and what happens now:",
            "The games part after {n} choices: what happened before, and what happens now:",
        ),
        "parts_here": "Choice {n} can not be made any more; the game goes on from there. It was: {why}",
        "first_difference": "The first difference: {what}",
        "same_so_far": "Nothing that has happened so far changes.",
        "nothing": "nothing",
        "over": "The game is over.",
        "stays_over": "the game is over, and what was hidden is open now",
        "nobody_ranked": "The rules came to their end without saying who has won: nobody is ranked.",
        "winner": "{names} wins.",
        "winners": "{names} share the victory.",
        "rank": "Rank",
        "seat": "Seat",
        "player": "Player",
        "score": "Score",
        "points_from": "Where the points came from",
        "in_all": "in all",
        "together": "together",
        "points_now": "has now",
        "ties": "Tie-break",
        "decisions": ("{n} decision", "{n} decisions"),
        "name": "Name",
        "value": "Value",
        "contents": "Contents",
        "general": "Game",
        "empty": "empty",
        "hidden": "{n} face down",
        "too_wide": "(no room for: {names}; show NAME tells all of one)",
        "not_there": "Nothing on the table is called {name}; {hint}",
        "form_hint": "number: fill in that line · NAME or 3 NAME · clear 3 · rest random · done · back",
        "form_filled": "{n}  {row}",
        "form_which": "“{text}” can mean {options}",
        "form_which_line": "{text} can stand in the lines {lines}: type {n} {text} for the first of them",
        "form_unknown": "“{text}” can stand in no line. {hint}",
        "form_offer": (
            "({n} question of this kind: form fills it in; the name of an answer to another one does, too)",
            "({n} questions of this kind: form fills them in together; the name of an answer to another one does, too)",
        ),
        "costs": "costs {amount}",
        "costs_of": "costs {amount} of {have} {unit}",
        "short": "{n} short",
        "form_open": "Still open: {lines}",
        "form_cleared": "Open again because of it: {lines}",
        "no_form": "This is a single question.",
        "says": "As the rulebook says it:",
        "where": "where",
        "there_is": "there is",
        "rest": "({n} more: board)",
        "thinking": "Thinking; the first time some seconds longer, since playouts are compiled.",
        "hint": "  {n}  {option}: {value} of 100, tried {tried} times",
        "hint_after": "; then {line}",
        "verified": ("verified: {n} decision, hash {hash}", "verified: {n} decisions, hash {hash}"),
        "luck_verified": (
            "the luck is the one that was promised: commitment {commitment}, {n} nonce",
            "the luck is the one that was promised: commitment {commitment}, {n} nonces",
        ),
        "drawn": "{path}: {places} places, {routes} routes",
        "wrote": "wrote {path}",
        "languages": "English/Simplified Chinese/Traditional Chinese/Japanese",
        "otherwise_in": "There is no {asked} here: this is in {lang}.",
        "why": "why",
        "help": """\
N            choose the option with this number (its name does as well)
N x3         chooses it three times, where the same is asked again
why N        why an option is not allowed, or what it would do; why N more: the rules that say so, and their values
hint         what a bot would choose in your place, from what you see
board        everything on the table that you may see
show NAME    all of one thing, or of one kind of things
log [N]      what happened: the last N lines, with the rules behind them
form         fill a run of like questions in together
undo         take back your last choice or form (never across chance, a reveal or somebody's turn); undo 1: one choice of it
save [FILE]  save the game
quit         leave; the game is kept and can be resumed""",
    },
)
