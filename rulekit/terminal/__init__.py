"""Draws pages with rich, for the prompts and for the full screen."""
