"""The laboratory: many games by bots, on all cores, and what they tell about bots and rules.

plan        what is played: game, set-up, bots, seeds, who sits where
playing     one game -> a record
records     the records of a run as lines of JSON, kept while it goes on
workers     processes that play, results in the order of the plan
statistics  intervals, Elo, comparisons: formulas with their sources, no game
arena       who beats whom
simulation  what happens in a game, by seat and by choice
comparison  a game with and without variants, on paired seeds
charts      pictures as SVG
report      one HTML page
"""
