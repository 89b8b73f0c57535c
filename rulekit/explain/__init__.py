"""Explanations: why a change happened, and how a rule line is quoted to whoever asks."""
