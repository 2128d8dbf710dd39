"""What users compute from several synthetic files of one scenario, combined by the rule of how they were made."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.assessment import Assessment, Comparison
from core.statistics.arrays import Floats
from core.statistics.estimates import AcrossSets, Synthesis, across_sets, combine, interval_overlap
from core.statistics.reproducible import below, first_largest
from core.utility import EstimateDetail
from core.views.analyses import IntervalRow, IntervalRows, published_figures
from core.views.risk import validity
from core.views.risk_utility.axis import Axis, axes
from core.views.risk_utility.sets import pooled

SYNTHETIC = "synthetic"


@dataclass(frozen=True)
class CombinedFigure:
    """One figure over the sets of a scenario.

    Parameters
    ----------
    scenario : str
        Whose sets they are.
    figure : str
        Indicator with its group, or regression with its coefficient.
    sets : tuple of str
        Names of the files.
    n_original, n_synthetic : int
        Records of the original, and of each set.
    original : EstimateDetail or None
    value, standard_error : float or None
        Mean of the sets, and its error about the population's figure; None where ``reason`` says why.
    interval : (float, float) or None
        Of 95%.
    degrees_of_freedom : float or None
        Of Student's t; None where the normal distribution is taken.
    within, between : float or None
        Mean standard error of a set, and the standard deviation between sets.
    inside : bool or None
        Whether the mean lies inside the original's interval.
    overlap : float or None
        Of both intervals (Karr et al. 2006).
    worst : str
        The set that lies farthest from the original; empty where that is not known, or all lie as far.
    reason : str
    """

    scenario: str
    figure: str
    sets: tuple[str, ...]
    n_original: int
    n_synthetic: int
    original: EstimateDetail | None = None
    value: float | None = None
    standard_error: float | None = None
    interval: tuple[float, float] | None = None
    degrees_of_freedom: float | None = None
    within: float | None = None
    between: float | None = None
    inside: bool | None = None
    overlap: float | None = None
    worst: str = ""
    reason: str = ""


@dataclass(frozen=True)
class MeasureOverSets:
    """One measure over the sets of a scenario.

    Parameters
    ----------
    axis : Axis
    values : tuple of float
        In the order of the files.
    over : AcrossSets
        Mean, standard deviation between sets, and its error as if more sets were made.
    worst : str
        The set that fares worst; empty where all fare alike.
    n : int
        Smallest number of records that a value rests on.
    validity : tuple of str
        Why a figure does not hold, in sentences.
    interval : (float, float)
        Of 95%, of the mean.
    with_samples : bool
        Whether the interval holds the sampling error of the figures, too, and not the spread between the sets alone.
    """

    axis: Axis
    values: tuple[float, ...]
    over: AcrossSets
    worst: str
    n: int
    validity: tuple[str, ...]
    interval: tuple[float, float]
    with_samples: bool


def measures_over_sets(comparison: Comparison, scenario: str) -> tuple[MeasureOverSets, ...]:
    """Return the measures of the whole file that every set of a scenario has, utility first; none of a single set."""
    files = comparison.synthetic_sets()[scenario]
    offered = (*axes(comparison, risk=False), *axes(comparison, risk=True))
    rows = (_over_sets(axis, files) for axis in offered) if len(files) > 1 else ()
    return tuple(row for row in rows if row is not None)


def _over_sets(axis: Axis, files: Sequence[Assessment]) -> MeasureOverSets | None:
    results = [result for file in files if (result := axis.value(file)) is not None]
    if len(results) < len(files):
        return None
    values = tuple(result.value for result in results)
    over = across_sets(np.array(values), higher_is_better=axis.sign > 0)
    sentences = tuple(dict.fromkeys(sentence for result in results for sentence in validity(result)))
    worst = files[over.worst].name if below(min(values), max(values)) else ""
    interval, with_samples = pooled(axis, results)
    return MeasureOverSets(axis, values, over, worst, min(r.n for r in results), sentences, interval, with_samples)


def synthesis_rules(comparison: Comparison, scenario: str) -> tuple[Synthesis, ...]:
    """Return the rules that may combine the sets of a scenario, first the one that fits what is declared.

    Partial synthesis needs as many records as the original has; it comes first where some variable is declared, or
    taken, to be as it was.
    """
    files = comparison.synthetic_sets()[scenario]
    complete = tuple(rule for rule in Synthesis if rule is not Synthesis.PARTIAL)
    if any(file.rows != comparison.original.rows for file in files):
        return complete
    partly = any(v.masking != SYNTHETIC for file in files for v in file.variables if v.status != "removed")
    return (Synthesis.PARTIAL, *complete) if partly else (*complete, Synthesis.PARTIAL)


def combined_figures(comparison: Comparison, scenario: str, rule: Synthesis) -> tuple[CombinedFigure, ...]:
    """Return all indicators and coefficients over the sets of a scenario.

    Raises
    ------
    KeyError
        No scenario of several sets has this name.
    """
    files = comparison.synthetic_sets()[scenario]
    return tuple(
        _combined(comparison, scenario, files, name, rows, rule) for name, rows in published_figures(comparison).items()
    )


def _combined(
    comparison: Comparison, scenario: str, files: Sequence[Assessment], figure: str, rows: IntervalRows, rule: Synthesis
) -> CombinedFigure:
    names = tuple(file.name for file in files)
    own = [row for row in rows.rows if row.scenario in names]
    original = next((row.original for row in own if row.original is not None), rows.original)
    combined = CombinedFigure(scenario, figure, names, comparison.original.rows, files[0].rows, original)
    if reason := _why_not(files, own):
        return replace(combined, reason=reason)
    try:
        return _of_sets(combined, [row.figure for row in own if row.figure is not None], rule)
    except ValueError as error:
        return replace(combined, reason=str(error))


def _why_not(files: Sequence[Assessment], own: Sequence[IntervalRow]) -> str:
    if len({file.rows for file in files}) > 1:
        return "its sets have different numbers of records"
    lost = [row for row in own if row.figure is None]
    return f"{lost[0].scenario}: {lost[0].reason}" if lost else ""


def _of_sets(figure: CombinedFigure, estimates: Sequence[EstimateDetail], rule: Synthesis) -> CombinedFigure:
    """Return a figure as the sets give it; ValueError where the rule does not hold for them."""
    values = np.array([[each["estimate"]] for each in estimates])
    variances = np.array([[each["standard_error"] ** 2] for each in estimates])
    combined = combine(values, variances, figure.n_original, figure.n_synthetic, rule)
    value, freedom = float(combined.value[0]), float(combined.degrees_of_freedom[0])
    low, high = (float(end[0]) for end in combined.interval)
    of_sets = replace(
        figure,
        value=value,
        standard_error=float(combined.standard_error[0]),
        interval=(low, high),
        degrees_of_freedom=freedom if np.isfinite(freedom) else None,
        within=float(np.sqrt(combined.within[0])),
        between=float(np.sqrt(combined.between[0])),
    )
    original = figure.original
    if original is None:
        return of_sets
    return replace(
        of_sets,
        inside=original["low"] <= value <= original["high"],
        overlap=interval_overlap((original["low"], original["high"]), (low, high)),
        worst=_farthest(figure.sets, np.abs(values[:, 0] - original["estimate"])),
    )


def _farthest(sets: Sequence[str], distances: Floats) -> str:
    """Return the set with the largest distance; empty where all have the same."""
    return sets[first_largest(distances)] if below(distances.min(), distances.max()) else ""
