"""Everything that happens in play. It parses nothing: it runs images (:mod:`rulekit.image`)."""
