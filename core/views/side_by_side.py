"""Some scenarios side by side: every file-level measure aligned, with verdicts from the intervals."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from core.assessment import CATALOGUE, Assessment, Comparison, measure_by_id
from core.measures import Better, Measure, Outcome, Result, Scope, Skipped, Subject, detail_of
from core.risk import RiskDetail
from core.statistics.reproducible import above, below
from core.views.methods.guide_warnings import DIRECT, is_warned
from core.views.risk import validity
from core.views.risk_comparability import not_comparable
from core.views.risk_utility.axis import CHANCE_BY
from core.views.risk_utility.draws import clearly_better, has_jackknife, normal_draws
from core.views.sampling.utility_weights import ignores_weight, run_weight


@dataclass(frozen=True)
class MeasuredValue:
    """One measure of one file.

    Parameters
    ----------
    outcome : Outcome
    caution : str
        Why the value does not hold under the file's masking, or cannot be compared with the original's.
    not_weighted : bool
        The run weighs records, and this measure of utility does not.
    """

    outcome: Outcome
    caution: str = ""
    not_weighted: bool = False


@dataclass(frozen=True)
class MeasureRow:
    """One measure of every file.

    Parameters
    ----------
    measure : Measure
    target : tuple of str
        The key set of a risk measure; () else.
    original : MeasuredValue or None
        None where the measure compares a file with the original.
    cells : tuple of MeasuredValue
        Of the scenarios, in the order asked for.
    better : tuple of (int, int)
        Places (i, j): the i-th scenario is better than the j-th in 95% of the draws.
    verdict : bool
        Whether the intervals allow a verdict at all; ``why_not`` says why they do not.
    why_not : str
    chance_by : str
        Name of the measure whose intervals say what is chance, where the measure has none; empty: its own do.
    """

    measure: Measure
    target: tuple[str, ...]
    original: MeasuredValue | None
    cells: tuple[MeasuredValue, ...]
    better: tuple[tuple[int, int], ...] = ()
    verdict: bool = False
    why_not: str = ""
    chance_by: str = ""

    def goodness(self, cell: MeasuredValue) -> float | None:
        """Return a value from 0 at the worst end of the measure's bounds to 1 at the best; None without either."""
        low, high = self.measure.bounds
        if cell.outcome.value is None or not math.isfinite(high - low):
            return None
        share = (cell.outcome.value - low) / (high - low)
        return share if self.measure.better is Better.HIGHER else 1 - share

    @property
    def differs(self) -> bool:
        """Whether the scenarios have different values, or one has none."""
        values = [cell.outcome.value for cell in self.cells]
        known = [x for x in values if x is not None]
        return len(known) not in (0, len(values)) or any(above(x, known[0]) or below(x, known[0]) for x in known)


def measure_rows(comparison: Comparison, names: Sequence[str]) -> tuple[MeasureRow, ...]:
    """Align all file-level measures of some scenarios, in the order of the catalogue.

    Parameters
    ----------
    comparison : Comparison
    names : sequence of str
    """
    files = [comparison.scenario(name) for name in names]
    weight = run_weight(comparison)
    rows = []
    for measure in CATALOGUE:
        if measure.scope is not Scope.FILE or measure.subject is Subject.SIZE:
            continue
        for target in dict.fromkeys(o.target for file in files for o in file.of(measure.id)):
            row = _row(measure, target, comparison.original, files)
            rows.append(_not_weighted(row) if ignores_weight(measure, weight) else row)
    return tuple(rows)


def _not_weighted(row: MeasureRow) -> MeasureRow:
    return replace(row, cells=tuple(replace(cell, not_weighted=True) for cell in row.cells))


def _row(measure: Measure, target: tuple[str, ...], original: Assessment, files: Sequence[Assessment]) -> MeasureRow:
    outcomes = [file.outcome(measure.id, target) for file in files]
    reference = original.outcome(measure.id, target)
    warned = [DIRECT if is_warned(file, measure.id) else "" for file in files]
    absent = Skipped(measure.id, target, "not measured in this run")
    cells = tuple(_cell(o or absent, reference, words) for o, words in zip(outcomes, warned, strict=True))
    results = [o for o in outcomes if isinstance(o, Result)]
    judging = measure if all(map(has_jackknife, results)) else judged_by(measure)
    better, why_not = _verdict(measure, target, outcomes, [file.outcome(judging.id, target) for file in files])
    return MeasureRow(
        measure,
        target,
        None if reference is None else _cell(reference),
        cells,
        better,
        not why_not,
        why_not,
        "" if judging is measure or why_not else judging.name,
    )


def judged_by(measure: Measure) -> Measure:
    """Return the measure whose intervals say what is chance in a score of p values; else the measure itself."""
    return measure_by_id(CHANCE_BY.get(measure.id, measure.id))


def _cell(outcome: Outcome, original: Outcome | None = None, warning: str = "") -> MeasuredValue:
    if not isinstance(outcome, Result):
        return MeasuredValue(outcome)
    caveats = not_comparable(original, outcome) if isinstance(original, Result) else ()
    return MeasuredValue(outcome, " ".join(outcome.validity or caveats) or warning)


def _verdict(
    measure: Measure, target: tuple[str, ...], outcomes: Sequence[Outcome | None], judging: Sequence[Outcome | None]
) -> tuple[tuple[tuple[int, int], ...], str]:
    """Return which scenario is better than which, by the intervals of ``judging``; or why they cannot tell."""
    results = [o for o in outcomes if isinstance(o, Result)]
    if len(results) < len(outcomes):
        return (), "a file has no value"
    if any(validity(r) for r in results):
        return (), "a value does not hold under its file's masking"
    if len({detail_of(r, RiskDetail).get("basis") for r in results}) > 1:
        return (), "the values stand on different bases"
    if not any(above(r.value, results[0].value) or below(r.value, results[0].value) for r in results):
        return (), "the values are equal"
    varying = [r for r in judging if isinstance(r, Result) and has_jackknife(r)]
    if len(varying) < len(results):
        return (), "chance not judged"
    sign = 1 if measure.better is Better.HIGHER else -1
    draws = normal_draws(varying, sign, f"{varying[0].measure}|{'|'.join(target)}|side by side")
    pairs = permutations(range(len(results)), 2)
    ahead = [(i, j) for i, j in pairs if above(sign * results[i].value, sign * results[j].value)]
    return tuple((i, j) for i, j in ahead if clearly_better(draws[:, i], draws[:, j])), ""
