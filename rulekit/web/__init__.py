"""The table in the browser: a server on the public API of rulekit. Needs the extra ``web``."""
