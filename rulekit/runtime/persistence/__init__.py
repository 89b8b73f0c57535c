"""How a match is kept: its set-up, its seed and its choices by name, which any later version makes again.

The numbers of a compilation mean nothing outside of it; nothing that is kept holds one. A choice is known by its player, by
what was asked and by the id of the option (:mod:`~rulekit.runtime.persistence.choices`). Files, the tables of a server, replays
and causes all go through here.
"""
