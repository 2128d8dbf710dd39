"""Noncentralities of many chi-squared statistics at once, by empirical Bayes."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from scipy import stats

Floats = NDArray[np.float64]

ROOTS = np.concatenate([np.arange(0, 12, 0.25), np.arange(12, 40, 0.5)])
"""Square roots of the noncentralities considered."""

CENTRES = np.concatenate([np.arange(0.5, 6, 0.5), 6 * 1.15 ** np.arange(13)])
WIDTH, SMALLEST_WIDTH = 0.1, 0.2
"""Each component of the prior is normal about a centre, with a tenth of it as standard deviation, at least 0.2."""

FAR = 38.0
"""From this root on a statistic speaks for itself."""

STEPS = 300


class Noncentralities:
    """Posterior of the noncentrality of each of m statistics.

    A prior common to all statistics, a mixture of 0 and of normal components for the root of the noncentrality, is
    estimated from them (Stephens 2017, False discovery rates: a new deal, Biostatistics 18; Efron 2016, Empirical Bayes
    deconvolution estimates, Biometrika 103), so that statistics of unrelated variables are taken as such together.

    Parameters
    ----------
    statistics : float64 array (m,)
        Chi-squared statistics, not negative.
    freedoms : float64 array (m,)
        Their degrees of freedom, from 1 on.
    """

    def __init__(self, statistics: Floats, freedoms: Floats) -> None:
        self._statistics = statistics
        self._roots = np.sqrt(np.maximum(statistics - freedoms, 0))
        near = np.flatnonzero(self._roots < FAR)
        self._near = near
        self._cumulative = np.cumsum(_posterior(_likelihood(statistics[near], freedoms[near])), axis=1)

    def draw_factors(self, random: Generator) -> Floats:
        """Return (m,) draws of sqrt(noncentrality / statistic), 0 for a statistic of 0."""
        drawn = self._roots.copy()
        below = self._cumulative < random.random((len(self._near), 1))
        drawn[self._near] = ROOTS[np.minimum(below.sum(axis=1), len(ROOTS) - 1)]
        return np.asarray(drawn / np.sqrt(np.maximum(self._statistics, np.finfo(float).tiny)) * (self._statistics > 0))


@lru_cache(maxsize=1)
def _components() -> Floats:
    """Return (components, roots) shares of the prior's components: all at 0, then one about each centre."""
    steps = np.gradient(ROOTS)
    widths = np.maximum(CENTRES * WIDTH, SMALLEST_WIDTH)
    normal = stats.norm.pdf(ROOTS, CENTRES[:, None], widths[:, None]) * steps * (ROOTS > 0)
    return np.vstack([ROOTS == 0, normal / normal.sum(axis=1, keepdims=True)])


def _likelihood(statistics: Floats, freedoms: Floats) -> Floats:
    """Return (m, roots) densities of the statistics, each row by its largest."""
    x, nu = np.maximum(statistics, 1e-6)[:, None], freedoms[:, None]
    density = np.where(ROOTS == 0, stats.chi2.pdf(x, nu), stats.ncx2.pdf(x, nu, np.maximum(ROOTS, 0.1) ** 2))
    density = np.nan_to_num(density)
    largest = density.max(axis=1, keepdims=True, initial=0)
    return np.asarray(np.where(largest > 0, density / np.where(largest > 0, largest, 1), 1.0))


def _posterior(likelihood: Floats) -> Floats:
    """Estimate the shares of the components by EM and return (m, roots) posterior probabilities."""
    components = _components()
    by_component = likelihood @ components.T
    shares = np.full(len(components), 1 / len(components))
    for _step in range(STEPS if len(likelihood) else 0):
        weights = by_component * shares
        shares = (weights / weights.sum(axis=1, keepdims=True)).mean(axis=0)
    posterior = likelihood * (shares @ components)
    return np.asarray(posterior / np.maximum(posterior.sum(axis=1, keepdims=True), np.finfo(float).tiny))
