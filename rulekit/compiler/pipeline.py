"""The forms of a module, each a few passes over the lowered one: the whole pipeline on one screen."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import cached_property
from itertools import chain

from attrs import evolve

from rulekit.compiler.analysis.calls import reachable
from rulekit.compiler.analysis.turns import turns
from rulekit.compiler.analysis.verify import stage_done
from rulekit.compiler.ir import nodes as ir
from rulekit.compiler.ir.traverse import statements
from rulekit.compiler.lower.context import Lowering
from rulekit.compiler.passes.detect_last_choices import detect_last_choices
from rulekit.compiler.passes.expand_searches import expand_searches
from rulekit.compiler.passes.filter_by_masks import filter_by_masks
from rulekit.compiler.passes.flatten import flatten
from rulekit.compiler.passes.hoist_invariants import hoist_invariants
from rulekit.compiler.passes.index_by_table import index_by_table
from rulekit.compiler.passes.inline_points import inline_points
from rulekit.compiler.passes.meter_work import meter_work
from rulekit.compiler.passes.plan_rollback import plan_rollback
from rulekit.compiler.passes.quiet_suppositions import quiet_suppositions
from rulekit.compiler.passes.random_policy import random_policy
from rulekit.compiler.passes.release_arena import release_arena
from rulekit.compiler.passes.split_steps import split_steps
from rulekit.compiler.passes.strip_journal import strip_journal

Pass = Callable[[ir.Module], ir.Module]
ALWAYS = -1
"""The number of the explanations that belong to no question (:func:`rulekit.compiler.lower.narration.lower_above`)"""


class Forms:
    """The forms of what was lowered; each is made when it is first asked for.

    ``journaled`` writes the journal, ``plain`` does not; both have the same steps. ``fast`` is ``plain`` improved for Python.
    ``explain``: what is called only when somebody looks. ``playout``: whole deeds, answered by chance, improved for Python;
    ``native``: the same for C. In each of them the work is counted last, and then searches are written out.
    """

    def __init__(self, low: Lowering, begun_with: Collection[str] | None = None) -> None:
        """``begun_with``: the functions that are called from outside, if these are not all of the game; functions that they do
        not reach are left out."""
        self.low = low
        begun = turns(low.functions)
        functions = {name: evolve(f, turn=name in begun) for name, f in low.functions.items()}
        lowered = ir.Module(functions, low.tables)
        if begun_with is not None:
            lowered = self._come_to(lowered, begun_with)
        stage_done(lowered, "lowering")
        self.whole = quiet_suppositions(plan_rollback(lowered))
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
        return expand_searches(evolve(reachable(self.cut, self._explained(self.low.explaining)), steps=()))

    @cached_property
    def fast(self) -> ir.Module:
        return flatten(self._counted(improved(reachable(self._stripped, self._roots))), python=True)

    @cached_property
    def playout(self) -> ir.Module:
        return flatten(self._counted(improved(self._answered)), python=True)

    @cached_property
    def native(self) -> ir.Module:
        """Expressions are flat, lists are given back; with what a position is worth, for searches."""
        roots = {"begin", *self.cut.steps, *([self.low.worth] if self.low.worth else [])}
        made = filter_by_masks(improved(reachable(self._stripped, roots), roots))
        return release_arena(flatten(self._counted(detect_last_choices(made, self.low.layout.left_by_cards))))

    def _come_to(self, lowered: ir.Module, begun_with: Collection[str]) -> ir.Module:
        """The functions that these reach, and those that explain them."""
        found = reachable(lowered, begun_with).functions.values()
        asked = {x.question for f in found for x in statements(f.body) if isinstance(x, ir.Ask)}
        return reachable(lowered, [*begun_with, *self._explained({ALWAYS, *asked})])

    def _explained(self, questions: Iterable[int]) -> set[str]:
        """The functions that are called when somebody looks: at questions, and whatever is asked."""
        low = self.low
        always = [*low.keepers.values(), *chain(*low.beside.values()), *([low.worth] if low.worth else [])]
        return {*always, *chain(*(low.explaining.get(number, ()) for number in questions))}

    @property
    def _roots(self) -> set[str]:
        return {"begin", *self.cut.steps, *[name for name, f in self.cut.functions.items() if f.sort == "test"]}

    @cached_property
    def _stripped(self) -> ir.Module:
        return strip_journal(self.cut)

    @cached_property
    def _answered(self) -> ir.Module:
        return random_policy(strip_journal(self.whole), self._stripped, self.low.layout.players)

    def _counted(self, module: ir.Module) -> ir.Module:
        return expand_searches(meter_work(module, self.low.layout.sizes.values()))


def improved(module: ir.Module, roots: set[str] | None = None) -> ir.Module:
    """A form that is carried out without a journal, made fast."""
    for _, apply in improving(roots or {"begin", *module.steps}):
        module = apply(module)
    return module


def improving(roots: set[str]) -> tuple[tuple[str, Pass], ...]:
    """(name, pass) of the passes that serve speed alone, in their order. Any of them may be left out: the play is the
    same."""
    return (
        ("inline_points", lambda m: reachable(inline_points(m), roots)),  # tests are seen in the loops that ask them
        ("index_by_table", index_by_table),  # the fewer members are left, the less there is to do
        ("hoist_invariants", hoist_invariants),  # after inlining, which exposes more invariants
    )
