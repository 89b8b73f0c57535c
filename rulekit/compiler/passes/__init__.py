"""Passes over a module of the intermediate form: each gives a new module and has one job."""
