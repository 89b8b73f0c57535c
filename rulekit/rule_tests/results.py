"""Carries a rule test out from its first line to its last, and tells how it went."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rulekit.diagnostics import Span, UserError
from rulekit.i18n.outcomes import failed_line, outcome, outcomes
from rulekit.plugins.devices import DeviceError
from rulekit.rule_tests.steps import carry_out
from rulekit.rule_tests.trial import TestFailure, Trial
from rulekit.runtime.dice import NO_OTHERS
from rulekit.runtime.failures import RuleFailure, failure_text
from rulekit.runtime.labels import Labels
from rulekit.runtime.work import Failure
from rulekit.stuck import in_words


@frozen
class TestStep:
    """A line of a test that was carried out. ``told``: each row of the journal that it brought, then what is asked, if that is
    new."""

    __test__ = False
    place: str
    line: str
    told: tuple[str, ...]


@frozen
class TestResult:
    """``message`` gives the actual outcome, ``place`` the source location of the line that failed. ``steps``: the lines up to
    there, where they were asked for."""

    __test__ = False
    title: str
    covers: tuple[str, ...]
    ok: bool
    message: str
    place: str
    steps: tuple[TestStep, ...] = ()


def result_of(trial: Trial, with_steps: bool = False, lang: str = "en") -> TestResult:
    steps: list[TestStep] = []
    message, place = _outcome(trial, steps if with_steps else None, lang)
    return TestResult(trial.test.title, tuple(trial.test.covers), not message, message, str(place), tuple(steps))


def _outcome(trial: Trial, steps: list[TestStep] | None, lang: str) -> tuple[str, Span]:
    """Why the test fails, in a language, or "", and where."""
    trial.begin()
    place, text = trial.test.span, ""
    try:
        for k, (op, _, span, said) in enumerate(trial.test.lines):
            place, text = span, said
            if trial.refused is not None and op != "refused":
                raise TestFailure(f"the line before was refused: {trial.refused}")
            if steps is None:
                carry_out(trial, k)
            else:
                steps.append(_step(trial, k, lang))
        if trial.refused is not None:
            raise TestFailure(f"this was refused: {trial.refused}")
        place, text = trial.test.span, outcome("at the end", lang)
        trial.pass_by(len(trial.test.lines))
        if _left_over(trial):
            raise TestFailure("a scripted result was never used")
        if left := _script(trial):
            raise TestFailure(f"dice that were said were never thrown: {', '.join(map(str, left))}")
        if names := _never_came(trial):
            raise TestFailure(f"what chance will bring never came: {', '.join(names)}")
    except (TestFailure, DeviceError, RuleFailure, UserError, Failure) as wrong:
        return failed_line(text, _reasons(wrong, trial, lang), lang), place
    return "", trial.test.span


def _reasons(wrong: Exception, trial: Trial, lang: str) -> Sequence[str]:
    """Sentences that say why a line failed; those of the rules are in a language already."""
    match wrong:
        case TestFailure():
            return wrong.sentences
        case RuleFailure(__cause__=Failure() as cause):
            return (failure_text(trial.compiled, cause).told(lang),)
        case Failure():
            line = trial.compiled.image.lines[wrong.line]
            why = in_words(wrong.facts, trial.compiled.labels(lang), to_author=True)
            return (f"this line cannot be carried out: {line.text} ({line.place})", *([why] if why else ()))
    return (str(wrong),)


def _step(trial: Trial, k: int, lang: str) -> TestStep:
    """Carries out the k-th line. What it tells comes from the journal, where each change stands by itself."""
    _, _, place, said = trial.test.lines[k]
    since, asked = trial.match.happened, trial.asked_now()
    carry_out(trial, k)
    told = [sentence.text for sentence in trial.match.story(since=since, level="ledger", lang=lang)]
    if trial.refused is not None:
        told.append(outcome(f"refused: {trial.refused}", lang))
    if (now := trial.asked_now()) != asked:
        told.append(outcomes(now, lang))
    return TestStep(str(place), said, tuple(told))


def _left_over(trial: Trial) -> bool:
    """Whether scripted results of a device are left over. Half an answer is not, while the rest of it is asked."""
    image = trial.compiled.image
    if any(image.asks[ask[1]].op == "device" for ask in trial.match.asks):
        return False
    return any(trial.match.z[d.tape] for d in image.devices.values())


def _script(trial: Trial) -> list[int]:
    """The dice that the test has said and that were not thrown yet."""
    index = trial.compiled.image.script
    return [die for die in trial.match.z[index] if die != NO_OTHERS] if index is not None else []


def _never_came(trial: Trial) -> list[str]:
    """The things that the test lets chance bring and that are still to come."""
    image, index = trial.compiled.image, trial.compiled.image.drawn
    script = trial.match.z[index] if index is not None else []
    roots, labels = sorted(image.kinds), Labels(image)
    return [labels.member(roots[sort], x) for sort, x in zip(script[::2], script[1::2], strict=True)]
