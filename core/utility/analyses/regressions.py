"""Regressions from the original and from a masked file: what would become of a published coefficient."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, TypedDict

from core.data import Model, Pair, Regression, Release
from core.statistics.reproducible import below
from core.utility.analyses.columns import weights_of
from core.utility.analyses.design import INTERCEPT, make_design
from core.utility.analyses.estimates import EstimateDetail, EstimatePair, NotEstimable
from core.utility.analyses.fits import FITS, Fit, fit
from core.utility.analyses.local_utility import coefficient_utility, fit_utility, halves
from core.utility.analyses.model_columns import ModelColumns, compared_columns, published_columns, same_columns
from core.utility.analyses.parameters import AnalysesParameters
from core.utility.analyses.sampling import cautions, sampling_of
from core.wording import counted


class CoefficientDetail(EstimateDetail):
    """A coefficient of one file."""

    p: float
    standardised: float


class FitDetail(TypedDict):
    """A regression fitted to one file."""

    n: int
    r_squared: float
    model_p: float | None
    absent: list[str]
    coefficients: dict[str, CoefficientDetail]


class ComparedCoefficient(TypedDict):
    """A coefficient of both files; None where one does not give it."""

    name: str
    overlap: float | None
    inside: bool | None
    difference_in_se: float | None
    utility: float | None


class RegressionDetail(TypedDict):
    """What a regression is, and what either file gives; ``published`` is the original at its own detail."""

    model: Annotated[str, Model]
    formula: str
    weight: str | None
    fit: str
    main: str | None
    released_detail: list[str]
    published: FitDetail | None
    original: FitDetail | None
    masked: FitDetail | None
    lost: list[str]
    coefficients: list[ComparedCoefficient]
    mean_overlap: float | None


@dataclass(frozen=True, eq=False)
class RegressionComparison:
    """One regression in both files.

    Parameters
    ----------
    regression : Regression
    published : Fit or None
        The original at its own detail.
    original, masked : Fit or None
        In the same form: where a variable was recoded, both at released detail.
    notices : tuple of str
        How variables were taken.
    reason : str
        Why one of the fits is missing; empty where none is.
    """

    regression: Regression
    parameters: AnalysesParameters
    published: Fit | None = None
    original: Fit | None = None
    masked: Fit | None = None
    notices: tuple[str, ...] = ()
    reason: str = ""

    def names(self) -> tuple[str, ...]:
        """Return the coefficients that are compared: all but the intercept, or the intercept where it is alone."""
        if self.original is None:
            return ()
        others = tuple(name for name in self.original.names if name != INTERCEPT)
        return others or self.original.names

    def compared(self, name: str) -> EstimatePair | None:
        """Return a coefficient of both files; None where one does not give it."""
        first, second = (f.coefficient(name) if f else None for f in (self.original, self.masked))
        return EstimatePair(first, second) if first is not None and second is not None else None

    def lost(self) -> tuple[str, ...]:
        """Return the coefficients that the masked file does not give."""
        return tuple(name for name in self.names() if self.compared(name) is None)

    def mean_overlap(self) -> float | None:
        """Return the mean overlap of the coefficients' intervals; None where one is missing."""
        overlaps = [pair.overlap for name in self.names() if (pair := self.compared(name)) is not None]
        known = [o for o in overlaps if o is not None]
        return sum(known) / len(known) if known and len(known) == len(self.names()) else None

    def significant(self, name: str) -> tuple[bool, bool]:
        """Return whether a coefficient differs from 0 in either file; one that is lost does not."""
        first, second = (
            f is not None and name in f.names and bool(below(f.p_values[f.names.index(name)], self.parameters.alpha))
            for f in (self.original, self.masked)
        )
        return first, second

    def utility(self) -> tuple[float, float, float] | None:
        """Return local utility of the whole, of R squared, and the mean of the coefficients' (Kocar 2018, 3.6)."""
        if self.original is None or self.masked is None:
            return None
        first, second = self.original, self.masked
        explains = [p is None or bool(below(p, self.parameters.alpha)) for p in (first.model_p, second.model_p)]
        overall = fit_utility(first.r_squared, second.r_squared, (explains[0], explains[1]))
        parts = [self.coefficient_utility(name) for name in self.names() if name != INTERCEPT]
        return halves(overall, parts), overall, sum(parts) / len(parts) if parts else overall

    def coefficient_utility(self, name: str) -> float:
        """Return the local utility of one standardised coefficient; 0 where the masked file lost it."""
        if self.original is None or self.masked is None or name not in self.masked.names:
            return 0.0
        before, after = (float(f.standardised[f.names.index(name)]) for f in (self.original, self.masked))
        return coefficient_utility(before, after, self.significant(name))


def compare_regressions(pair: Pair, parameters: AnalysesParameters) -> tuple[RegressionComparison, ...]:
    """Fit every chosen regression to both files, in the officer's order."""
    return tuple(_compare(regression, pair, parameters) for regression in pair.uses.regressions)


def _compare(regression: Regression, pair: Pair, parameters: AnalysesParameters) -> RegressionComparison:
    comparison = RegressionComparison(regression, parameters)
    try:
        published = published_columns(regression, pair)
        fitted = _fitted(regression, published, pair.original)
        comparison = replace(comparison, published=fitted, notices=published.notices)
    except NotEstimable as error:
        return replace(comparison, reason=f"the original does not give it: {error}")
    try:
        original, masked = compared_columns(regression, pair)
        comparison = replace(comparison, notices=original.notices)
        if not same_columns(original, published):
            fitted = _fitted(regression, original, pair.original)
        comparison = replace(comparison, original=fitted)
    except NotEstimable as error:
        return replace(comparison, reason=f"it cannot be compared at the masked file's detail: {error}")
    try:
        return replace(comparison, masked=_fitted(regression, masked, pair.masked))
    except NotEstimable as error:
        return replace(comparison, reason=f"it cannot be fitted to the masked file: {error}")


def _fitted(regression: Regression, columns: ModelColumns, release: Release) -> Fit:
    design = make_design(regression.read(), columns, weights_of(release, regression.weight))
    sampling = sampling_of(release, regression.weight)
    return fit(regression.model, design, weighted=regression.weight is not None, sampling=sampling)


def regression_detail(comparison: RegressionComparison) -> RegressionDetail:
    """Return what is known of a regression, JSON-ready."""
    regression = comparison.regression
    return {
        "model": str(regression.model),
        "formula": regression.formula,
        "weight": regression.weight,
        "fit": FITS[regression.model],
        "main": main_coefficient(comparison),
        "released_detail": [n for n in comparison.notices if "released detail" in n],
        "published": _described(comparison.published),
        "original": _described(comparison.original),
        "masked": _described(comparison.masked),
        "lost": list(comparison.lost()),
        "coefficients": [_coefficient(comparison, name) for name in comparison.names()],
        "mean_overlap": comparison.mean_overlap(),
    }


def main_coefficient(comparison: RegressionComparison) -> str | None:
    """Return the coefficient of main interest: the one that was named, else the first after the intercept."""
    known = comparison.published or comparison.original
    if known is None:
        return None
    wanted = comparison.regression.coefficient.replace(" ", "")
    named = next((name for name in known.names if wanted and name.replace(" ", "") == wanted), None)
    return named or next((name for name in known.names if name != INTERCEPT), known.names[0])


def regression_notices(comparison: RegressionComparison) -> tuple[str, ...]:
    """Return how variables were taken, and which records were left out."""
    notices = list(comparison.notices)
    for name, fitted in (("original", comparison.original or comparison.published), ("masked file", comparison.masked)):
        if fitted is None:
            continue
        left_out = ((fitted.missing, "a value is missing"), (fitted.undefined, "a function has no value there"))
        for n, reason in left_out:
            records = f"{counted(n, 'record', 'records')} of the {name}"
            notices += [f"{records} {'is' if n == 1 else 'are'} left out: {reason}"] if n else []
        if fitted.units is not None:
            notices.extend(cautions(fitted.units, name))
    return tuple(notices)


def _described(fitted: Fit | None) -> FitDetail | None:
    if fitted is None:
        return None
    return {
        "n": fitted.n,
        "r_squared": fitted.r_squared,
        "model_p": fitted.model_p,
        "absent": list(fitted.absent),
        "coefficients": {
            name: {**estimate.described(), "p": float(p), "standardised": float(beta)}
            for name, estimate, p, beta in zip(
                fitted.names, fitted.coefficients, fitted.p_values, fitted.standardised, strict=True
            )
        },
    }


def _coefficient(comparison: RegressionComparison, name: str) -> ComparedCoefficient:
    pair = comparison.compared(name)
    if pair is None:
        return {"name": name, "overlap": None, "inside": None, "difference_in_se": None, "utility": None}
    return {
        "name": name,
        "overlap": pair.overlap,
        "inside": pair.inside,
        "difference_in_se": pair.difference_in_se,
        "utility": comparison.coefficient_utility(name) if comparison.regression.model is not Model.POISSON else None,
    }
