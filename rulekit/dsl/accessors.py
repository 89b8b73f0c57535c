"""Accessors for parts of nodes and statements, for code that is not the handler of their operation.

Importing this module checks each accessor against the phrases, as it is done for the slots of handlers
(:mod:`rulekit.dsl.arguments`): a slot that an operation does not have is found before any rules are read. A part that only some
phrases of an operation have may be missing; the caller has to know that it is there.
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
    *("sum", "most-of", "least-of", "with-most", "with-least", "ranked", "first-of", "first-spots", "spot-of"),
)
"""The set that a condition or a value is about"""
filtered_by = part("c", "value", "where")
start = part("a", "value", "straight", *having("searches a graph"))
"""Where a search on a map begins"""
stop = part("c", "value", "straight")
"""The condition at which a straight path stops"""
place_of = part("a", "value", "things-in", "card-in", "card-in-any", "top-card", "count")
pieces = part("p", "value", "count", "owned", "owned-mine")
owner = part("w", "value", "owned")
me = part("me", "value", "mark", "place", "place-row")
"""Whose mark or place is meant where that is left out"""
player = part("a", "value", "plays", "plays-not")
permission = part("p", "value", "allowed", "not-allowed")

# ---------------------------------------------------------------- sentences
condition = part("c", "sentence", "if", "otherwise-if", "needs", "may", "branch", "choose", "shown-with", "shown-above")
options = part("s", "sentence", "choose", "choose-band", "each", "each-player", "branch")
"""The set that is chosen from, or gone through"""
numbers = part("l", "sentence", "choose-numbers")
least = part("a", "sentence", "choose-number", "choose-band")
most = part("b", "sentence", "choose-number", "choose-band")
count = part("n", "sentence", "choose-band", "repeat", "repeat-until", "repeat-while", "repeat-still", "end-game")
row = part("r", "sentence", "branch")
"""Of a branch: the number of each member"""
new_value = part("v", "sentence", "let", "set")
target = part("x", "sentence", "set", "raise", "raise-to", "lower", "lower-to")
"""The mark or the name that gets a new value"""
thing = part("x", "sentence", "move-thing", "move-under", "turn-up", "look-at", "show-to")
goal = part("b", "sentence", "move-thing", "move-under")
carried_out = part("a", "sentence", "carry-out")
cost = part("n", "sentence", "costs")
means = part("m", "sentence", "costs")
doer = part("me", "sentence", "do")
