"""Axes of the map: which measures a comparison offers, and which of them says what is chance."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.assessment import Assessment, Comparison, measure_by_id
from core.measures import Better, Measure, Result, Scope, Skipped, Subject
from core.statistics.reproducible import sort_value
from core.views.resolution import default_utility
from core.views.risk import FILE_RISK_MEASURE, SYNTHETIC_RISK_MEASURE
from core.views.risk_utility.draws import has_jackknife, normal_draws

RISKS_OF_FILE = (FILE_RISK_MEASURE, "global_risk")
HALVES = ("aldu_univariate", "aldu_bivariate")
AT_REFERENCE = ("gdu_reference", *(f"{half}_reference" for half in HALVES))
CHANCE_BY = {"gdu": "gdu_effect_sizes", "gdu_grc": "gdu_effect_sizes", "gdu_reference": "gdu_effect_sizes"}
"""Scores made of p values, which have no interval, and the form that says what is chance in their place."""

WITHOUT_CHANCE = frozenset({*CHANCE_BY, *HALVES, *AT_REFERENCE, "table_pmse_ratio_mean"})


@dataclass(frozen=True)
class Axis:
    """One axis of the map, or column of the overview: a measure and, for risk, the key set it is about."""

    measure: Measure
    target: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Name, with the key set."""
        return self.measure.name + (f" · {', '.join(self.target)}" if self.target else "")

    def value(self, assessment: Assessment) -> Result | None:
        """Return the file's result on this axis; None where it has none."""
        outcome = assessment.outcome(self.measure.id, self.target)
        return outcome if isinstance(outcome, Result) else None

    def better(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the values turned so that larger is better."""
        return self.sign * values

    @property
    def sign(self) -> int:
        """1 where higher is better, -1 where lower is."""
        return 1 if self.measure.better is Better.HIGHER else -1

    def draws(self, results: Sequence[Result], name: str) -> NDArray[np.float64]:
        """Return normal draws (DRAWS, s) of these results, turned so that larger is better."""
        return normal_draws(results, self.sign, f"{self.measure.id}|{name}")


def axes(comparison: Comparison, *, risk: bool) -> tuple[Axis, ...]:
    """Return the axes that the comparison offers: file-level measures with a result in some scenario.

    The risk of the file is offered as soon as the original has it, so that no masked file decides on the axis.
    """
    offered: dict[tuple[str, tuple[str, ...]], Axis] = {}
    of_original = {FILE_RISK_MEASURE: comparison.original.of(FILE_RISK_MEASURE)} if comparison.scenarios else {}
    files = of_original, *(s.by_measure for s in comparison.scenarios)
    wanted = {name: m for name in set().union(*files) if _is_an_axis(m := measure_by_id(name)) and m.is_risk == risk}
    for by_measure in files:
        for name in filter(wanted.__contains__, by_measure):
            results = (o for o in by_measure[name] if isinstance(o, Result))
            offered |= {(name, o.target): Axis(wanted[name], o.target) for o in results}
    return tuple(offered.values())


def _is_an_axis(measure: Measure) -> bool:
    return measure.scope is Scope.FILE and measure.subject is not Subject.SIZE


def default_utility_axis(comparison: Comparison) -> Axis | None:
    """Return the utility that the map shows first: the default axis, else the first that was measured."""
    offered, chosen = axes(comparison, risk=False), default_utility(comparison).measure
    return next((axis for axis in offered if axis.measure.id == chosen), offered[0] if offered else None)


def default_risk_axis(comparison: Comparison) -> Axis | None:
    """Return the risk that the map shows first: that of the file, of the key set where the original's is highest.

    Of synthetic files alone what they tell; in a run without both the plain rate, else what was measured. None where
    no file has a value of the one that was asked for, as without a key set: another measure's 0% would be read as the
    file's.
    """
    offered, files = axes(comparison, risk=True), comparison.files
    synthetic = files[1:] and all(_has_value(file, SYNTHETIC_RISK_MEASURE) for file in files[1:])
    for measure in (SYNTHETIC_RISK_MEASURE,) if synthetic else RISKS_OF_FILE:
        if any(file.of(measure) for file in files):
            offered = tuple(axis for axis in offered if axis.measure.id == measure)
            return max(offered, key=lambda axis: _of_original(comparison, axis), default=None)
    return offered[0] if offered else None


def why_no_map(comparison: Comparison) -> str:
    """Say why there is no map, with the remedy where there is one; empty where there is."""
    if not axes(comparison, risk=False):
        return "no masked file has a utility of the whole file"
    if default_risk_axis(comparison) is not None:
        return ""
    outcomes = (o for measure in RISKS_OF_FILE for file in comparison.files for o in file.of(measure))
    reason = next((o.reason for o in outcomes if isinstance(o, Skipped)), "none was chosen for the run")
    return f"no risk was measured: {reason}"


def _has_value(file: Assessment, measure: str) -> bool:
    return any(isinstance(outcome, Result) for outcome in file.of(measure))


def _of_original(comparison: Comparison, axis: Axis) -> float:
    result = axis.value(comparison.original)
    return sort_value(result.value) if result else 0.0


def judged_by(utility: Axis, drawn: Sequence[Assessment]) -> Axis | None:
    """Return the utility whose replicates say what is chance; None for a score of p values without such a form."""
    results = [utility.value(s) for s in drawn]
    if utility.measure.id not in WITHOUT_CHANCE or all(r is not None and has_jackknife(r) for r in results):
        return utility
    other = CHANCE_BY.get(utility.measure.id)
    if other is None:
        return None
    axis = Axis(measure_by_id(other))
    replicated = [r is not None and has_jackknife(r) for r in (axis.value(s) for s in drawn)]
    return axis if all(replicated) else None
