"""A model of which file a record is from, and what it finds: the shared step of U_p."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NotRequired, TypedDict

import numpy as np
from scipy import linalg

from core.data import Pair
from core.statistics.arrays import Counts, Floats
from core.statistics.regression import (
    DesignColumns,
    LogisticFit,
    OrthonormalBasis,
    cross_products,
    fit_logistic,
    orthonormal_basis,
    standardised_coefficients,
)
from core.statistics.reproducible import comparable, first_largest
from core.utility.compared_variables import LeftOut, without
from core.utility.propensity.design import PropensityDesign, make_design
from core.utility.propensity.merged import Merged, merge
from core.utility.propensity.nulls import FittedRegression, analytic_null, permuted_counts, regression_null
from core.utility.propensity.parameters import Model, PropensityParameters
from core.utility.propensity.scores import Histogram, histogram, score_statistics
from core.utility.propensity.smoothing import fit_smoothed
from core.utility.propensity.tree import Tree, grow, tree_features
from core.utility.resampled_null import NOT_ASKED_FOR, NoNullDetail, NullDetail, ResampledNull, as_null
from core.utility.stacked import Stacked, StackedDetail, stack
from core.wording import trimmed_percent

COEFFICIENT_DIGITS = 4
"""Significant digits of a coefficient that is shown: those of separated or nearly dependent columns have few more."""

NOTHING_ALONE = 1e-18
"""Below this a term finds nothing alone: one record of ten million would show more, rounding shows less."""

DRIVERS = 10
AFFORDABLE_SETS = 5e10
"""Records times squared coefficients times sets that a file is compared with."""

BY_PERMUTATIONS = "a tree has no analytic null: judge it by permuted records (propensity.replicates)"
ONE_LEAF = (
    "no split saved a thousandth of the tree's impurity, so it has one leaf and finds nothing: masking of few records "
    "looks the same to it as none, in a large file above all; a regression (propensity.model=spline) tells them apart"
)


class Driver(TypedDict):
    """A term, what it finds alone, and its largest standardised coefficient with the column that has it."""

    term: str
    alone: float
    column: str
    standardised_coefficient: float


class AnalyticNull(TypedDict):
    """What chance shows by the formula, and how many standard deviations the value lies above its mean."""

    mean: float
    sd: float
    standardised: float | None


class BetweenSets(LeftOut):
    """An earlier set of the same scenario in the place of the original: what two files of one synthesizer show."""

    set: str
    n: int
    value: NotRequired[float]
    specks: NotRequired[float]
    po50: NotRequired[float]
    u: NotRequired[float]
    reason: NotRequired[str]


class PropensityScoresDetail(StackedDetail):
    """The model, and what its scores say."""

    model: Model
    share_masked: float
    n_times_value: float
    null: NullDetail | NoNullDetail
    specks: float | None
    po50: NotRequired[float | None]
    u: NotRequired[float | None]
    histogram: Histogram


class PropensityDetail(PropensityScoresDetail):
    """How the model was fitted, what chance would show, and which terms distinguish the files.

    ``estimable``: coefficients with the intercept, None of a tree; ``columns``: of the design, without the intercept,
    of a tree its leaves; ``effective``, ``smoothing``: of a penalised model its effective number of coefficients, and
    the multiple of the penalty.
    """

    estimable: int | None
    effective: NotRequired[float | None]
    smoothing: NotRequired[float | None]
    columns: int
    iterations: int
    converged: bool
    analytic_null: AnalyticNull | None
    ratio: float | None
    sentence: str
    between_sets: NotRequired[list[BetweenSets]]
    drivers: list[Driver]


@dataclass(frozen=True, eq=False)
class PropensityComparison:
    """U_p with what was found; None where ``reason`` says why."""

    stacked: Stacked
    value: float | None = None
    facts: PropensityDetail | None = None
    reason: str = ""
    notices: tuple[str, ...] = ()


def _sentence(stacked: Stacked, ratio: float | None) -> str:
    """Return what the ratio to the analytic expectation says, in words.

    At equal sizes a file of which a share f of the records was redrawn has the ratio 2 f.
    """
    if ratio is None:
        return ""
    if stacked.n_original != stacked.n_masked:
        return f"{ratio:.3g} times what a sample of this size drawn from the original shows by chance"
    share = ratio / 2
    if share > 1:
        return f"{share:.3g} times what a fresh sample of the population in place of all the records would show"
    if share < 0.0005:
        return "as if less than 0.1% of the records had been redrawn from the population"
    return f"as if {trimmed_percent(share, 2)} of the records had been redrawn from the population"


def compare_propensities(pair: Pair, parameters: PropensityParameters) -> PropensityComparison:
    """Model which file each merged record is from."""
    stacked = stack(pair, parameters.leave_out)
    reason = stacked.reason
    if not reason and stacked.weights is not None and parameters.model == "cart":
        reason = "a tree has no weighted form here: choose a regression (propensity.model=spline)"
    if reason:
        return PropensityComparison(stacked, reason=reason)
    # samples are counted at the points of all records, and a tree at each point once
    in_blocks = parameters.model != "cart" and not parameters.replicates
    merged = merge(stacked, in_blocks=in_blocks)
    compare = _by_tree if parameters.model == "cart" else _by_regression
    compared = compare(stacked, merged, parameters)
    notices = (*compared.notices, *_left_out_by_choice(pair, parameters.leave_out))
    if compared.facts is None:
        return replace(compared, notices=notices)
    sets = list(_between_sets(pair, compared, parameters))
    return replace(compared, notices=notices, facts={**compared.facts, "between_sets": sets})


def _between_sets(
    pair: Pair, compared: PropensityComparison, parameters: PropensityParameters
) -> Iterator[BetweenSets]:
    """Model which of two sets each record is from, with the same settings."""
    if compared.facts is None:
        return
    reason = "" if compared.stacked.weights is None else "records of two sets are not compared with weights"
    if float(compared.stacked.n) * (compared.facts["estimable"] or 1) ** 2 * len(pair.sets) > AFFORDABLE_SETS:
        reason = "models of all pairs of sets would take too long at this size"
    for each in pair.sets:
        if reason:
            yield {"set": each.name, "n": compared.stacked.n_original, "reason": reason}
        else:
            yield _between(each.name, compare_propensities(each, replace(parameters, replicates=0)))


def _between(name: str, compared: PropensityComparison) -> BetweenSets:
    n, facts = compared.stacked.n_original, compared.facts
    if compared.value is None or facts is None:
        return {"set": name, "n": n, "reason": compared.reason}
    said: BetweenSets = {"set": name, "n": n, "value": compared.value}
    if facts["specks"] is not None:
        said["specks"], said["po50"], said["u"] = facts["specks"], facts["po50"] or 0.0, facts["u"] or 0.0
    return {**said, **without(compared.stacked.left_out)}


def _left_out_by_choice(pair: Pair, leave_out: tuple[str, ...]) -> list[str]:
    """Say which variables were left out because they matter little, and which of the names fit none."""
    names = {v.name for v in pair.variables}
    asked = sorted(set(leave_out) - {""})
    known, unknown = [n for n in asked if n in names], [n for n in asked if n not in names]
    said = [f"left out of this measure by choice: {', '.join(known)}"] if known else []
    return said + ([f"named to be left out, but no compared variable: {', '.join(unknown)}"] if unknown else [])


def _by_regression(stacked: Stacked, merged: Merged, parameters: PropensityParameters) -> PropensityComparison:
    design = make_design(stacked, merged, parameters.model)
    if design.reason:
        return PropensityComparison(stacked, reason=design.reason)
    columns = design.columns()
    basis = orthonormal_basis(columns, merged.size, merged.masked)
    smooth = fit_smoothed(design, basis, merged) if parameters.model == "penalised" else None
    fit = smooth.fit if smooth else fit_logistic(basis, merged.masked, merged.size)
    model = FittedRegression(stacked, merged, parameters, design, basis, fit, smooth)
    notices = design.notices
    if not fit.converged:
        notices += (f"the fit still moved after {fit.iterations} steps",)
    mean, sd = analytic_null(model)
    ratio = fit.value / mean if mean > 0 else None
    detail: PropensityDetail = {
        **_of_scores(stacked, merged, parameters, fit.value, fit.scores, regression_null(model)),
        "estimable": fit.parameters,
        "effective": None if smooth is None else smooth.effective,
        "smoothing": None if smooth is None else smooth.smoothing,
        "columns": columns.shape[1],
        "iterations": fit.iterations,
        "converged": fit.converged,
        "analytic_null": {"mean": mean, "sd": sd, "standardised": (fit.value - mean) / sd if sd > 0 else None},
        "ratio": ratio,
        "sentence": _sentence(stacked, ratio),
        "between_sets": [],
        "drivers": _drivers(design, columns, basis, fit, merged),
    }
    return PropensityComparison(stacked, fit.value, detail, notices=notices)


def _of_scores(
    stacked: Stacked,
    merged: Merged,
    parameters: PropensityParameters,
    value: float,
    scores: Floats,
    resampled: ResampledNull,
) -> PropensityScoresDetail:
    specks, po50, u = score_statistics(scores, merged)
    return {
        **stacked.described(),
        "model": parameters.model,
        "share_masked": stacked.n_masked / stacked.n,
        "n_times_value": stacked.n * value,
        "null": resampled.described(value),
        "specks": specks,
        "po50": po50,
        "u": u,
        "histogram": histogram(scores, merged),
    }


def _by_tree(stacked: Stacked, merged: Merged, parameters: PropensityParameters) -> PropensityComparison:
    """Grow a tree and score the records it was grown on.

    Original and masked records of one person are in both files, so scores from folds or out-of-bag would call an
    identical copy useless: only in-sample scores, compared with a null, will do.
    """
    features, size, n_masked = tree_features(stacked, merged), merged.size.astype(np.int64), stacked.n_masked

    def grown(masked: Counts) -> tuple[Tree, float]:
        tree = grow(features, size, masked)
        return tree, float(size @ (tree.scores - n_masked / stacked.n) ** 2 / stacked.n)

    tree, value = grown(merged.masked.astype(np.int64))
    null = [grown(masked)[1] for masked in permuted_counts(parameters.seed, size, n_masked, parameters.replicates)]
    resampled = as_null(null, permuted=True) if null else ResampledNull((), NOT_ASKED_FOR)
    detail: PropensityDetail = {
        **_of_scores(stacked, merged, parameters, value, tree.scores, resampled),
        "estimable": None,
        "effective": None,
        "smoothing": None,
        "columns": tree.leaves,
        "iterations": 0,
        "converged": True,
        "analytic_null": None,
        "ratio": None,
        "sentence": "",
        "between_sets": [],
        "drivers": [],
    }
    return PropensityComparison(
        stacked, value, detail, notices=(BY_PERMUTATIONS, ONE_LEAF) if tree.leaves == 1 else (BY_PERMUTATIONS,)
    )


def _drivers(
    design: PropensityDesign, columns: DesignColumns, basis: OrthonormalBasis, fit: LogisticFit, merged: Merged
) -> list[Driver]:
    """Return the terms by what each would find alone, with its largest standardised coefficient.

    Coefficients of splines and of separated categories may be of any size; what a term finds alone,
    U_p of a linear probability model of it, lies between 0 and c (1 - c).
    """
    coefficients = np.nan_to_num(standardised_coefficients(basis, fit.coefficients, columns.shape[1]))
    products, with_masked = cross_products(columns, basis.moments, merged.masked, merged.size)
    drivers, first = [], 0
    for term in design.terms:
        part = slice(first, first + len(term.labels))
        first = part.stop
        explained = with_masked[part] @ linalg.pinvh(products[part, part], rtol=1e-10) @ with_masked[part]
        largest = first_largest(np.abs(coefficients[part]))
        shown = float(f"{coefficients[part][largest]:.{COEFFICIENT_DIGITS}g}")
        drivers.append((max(0.0, float(explained)), term.name, term.labels[largest], shown))
    drivers.sort(key=lambda f: (-comparable(f[0]).item(), f[1]))
    return [
        {"term": name, "alone": alone, "column": label, "standardised_coefficient": coefficient}
        for alone, name, label, coefficient in drivers[:DRIVERS]
        if alone > NOTHING_ALONE
    ]
