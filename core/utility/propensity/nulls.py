"""What a propensity model shows by chance: by formula, on samples of the original, or on records dealt at random."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from core.statistics.arrays import Counts
from core.statistics.regression import (
    HELD,
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
from core.utility.propensity.design import Merged, PropensityDesign
from core.utility.propensity.parameters import PropensityParameters
from core.utility.propensity.smoothing import smoothed_nulls
from core.utility.resampled_null import ResampledNull, as_null, draws, no_null
from core.utility.stacked import Stacked

AFFORDABLE = 5e9
"""Points times coefficients times samples of the resampled null of a regression."""


def analytic_null(fit: LogisticFit, smooth: PenalisedFit | None, stacked: Stacked) -> SnokeNull:
    """Return the null of the formula, with Kish's effective number of masked records where they are weighted."""
    c, n = stacked.n_masked / stacked.n, stacked.n * stacked.effective_share_masked()
    if smooth is None:
        return snoke_null(fit.parameters, n, c)
    return penalised_null(smooth.shrinkage, n, c)


def regression_null(
    stacked: Stacked,
    merged: Merged,
    fit: LogisticFit,
    parameters: PropensityParameters,
    design: PropensityDesign,
    basis: OrthonormalBasis,
    smooth: PenalisedFit | None,
) -> ResampledNull:
    """Return what chance shows: samples of the original, or the records of both files dealt to them at random."""
    # penalised samples are fitted one by one, with a product of all columns at every step
    each = float(fit.parameters) if smooth is None else float(fit.parameters) ** 2
    cost = len(merged.row) * each * parameters.replicates
    reason = no_null(parameters.replicates, cost, AFFORDABLE)
    if reason or (parameters.replicates and len(merged.row) * fit.parameters > HELD):
        return ResampledNull((), reason or "the design of this model is too large to be held for every sample")
    if parameters.null == "permutation":
        return _dealt_null(stacked, merged, parameters, design, basis, smooth)
    in_original = merged.original > 0
    m = len(merged.row)
    n, n_masked = stacked.n_original, stacked.n_masked
    samples = [
        np.bincount(merged.point[rows], stacked.weights_drawn(rows), m)[in_original]
        for rows in draws(parameters.seed, "propensity", n, n_masked, parameters.replicates)
    ]
    original = merged.original[in_original]
    some = design.where(in_original)
    basis = orthonormal_basis(some.columns(), original)
    drawn = np.column_stack(samples)
    if smooth is None:
        return as_null(list(propensity_nulls(basis, original, drawn)))
    return as_null(smoothed_nulls(some, basis, original, drawn, smooth.smoothing))


def _dealt_null(
    stacked: Stacked,
    merged: Merged,
    parameters: PropensityParameters,
    design: PropensityDesign,
    basis: OrthonormalBasis,
    smooth: PenalisedFit | None,
) -> ResampledNull:
    if stacked.weights is not None:
        return ResampledNull((), "records with weights are not dealt at random: take samples (propensity.null=samples)")
    size = merged.size.astype(np.int64)
    called = np.column_stack(list(dealt(parameters.seed, size, stacked.n_masked, parameters.replicates)))
    others = size[:, None] - called
    if smooth is None:
        return as_null(list(propensity_nulls(basis, others, called)), dealt=True)
    return as_null(smoothed_nulls(design, basis, others, called, smooth.smoothing), dealt=True)


def dealt(seed: int, size: Counts, n_masked: int, replicates: int) -> Iterator[Counts]:
    """Yield for each replicate how many of the records at each point (m,) are called masked, dealt at random."""
    point = np.repeat(np.arange(len(size)), size)
    for replicate in range(replicates):
        called = generator(seed, f"propensity||{replicate}").permutation(point)[:n_masked]
        yield np.bincount(called, minlength=len(size))
