"""Typed program + layout -> intermediate form, once for each set-up."""
