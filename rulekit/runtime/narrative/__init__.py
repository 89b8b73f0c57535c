"""The narrative of a match: the rows of the journal, the tree of events above them, and their sentences.

``rows`` are the data. ``event_tree`` says which rule was being carried out; ``narrator`` tells all of it to one reader, at a
level from headlines to the ledger, and every table, log and replay asks there.
"""
