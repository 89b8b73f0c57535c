"""The register of operations: for each its effects and what it gives. Checks, passes and printers ask here and nowhere else.

An operation that is not in the register cannot be written (:func:`operation` raises LookupError), and the tests print and run
each of them in every target. Python finds them in :mod:`rulekit.runtime.prelude` under the same names.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen


@frozen
class Operation:
    """``fails``: may end the rule line. ``draws``: moves a stream of chance, so that neither its order nor its number may
    change. ``changes``: argument that is changed (a list), -1 none. ``state``: is given ``s`` in Python. ``lists``: is given
    ``z``. ``writes``: changes numbers or lists of the state. ``fresh``: gives a list that nobody else has. ``python``: only
    the journal, those who explain, rule tests or passes for Python use it; no other target prints it."""

    name: str
    fails: bool = False
    draws: bool = False
    changes: int = -1
    state: bool = False
    lists: bool = False
    writes: bool = False
    fresh: bool = False
    python: bool = False

    @property
    def pure(self) -> bool:
        """Gives the same for the same arguments and state, and changes nothing: may be worked out twice, or never if it cannot
        fail."""
        return not (self.draws or self.writes or self.changes >= 0)


ROWS = (
    # numbers
    Operation("times", fails=True),
    Operation("own", fails=True),
    Operation("within", fails=True),
    Operation("product", fails=True),
    Operation("found", fails=True),
    # several
    Operation("len"),
    Operation("sum"),
    Operation("largest"),
    Operation("list", fresh=True),
    Operation("empty", fresh=True),
    Operation("tuple", fresh=True),
    Operation("numbers", fails=True),
    Operation("nth", fails=True),
    Operation("only", fails=True),
    Operation("first_n", fresh=True),
    Operation("firsts", fails=True, fresh=True),
    Operation("after", fresh=True),
    Operation("together", fresh=True),
    Operation("united", fresh=True),
    Operation("without", fresh=True),
    Operation("with_most", fresh=True),
    Operation("with_least", fresh=True),
    Operation("ranked_high", fresh=True),
    Operation("ranked_low", fresh=True),
    Operation("unlike", state=True, fresh=True),
    Operation("side_by_side", state=True, fresh=True),
    Operation("path"),
    # lists with a 1 for each member, and heaps, of searches
    Operation("flags", fresh=True),
    Operation("flagged", fresh=True),
    Operation("put", changes=0),
    # those of a mask, in ascending order
    Operation("members"),
    Operation("heappush", changes=0),
    Operation("heappop", changes=0),
    # cards
    Operation("card", fails=True),
    Operation("top", fails=True),
    Operation("tops", fails=True, fresh=True),
    Operation("lift", state=True, lists=True, writes=True),
    # the position: all numbers, then all lists, each behind how long it is
    Operation("position", state=True, lists=True, fresh=True),
    Operation("unchanged", state=True, lists=True),
    # lists that are changed
    Operation("append", changes=0),
    Operation("insort", changes=0),
    Operation("insert_first", changes=0),
    Operation("shuffle", draws=True, changes=1, state=True),
    # chance
    Operation("below", draws=True, state=True),
    Operation("pick", fails=True, draws=True, state=True),
    Operation("sample", fails=True, draws=True, state=True, fresh=True),
    Operation("ranked_shuffled", draws=True, state=True, fresh=True),
    Operation("throw", draws=True, state=True, fresh=True),
    Operation("throw_scripted", fails=True, draws=True, state=True, changes=0, fresh=True, python=True),
    Operation("pick_scripted", fails=True, draws=True, state=True, changes=0, python=True),
    Operation("sample_scripted", fails=True, draws=True, state=True, changes=0, fresh=True, python=True),
    Operation("ranked_shuffled_scripted", draws=True, state=True, changes=0, fresh=True, python=True),
    Operation("shuffle_scripted", draws=True, state=True, changes=4, python=True),
    Operation("hits"),
    Operation("told_sum", python=True),
    Operation("told_hits", python=True),
    Operation("answer", draws=True, python=True),
    # work that can become much
    Operation("counted"),
    # what loops keep: places for so much, with nothing in them yet; whether there is something; for Python, the whole
    Operation("blank", fresh=True),
    Operation("some"),
    Operation("kept", python=True),
    # for those who explain, and rule tests
    Operation("common", python=True),
    Operation("extend", changes=0, python=True),
    Operation("fill", fails=True, state=True, writes=True, python=True),
    Operation("compared", writes=True, python=True),
)
OPERATIONS: Mapping[str, Operation] = {row.name: row for row in ROWS}


def operation(name: str) -> Operation:
    """The row of an operation. Raises LookupError for one that the register does not know."""
    row = OPERATIONS.get(name)
    if row is None:
        raise LookupError(f"the operation `{name}` has no row in rulekit/compiler/ir/ops.py")
    return row
