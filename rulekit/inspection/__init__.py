"""A rule at each stage of its way from text to code: as it was read, typed, lowered, improved, printed. For `rulekit show`."""
