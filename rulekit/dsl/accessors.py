"""Parts of nodes and statements, by what they are, for whoever looks at one of them without being its handler.

Each is held against the phrases when this is imported, as what handlers take is (:mod:`rulekit.dsl.arguments`): a name that an
operation does not have is found before anything is read. Some phrases of an operation may do without: who asks knows that it is
there.
"""

from __future__ import annotations

from rulekit.dsl.arguments import part
from rulekit.dsl.operations import having

# ---------------------------------------------------------------- values and conditions
left = part("a", "value", "is", "is-not", "more", "less", "at-least", "at-most", "and", "or", "arithmetic")
right = part("b", "value", "is", "is-not", "more", "less", "at-least", "at-most", "and", "or", "arithmetic")
denied = part("c", "value", "not")
members = part(
    "s",
    "value",
    *("where", "exist", "exist-no", "among", "not-among", "each-of", "path", "path-through"),
    *("sum", "most-of", "with-most", "with-least", "ranked", "first-of", "first-spots", "spot-of"),
)
"""The set that something is said of"""
filtered_by = part("c", "value", "where")
start = part("a", "value", "straight", *having("searches a graph"))
"""Where a search on a map begins"""
stop = part("c", "value", "straight")
"""What a way that goes straight on does not pass"""
place_of = part("a", "value", "things-in", "card-in", "card-in-any", "top-card", "count")
pieces = part("p", "value", "count", "owned", "owned-mine")
owner = part("w", "value", "owned")
me = part("me", "value", "mark", "place", "place-row")
"""Whose mark or place is meant where that is left out"""
player = part("a", "value", "plays", "plays-not")
permission = part("p", "value", "allowed", "not-allowed")

# ---------------------------------------------------------------- sentences
condition = part("c", "sentence", "if", "otherwise-if", "needs", "may", "branch", "choose")
options = part("s", "sentence", "choose", "choose-band", "each", "each-player", "branch")
"""The set that is chosen from, or gone through"""
numbers = part("l", "sentence", "choose-numbers")
least = part("a", "sentence", "choose-number", "choose-band")
most = part("b", "sentence", "choose-number", "choose-band")
count = part("n", "sentence", "choose-band", "repeat", "repeat-until", "repeat-while", "repeat-still", "end-game")
row = part("r", "sentence", "branch")
"""A number of each member, of courses for each"""
new_value = part("v", "sentence", "let", "set")
target = part("x", "sentence", "set", "raise", "raise-to", "lower", "lower-to")
"""What is set"""
thing = part("x", "sentence", "move-thing", "move-under", "turn-up", "look-at", "show-to")
goal = part("b", "sentence", "move-thing", "move-under")
carried_out = part("a", "sentence", "carry-out")
doer = part("me", "sentence", "do")
