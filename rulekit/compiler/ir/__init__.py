"""The intermediate form of one set-up: typed nodes, a register of operations, walks over them, effects. Prints nothing."""
