"""Indicators and regressions arranged for the screen: one figure in the original and in every scenario."""

from __future__ import annotations

from dataclasses import dataclass

from core.assessment import Assessment, Comparison
from core.measures import Outcome, Result, Skipped, detail_of
from core.utility import (
    EstimateDetail,
    FitDetail,
    IndicatorDetail,
    InsideDetail,
    RegressionDetail,
)

ANALYSES = ("indicator", "regression", "ldu_alpha")
UTILITIES = {"ols": "ldu_regression", "logit": "ldu_logistic"}
NOT_MEASURED = "it was not measured in this run"
INTERCEPT = "Intercept"


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
    outcome = _answer(file, "indicator", target)
    reason = "" if isinstance(outcome, Result) else why_none(outcome)
    flags = (outcome.flags or ()) if isinstance(outcome, Result | Skipped) else ()
    detail = detail_of(outcome, IndicatorDetail)
    if detail is None:
        return IntervalRow(file.name, reason=reason, flags=flags)
    return IntervalRow(
        file.name,
        _figure(detail["masked"]),
        _figure(detail["original"]),
        detail["inside"],
        detail["overlap"],
        detail["difference_in_se"],
        reason,
        flags,
    )


def coefficients_of(comparison: Comparison, regression: str) -> tuple[str, ...]:
    """Return the coefficients of a regression as it is published, the one of main interest first."""
    for file in comparison.scenarios:
        detail = detail_of(file.outcome("regression", (regression,)), RegressionDetail)
        if detail and detail["published"]:
            names = [name for name in detail["published"]["coefficients"] if name != INTERCEPT] or [INTERCEPT]
            main = detail["main"]
            return tuple(sorted(names, key=lambda name: name != main))
    return ()


def coefficient_rows(comparison: Comparison, regression: str, coefficient: str) -> IntervalRows:
    """Return one coefficient of a regression in every file; the original as it is published."""
    rows = tuple(_coefficient_row(file, regression, coefficient) for file in comparison.scenarios)
    details = (detail_of(file.outcome("regression", (regression,)), RegressionDetail) for file in comparison.scenarios)
    published = next((d["published"] for d in details if d and d["published"]), None)
    return IntervalRows(_coefficient(published, coefficient), rows)


def _coefficient_row(file: Assessment, regression: str, coefficient: str) -> IntervalRow:
    outcome = _answer(file, "regression", (regression,))
    detail = detail_of(outcome, RegressionDetail)
    if detail is None:
        return IntervalRow(file.name, reason=why_none(outcome))
    figure = _coefficient(detail["masked"], coefficient)
    compared = next((c for c in detail["coefficients"] if c["name"] == coefficient), None)
    return IntervalRow(
        file.name,
        figure,
        _coefficient(detail["original"], coefficient),
        compared["inside"] if compared else None,
        compared["overlap"] if compared else None,
        compared["difference_in_se"] if compared else None,
        "" if figure is not None else _why_no_coefficient(outcome, detail),
        released=bool(detail["released_detail"]),
    )


def _why_no_coefficient(outcome: Outcome | None, detail: RegressionDetail) -> str:
    if detail["masked"] is None:
        return why_none(outcome)
    if detail["released_detail"]:
        return "the model has no such coefficient at released detail"
    return "no record of the masked file has it"


def keysets_of(comparison: Comparison, measure: str) -> tuple[str, ...]:
    """Return the key sets that a risk was measured for."""
    files = (comparison.original, *comparison.scenarios)
    return tuple(dict.fromkeys(o.target[0] for f in files for o in f.results(measure) if o.target))


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


@dataclass(frozen=True)
class RegressionView:
    """One regression of one scenario.

    Parameters
    ----------
    detail : RegressionDetail or None
        None where the files cannot be compared, or the regression was not measured.
    notices : tuple of str
        How variables were taken, and which records were left out.
    overlap, utility : float or None
        Mean overlap of the coefficients; Kocar's local utility, None of a Poisson model.
    reason : str
        Why there is no mean overlap.
    """

    detail: RegressionDetail | None
    notices: tuple[str, ...]
    overlap: float | None
    utility: float | None
    reason: str


def regression_view(file: Assessment, regression: str) -> RegressionView:
    """Return a regression of one scenario."""
    outcome = _answer(file, "regression", (regression,))
    detail = detail_of(outcome, RegressionDetail)
    local = file.outcome(UTILITIES.get(detail["model"], ""), (regression,)) if detail else None
    return RegressionView(
        detail,
        (outcome.notices or ()) if isinstance(outcome, Result | Skipped) else (),
        outcome.value if isinstance(outcome, Result) else None,
        local.value if isinstance(local, Result) else None,
        "" if isinstance(outcome, Result) else why_none(outcome),
    )


def _answer(file: Assessment, measure: str, target: tuple[str, ...]) -> Outcome | None:
    """Return the outcome for a target, or the one that answers for all of them: files that cannot be compared."""
    return file.outcome(measure, target) or file.outcome(measure)


def _figure(known: EstimateDetail | None) -> EstimateInFile | None:
    if known is None:
        return None
    units = known.get("units"), known.get("unit", ""), known.get("degrees_of_freedom"), known.get("replicates", 0)
    return EstimateInFile(known["estimate"], known["standard_error"], known["low"], known["high"], known["n"], *units)


def _coefficient(fit: FitDetail | None, name: str) -> EstimateInFile | None:
    return _figure(fit["coefficients"].get(name)) if fit else None


def any_coefficient(fit: FitDetail) -> EstimateInFile | None:
    """Return a coefficient of a fit, for the records and units that all of them rest on; None where there is none."""
    return _figure(next(iter(fit["coefficients"].values()), None))
