"""Everything that happens to text: grammar, tree, names, types, findings. It plays nothing and imports no runtime."""
