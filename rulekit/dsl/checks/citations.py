"""Every clause that a line cites exists in the game's own list, ``clauses.yaml``."""

from __future__ import annotations

from rulekit.dsl.program import Program
from rulekit.dsl.similar_words import near_words


def check(program: Program) -> None:
    if not program.clauses:
        return
    for clause, span in program.cited:
        if clause not in program.clauses:
            near = near_words(clause, program.clauses, 1, 0.8)
            program.report(
                "RK342",
                f"no clause is called `{clause}`",
                span,
                f"did you mean `{near[0]}`?" if near else "clauses.yaml lists them all",
            )
