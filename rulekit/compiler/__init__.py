"""Typed program -> Python functions over a flat state. It plays nothing; what it makes is an image that the runtime runs.

- ``layout``: where every number of the state is;
- ``lower``: typed tree -> intermediate form, a module for each subject; ``explain`` and ``texts`` for reasons and prompts;
- ``ir``: the intermediate form: nodes, types, the register of operations, the walk over it, the verifier;
- ``analysis``: answers questions about it: liveness, effects, calls, what asks, what is reachable;
- ``passes``: change it; ``pipeline`` says which passes make which form. Each pass has a fixture in ``tests/compiler/passes``;
- ``emit``: prints it as Python, as C, and as text for people;
- ``build``: makes the image; ``metadata``: what the runtime shows of the game.
"""
