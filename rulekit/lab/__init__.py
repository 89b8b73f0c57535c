"""The laboratory: plays many games by bots on all cores, and measures bots and rules by them.

plan        the plan of a run: game, set-up, bots, seeds, seatings
self_play   one game -> a record
records     the records of a run as lines of JSON, written while it goes on
workers     processes that play, results in the order of the plan
statistics  intervals, Elo, comparisons: formulas with their sources, no game
arena       bots against each other: win shares and Elo
simulation  statistics of a game, by seat and by choice
comparison  a game with and without variants, on paired seeds
tracing     the choices of a game made again by rules that count
tryout      a variant tried: what stops, what never does anything, what moves (line_effects, event_rates, reasons,
            try_report)
setting     what a sweep varies: an option, or what one line of a variant settles
sweep       a setting with each of its values; sweep_report tells it
tune        the value that comes nearest to a goal (goals)
charts      pictures as SVG
report      one HTML page
"""
