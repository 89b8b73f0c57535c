"""Tries a variant for its author: bots play it, and the game itself, on the same seeds.

The result is what a check cannot find: games that stop or rank nobody, lines that are never reached or change nothing, questions
with one answer, and what becomes more or less frequent in the rest of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from pathlib import Path
from time import monotonic

from attrs import evolve, frozen

from rulekit.diagnostics import UserError
from rulekit.lab import simulation
from rulekit.lab.comparison import Comparison, Shift
from rulekit.lab.comparison import outcome as compared
from rulekit.lab.event_rates import EventRate, happenings
from rulekit.lab.failed_lines import CauseLine, FailedLine, FailureCauses, more_often
from rulekit.lab.line_effects import LineEffect, brought
from rulekit.lab.plan import RunPlan, make_plan, table
from rulekit.lab.records import Record, RuleCounts, RunFile, TakenBack
from rulekit.lab.simulation import Simulation
from rulekit.lab.tracing import Tracer
from rulekit.lab.workers import Jobs, cores, run
from rulekit.runtime.labels import NO_MORE
from rulekit.runtime.match import Match
from rulekit.stuck import in_words
from rulekit.traced import pending

GAMES, SECONDS = 200, 120.0


@frozen
class StoppedGames:
    """Games that stopped for one reason. ``first``: the record of the first of them; ``behind``: the lines of the variant
    because of which a line of the game could not be carried out in it."""

    message: str
    games: int
    first: Record
    behind: Sequence[CauseLine] = ()


@frozen
class Tryout:
    """The outcome of a tryout. ``laid``: with the variant; ``base``: without it, on the same seeds."""

    laid: Simulation
    base: Simulation
    tracer: Tracer
    stops: Sequence[StoppedGames]
    unranked: Sequence[int]
    """Seeds of games that came to an end with nobody ranked"""
    rows: Sequence[LineEffect]
    failed: Sequence[FailedLine]
    """Lines of the game itself that cannot be carried out more often, by the variant"""
    comparison: Comparison
    happened: Sequence[EventRate]
    asked: int
    """Games that were to be played"""
    interrupted: bool

    @property
    def doubtful(self) -> list[LineEffect]:
        """Lines of the variant that probably do not do what their author meant."""
        return [row for row in self.rows if row.doubtful]

    @property
    def moved(self) -> list[Shift]:
        """Significant differences in length, scores and wins."""
        return [m for m in self.comparison.moved if m.sure]

    def because(self, stop: StoppedGames, lang: str = "en") -> str:
        """Why the games stopped, in words; empty where the message says it all."""
        return self.reason(stop.first.counts, lang)

    def reason(self, failed: RuleCounts | TakenBack, lang: str = "en") -> str:
        """Why a line could not be carried out, in words."""
        labels = self.tracer.compiled.labels(lang)
        if failed.reason is not None:
            return labels.template(failed.reason.template, failed.reason.values)
        return in_words(failed.facts, labels, to_author=True)

    def stopped_rows(self, lang: str = "en") -> list[dict[str, object]]:
        """A row for each of the reasons why games stopped, fit for JSON."""
        return [
            {
                "message": s.message,
                "reason": self.because(s, lang),
                "games": s.games,
                "seed": s.first.seed,
                "behind": [c.as_json() for c in s.behind],
            }
            for s in self.stops
        ]

    def as_dict(self, lang: str = "en") -> dict[str, object]:
        """Fit for JSON."""
        plan = self.laid.plan
        return {
            "game": self.laid.title,
            "variants": list(plan.variants),
            "players": plan.players,
            "bots": list(plan.bots),
            "seed": plan.seed,
            "games": len(self.laid.records),
            "whole": len(self.laid.records) >= self.asked,
            "stopped": self.stopped_rows(lang),
            "unranked": list(self.unranked),
            "lines": [row.as_json() for row in self.rows],
            "failed": [row.as_json() for row in self.failed],
            "moved": [_finite(row) for row in self.comparison.rows],
            "happenings": [_finite(x.as_json()) for x in self.happened],
        }


def _finite(row: dict[str, object]) -> dict[str, object]:
    return {k: None if isinstance(v, float) and not isfinite(v) else v for k, v in row.items()}


def try_out(
    folder: str | Path,
    variants: Sequence[str | Path],
    games: int = GAMES,
    bots: Sequence[str] = ("random",),
    players: int | None = None,
    seed: int = 1,
    options: Mapping[str, object] | None = None,
    jobs: Jobs | None = None,
    resume: bool = False,
    seconds: float = SECONDS,
    told: Callable[[int, int], None] = lambda done, of: None,
) -> Tryout:
    """Plays a game with variants and, on as many seeds, without them. ``seconds``: no new game is begun after these; the games
    of both are as many. ``told(done, of)`` counts both. Raises UserError and RulesError for what cannot be played."""
    if not variants:
        raise UserError("there is no variant to try", "name one with --variant")
    laid = make_plan(folder, bots, games, players, seed, options, variants, uses=True, traced=True)
    base = make_plan(folder, bots, games, laid.players, seed, _known(folder, options), (), uses=True, traced=True)
    tracers = Tracer(laid), Tracer(base)  # compiled once, before other processes look for it in the cache
    many, asked = cores() if jobs is None else jobs, laid.games
    kept, late = RunFile(laid, resume), _after(seconds / 2)
    cut = not run(laid, many, kept, lambda done, of: told(done, 2 * of), late) and not late()
    played = len(kept.done) // laid.block * laid.block
    laid, base = evolve(laid, games=played), evolve(base, games=played)
    others, late = RunFile(base, resume), _after(seconds / 2)
    if not cut:
        cut = not run(base, many, others, lambda done, of: told(asked + done, 2 * asked), late) and not late()
    note = kept.fault or others.fault
    return outcome(laid, base, tracers, kept.done[:played], others.done, asked, cut, note)


def _after(seconds: float) -> Callable[[], bool]:
    """A function that returns whether so many seconds have passed from now."""
    end = monotonic() + seconds
    return lambda: monotonic() > end


def _known(folder: str | Path, options: Mapping[str, object] | None) -> dict[str, object]:
    """The options that the game has without the variant, too."""
    from rulekit.api import load

    there = load(folder).options
    return {name: value for name, value in (options or {}).items() if name in there}


def outcome(
    laid: RunPlan,
    base: RunPlan,
    tracers: tuple[Tracer, Tracer],
    records: Sequence[Record],
    others: Sequence[Record],
    asked: int,
    cut: bool,
    note: str,
) -> Tryout:
    """The outcome from the records of both plans. ``tracers``: those of the two plans."""
    tracer, plain = tracers
    with_, without = (simulation.outcome(plan, found, True, note) for plan, found in ((laid, records), (base, others)))
    stops: dict[str, list[Record]] = {}
    for r in with_.records:
        if r.stopped is not None:
            stops.setdefault(r.stopped, []).append(r)
    causes = FailureCauses(tracer)
    told = [StoppedGames(m, len(found), found[0], _behind(causes, found[0])) for m, found in stops.items()]
    ended, before = ({r.game: r for r in s.finished} for s in (with_, without))
    pairs = [(r, ended[r.game]) for r in without.finished if r.game in ended]
    return Tryout(
        with_,
        without,
        tracer,
        sorted(told, key=lambda s: -s.games),
        [r.seed for r in with_.finished if not any(r.won)],
        brought(tracer, with_.records),
        more_often(causes, plain, with_.records, before),
        compared(without, with_),
        happenings(plain, tracer, pairs),
        asked,
        cut,
    )


def _behind(causes: FailureCauses, stopped: Record) -> Sequence[CauseLine]:
    """The lines of the variant because of which a game stopped in a line of the game itself."""
    if stopped.counts.failed is None:
        return ()
    line = causes.tracer.compiled.image.lines[stopped.counts.failed]
    return causes.behind(line.file, line.number, stopped)


def before_the_stop(found: Tryout, stop: StoppedGames) -> Match | None:
    """The match as it stood before the choice that could not be carried out, with its journal; None where no choice was made."""
    plan, choices = found.laid.plan, stop.first.choices
    if not choices:
        return None
    match: Match = table(plan).start(plan.players, stop.first.seed, plan.options)
    for player, value in choices[:-1]:
        match.decide(pending(match, player, value), value)
    return match


def last_choice(stop: StoppedGames, match: Match, lang: str = "en") -> tuple[str, str, str]:
    """(player, question, option) of the choice that could not be carried out; an empty option where it was none. ``match``: as it
    stood before."""
    player, value = stop.first.choices[-1]
    decision = match.decisions[pending(match, player, value)]
    nothing = value < 0 and decision.declines(value) and decision.about.op not in NO_MORE
    option = "" if nothing else decision.label(value, lang)
    return decision.labels(lang).seat(player), decision.prompt(lang), option
