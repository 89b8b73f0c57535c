"""The state of a match as a few bytes, for keeping hundreds: a match is thousands of objects, which the garbage collector
looks at again and again."""

from __future__ import annotations

import marshal
import zlib

from rulekit.runtime.match import Match


def pack(match: Match) -> bytes:
    """The state of a match without its history, for this process and its workers."""
    asks = [(p, q, list(options), None if stack is match.st else stack) for p, q, options, stack in match.asks]
    state = (match.s, match.z, match.st, asks, match.forks, match.decided, match.ending)
    return zlib.compress(marshal.dumps(state), 1)


def unpack(state: bytes, match: Match) -> Match:
    """A match at a state that was packed, without a journal: to go on from it, call :meth:`Match.play_quickly`. ``match``: any
    one with the same set-up."""
    made = Match.__new__(Match)
    made.compiled, made.seed, made.steps = match.compiled, match.seed, match.steps
    made.s, made.z, made.st, asks, made.forks, made.decided, made.ending = marshal.loads(zlib.decompress(state))
    made.asks = [(p, q, options, made.st if stack is None else stack) for p, q, options, stack in asks]
    made.log, made.events, made.past, made.trail, made.tree = None, [], None, [], None
    return made
