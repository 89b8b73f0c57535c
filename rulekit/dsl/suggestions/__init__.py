"""What authors are told about a line that nothing reads, or that reads in two ways: :mod:`suggester` is the entry.

One module for each job: causes that are certain (``reasons``, ``common_mistakes``), the smallest edit that makes the line
readable (``fixits`` offers what ``edit_search`` finds, a ``token_edit``; ``synonyms`` knows other words for a thing), the phrases
most like it (``nearest_phrases``), what else was said than is needed there (``wrong_values``, ``no_point``), the words that mean
anything there (``vocabulary``), and the findings themselves (``report``).
"""
