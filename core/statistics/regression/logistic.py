"""Logistic regression of which file a record is from: Newton's method, right also where others fail.

The columns are replaced by an orthonormal basis of what they span, so that neither heavy tails nor
columns that depend on each other matter. The fit stops when the propensity measure no longer
changes, which it does also where the coefficients run off to infinity (separation). Each step is
one pass over the records, by blocks of rows, so that a design need not be in memory.

The curvature, a symmetric rank-k product, costs most of a pass: while scores have hardly moved
since it was taken, steps use it again (the chord method; Ortega and Rheinboldt 1970, section 7.1).
What they show of it betters those to come (``secants``). They end where Newton's do, since both go on until the
gradient is nothing.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np
from scipy import linalg
from scipy.special import expit

from core.statistics.arrays import Floats, WeightedCounts
from core.statistics.regression.columns import parts
from core.statistics.regression.orthonormal_basis import OrthonormalBasis, WeightedProducts
from core.statistics.regression.secants import Secants
from core.statistics.reproducible import above

CHANGE = 1e-7
"""The fit stops when all steps to come will change the measure by less than this share after one of Newton's ..."""

CHANGE_OF_CHORD = 1e-11
"""... or by less than this after one with an older curvature: its error shrinks by a share, not to its square ..."""

NOTHING = 1e-24
"""... or when the measure is nothing but rounding."""

NEAR = 0.3
"""The curvature is taken anew once logits have moved by more than this since, in mean square over records ..."""

NEAR_WHERE_FLAT = 0.05
"""... or by more than this where few records' scores are far from the share of all, so that it costs little, ..."""

SLOW = 0.2
"""... or steps shrink by less than to this share."""

ALIKE = 0.01
"""Weights of records that differ by less than this share are alike where scores are near the share of all."""

RIDGES = tuple(10.0**power for power in range(-12, -3))
"""Shares of the mean curvature that are added to every direction: the first that makes a decomposition possible."""


class LogisticFit(NamedTuple):
    """A fitted model.

    Parameters
    ----------
    scores : float64 array (m,)
        Estimated probability of "masked" at each point.
    value : float
        U_p = mean (score - c)^2 over all records (Woo et al. 2009, equation 1).
    parameters : int
        k, estimable coefficients with the intercept.
    coefficients : float64 array (k,)
        Of the basis.
    iterations : int
    converged : bool
    """

    scores: Floats
    value: float
    parameters: int
    coefficients: Floats
    iterations: int
    converged: bool


def fit_logistic(
    basis: OrthonormalBasis,
    masked: WeightedCounts,
    size: WeightedCounts,
    penalty: Floats | None = None,
    most_iterations: int = 60,
) -> LogisticFit:
    """Fit the model by maximum likelihood, penalised where a penalty is given.

    Parameters
    ----------
    basis : OrthonormalBasis
    masked, size : int64 or float64 array (m,)
        Masked records, and all records, at each point; sums of sampling weights make it maximum pseudo-likelihood
        (Binder 1983).
    penalty : float64 array (k, k) or None
        Positive semidefinite, in coordinates of the basis: half of b' penalty b is taken from the log likelihood.
    most_iterations : int

    Returns
    -------
    LogisticFit
        ``value`` is exactly 0 where every point has the same share of masked records, or the columns tell nothing
        of it: what is left is rounding.
    """
    records = _Records(masked, size, size.sum().item(), masked.sum().item())
    n, c, k = records.n, records.share, basis.parameters
    scores, value = np.full(len(size), c), 0.0
    coefficients = np.zeros(k)
    # the first gradient from exact sums, so that identical files stay exactly identical
    gradient = basis.with_masked(masked, size)
    if not gradient.any():
        return LogisticFit(scores, 0.0, k, coefficients, 0, True)
    likelihood, moved = records.n_masked * np.log(c) + (n - records.n_masked) * np.log1p(-c), 0.0
    penalty = np.zeros((k, k)) if penalty is None else penalty
    # at the start all scores are c, and the basis is orthonormal over the records
    secants, taken_at = _secants(np.eye(k) * (n * c * (1 - c)), penalty), coefficients
    learns, slow = basis.large, False
    for iteration in range(1, most_iterations + 1):
        enough = CHANGE if taken_at is coefficients and not _nearly_flat(basis, coefficients) else CHANGE_OF_CHORD
        plain = iteration == 1 and not penalty.any()
        step = gradient / (n * c * (1 - c)) if plain else secants.step(gradient)
        # the basis is orthonormal: the length of a change of coefficients is that of the logits
        flat = _nearly_flat(basis, coefficients + step)
        limit = NEAR_WHERE_FLAT if flat else NEAR
        anew = slow or bool(above(float(np.linalg.norm(coefficients + step - taken_at)), limit))
        # a short pass costs little, and where scores move far Newton's own path is taken
        learns = learns and (flat or not anew)
        at = _climb(basis, coefficients, step, records, scores, likelihood, penalty, anew=anew)
        before, coefficients, likelihood, value = coefficients, at.coefficients, at.likelihood, at.value
        moved, moved_before = at.moved, moved
        # steps shrink by this share: at once near the end, slowly where scores creep towards 0 or 1
        shrinking = min(moved / moved_before, 0.99) if moved_before else 0.99
        to_come = moved * shrinking / (1 - shrinking)
        if value < NOTHING:
            return LogisticFit(np.full(len(size), c), 0.0, k, np.zeros(k), iteration, True)
        if 2 * to_come * np.sqrt(value) <= enough * value:
            return LogisticFit(scores, value, k, coefficients, iteration, True)
        gradient_before, gradient = gradient, at.gradient - penalty @ coefficients
        if learns:
            secants.learn(coefficients - before, gradient_before - gradient)
        if at.curvature is not None:
            secants, taken_at = _secants(at.curvature, penalty), coefficients
        slow = moved_before > 0 and bool(above(shrinking, SLOW))
    return LogisticFit(scores, value, k, coefficients, most_iterations, False)


class _Records(NamedTuple):
    """Masked records, and all, at each point (m,), and how many there are."""

    masked: WeightedCounts
    size: WeightedCounts
    n: float
    n_masked: float

    @property
    def share(self) -> float:
        """The share of masked ones, c."""
        return self.n_masked / self.n

    def at(self, rows: slice) -> tuple[Floats, Floats]:
        """Return masked ones and all at some points."""
        return self.masked[rows].astype(np.float64), self.size[rows].astype(np.float64)


class _Pass(NamedTuple):
    """What one pass over the records finds at some coefficients.

    ``likelihood`` is without the penalty, ``moved`` how far scores are from those before, in mean square over records;
    ``curvature`` is None where it was not asked for.
    """

    coefficients: Floats
    likelihood: float
    value: float
    moved: float
    gradient: Floats
    curvature: Floats | None


def _pass(
    basis: OrthonormalBasis, coefficients: Floats, records: _Records, scores: Floats, *, with_curvature: bool
) -> _Pass:
    """Pass over the records once, by blocks of rows; the scores (m,) are written over."""
    own, c = basis.of_centred(coefficients), records.share
    start = np.log(c) - np.log1p(-c)
    of_centred, curvature = np.zeros(len(own)), None
    if with_curvature:
        curvature = _Curvature(basis, records, flat=_nearly_flat(basis, coefficients))
    total = likelihood = value = moved = 0.0
    for part in parts(len(scores)):
        masked, size = records.at(part)
        linear = np.empty(len(size))
        for rows, centred in basis.centred(part):
            here = slice(rows.start - part.start, rows.stop - part.start)
            linear[here] = start + coefficients[0] + centred @ own
            of_rows = expit(linear[here])
            left = masked[here] - size[here] * of_rows
            total += left.sum()
            of_centred += left @ centred
            if curvature is not None:
                curvature.add(centred, size[here], of_rows * (1 - of_rows))
        now = expit(linear)
        likelihood += float(masked @ linear - size @ np.logaddexp(0.0, linear))
        value += float(size @ (now - c) ** 2)
        moved += float(size @ (now - scores[part]) ** 2)
        scores[part] = now
    anew, gradient = None if curvature is None else curvature.result(), basis.turned(total, of_centred)
    return _Pass(coefficients, likelihood, value / records.n, float(np.sqrt(moved / records.n)), gradient, anew)


def _nearly_flat(basis: OrthonormalBasis, coefficients: Floats) -> bool:
    """Whether passes are long, and scores are near the share of all in most records."""
    return basis.large and not above(float(np.linalg.norm(coefficients)), NEAR)


class _Curvature:
    """The curvature of the likelihood: the sum of x x' over all records, each weighted by p (1 - p) of its score p.

    Where it is nearly flat, only records are added whose weight is away from c (1 - c): with all others at that the
    sum is a multiple of 1, since the basis is orthonormal. No direction's curvature is wrong by more than the share
    ``ALIKE``, so that steps still shrink to less than that, and where they end hangs on the gradient alone.
    """

    def __init__(self, basis: OrthonormalBasis, records: _Records, *, flat: bool) -> None:
        self._basis, self._all = basis, records.n * records.share * (1 - records.share)
        self._flat = records.share * (1 - records.share) if flat else 0.0
        self._less, self._more = WeightedProducts(basis), WeightedProducts(basis)

    def add(self, block: Floats, size: Floats, weight: Floats) -> None:
        """Add the rows of records at some points, with the weight of each; may write over them."""
        if not self._flat:
            self._more.add(block, size * weight)
            return
        away = weight - self._flat
        for sums, sign in ((self._less, -1), (self._more, 1)):
            chosen = np.flatnonzero(sign * away > ALIKE * self._flat)
            if len(chosen):
                sums.add(np.asfortranarray(block[chosen]), sign * (size * away)[chosen])

    def result(self) -> Floats:
        """Return (k, k) the curvature in coordinates of the basis."""
        if not self._flat:
            return self._more.turned()
        return np.asarray(np.eye(self._basis.parameters) * self._all + self._more.turned() - self._less.turned())


def _climb(
    basis: OrthonormalBasis,
    coefficients: Floats,
    step: Floats,
    records: _Records,
    scores: Floats,
    likelihood: float,
    penalty: Floats,
    *,
    anew: bool,
) -> _Pass:
    """Take the step, halved until the (penalised) likelihood does not fall."""
    for _ in range(30):
        proposed = coefficients + step
        at = _pass(basis, proposed, records, scores, with_curvature=anew)
        reached = at.likelihood - float(proposed @ penalty @ proposed) / 2
        if reached >= likelihood - 1e-10 * abs(likelihood):
            return at._replace(likelihood=reached)
        step = step / 2
        # the scores of the step that was taken back are not those that the next one moves
        _pass(basis, coefficients, records, scores, with_curvature=False)
    return _pass(basis, coefficients, records, scores, with_curvature=True)._replace(likelihood=likelihood)


def _secants(curvature: Floats, penalty: Floats) -> Secants:
    whole = curvature + penalty
    return Secants(whole, partial(_newton_step, whole))


def _newton_step(curvature: Floats, gradient: Floats) -> Floats:
    """Solve for the step, with as little added to the curvature as makes it positive.

    Where scores run to 0 or 1, nothing but rounding is left of it in some directions, and that may be negative.
    """
    unit = max(float(np.trace(curvature)) / len(curvature), 1e-300)
    for ridge in RIDGES:
        try:
            factor = linalg.cho_factor(curvature + ridge * unit * np.eye(len(curvature)), check_finite=False)
        except linalg.LinAlgError:
            continue
        return np.asarray(linalg.cho_solve(factor, gradient, check_finite=False))
    return gradient / unit
