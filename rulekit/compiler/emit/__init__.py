"""Printers of the intermediate form. They make no decisions: an earlier pass rewrites what a target lacks."""
