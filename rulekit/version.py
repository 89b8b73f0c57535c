"""The version, in a module of its own so that asking for it costs nothing."""

__version__ = "0.2.0"
DISTRIBUTION = "rulekit-boardgames"
"""What pip calls the package; the module is always ``rulekit``."""
