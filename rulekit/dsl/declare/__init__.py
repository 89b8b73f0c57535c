"""The first pass: what headings declare, and the phrases for it. One module for each sort of thing."""
