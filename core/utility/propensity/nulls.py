"""What a propensity model shows by chance: by formula, on samples of the original, or on records assigned at random."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from core.statistics.arrays import Counts, WeightedCounts
from core.statistics.regression import (
    LogisticFit,
    OrthonormalBasis,
    PenalisedFit,
    SnokeNull,
    orthonormal_basis,
    penalised_null,
    propensity_nulls,
    snoke_null,
)
from core.statistics.reproducible import generator
from core.utility.propensity.design import PropensityDesign
from core.utility.propensity.merged import Merged
from core.utility.propensity.parameters import PropensityParameters
from core.utility.propensity.smoothing import smoothed_nulls
from core.utility.resampled_null import ResampledNull, as_null, draws, no_null
from core.utility.stacked import Stacked

AFFORDABLE = 5e9
"""Points times coefficients times samples of the resampled null of a regression."""

CELLS = 3.3e7
"""Of a design whose vectors are held for all samples at once (264 MB)."""


@dataclass(frozen=True, eq=False)
class FittedRegression:
    """A logistic model of which records are masked, and what it was fitted to.

    Parameters
    ----------
    stacked : Stacked
    merged : Merged
        The distinct records, m points.
    parameters : PropensityParameters
    design : PropensityDesign
    basis : OrthonormalBasis
        Of the design's columns at the m points.
    fit : LogisticFit
    smooth : PenalisedFit or None
        Of the generalised additive form; ``fit`` is then its own.
    """

    stacked: Stacked
    merged: Merged
    parameters: PropensityParameters
    design: PropensityDesign
    basis: OrthonormalBasis
    fit: LogisticFit
    smooth: PenalisedFit | None


def analytic_null(model: FittedRegression) -> SnokeNull:
    """Return the null of the formula, with Kish's effective number of masked records where they are weighted."""
    stacked = model.stacked
    c, n = stacked.n_masked / stacked.n, stacked.n * stacked.effective_share_masked()
    if model.smooth is None:
        return snoke_null(model.fit.parameters, n, c)
    return penalised_null(model.smooth.shrinkage, n, c)


def regression_null(model: FittedRegression) -> ResampledNull:
    """Return what chance shows: samples of the original, or the records of both files assigned to them at random."""
    replicates, cells = model.parameters.replicates, len(model.merged.row) * model.fit.parameters
    # penalised samples are fitted one by one, with a product of all columns at every step
    each = 1.0 if model.smooth is None else float(model.fit.parameters)
    reason = no_null(replicates, cells * each * replicates, AFFORDABLE)
    if reason or (replicates and cells > CELLS):
        return ResampledNull((), reason or "the design of this model is too large to be held for every sample")
    return _resampled_null(model) if model.parameters.null == "permutation" else _sampled_null(model)


def _sampled_null(model: FittedRegression) -> ResampledNull:
    stacked, merged, parameters = model.stacked, model.merged, model.parameters
    assert merged.point is not None, "where there are samples, equal records of the whole files are one point"
    point, in_original = merged.point, merged.original > 0
    samples = [
        np.bincount(point[rows], stacked.weights_drawn(rows), len(merged.row))[in_original]
        for rows in draws(parameters.seed, "propensity", stacked.n_original, stacked.n_masked, parameters.replicates)
    ]
    original, design = merged.original[in_original], model.design.where(in_original)
    basis = orthonormal_basis(design.columns(), original)
    return as_null(_nulls(design, basis, original, np.column_stack(samples), model.smooth))


def _resampled_null(model: FittedRegression) -> ResampledNull:
    stacked, parameters = model.stacked, model.parameters
    if stacked.weights is not None:
        return ResampledNull((), "records with weights are not permuted: take samples (propensity.null=samples)")
    size = model.merged.size.astype(np.int64)
    called = np.column_stack(list(permuted_counts(parameters.seed, size, stacked.n_masked, parameters.replicates)))
    return as_null(_nulls(model.design, model.basis, size[:, None] - called, called, model.smooth), permuted=True)


def _nulls(
    design: PropensityDesign,
    basis: OrthonormalBasis,
    original: WeightedCounts,
    drawn: WeightedCounts,
    smooth: PenalisedFit | None,
) -> list[float]:
    """Return U_p of each sample (m, r) beside the original (m,) or (m, r)."""
    if smooth is None:
        return list(propensity_nulls(basis, original, drawn))
    return smoothed_nulls(design, basis, original, drawn, smooth.smoothing)


def permuted_counts(seed: int, size: Counts, n_masked: int, replicates: int) -> Iterator[Counts]:
    """Yield for each replicate how many of the records at each point (m,) are called masked, assigned at random."""
    point = np.repeat(np.arange(len(size)), size)
    for replicate in range(replicates):
        called = generator(seed, f"propensity||{replicate}").permutation(point)[:n_masked]
        yield np.bincount(called, minlength=len(size))
