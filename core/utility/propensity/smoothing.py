"""The generalised additive form of the propensity model: curves smoothed by a penalty (Woo et al., section 3.2)."""

from __future__ import annotations

from core.statistics.arrays import WeightedCounts
from core.statistics.regression import OrthonormalBasis, PenalisedFit, basis_penalty, fit_logistic, fit_penalised
from core.utility.propensity.design import PropensityDesign
from core.utility.propensity.merged import Merged


def fit_smoothed(design: PropensityDesign, basis: OrthonormalBasis, merged: Merged) -> PenalisedFit:
    """Fit the model to both files, with the smoothing that they ask for."""
    penalty = basis_penalty(basis, design.roughness(), basis.moments.spread)
    return fit_penalised(basis, penalty, merged.masked, merged.size)


def smoothed_nulls(
    design: PropensityDesign,
    basis: OrthonormalBasis,
    original: WeightedCounts,
    drawn: WeightedCounts,
    smoothing: float,
) -> list[float]:
    """Return U_p of each sample (m, r) beside the original (m,) or (m, r), with the smoothing that was chosen."""
    penalty = smoothing * basis_penalty(basis, design.roughness(), basis.moments.spread)
    size = drawn + (original if original.ndim > 1 else original[:, None])
    return [fit_logistic(basis, *each, penalty).value for each in zip(drawn.T, size.T, strict=True)]
