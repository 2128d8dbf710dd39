"""The measures of changed means, covariances, correlations, components and eigenvalues, as the catalogue lists them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypedDict, TypeVar

import numpy as np

from core.measures import Answer, Answers, Measure, Outcome, Passes, Result, Skipped, of_rows
from core.statistics.covariance import CellErrors
from core.utility.families import COMPARISONS_ONLY, MOMENTS_WEIGHTED, NUMBERS, NUMBERS_IN_BOTH
from core.utility.loss.families import loss_measure
from core.utility.loss.moments import (
    Moments,
    NotComparable,
    component_difference,
    correlation_errors,
    covariance_errors,
    eigenvalue_distance,
    inverse_diagonal_change,
    mean_shifts,
    moments,
    standardised_shifts,
)
from core.utility.loss.numbers import NumbersDetail
from core.utility.loss.robust import RobustEigenvalues, robust_eigenvalue_difference

moment_measure = loss_measure.sharing(
    bounds=(0.0, math.inf),
    prepare=moments,
    by_group=True,
    needs=NUMBERS_IN_BOTH,
    section=NUMBERS,
    weighting=MOMENTS_WEIGHTED,
)


def _in_rows(measure: Measure, rows: Sequence[Moments], of_one: Callable[[Moments], Answer]) -> Iterator[Outcome]:
    def answer(moments: Moments) -> Answer:
        try:
            if moments.reason:
                raise NotComparable(moments.reason)
            return of_one(moments)
        except NotComparable as why:
            return moments.skipped(measure.id, str(why))

    yield of_rows(map(answer, rows))


of_moments = moment_measure.over(_in_rows)
"""Of a function that answers for the moments of one row: of the whole files, or without a jackknife group."""

CELLS = "Domingo-Ferrer and Torra (2001), as the SDC Practice Guide"


class MeansOfVariable(TypedDict):
    """The mean of a variable in either file, in its own unit."""

    original: float
    masked: float
    difference: float
    original_sd: float


class MeanDifferenceDetail(NumbersDetail):
    """The means by variable."""

    by_variable: dict[str, MeansOfVariable]


class CellErrorsDetail(NumbersDetail):
    """Errors of the cells of a matrix; relative ones are None where a cell of the original is 0."""

    mse: float
    mae: float
    mean_variation: float | None


class PcaDetail(CellErrorsDetail):
    """Principal components of either file: shares of the variance, and loadings (variables, components)."""

    components: int
    explained_original: list[float]
    explained_masked: list[float]
    loadings_original: list[list[float]]
    loadings_masked: list[list[float]]


class EigenvaluesDetail(NumbersDetail):
    """The difference where both files are standardised by the original."""

    with_original_sd: float | None


class RobustDetail(NumbersDetail):
    """Records of either file that were used, and the seed that drew them."""

    records: list[int]
    seed: int


Detail = TypeVar("Detail", bound=Mapping[str, object])


@of_moments(
    id="mean_difference",
    name="Difference of means",
    reference="SDC Practice Guide; |mean' - mean| / SD of the original, averaged over variables",
    summary="By how many standard deviations the means of numeric variables moved on average.",
    formula=r"\frac{1}{p} \sum_{j=1}^{p} \frac{|\bar{x}'_j - \bar{x}_j|}{S_j}",
    reading="In standard deviations of the original. 0: all means are kept. The standard error of a mean of n "
    "records is 1/√n on this scale: below it the masking moved means less than sampling did.",
    misleads="Noise, swapping and microaggregation keep means almost exactly whatever else they destroy. Variables "
    "that were removed or banded are not in it.",
)
def mean_difference(prepared: Moments) -> Answer[MeanDifferenceDetail, NumbersDetail]:
    """Return the mean over variables of the difference of means in standard deviations."""
    shifts, standardised = mean_shifts(prepared), standardised_shifts(prepared)
    rows = zip(prepared.numbers.names, *prepared.means, shifts, prepared.deviations, strict=True)
    by_variable: dict[str, MeansOfVariable] = {
        name: {"original": float(a), "masked": float(b), "difference": float(d), "original_sd": float(sd)}
        for name, a, b, d, sd in rows
    }
    compared = np.isfinite(standardised)
    if not compared.any():
        raise NotComparable("every variable is constant in the original, and not so after masking")
    moved = [name for name, fit in zip(prepared.numbers.names, compared, strict=True) if not fit]
    prepared = replace(prepared, numbers=prepared.numbers.but(moved))
    detail: MeanDifferenceDetail = {**prepared.numbers.described(), "by_variable": by_variable}
    return _result("mean_difference", prepared, float(standardised[compared].mean()), detail)


@of_moments(
    id="covariance_mae",
    name="Mean absolute error of covariances",
    reference=CELLS,
    summary="By how much variances and covariances differ on average, in the variables' own units.",
    formula=r"\frac{2}{p (p + 1)} \sum_{i \le j} |v_{ij} - v'_{ij}|",
    reading="0: all variances and covariances are kept. The unit is that of the variables: compare scenarios of one "
    "original only.",
    misleads="The variable with the largest numbers decides nearly alone; the mean variation in the detail is free "
    "of units. One outlier can make most of it. Variables that were removed or banded are not in it.",
    interval_of_log=True,
    interval_note="In skewed numbers, above all with missing values, and in few clusters it is too narrow: a few large "
    "numbers decide the figure, and where they are not in the sample its interval does not know of them.",
)
def covariance_mae(prepared: Moments) -> Answer[CellErrorsDetail, NumbersDetail]:
    """Return the mean of |v - v'| over the p (p + 1) / 2 variances and covariances."""
    errors = covariance_errors(prepared)
    return _result("covariance_mae", prepared, errors.mae, _errors(prepared, errors))


@of_moments(
    id="correlation_mae",
    name="Mean absolute error of correlations",
    bounds=(0.0, 2.0),
    reference=CELLS,
    summary="By how much the correlations of numeric variables differ on average.",
    formula=r"\frac{2}{p (p - 1)} \sum_{i < j} |r_{ij} - r'_{ij}|",
    reading="0: all correlations are kept; 0.02: they differ by 0.02 on average. The standard error of a weak "
    "correlation in n records is about 1/√n.",
    misleads="An average: one lost correlation among many disappears. It sees straight lines only, and outliers "
    "move it. With missing values it rests on the records complete in each pair: look at n. Variables that were "
    "removed or banded are not in it.",
)
def correlation_mae(prepared: Moments) -> Answer[CellErrorsDetail, NumbersDetail]:
    """Return the mean of |r - r'| over the p (p - 1) / 2 correlations."""
    errors = correlation_errors(prepared)
    return _of_correlations("correlation_mae", prepared, errors.mae, _errors(prepared, errors))


@of_moments(
    id="pca_difference",
    name="Difference of principal components",
    bounds=(0.0, 2.0),
    reference="Domingo-Ferrer and Torra (2001): loadings of components that explain 80% of the original's variance",
    summary="By how much the correlations of variables with the main components differ on average.",
    formula=r"\frac{1}{p\,q} \sum_{j=1}^{p} \sum_{k=1}^{q} |l_{jk} - l'_{jk}|",
    reading="l are loadings, the correlations of variables with components, of the q components that explain 80% "
    "of the original's variance. 0: the same structure.",
    misleads="Components that explain nearly equal shares can change places or turn by chance: the difference is "
    "then large although the correlations hardly moved. Look at the explained shares, and at the difference of "
    "correlations.",
)
def pca_difference(prepared: Moments) -> Answer[PcaDetail, NumbersDetail]:
    """Return the mean absolute difference of the loadings; components and loadings are in the detail."""
    difference = component_difference(prepared)
    q = difference.compared
    detail: PcaDetail = {
        **_errors(prepared, difference.errors),
        "components": q,
        "explained_original": difference.original.shares.tolist(),
        "explained_masked": difference.masked.shares.tolist(),
        "loadings_original": difference.original.loadings[:, :q].tolist(),
        "loadings_masked": difference.masked.loadings[:, :q].tolist(),
    }
    return _of_correlations("pca_difference", prepared, min(2.0, difference.errors.mae), detail)


@of_moments(
    id="eigenvalues",
    name="Difference of eigenvalues",
    reference="SDC Practice Guide; sdcMicro 5.8.1, dUtility 'eigen': each file standardised by its own SDs",
    summary="How much the eigenvalues of the correlations differ; changes of variance do not show.",
    formula=r"\sum_{k=1}^{p} \frac{|e_k - e'_k|}{e_k}",
    reading="e are the eigenvalues of the correlation matrices. 0: the same spread over dimensions. A sum over p "
    "variables: compare scenarios of one original only.",
    misleads="Each file is standardised by its own standard deviations, so changed variances do not show; with the "
    "original's they do, in the detail. Relative differences of the smallest eigenvalues dominate. Eigenvalues may "
    "agree while the directions differ.",
    caution=COMPARISONS_ONLY,
)
def eigenvalues(prepared: Moments) -> Answer[EigenvaluesDetail, NumbersDetail]:
    """Return sum |e - e'| / e of the correlation matrices; with the original's SDs in the detail."""
    value, rescaled = eigenvalue_distance(prepared)
    detail: EigenvaluesDetail = {**prepared.numbers.described(), "with_original_sd": rescaled}
    return _of_correlations("eigenvalues", prepared, value, detail)


@of_moments(
    id="gamma_distance",
    name="Gamma: distance of the inverse correlations",
    bounds=(0.0, 1.0),
    reference="Mlodak (2020), gamma; sdcMicro 5.8.1, IL_correl",
    summary="How much the part of each numeric variable that the others explain has changed.",
    formula=r"\gamma = \frac{1}{\sqrt{2}} \left\| \frac{d}{\|d\|} - \frac{d'}{\|d'\|} \right\|, \qquad d = "
    r"\operatorname{diag}(R^{-1})",
    reading="R is the correlation matrix. 0: each variable is explained by the others in the same proportion as "
    "before; 1: nothing in common.",
    misleads="Only proportions count: with two variables it is always 0, and with equally correlated ones it stays "
    "0 even where all correlations vanish. Read it with the difference of correlations.",
)
def gamma_distance(prepared: Moments) -> Answer[NumbersDetail, NumbersDetail]:
    """Return the distance of the unit-length diagonals of the inverse correlation matrices / sqrt 2."""
    return _of_correlations("gamma_distance", prepared, inverse_diagonal_change(prepared), prepared.numbers.described())


@moment_measure(
    id="robust_eigenvalues",
    name="Difference of robust eigenvalues",
    prepare=robust_eigenvalue_difference,
    by_group=False,
    weighting="",
    passes=Passes.RECORDS,
    replicable=False,
    reference="SDC Practice Guide; minimum covariance determinant of Rousseeuw and Van Driessen (1999)",
    summary="How much the eigenvalues of the correlations differ when outliers are kept from deciding them.",
    formula=r"\sum_{k=1}^{p} \frac{|e_k - e'_k|}{e_k}",
    reading="As the difference of eigenvalues, of robust covariance matrices, which outliers do not decide. 0: "
    "the same.",
    misleads="It looks at the middle of the data, not at the tails that masking changes most, and which records "
    "count as the middle can itself change. At most 5,000 complete records are used, drawn at random, so it varies "
    "with the seed. Relative differences of the smallest eigenvalues dominate.",
    caution=COMPARISONS_ONLY,
)
def robust_eigenvalues(robust: RobustEigenvalues) -> Answers[RobustDetail, RobustDetail]:
    """Yield sum |e - e'| / e of the robust covariances of standardised values."""
    said = robust.numbers.said()
    detail: RobustDetail = {**robust.numbers.described(), "records": list(robust.records), "seed": robust.seed}
    if robust.value is None:
        yield Skipped("robust_eigenvalues", (), robust.reason, detail, **said)
    else:
        yield Result("robust_eigenvalues", (), robust.value, min(robust.records), None, detail, **said)


MEASURES = (
    mean_difference,
    covariance_mae,
    correlation_mae,
    pca_difference,
    eigenvalues,
    robust_eigenvalues,
    gamma_distance,
)


def _result(name: str, prepared: Moments, value: float, detail: Detail) -> Answer[Detail, NumbersDetail]:
    if not np.isfinite(value):
        raise NotComparable("the value is too large to be computed")
    return Result(name, (), value, prepared.n, None, detail, **prepared.numbers.said())


def _of_correlations(name: str, prepared: Moments, value: float, detail: Detail) -> Answer[Detail, NumbersDetail]:
    outcome = _result(name, prepared, value, detail)
    return replace(outcome, notices=(*(outcome.notices or ()), *prepared.constants()))


def _errors(prepared: Moments, errors: CellErrors) -> CellErrorsDetail:
    known = prepared.numbers.described()
    return {**known, "mse": errors.mse, "mae": errors.mae, "mean_variation": errors.variation}
