"""The messages of ``rulekit diff``. Names, headings and lines of rules stay as the rules have them."""

from __future__ import annotations

from rulekit.i18n.catalogue import MessageCatalogue

TEXTS = MessageCatalogue(
    "diff",
    {
        # ---------------------------------------------------------------- headings
        "numbers": "Numbers",
        "cards": "Cards",
        "rules": "Rules",
        "things": "Things and places",
        "nothing": "nothing changes",
        # ---------------------------------------------------------------- numbers
        "number": "{name} is {after} instead of {before}",
        "number_about": "{name} is {after} instead of {before} ({about})",
        "count": "the number of {pieces} is {after} instead of {before}",
        "count_each": "the number of {pieces} of each player is {after} instead of {before}",
        "setting": "{setting} of {device} is {after} instead of {before}",
        # ---------------------------------------------------------------- cards
        "card_new": 'a new {family} {name} "{title}"',
        "card_anew": 'the {family} {name} "{title}" is said anew',
        "card_gone": 'the {family} {name} "{title}" is no more',
        # ---------------------------------------------------------------- rules
        "line_before": "in `{name}` something stands before a line",
        "line_after": "in `{name}` something stands after a line",
        "line_instead": "in `{name}` a line reads otherwise",
        "line_remove": "in `{name}` a line is no more",
        "adjust": "`{name}` is adjusted",
        "refuse": "`{name}` is refused in further cases",
        "allow": "`{name}` is allowed in further cases",
        "before": "before `{name}` something more is done",
        "after": "after `{name}` something more is done",
        "instead": "instead of `{name}` something else is done",
        "point_anew": "`{name}` is said anew",
        "exception_gone": "the exception `{exception}` of `{name}` is no more",
        "needs": "a set-up needs something more",
        "shown_above": "something more is shown above the table",
        "partners": "these are partners: {names}",
        "judge": "bots judge positions by something else",
        # ---------------------------------------------------------------- things
        "new": "a new {what}: {name}",
        "anew": "the {what} {name} is said anew",
        "gone": "the {what} {name} is no more",
        "plugin": "the plugin {name} is used",
        "plugin_instead": "the plugin {name} is used instead of {old}",
        "piece": "a new piece: {name}, pieces {count}",
        "row": "a new row of {group}: {name}, {columns}",
        "row_brings": "a new row of {group}: {name}, {columns}; its cards: {cards}",
        "route_new": "a new route of {name}: {a} - {b}",
        "route_gone": "no {name} from {a} to {b} any more",
        # ---------------------------------------------------------------- what a {what} is, where the language has a word for it
        "what_rule": "rule",
        "what_number": "number",
        "what_value": "value",
        "what_set": "set",
        "what_whether": "condition",
        "what_permission": "permission",
        "what_family": "family",
        "what_kind": "kind",
        "what_piece": "piece",
        "what_place": "place",
        "what_mark": "mark",
        "what_table": "table",
        "what_scene": "scene",
        "what_window": "window",
        "what_option": "option",
    },
)
