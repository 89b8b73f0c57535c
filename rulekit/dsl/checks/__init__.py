"""What can only be seen over the whole program: one module for each promise."""
