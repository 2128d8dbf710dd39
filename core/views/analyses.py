"""Indicators and analyses arranged for the screen: one figure in the original and in every scenario."""

from __future__ import annotations

from dataclasses import dataclass

from core.assessment import Assessment, Comparison
from core.measures import Outcome, Result, Skipped, detail_of
from core.utility import (
    EstimateDetail,
    IndicatorDetail,
    InsideDetail,
)

ANALYSES = ("indicator", "regression", "ldu_alpha")
NOT_MEASURED = "it was not measured in this run"


@dataclass(frozen=True)
class EstimateInFile:
    """A figure of one file with its 95% interval, the records used, and the units that hold them where units count.

    ``units`` and ``degrees_of_freedom`` are None where records were drawn one by one; ``replicates`` counts replicate
    weights.
    """

    value: float
    standard_error: float
    low: float
    high: float
    n: int
    units: int | None = None
    unit: str = ""
    degrees_of_freedom: int | None = None
    replicates: int = 0


@dataclass(frozen=True)
class IntervalRow:
    """The figure of one scenario beside that of the original.

    Parameters
    ----------
    scenario : str
    figure : EstimateInFile or None
        None where ``reason`` says why.
    original : EstimateInFile or None
        What it is compared with: the original's, at released detail where ``released``.
    inside : bool or None
        Whether the figure lies inside the original's interval.
    overlap, difference_in_se : float or None
        Overlap of the intervals (Karr et al. 2006); difference in standard errors of the original.
    reason : str
    flags : tuple of str
    released : bool
        The original was recoded as the scenario is before the two were compared.
    """

    scenario: str
    figure: EstimateInFile | None = None
    original: EstimateInFile | None = None
    inside: bool | None = None
    overlap: float | None = None
    difference_in_se: float | None = None
    reason: str = ""
    flags: tuple[str, ...] = ()
    released: bool = False


@dataclass(frozen=True)
class IntervalRows:
    """One figure as the original gives it (None: it does not), and in every scenario, in their order."""

    original: EstimateInFile | None
    rows: tuple[IntervalRow, ...]


@dataclass(frozen=True)
class RiskPoint:
    """One file of the guide's Mincer figure: a coefficient with its interval, and a risk."""

    name: str
    figure: EstimateInFile
    risk: float
    is_original: bool = False


@dataclass(frozen=True)
class AnalysesSummary:
    """What the chosen uses say of one scenario.

    Parameters
    ----------
    scenario : str
    inside, indicators : int
        Indicators inside the original's interval, of those that the original gives.
    lost : int
        Indicators that cannot be estimated any more.
    overlap : float or None
        Mean overlap of the indicators' intervals.
    overlap_reason : str
        Why there is none.
    """

    scenario: str
    inside: int
    indicators: int
    lost: int
    overlap: float | None
    overlap_reason: str


def has_analyses(comparison: Comparison) -> bool:
    """Whether an indicator, a regression or a scale was chosen before the run."""
    return any(file.of(measure) for file in comparison.scenarios for measure in ANALYSES)


def names_of(comparison: Comparison, measure: str) -> tuple[str, ...]:
    """Return the names of the uses that a measure speaks of, in the officer's order."""
    return tuple(dict.fromkeys(o.target[0] for file in comparison.scenarios for o in file.of(measure) if o.target))


def levels_of(comparison: Comparison, indicator: str) -> tuple[str, ...]:
    """Return the groups of an indicator, in the original's order; () where it is of the whole file."""
    targets = (o.target for file in comparison.scenarios for o in file.of("indicator") if o.target[:1] == (indicator,))
    return tuple(dict.fromkeys(target[1] for target in targets if len(target) == 2))


def summaries(comparison: Comparison) -> tuple[AnalysesSummary, ...]:
    """Return what the uses say of every scenario, in their order."""
    return tuple(_summary(file) for file in comparison.scenarios)


def _summary(file: Assessment) -> AnalysesSummary:
    counts = detail_of(file.outcome("indicators_inside"), InsideDetail)
    overlap = file.outcome("interval_overlap")
    value, reason = (overlap.value, "") if isinstance(overlap, Result) else (None, why_none(overlap))
    inside, indicators, lost = (counts["inside"], counts["indicators"], len(counts["lost"])) if counts else (0, 0, 0)
    return AnalysesSummary(file.name, inside, indicators, lost, value, reason)


def why_none(outcome: Outcome | None) -> str:
    """Return why there is no value, in words."""
    if isinstance(outcome, Skipped):
        return outcome.reason
    return NOT_MEASURED if outcome is None else "of a fault of the program"


def indicator_rows(comparison: Comparison, target: tuple[str, ...]) -> IntervalRows:
    """Return an indicator, of one group where the target names it, in every file."""
    rows = tuple(_indicator_row(file, target) for file in comparison.scenarios)
    return IntervalRows(next((r.original for r in rows if r.original is not None), None), rows)


def _indicator_row(file: Assessment, target: tuple[str, ...]) -> IntervalRow:
    outcome = answer_of(file, "indicator", target)
    reason = "" if isinstance(outcome, Result) else why_none(outcome)
    flags = (outcome.flags or ()) if isinstance(outcome, Result | Skipped) else ()
    detail = detail_of(outcome, IndicatorDetail)
    if detail is None:
        return IntervalRow(file.name, reason=reason, flags=flags)
    return IntervalRow(
        file.name,
        figure_in_file(detail["masked"]),
        figure_in_file(detail["original"]),
        detail["inside"],
        detail["overlap"],
        detail["difference_in_se"],
        reason,
        flags,
    )


def keysets_of(comparison: Comparison, measure: str) -> tuple[str, ...]:
    """Return the key sets that a risk was measured for."""
    return tuple(dict.fromkeys(o.target[0] for f in comparison.files for o in f.results(measure) if o.target))


def risk_points(
    comparison: Comparison, intervals: IntervalRows, measure: str, keyset: str
) -> tuple[tuple[RiskPoint, ...], tuple[tuple[str, str], ...]]:
    """Return the files with both a coefficient and a risk, the original first, and the others with the reason.

    Parameters
    ----------
    comparison : Comparison
    intervals : IntervalRows
        Of one coefficient.
    measure, keyset : str
        Which risk, for which key set.
    """
    figures = [(comparison.original, intervals.original, "the original does not give it")]
    figures += [(f, row.figure, row.reason) for f, row in zip(comparison.scenarios, intervals.rows, strict=True)]
    points, missing = [], []
    for file, figure, reason in figures:
        risk = file.outcome(measure, (keyset,))
        if figure is not None and isinstance(risk, Result):
            points.append(RiskPoint(file.name, figure, risk.value, file is comparison.original))
        else:
            missing.append((file.name, reason or why_none(risk)))
    return tuple(points), tuple(missing)


def answer_of(file: Assessment, measure: str, target: tuple[str, ...]) -> Outcome | None:
    """Return the outcome for a target, or the one that answers for all of them: files that cannot be compared."""
    return file.outcome(measure, target) or file.outcome(measure)


def figure_in_file(known: EstimateDetail | None) -> EstimateInFile | None:
    """Return an estimate as it is shown; None where there is none."""
    if known is None:
        return None
    units = known.get("units"), known.get("unit", ""), known.get("degrees_of_freedom"), known.get("replicates", 0)
    return EstimateInFile(known["estimate"], known["standard_error"], known["low"], known["high"], known["n"], *units)
