"""Printers of the intermediate form. They decide nothing: what a target lacks is rewritten by a pass before."""
