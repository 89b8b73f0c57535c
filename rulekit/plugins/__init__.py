"""Plugins: what they can bring, where they are found, and the contract that each of their parts is held to."""
