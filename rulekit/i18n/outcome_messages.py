"""English templates of the messages of rule tests: why a line fails, and how many tests passed.

``{}`` are values. Text in backquotes, or between two pairs of blanks, is a line of rules or of a test and is not translated.
See :mod:`rulekit.i18n.outcomes`.
"""

from __future__ import annotations

LISTS = frozenset(
    (
        "dice that were said were never thrown: {}",
        "what chance will bring never came: {}",
        "the order is: {}",
        "the options are: {}",
        "shown was: {}",
        "it is not among the options: {}",
        "they are not among the options: {}",
        "there are {}",
    )
)
"""Those with a list of names, which other languages write with a comma of their own"""
TEMPLATES = LISTS | frozenset(
    (
        "it does not hold",
        "this does not hold: `{}`",
        "`{}` is {}",
        "it is {}",
        "it is none",
        "there are none",
        "there are {}, not {}",
        "{} is asked: {} ({})",
        "{} is asked: {}",
        "{} is still asked: {}",
        "{} is not asked anything",
        "nobody is asked",
        "nobody is asked any more",
        "the question is:  {}",
        "no option is ever called so",
        "this is no answer to what is asked ({})",
        "it is among the options",
        "one of them is among the options",
        "there are none of these",
        "it was never among the candidates",
        "the reason is:  {}",
        "nothing was refused",
        "this was refused: {}",
        "the line before was refused: {}",
        "refused: {}",
        "choice {} of {} is refused: {}",
        "the game refuses this set-up: {}",
        "the game is over",
        "the game is not over",
        "the game goes on",
        "the game was over before",
        "it is place {}",
        "this never came to pass",
        "told is:  {}",
        "shown above is:  {}",
        "nothing is told",
        "nothing is shown above",
        "nothing was shown to this player",
        "{} of {} are seen",
        "no card is there",
        "it is seen by {}",
        "this line cannot be carried out: {} ({})",
        "{}: this line cannot be carried out: {} ({})",
        "{}: this line cannot be carried out: {}",
        "the rules take more than {} steps without asking anybody",
        "the rules take more than {} steps for what comes before the next question: fewer sets inside sets, or smaller ones",
        "at the end",
        "a scripted result was never used",
        "so many pieces are not there",
        "here lie what the others leave: {}",
        "how many games are played is said by a number from 1 to {}",
        "how often is said by a number:  3 times",
        "game {}, after {} choices: {}",
        "nobody is asked, so no game goes on from here",
        "begin it with  given the game is set up",
        "the tests of this file cannot be read",
        "{}: there are {}, not {}",
        "{}: cannot lie in the place where it should come out",
        "{}: {} should be moved, but the place holds only {}",
        "{}: {} is less than nothing",
        "{}: {} should come out, but there are only {}",
        "passed: {}",
        "failed: {}",
        "{} passed, {} failed",
    )
)
