"""Checks of the whole program: one module for each promise."""
