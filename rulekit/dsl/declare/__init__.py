"""The first pass: what headings bring into being, and the phrases that speak of it. One module for each sort of thing."""
