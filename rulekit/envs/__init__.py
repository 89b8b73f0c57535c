"""Environments for learning: any game as arrays, for PettingZoo and Gymnasium (extra ``rl``)."""
