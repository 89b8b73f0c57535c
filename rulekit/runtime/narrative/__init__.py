"""What happened in a match, and how it is told: rows that the rules write, the tree of rules behind them, and sentences.

``rows`` are the data. ``event_tree`` says which rule was being carried out; ``narrator`` tells all of it to one reader, at a
level from headlines to the ledger, and every table, log and replay asks there.
"""
