"""One regression fitted to one file: linear, logit or Poisson, with the sandwich variance where it is weighted."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy
from scipy import special

from core.data import Model
from core.statistics.arrays import Floats
from core.statistics.survey import wald_f
from core.utility.analyses.design import INTERCEPT, Design
from core.utility.analyses.estimates import Estimate, NotEstimable, UnitsUsed
from core.utility.analyses.sampling import Sampling
from core.wording import counted

CERTAIN = 18.0
"""A linear predictor of a logit model beyond this is a probability of 0 or 1: separation."""

EXACT = 1e-20
"""Share of the sum of squares below which residuals are rounding noise."""

FITS = {Model.OLS: "adjusted R2", Model.LOGIT: "Cox and Snell R2", Model.POISSON: "Cox and Snell R2"}


@dataclass(frozen=True, eq=False)
class Fit:
    """A fitted regression.

    Parameters
    ----------
    names : tuple of str, (p,)
    coefficients : tuple of Estimate, (p,)
    p_values : float array (p,)
    standardised : float array (p,)
        Coefficient times SD of its column, of a linear model also over the SD of the response; 0 for
        the intercept.
    r_squared : float
        Adjusted R squared of a linear model, else the pseudo R squared of Cox and Snell (1989).
    model_p : float or None
        Of the Wald test that all coefficients but the intercept are 0; None where there are none.
    absent : tuple of str
        Terms that this file has no record for.
    n, missing, undefined : int
        Records used, and left out for either reason.
    """

    names: tuple[str, ...]
    coefficients: tuple[Estimate, ...]
    p_values: Floats
    standardised: Floats
    r_squared: float
    model_p: float | None
    absent: tuple[str, ...]
    n: int
    missing: int
    undefined: int

    @property
    def units(self) -> UnitsUsed | None:
        """The units that its intervals rest on; None: records, one by one."""
        return self.coefficients[0].units

    def coefficient(self, name: str) -> Estimate | None:
        """Return a coefficient by its name; None where this file does not give it."""
        return self.coefficients[self.names.index(name)] if name in self.names else None


def fit(model: Model, design: Design, *, weighted: bool, sampling: Sampling | None = None) -> Fit:
    """Fit a regression.

    Parameters
    ----------
    model : Model
    design : Design
    weighted : bool
        Weights are sampling weights: estimates are weighted, and the variance is the sandwich
        n / (n - p) H^-1 (sum w^2 e^2 x x') H^-1 (Binder 1983; HC1 of weighted least squares).
    sampling : Sampling or None
        How the records were drawn: the sandwich over its units within strata, or replicate weights; Student's t with
        units minus strata plus 1 minus coefficients degrees of freedom, as R's svyglm.

    Raises
    ------
    NotEstimable
        The model cannot be fitted: separation, a response that does not suit it, no convergence.
    """
    weights = design.weights / design.weights.mean()
    fitted = _fitted(model, design, weights)
    beta = np.asarray(fitted.params)
    drawn = None if sampling is None else sampling.units_used(design.rows)
    units = None if drawn is None else _units_left(drawn, len(beta))
    freedom: float = design.n - len(beta) if model is Model.OLS else np.inf
    if sampling is not None and units is not None:
        covariance, freedom = _from_units(fitted, model, design, weights, sampling), units.degrees_of_freedom
    else:
        covariance = _sandwich(fitted, model, design, weights) if weighted else np.asarray(fitted.cov_params())
    errors = np.sqrt(np.diag(covariance))
    reach = float(scipy.stats.t.ppf(0.975, freedom)) * errors
    coefficients = tuple(
        Estimate(float(b), float(e), float(b - r), float(b + r), design.n, units)
        for b, e, r in zip(beta, errors, reach, strict=True)
    )
    return Fit(
        design.names,
        coefficients,
        2 * scipy.stats.t.sf(np.abs(beta / errors), freedom),
        _standardised(beta, model, design, weights),
        float(fitted.rsquared_adj if model is Model.OLS else fitted.pseudo_rsquared(kind="cs")),
        _wald(beta, covariance, design, freedom, drawn),
        design.absent,
        design.n,
        design.missing,
        design.undefined,
    )


def _units_left(units: UnitsUsed, coefficients: int) -> UnitsUsed:
    """Return the units with the degrees of freedom that the coefficients leave; NotEstimable where none is left."""
    left = units.degrees_of_freedom + 1 - coefficients
    if left < 1:
        degrees = counted(units.degrees_of_freedom, "degree", "degrees")
        raise NotEstimable(f"{degrees} of freedom of the sample are too few for {coefficients} coefficients")
    return units._replace(degrees_of_freedom=left)


def _fitted(model: Model, design: Design, weights: Floats) -> Any:
    return _linear(design, weights) if model is Model.OLS else _generalised(model, design, weights)


def _linear(design: Design, weights: Floats) -> Any:
    from statsmodels.regression.linear_model import WLS  # noqa: PLC0415 - takes as long as all of core

    fitted = WLS(design.response, design.columns, weights=weights).fit()
    if fitted.ssr <= EXACT * fitted.uncentered_tss:
        raise NotEstimable("the fit leaves no error: the model explains every record exactly")
    return fitted


def _generalised(model: Model, design: Design, weights: Floats) -> Any:
    if model is Model.LOGIT and not set(np.unique(design.response)) <= {0.0, 1.0}:
        raise NotEstimable("a logit model explains 0 and 1, and the left side has other values")
    if model is Model.POISSON and design.response.min() < 0:
        raise NotEstimable("a Poisson model explains counts, and the left side has negative values")
    from statsmodels.genmod.families import Binomial, Poisson  # noqa: PLC0415 - as above
    from statsmodels.genmod.generalized_linear_model import GLM  # noqa: PLC0415

    family = Binomial() if model is Model.LOGIT else Poisson()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what they warn of is looked for below
        try:
            fitted = GLM(design.response, design.columns, family=family, freq_weights=weights).fit(tol=1e-10)
        except (ValueError, np.linalg.LinAlgError, FloatingPointError):
            raise NotEstimable("the fit breaks off: its values are too large") from None
        finite = bool(np.isfinite(fitted.params).all())
        predictor = design.columns @ fitted.params if finite else np.zeros(1)
    if model is Model.LOGIT and (not finite or np.abs(predictor).max() > CERTAIN):
        raise NotEstimable("separation: some records are predicted with certainty, so a coefficient is not finite")
    if not finite or not fitted.converged:
        raise NotEstimable("the fit does not settle: a category without any event, or values that are too large")
    return fitted


def _sandwich(fitted: Any, model: Model, design: Design, weights: Floats) -> Floats:
    scores, bread = _scores(fitted, model, design, weights)
    n, p = scores.shape
    return np.asarray(n / (n - p) * bread @ (scores.T @ scores) @ bread)


def _from_units(fitted: Any, model: Model, design: Design, weights: Floats, sampling: Sampling) -> Floats:
    def again(replicate: Floats) -> Floats:
        if not replicate.sum() > 0:
            raise NotEstimable("a replicate weight is 0 in all its records")
        return np.asarray(_fitted(model, design, replicate / replicate.mean()).params)

    scores, bread = _scores(fitted, model, design, weights)
    return sampling.covariance(design.rows, scores @ bread, np.asarray(fitted.params), again)


def _scores(fitted: Any, model: Model, design: Design, weights: Floats) -> tuple[Floats, Floats]:
    """Return the scores w e x (n, p) and H^-1 (p, p), H = sum w s x x' with s the slope of the mean."""
    x, expected = design.columns, np.asarray(fitted.fittedvalues)
    slope = np.ones(design.n)
    if model is Model.LOGIT:
        slope = expected * (1 - expected)
    elif model is Model.POISSON:
        slope = expected
    bread = np.asarray(np.linalg.inv(x.T @ (x * (weights * slope)[:, None])), dtype=np.float64)
    return x * (weights * (design.response - expected))[:, None], bread


def _standardised(beta: Floats, model: Model, design: Design, weights: Floats) -> Floats:
    def deviation(values: Floats) -> Floats:
        centred = values - (weights[:, None] * values).mean(axis=0)
        return np.asarray(np.sqrt((weights[:, None] * centred**2).mean(axis=0)))

    scale = float(deviation(design.response[:, None])[0]) if model is Model.OLS else 1.0
    return beta * deviation(design.columns) / scale


def _wald(beta: Floats, covariance: Floats, design: Design, freedom: float, units: UnitsUsed | None) -> float | None:
    others = np.array([name != INTERCEPT for name in design.names])
    k = int(others.sum())
    if not k:
        return None
    part, of_them = beta[others], covariance[np.ix_(others, others)]
    if units is not None:
        return wald_f(part, of_them, units.degrees_of_freedom).p
    statistic = float(part @ np.linalg.solve(of_them, part))
    if np.isinf(freedom):
        return float(special.chdtrc(k, statistic))
    return float(special.fdtrc(k, freedom, statistic / k))
