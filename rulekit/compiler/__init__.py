"""Typed program -> Python functions over a flat state. It plays nothing; what it makes is an image that the runtime runs."""
