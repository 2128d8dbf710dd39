"""The smallest masking that meets a risk limit: bisection over one parameter, which checks its own assumption."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from core.assessment import Plan, basis_of, measure_by_id
from core.data import Codebook, Microdata, number_label
from core.errors import MaskingError
from core.laboratory.search_answer import Answer, Question, SearchStep
from core.laboratory.sweep import QUICK_UTILITY, SweepPoint, SweepStep, assess_setting, outcome_of, value_of
from core.masking import with_value
from core.measures import Result
from core.statistics.reproducible import above, sort_value
from core.views import validity
from core.wording import first_of, trimmed_percent

STEPS = 64
"""A parameter that is no whole number is found to this part of its range."""

MOST_NAMED = 6
"""Key variables that an answer names."""

PROBES = 3
"""Values on either side of the answer that are tried to see whether the risk falls all the way."""


@dataclass
class _Trials:
    """The values tried so far."""

    original: Microdata
    codebook: Codebook
    plan: Plan
    question: Question
    whole: bool
    control: Microdata | None = None
    steps: dict[float, SweepStep] = field(default_factory=dict)

    @property
    def most(self) -> int:
        """Values that are tried at most."""
        span = self.question.high - self.question.low if self.whole else STEPS
        return 2 + max(int(span) - 1, 0).bit_length() + 2 * PROBES

    def run(self, value: float) -> Iterator[SearchStep]:
        """Try a value unless it was tried."""
        if value in self.steps:
            return
        q, number = self.question, len(self.steps) + 1
        setting = SweepPoint(number, (value,), with_value(q.recipe, q.place, value))
        inputs = self.original, self.codebook, setting, self.plan, q.seed
        assessment, report, problem = assess_setting(*inputs, control=self.control)
        basis = basis_of(self.original, self.codebook, self.plan, control=self.control)
        step = SweepStep(setting, assessment, report, problem, number, self.most, basis)
        self.steps[value] = step
        yield SearchStep(step, None, number, self.most)

    def risk(self, value: float) -> float:
        """Return the risk at a value that was tried; raise MaskingError where it has none."""
        result = self.result(value)
        if result is None:
            raise MaskingError(f"with {_words(self.question, value)} the risk has no value: {self._reason(value)}")
        return result.value

    def result(self, value: float) -> Result | None:
        """Return the result at a value that was tried."""
        return value_of(self.steps[value], self.question.risk, self.question.target)

    def meets(self, value: float) -> bool:
        """Whether the risk at a value that was tried is within the limit."""
        return not above(self.risk(value), self.question.limit)

    def _reason(self, value: float) -> str:
        step = self.steps[value]
        outcome = outcome_of(step, self.question.risk, self.question.target)
        return step.problem or (outcome.reason if outcome else "it was not measured")


def smallest_masking(
    original: Microdata, codebook: Codebook, plan: Plan, question: Question, control: Microdata | None = None
) -> Iterator[SearchStep]:
    """Search for the gentlest value of a parameter whose risk meets the limit.

    Both ends are tried first; the end with the higher risk is the gentle one. Where the gentle end fails and the strong
    one meets the limit, the range between them is halved: to neighbouring whole numbers, or to 1/64 of the range. That
    finds the smallest masking if the risk only falls from the gentle to the strong end; three values on either side of
    the answer are tried to see whether it does, and the answer says so where it does not.

    Parameters
    ----------
    original : Microdata
    codebook : Codebook
    plan : Plan
        Measures the risk, and GDU to choose between two ends of equal risk.
    question : Question
    control : Microdata or None
        As in a run.

    Yields
    ------
    SearchStep
        One a value tried; the last one holds the answer. Closing the generator cancels.

    Raises
    ------
    MaskingError
        The range is empty, or the risk has no value somewhere in it.
    """
    if not question.low < question.high:
        raise MaskingError("the search needs a lowest value below a highest one")
    present = getattr(question.recipe.steps[question.place.step].parameters, question.place.parameter)
    trials = _Trials(original, codebook, plan, question, whole=isinstance(present, int), control=control)
    for end in (question.low, question.high):
        yield from trials.run(end)
    gentle, strong = _ends(trials)
    answer = gentle if trials.meets(gentle) else strong
    if not trials.meets(gentle) and trials.meets(strong):
        bad, answer = gentle, strong
        while (middle := _middle(trials, bad, answer)) is not None:
            yield from trials.run(middle)
            bad, answer = (bad, middle) if trials.meets(middle) else (middle, answer)
    for value in _probes(trials, gentle, answer, strong):
        yield from trials.run(value)
    yield SearchStep(None, _answer(trials, gentle, strong), len(trials.steps), len(trials.steps))


def _ends(trials: _Trials) -> tuple[float, float]:
    """Return (gentle, strong): the gentle end has the higher risk, of equal ones the higher utility."""
    low, high = trials.question.low, trials.question.high

    def gentleness(value: float) -> tuple[float, float]:
        utility = value_of(trials.steps[value], QUICK_UTILITY)
        return trials.risk(value), utility.value if utility else 0.0

    return (low, high) if gentleness(low) >= gentleness(high) else (high, low)


def _middle(trials: _Trials, a: float, b: float) -> float | None:
    """Return a value between two, None where they are neighbours."""
    q = trials.question
    if trials.whole:
        middle = float((a + b) // 2)
        return middle if min(a, b) < middle < max(a, b) else None
    return (a + b) / 2 if abs(a - b) > (q.high - q.low) / STEPS * 1.000001 else None


def _probes(trials: _Trials, gentle: float, answer: float, strong: float) -> list[float]:
    """Return untried values on either side of the answer, evenly spread."""
    values = []
    for start, end in ((gentle, answer), (answer, strong)):
        for i in range(1, PROBES + 1):
            value = start + (end - start) * i / (PROBES + 1)
            values.append(float(round(value)) if trials.whole else value)
    return [v for v in dict.fromkeys(values) if v not in trials.steps]


def _answer(trials: _Trials, gentle: float, strong: float) -> Answer:
    order = sorted(trials.steps, reverse=strong < gentle)
    meeting = [value for value in order if trials.meets(value)]
    falls = _falls(trials, order)
    limit = _value(trials.question, trials.question.limit)
    if not meeting:
        return _nothing(trials, order, monotone=falls)
    value = meeting[0]
    all_meet = all(trials.meets(v) for v in order[order.index(value) :])
    words = f"With {_words(trials.question, value)} the risk is {_value(trials.question, trials.risk(value))},"
    words += f" within the limit of {limit}."
    if value == gentle:
        words += " That is the gentlest value of the range: a gentler one may do as well."
    if not falls:
        words += (
            " The risk does not fall all the way from the gentle to the strong end"
            + ("" if all_meet else ", and some stronger values do not meet the limit")
            + ": a gentler value that was not tried may meet it too. Sweep the parameter to see."
        )
    result = trials.result(value)
    return Answer(value, trials.steps[value], falls, words, validity(result) if result else ())


def _nothing(trials: _Trials, order: list[float], *, monotone: bool) -> Answer:
    """Say of a search that found nothing what came nearest, why nothing came nearer, and what to change."""
    q, best = trials.question, min(order, key=lambda value: sort_value(trials.risk(value)))
    result = trials.result(best)
    words = (
        f"None of the {len(order)} values tried meets the limit of {_value(q, q.limit)}. Nearest: {_words(q, best)}, "
        f"with a risk of {_value(q, trials.risk(best))}. {_why_no_lower(trials, order, best)}"
    )
    untouched = first_of(_untouched_keys(trials, best), MOST_NAMED)
    if untouched:
        words += f" The recipe leaves these key variables as they are: {untouched}; mask them too."
    return Answer(None, None, monotone, words, validity(result) if result else (), trials.steps[best])


def _why_no_lower(trials: _Trials, order: list[float], best: float) -> str:
    risks = [trials.risk(value) for value in order]
    if not any(above(risk, min(risks)) for risk in risks):
        return "The risk is the same at every value: this parameter does not change it, so vary another one."
    if best == order[-1]:
        return f"That is the strongest value of the range, and the risk still falls there: look beyond {best:g}."
    return "With a stronger value the risk falls no further, so this parameter alone is not enough: add another step."


def _untouched_keys(trials: _Trials, value: float) -> list[str]:
    """Return the variables of the key set that the recipe changes in no record."""
    changes = [report.changes for report in trials.steps[value].report]
    touched = {name for each in changes for name in (*each.cells, *each.removed)}
    target = trials.question.target
    keysets = [k for k in trials.codebook.effective_keysets() if not target or k.name in target]
    return list(dict.fromkeys(name for keyset in keysets for name in keyset.variables if name not in touched))


def _falls(trials: _Trials, order: list[float]) -> bool:
    """Whether the risk falls, or stays, from each value tried to the next stronger one, within half its interval."""
    for before, after in pairwise(order):
        result = trials.result(after)
        slack = 0.0 if result is None or result.interval is None else (result.interval[1] - result.interval[0]) / 2
        rises = trials.risk(after) - trials.risk(before)
        crosses = trials.meets(before) and not trials.meets(after)
        if crosses or rises > slack:
            return False
    return True


def _value(question: Question, risk: float) -> str:
    """Return a risk in words: shares in percent."""
    share = measure_by_id(question.risk).is_share
    return trimmed_percent(risk) if share else f"{risk:.4g}"


def _words(question: Question, value: float) -> str:
    name = question.recipe.steps[question.place.step].of.name
    return f"{name}: {question.place.parameter} = {number_label(value)}"
