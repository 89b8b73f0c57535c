"""The forms of a module, each a few passes over the lowered one. This is the whole course on one screen."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from attrs import evolve

from rulekit.compiler.analysis.effects import Cells, State
from rulekit.compiler.analysis.reachable import reachable
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.passes.answer_by_chance import answer_by_chance
from rulekit.compiler.passes.count_work import count_work
from rulekit.compiler.passes.expand_checks import expand_checks
from rulekit.compiler.passes.expand_lift import expand_lift
from rulekit.compiler.passes.flatten import flatten
from rulekit.compiler.passes.forget_answers import forget_answers
from rulekit.compiler.passes.index_by_table import index_by_table
from rulekit.compiler.passes.inline_deeds import inline_deeds
from rulekit.compiler.passes.inline_points import inline_points
from rulekit.compiler.passes.keep_answers import keep_answers
from rulekit.compiler.passes.outline import outline
from rulekit.compiler.passes.project_keys import project_keys
from rulekit.compiler.passes.release_lists import release_lists
from rulekit.compiler.passes.rollback import rollback
from rulekit.compiler.passes.settle_attempts import settle_attempts
from rulekit.compiler.passes.split_filters import split_filters
from rulekit.compiler.passes.split_steps import split_steps
from rulekit.compiler.passes.strip_journal import strip_journal
from rulekit.compiler.passes.write_loops import write_loops
from rulekit.compiler.passes.write_searches import write_searches

Pass = Callable[[ir.Module], ir.Module]


class Forms:
    """The forms of what was lowered; each is made when it is first asked for.

    ``journaled`` writes the journal, ``plain`` does not; both have the same steps. ``fast`` is ``plain`` improved for Python.
    ``explain``: what is called only when somebody looks. ``playout``: whole deeds, answered by chance, improved for Python;
    ``native``: the same for C. In each of them the work is counted last, and then searches are written out.
    """

    def __init__(self, low: Lowering) -> None:
        self.low = low
        self.whole = rollback(ir.Module(low.functions, low.tables))
        """With journal, and with questions in the middle of deeds"""
        self.cut = split_steps(self.whole, low.explaining)

    @cached_property
    def journaled(self) -> ir.Module:
        return self._counted(reachable(self.cut, self._roots))

    @cached_property
    def plain(self) -> ir.Module:
        return self._counted(reachable(self._stripped, self._roots))

    @cached_property
    def explain(self) -> ir.Module:
        asked = {name for names in self.low.explaining.values() for name in names} | {*self.low.keepers.values()}
        if self.low.worth:
            asked.add(self.low.worth)
        return write_searches(evolve(reachable(self.cut, asked), steps=()))

    @cached_property
    def fast(self) -> ir.Module:
        return self._counted(improved(reachable(self._stripped, self._roots), self.low))

    @cached_property
    def playout(self) -> ir.Module:
        return self._counted(improved(self._answered, self.low))

    @cached_property
    def native(self) -> ir.Module:
        """A match comes to it from the stack only, expressions are flat, lists are given back."""
        return release_lists(flatten(self._counted(reachable(self._answered, self._answered.steps))))

    @property
    def _roots(self) -> set[str]:
        return {"begin", *self.cut.steps, *[name for name, f in self.cut.functions.items() if f.sort == "test"]}

    @cached_property
    def _stripped(self) -> ir.Module:
        return strip_journal(self.cut)

    @cached_property
    def _answered(self) -> ir.Module:
        return answer_by_chance(strip_journal(self.whole), self._stripped, self.low.layout.players)

    def _counted(self, module: ir.Module) -> ir.Module:
        return write_searches(count_work(module, self.low.layout.sizes.values()))


def improved(module: ir.Module, low: Lowering) -> ir.Module:
    """A form that Python carries out without a journal, made fast."""
    for _, apply in improving(low, {"begin", *module.steps}):
        module = apply(module)
    return module


def improving(low: Lowering, roots: set[str]) -> tuple[tuple[str, Pass], ...]:
    """(name, pass) of the passes that serve speed alone, in their order. Any of them may be left out, but for the last two
    where answers are kept: the play is the same."""
    layout = low.layout
    spots = sum(((1 << column.size) - 1) << column.base for column in layout.columns if column.sort == "spot")
    firsts = frozenset(column.base for column in layout.columns)
    state = State(layout.size, layout.lists, Cells(spots), firsts)
    return (
        ("expand_checks", expand_checks),  # it is seen where an action fails
        ("settle_attempts", settle_attempts),  # what needs no copy can be written out
        ("inline_deeds", lambda m: reachable(inline_deeds(m), roots)),  # the others see more of it at once
        ("outline", outline),  # a search that stands alone can be kept
        ("keep_answers", keep_answers),  # first of all says which functions stay, because their answers are kept
        ("inline_points", lambda m: reachable(inline_points(m), roots)),  # tests are seen in the loops that ask them
        ("project_keys", project_keys),  # needs to see what a function does with what it is given
        ("index_by_table", index_by_table),  # the fewer members are left, the less the passes after it have to do
        ("split_filters", split_filters),  # makes loops out of C what would be loops of statements
        ("write_loops", lambda m: reachable(write_loops(m), roots)),  # after all that works on filters
        ("forget_answers", lambda m: forget_answers(m, state)),  # after all that moves or doubles a change
        ("expand_lift", lambda m: expand_lift(m, state)),  # last: then it is no longer seen that a card moves
    )
