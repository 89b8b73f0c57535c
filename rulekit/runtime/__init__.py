"""Everything that happens in play. It parses nothing: it runs images (:mod:`rulekit.image`).

- ``game``, ``compiled``, ``machine``: a game, one set-up of it, its loaded modules; ``match``: one play, with its ``trail``
  and ``undo``;
- ``decisions``: what is asked; ``labels``, ``facts``, ``notes``, ``outlook``, ``lookahead``: what is said of an option;
  ``forms``, ``selections``: runs of like questions;
- ``visibility``: who may see what; ``view`` makes what a seat is shown, ``redaction`` and ``hidden_options`` leave out what
  it may not;
- ``chance``, ``commitment``, ``dice``: streams that nobody can work out; ``linear_congruential`` for playouts;
- ``random_games``, ``playout``, ``native_library``: whole games at random; ``determinise``, ``redeal``: what else a player
  may think holds;
- ``narrative``: tells a match; ``persistence``: keeps it; ``prelude``, ``work``: what generated code can call.
"""
