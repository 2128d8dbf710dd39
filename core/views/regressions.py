"""Regressions arranged for the screen: one coefficient in every file, and one regression of a scenario."""

from __future__ import annotations

from dataclasses import dataclass

from core.assessment import Assessment, Comparison
from core.measures import Outcome, Result, Skipped, detail_of
from core.utility import FitDetail, RegressionDetail
from core.views.analyses import (
    EstimateInFile,
    IntervalRow,
    IntervalRows,
    answer_of,
    figure_in_file,
    indicator_rows,
    names_of,
    why_none,
)

UTILITIES = {"ols": "ldu_regression", "logit": "ldu_logistic"}
INTERCEPT = "Intercept"


def published_figures(comparison: Comparison) -> dict[str, IntervalRows]:
    """Return by name every published figure, and every coefficient of a model, that the original gives."""
    targets = dict.fromkeys(o.target for file in comparison.scenarios for o in file.of("indicator") if o.target)
    rows = {" · ".join(target): indicator_rows(comparison, target) for target in targets}
    for name in names_of(comparison, "regression"):
        for coefficient in coefficients_of(comparison, name):
            rows[f"{name} · {coefficient}"] = coefficient_rows(comparison, name, coefficient)
    return {name: each for name, each in rows.items() if each.original is not None}


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
    outcome = answer_of(file, "regression", (regression,))
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
    outcome = answer_of(file, "regression", (regression,))
    detail = detail_of(outcome, RegressionDetail)
    local = file.outcome(UTILITIES.get(detail["model"], ""), (regression,)) if detail else None
    return RegressionView(
        detail,
        (outcome.notices or ()) if isinstance(outcome, Result | Skipped) else (),
        outcome.value if isinstance(outcome, Result) else None,
        local.value if isinstance(local, Result) else None,
        "" if isinstance(outcome, Result) else why_none(outcome),
    )


def _coefficient(fit: FitDetail | None, name: str) -> EstimateInFile | None:
    return figure_in_file(fit["coefficients"].get(name)) if fit else None


def any_coefficient(fit: FitDetail) -> EstimateInFile | None:
    """Return a coefficient of a fit, for the records and units that all of them rest on; None where there is none."""
    return figure_in_file(next(iter(fit["coefficients"].values()), None))
