"""Indicators, regressions and scales arranged for the screen: one figure in the original and in every scenario."""

from dataclasses import dataclass

from core.assessment import Assessment, Comparison
from core.measures import Outcome, detail_of
from core.utility import (
    AlphaDetail,
    ComparedCoefficient,
    EstimateDetail,
    FitDetail,
    IndicatorDetail,
    LduAlphaDetail,
    RegressionDetail,
)
from core.views.tables import Line, reason_of, value_of

UTILITIES = {"ols": "ldu_regression", "logit": "ldu_logistic"}
INTERCEPT = "Intercept"


@dataclass(frozen=True)
class IntervalRow:
    """The figure of one scenario and that of the original.

    Parameters
    ----------
    scenario : str
    figure : EstimateDetail or None
        None where ``reason`` says why.
    original : EstimateDetail or None
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
    figure: EstimateDetail | None = None
    original: EstimateDetail | None = None
    inside: bool | None = None
    overlap: float | None = None
    difference_in_se: float | None = None
    reason: str = ""
    flags: tuple[str, ...] = ()
    released: bool = False


@dataclass(frozen=True)
class IntervalRows:
    """One figure as the original gives it (None: it does not), and in every scenario, in their order."""

    original: EstimateDetail | None
    rows: tuple[IntervalRow, ...]


def names_of(comparison: Comparison, measure: str) -> tuple[str, ...]:
    """Return the names of the uses that a measure speaks of, in the officer's order."""
    return tuple(dict.fromkeys(o.target[0] for file in comparison.scenarios for o in file.of(measure) if o.target))


def indicator_rows(comparison: Comparison, target: tuple[str, ...]) -> IntervalRows:
    """Return an indicator, of one group where the target names it, in every file."""
    rows = tuple(_indicator_row(file, target) for file in comparison.scenarios)
    return IntervalRows(next((r.original for r in rows if r.original is not None), None), rows)


def _indicator_row(file: Assessment, target: tuple[str, ...]) -> IntervalRow:
    outcome = answer_of(file, "indicator", target)
    reason, flags = reason_of(outcome), (outcome and outcome.flags) or ()
    detail = detail_of(outcome, IndicatorDetail)
    if detail is None:
        return IntervalRow(file.name, reason=reason, flags=flags)
    return IntervalRow(
        file.name,
        detail["masked"],
        detail["original"],
        detail["inside"],
        detail["overlap"],
        detail["difference_in_se"],
        reason,
        flags,
    )


def answer_of(file: Assessment, measure: str, target: tuple[str, ...]) -> Outcome | None:
    """Return the outcome for a target, or the one that answers for all of them: files that cannot be compared."""
    return file.outcome(measure, target) or file.outcome(measure)


def published_figures(comparison: Comparison) -> dict[str, IntervalRows]:
    """Return by name every published figure, and every coefficient of a model."""
    targets = dict.fromkeys(o.target for file in comparison.scenarios for o in file.of("indicator") if o.target)
    rows = {" · ".join(target): indicator_rows(comparison, target) for target in targets}
    for name in names_of(comparison, "regression"):
        for coefficient in coefficients_of(comparison, name):
            rows[f"{name} · {coefficient}"] = coefficient_rows(comparison, name, coefficient)
    return rows


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
        return IntervalRow(file.name, reason=reason_of(outcome))
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
        return reason_of(outcome)
    if detail["released_detail"]:
        return "the model has no such coefficient at released detail"
    return "no record of the masked file has it"


def _coefficient(fit: FitDetail | None, name: str) -> EstimateDetail | None:
    return fit["coefficients"].get(name) if fit else None


def model_lines(comparison: Comparison, regression: str) -> list[Line]:
    """Return how a regression fits in every version, the mean overlap of its coefficients, and its local utility."""
    lines: list[Line] = []
    for file in comparison.scenarios:
        outcome = answer_of(file, "regression", (regression,))
        detail = detail_of(outcome, RegressionDetail)
        local = file.outcome(UTILITIES.get(detail["model"], ""), (regression,)) if detail else None
        before, after = (detail["original"], detail["masked"]) if detail else (None, None)
        lines.append({
            "Version": file.name,
            "Overlap": value_of(outcome),
            "Local utility": value_of(local),
            f"{detail['fit'] if detail else 'R²'} before": before["r_squared"] if before else None,
            "after": after["r_squared"] if after else None,
            "n before": before["n"] if before else None,
            "n after": after["n"] if after else None,
            "Lost": ", ".join(detail["lost"]) if detail else "",
            "What is known": "; ".join(filter(None, (reason_of(outcome), *((outcome and outcome.notices) or ())))),
        })  # fmt: skip
    return lines


PARTS = {
    "": "estimate", " from": "low", " to": "high", " SE": "standard_error", " p": "p", " standardised": "standardised",
}  # fmt: skip


def coefficient_lines(file: Assessment, regression: str) -> list[Line]:
    """Return every coefficient of a regression in the original and in a file."""
    detail = detail_of(answer_of(file, "regression", (regression,)), RegressionDetail)
    return [] if detail is None else [_both_coefficients(detail, each) for each in detail["coefficients"]]


def _both_coefficients(detail: RegressionDetail, compared: ComparedCoefficient) -> Line:
    line: Line = {"Coefficient": compared["name"]}
    for side, fit in (("Before", detail["original"]), ("After", detail["masked"])):
        given = dict(fit["coefficients"].get(compared["name"]) or {}) if fit else {}
        line |= {f"{side}{part}": given.get(key) for part, key in PARTS.items()}
    inside = {None: "", True: "yes", False: "no"}[compared["inside"]]
    moved = {"Inside": inside, "Overlap": compared["overlap"], "Difference in SE": compared["difference_in_se"]}
    return {**line, **moved, "Local utility": compared["utility"]}


def alpha_lines(comparison: Comparison, scale: str) -> list[Line]:
    """Return Cronbach's alpha of a scale in the original and in every version, also without each item."""
    outcomes = [answer_of(file, "ldu_alpha", (scale,)) for file in comparison.scenarios]
    details = [detail_of(outcome, LduAlphaDetail) for outcome in outcomes]
    known = next((d for d in details if d and d["original"]), None)
    lines = [_alpha_line("Original", known, known["original"] if known else None, None, "")]
    for file, outcome, detail in zip(comparison.scenarios, outcomes, details, strict=True):
        masked = detail["masked"] if detail else None
        lines.append(_alpha_line(file.name, known, masked, value_of(outcome), reason_of(outcome)))
    return lines


def _alpha_line(
    version: str, known: LduAlphaDetail | None, alpha: AlphaDetail | None, utility: float | None, reason: str
) -> Line:
    without = zip(known["items"], alpha["if_deleted"], strict=True) if known and alpha else ()
    return {
        "Version": version,
        "n": alpha["n"] if alpha else None,
        "Alpha": alpha["alpha"] if alpha else None,
        **{f"without {item}": value for item, value in without},
        "Local utility": utility,
        "Not given because": reason,
    }
