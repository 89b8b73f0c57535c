"""Rule tests: carried out in a match, judged, and counted over the rule lines and clauses that they cover."""
