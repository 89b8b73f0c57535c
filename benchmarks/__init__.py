"""How fast things are, and a hand-written piece of SHOGUN to hold the engine against."""
