"""What `rulekit new` writes: games, plugins, variants and cards to begin with."""
