"""Synthesis from one joint normal distribution: the deliberately wrong model of Woo et al. (2009)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from core.data import COMPARED_ROLES, Masking, Microdata
from core.errors import MaskingError
from core.masking.columns import (
    NO_MISSING_CODES,
    MissingCodes,
    distinct,
    number_table,
    rounded,
    with_number_table,
)
from core.masking.covariance_factor import covariance_factor
from core.masking.method import DECIMALS, Takes, Treated, Work, method, setting
from core.wording import counted

METHOD = "joint normal synthesis"


@dataclass(frozen=True)
class JointNormalParameters:
    """How the draws are made.

    Parameters
    ----------
    exact : bool
        The synthetic records have exactly the means and covariances of the original ones.
    decimals : int or None
        Decimals that values are rounded to.
    """

    exact: bool = field(default=True, metadata=setting("Exactly the original means and covariances"))
    decimals: int | None = field(default=None, metadata=DECIMALS)


def joint_normal(
    microdata: Microdata,
    variables: Sequence[str],
    *,
    rng: np.random.Generator,
    exact: bool = True,
    decimals: int | None = None,
    missing: MissingCodes = NO_MISSING_CODES,
) -> Microdata:
    """Replace variables of numbers by draws from the normal distribution with their means and covariances.

    Parameters
    ----------
    microdata : Microdata
    variables : sequence of str
        Variables of numbers; moments are those of the complete records.
    rng : numpy.random.Generator
        One draw per record and variable, also where the value is missing.
    exact : bool
        True: the draws of the complete records are moved and turned to exactly these moments.
    decimals : int or None
        Decimals that values are rounded to; None: not rounded.
    missing : mapping
        Missing codes by variable; such cells and empty ones stay as they are.

    Raises
    ------
    MaskingError
        A variable is not one of numbers, too few records are complete, or a variable is a sum of others.

    References
    ----------
    Woo, Reiter, Oganian and Karr (2009), section 3.1, masking (i).
    """
    names = distinct(variables, METHOD)
    values = number_table(microdata, names, missing, method=METHOD)
    complete = ~np.isnan(values).any(axis=1)
    if complete.sum() <= len(names) + 1:
        raise MaskingError(
            f"{METHOD}: only {counted(complete.sum(), 'record is', 'records are')} complete; take fewer variables"
        )
    draws = rng.standard_normal(values.shape)
    if exact:
        draws -= draws[complete].mean(axis=0)
        draws = np.asarray(np.linalg.solve(_factor(draws[complete], names), draws.T).T, dtype=np.float64)
    drawn = draws @ _factor(values[complete], names).T + values[complete].mean(axis=0)
    masked = rounded(np.where(np.isnan(values), np.nan, drawn), decimals)
    return with_number_table(microdata, names, masked)


def _factor(complete: NDArray[np.float64], names: tuple[str, ...]) -> NDArray[np.float64]:
    return covariance_factor(complete, names, method=METHOD, remedy="leave out one that is a sum of others")


@method(
    id="synthesis_joint_normal",
    name="Synthesis from a joint normal",
    takes=Takes.NUMBERS,
    masking=Masking.SYNTHETIC,
    parameters=JointNormalParameters,
    summary="Numbers are drawn from one joint normal distribution: right moments, wrong shape.",
    reference="Woo, Reiter, Oganian and Karr (2009), section 3.1",
    random=True,
)
def joint_normal_method(work: Work, parameters: JointNormalParameters) -> Treated:
    """Draw the named variables; where they are all that is compared, no record is of a person."""
    masked = joint_normal(
        work.microdata,
        work.variables,
        rng=work.rng,
        exact=parameters.exact,
        decimals=parameters.decimals,
        missing=work.missing,
    )
    roles = {v.name: v.role for v in work.codebook.variables}
    others = [n for n in masked.columns if n not in work.variables and roles.get(n) in {None, *COMPARED_ROLES}]
    return Treated(masked, linked=bool(others))
