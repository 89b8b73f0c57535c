"""What a variant changes in a game, worked out from both typed programs."""
