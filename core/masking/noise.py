"""Additive noise: normal errors added to numbers, each variable on its own or correlated as the data are."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from core.data import Masking
from core.errors import MaskingError
from core.masking.columns import (
    distinct,
    number_table,
    rounded,
    with_number_table,
)
from core.masking.covariance_factor import covariance_factor, standard_deviations
from core.masking.method import DECIMALS, Takes, Treated, Work, method, setting
from core.wording import counted

METHOD = "additive noise"


@dataclass(frozen=True)
class NoiseParameters:
    """How much noise, and what it keeps.

    Parameters
    ----------
    percent : float
        Standard deviation of the noise in percent of the variable's own (n - 1); above 0.
    correlated : bool
        False: independent noise (Brand 2002). True: noise with the covariances of the complete records, times
        (percent / 100)^2, so that correlations stay (Kim 1986). sdcMicro scales covariances by percent / 100.
    restore_moments : bool
        True: the masked values are shrunk and moved to exactly the mean and the variance of the original ones (Tendick
        and Matloff 1994), before they are rounded or cut.
    decimals : int or None
        Decimals that masked values are rounded to; None: not rounded.
    within_range : bool
        True: a masked value beyond the variable's smallest or largest valid value is written as that value.
    """

    percent: float = field(
        default=10.0,
        metadata=setting("Noise, % of the standard deviation", low=0.0, high=10_000.0, step=5.0, above_low=True),
    )
    correlated: bool = field(default=True, metadata=setting("Correlated as the data are"))
    restore_moments: bool = field(default=False, metadata=setting("Restore means and variances"))
    decimals: int | None = field(default=None, metadata=DECIMALS)
    within_range: bool = field(default=False, metadata=setting("Keep within the original range"))


@method(
    id="noise",
    name="Additive noise",
    takes=Takes.NUMBERS,
    masking=Masking.NOISE,
    parameters=NoiseParameters,
    summary="Normal errors are added to numbers, on their own or correlated as the data are.",
    reference="Kim (1986); Tendick and Matloff (1994); Brand (2002)",
    random=True,
)
def additive_noise(work: Work, parameters: NoiseParameters) -> Treated:
    """Add normal noise; one draw per record and variable, also where the value is missing.

    Raises
    ------
    MaskingError
        A variable is not one of numbers or does not vary; with correlated noise, one is a sum of others.

    References
    ----------
    Kim (1986), A method for limiting disclosure in microdata based on random noise and transformation; Tendick and
    Matloff (1994), A modified random perturbation method for database security; Brand (2002), Microdata protection
    through noise addition.
    """
    names = distinct(work.variables, METHOD)
    if not (np.isfinite(parameters.percent) and parameters.percent > 0):
        raise MaskingError(f"{METHOD}: percent must be above 0, not {parameters.percent}")
    values = number_table(work.microdata, names, work.missing, method=METHOD)
    if parameters.correlated:
        scale = _joint_scale(values, names)
    else:
        scale = np.diag(standard_deviations(values, names, method=METHOD))
    draws = work.rng.standard_normal(values.shape)
    noise = np.zeros(values.shape)
    for j in range(len(names)):
        noise += draws[:, [j]] * scale[:, j]
    masked = values + parameters.percent / 100 * noise
    masked = rounded(_with_moments_of(values, masked) if parameters.restore_moments else masked, parameters.decimals)
    if parameters.within_range:
        masked = np.clip(masked, np.nanmin(values, axis=0), np.nanmax(values, axis=0))
    return Treated(with_number_table(work.microdata, names, masked))


def _with_moments_of(values: NDArray[np.float64], masked: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the masked values (n, p) with exactly the means and standard deviations of the original ones."""
    present = np.where(np.isnan(values), np.nan, masked)
    scale = np.nanstd(values, axis=0) / np.nanstd(present, axis=0)
    return np.asarray(np.nanmean(values, axis=0) + (present - np.nanmean(present, axis=0)) * scale)


def _joint_scale(values: NDArray[np.float64], names: tuple[str, ...]) -> NDArray[np.float64]:
    """Return the covariance factor (p, p) of the complete records."""
    complete = values[~np.isnan(values).any(axis=1)]
    if len(complete) <= len(names):
        records, listed = counted(len(complete), "record is", "records are"), ", ".join(map(repr, names))
        raise MaskingError(
            f"{METHOD}: only {records} complete in {listed}; take fewer variables, or noise that is not correlated"
        )
    remedy = "leave out one of them, or add noise that is not correlated"
    return covariance_factor(complete, names, method=METHOD, remedy=remedy)
