"""The Kolmogorov-Smirnov test of two weighted samples."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import scipy

from core.statistics.arrays import Floats
from core.statistics.distributions import KolmogorovSmirnov
from core.statistics.survey.effective_size import design_effective_size
from core.statistics.survey.first_stage import FirstStage

ROUNDING = 1e-12
"""A difference of two shares below this is rounding."""


class WeightedSample(NamedTuple):
    """Values (n,), NaN for missing, with their weights (n,), 0 outside, and the first stage of all n records."""

    values: Floats
    weights: Floats
    stage: FirstStage


def weighted_kolmogorov_smirnov(first: WeightedSample, second: WeightedSample) -> KolmogorovSmirnov:
    """Test whether two weighted samples come from one distribution.

    Parameters
    ----------
    first, second : WeightedSample
        Each with a record that has a value and a weight.

    Returns
    -------
    KolmogorovSmirnov
        D = max |F1 - F2| of the weighted distribution functions (Monahan 2011, section 12.4); p as of the unweighted
        test, with the effective sample sizes of `design_effective_size` in place of n and m.
    """
    samples = [_inside(sample) for sample in (first, second)]
    distinct = np.unique(np.concatenate([values for values, _ in samples]))
    functions = [_distribution(values, weights, distinct) for values, weights in samples]
    distance = float(np.abs(functions[0] - functions[1]).max())
    if distance <= ROUNDING:
        return KolmogorovSmirnov(0.0, 1.0)
    n, m = (design_effective_size(*sample) for sample in (first, second))
    p = float(scipy.stats.kstwo.sf(distance, max(1, int(np.round(n * m / (n + m))))))
    return KolmogorovSmirnov(distance, min(1.0, max(0.0, p)))


def _inside(sample: WeightedSample) -> tuple[Floats, Floats]:
    inside = ~np.isnan(sample.values) & (sample.weights > 0)
    return sample.values[inside], sample.weights[inside]


def _distribution(values: Floats, weights: Floats, at: Floats) -> Floats:
    shares = np.bincount(np.searchsorted(at, values), weights=weights, minlength=len(at)) / weights.sum()
    return np.cumsum(shares)
