"""Noncentralities of many chi-squared statistics at once, by a hierarchical model."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import scipy
from numpy.random import Generator
from numpy.typing import NDArray
from scipy import special

Floats = NDArray[np.float64]

ROOTS = np.concatenate([np.arange(0, 12, 0.25), np.arange(12, 40, 0.5)])
"""Square roots of the noncentralities considered."""

CENTRES = np.concatenate([np.arange(0.5, 6, 0.5), 6 * 1.15 ** np.arange(13)])
WIDTH, SMALLEST_WIDTH = 0.1, 0.2
"""Each component of the prior is normal about a centre, with a tenth of it as standard deviation, at least 0.2."""

FAR = 38.0
"""From this root on a statistic speaks for itself."""

WEIGHT = 4.0
"""As many statistics as this the Dirichlet distribution of the shares weighs, spread over all components."""

STEPS = 100
"""Steps of the chain that one draw of the prior takes."""


class Noncentralities:
    """Posterior of the noncentrality of each of m statistics.

    They have a prior in common, a mixture of 0 and of normal components for the root of the noncentrality (Stephens
    2017, False discovery rates: a new deal, Biostatistics 18; Efron 2016, Empirical Bayes deconvolution estimates,
    Biometrika 103), so that statistics of unrelated variables are taken as such together. How much each component
    holds is not known either: the shares have a Dirichlet distribution, and each draw begins with shares drawn from
    their posterior (Gibbs sampling; Diebolt and Robert 1994, Estimation of finite mixture distributions through
    Bayesian sampling, Journal of the Royal Statistical Society B 56).

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
        self._likelihood = _kept_likelihood(statistics[near].tobytes(), freedoms[near].tobytes())

    def draw_factors(self, errors: Floats, random: Generator) -> Floats:
        """Return (m,) draws of sqrt(noncentrality / statistic), 0 for a statistic of 0.

        Parameters
        ----------
        errors : float64 array (m,)
            Deviates, about standard normal, of which each says what quantile of its posterior is taken: errors that
            go together give draws that do.
        random : Generator
            Draws the prior.
        """
        drawn = np.maximum(self._roots + errors, 0)
        shares = _drawn_shares(self._likelihood @ _components().T, random)
        posterior = self._likelihood * (shares @ _components())
        drawn[self._near] = ROOTS[_columns_at(posterior, special.ndtr(errors[self._near]))]
        return np.asarray(drawn / np.sqrt(np.maximum(self._statistics, np.finfo(float).tiny)) * (self._statistics > 0))


@lru_cache(maxsize=1)
def _components() -> Floats:
    """Return (components, roots) shares of the prior's components: all at 0, then one about each centre."""
    steps = np.gradient(ROOTS)
    widths = np.maximum(CENTRES * WIDTH, SMALLEST_WIDTH)
    normal = scipy.stats.norm.pdf(ROOTS, CENTRES[:, None], widths[:, None]) * steps * (ROOTS > 0)
    return np.vstack([ROOTS == 0, normal / normal.sum(axis=1, keepdims=True)])


@lru_cache(maxsize=1)
def _kept_likelihood(statistics: bytes, freedoms: bytes) -> Floats:
    """Return ``_likelihood``, kept: repetitions on one file ask for the same."""
    return _likelihood(np.frombuffer(statistics), np.frombuffer(freedoms))


def _likelihood(statistics: Floats, freedoms: Floats) -> Floats:
    """Return (m, roots) densities of the statistics, each row by its largest."""
    x, nu = np.maximum(statistics, 1e-6)[:, None], freedoms[:, None]
    density = np.where(
        ROOTS == 0, scipy.stats.chi2.pdf(x, nu), scipy.stats.ncx2.pdf(x, nu, np.maximum(ROOTS, 0.1) ** 2)
    )
    density = np.nan_to_num(density)
    largest = density.max(axis=1, keepdims=True, initial=0)
    return np.asarray(np.where(largest > 0, density / np.where(largest > 0, largest, 1), 1.0))


def _drawn_shares(by_component: Floats, random: Generator) -> Floats:
    """Draw the shares of the components from their posterior; (m, components) likelihoods."""
    components = by_component.shape[1]
    shares = np.full(components, 1 / components)
    for _step in range(STEPS):
        drawn = _columns_at(by_component * shares, random.random(len(by_component)))
        shares = random.dirichlet(WEIGHT / components + np.bincount(drawn, minlength=components))
    return shares


def _columns_at(weights: Floats, quantiles: Floats) -> NDArray[np.int64]:
    """Return (m,) the column in which each row of (m, k) weights reaches its quantile."""
    cumulative = np.cumsum(weights, axis=1)
    columns = (cumulative < quantiles[:, None] * cumulative[:, -1:]).sum(axis=1)
    return np.asarray(np.minimum(columns, weights.shape[1] - 1))
