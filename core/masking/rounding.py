"""Rounding: numbers are written as multiples of a base."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from core.data import CategoryMap, Column, Level, Masking, Recode, number_label
from core.errors import CodebookError, MaskingError
from core.masking.columns import (
    column,
    distinct,
    numbers,
    with_columns,
    with_numbers,
)
from core.masking.method import Takes, Treated, Work, method, setting

METHOD = "rounding"
ROUNDING = 1e-12
"""A quotient this near to a whole or a half number, relative to itself, is one."""

Direction = Literal["nearest", "unbiased"]


@dataclass(frozen=True)
class RoundingParameters:
    """How numbers are rounded.

    Parameters
    ----------
    base : float
        Values are written as multiples of it; above 0.
    direction : "nearest" or "unbiased"
        To the nearest multiple (halves to the even one); or up or down at random so that the expected value stays:
        one draw per record and variable.
    """

    base: float = field(default=5.0, metadata=setting("To multiples of", low=0.0, high=1e15, step=1.0, above_low=True))
    direction: Direction = field(
        default="nearest", metadata=setting("Direction", help="Unbiased: up or down at random, right on average.")
    )


def _rounded(values: NDArray[np.float64], base: float, rng: np.random.Generator | None = None) -> NDArray[np.float64]:
    """Return the nearest multiples; with ``rng`` x = (q + r) base is (q + 1) base with probability r, else q base."""
    multiples = values / base
    # 0.35 is three and a half tenths, though 0.35 / 0.1 is a little less
    halves = np.round(multiples * 2) / 2
    multiples = np.where(np.abs(multiples - halves) <= ROUNDING * np.abs(multiples), halves, multiples)
    if rng is None:
        whole = np.round(multiples)
    else:
        below = np.floor(multiples)
        whole = below + (rng.random(len(values)) < multiples - below)
    return np.asarray(np.round(whole * base, 12))  # 3 * 0.1 is written as 0.3


@method(
    id="rounding",
    name="Rounding",
    takes=Takes.NUMBERS,
    masking=Masking.NOISE,
    parameters=RoundingParameters,
    summary="Numbers are written as multiples of a base.",
    reference="Hundepool et al. (2012), Statistical Disclosure Control; Nargundkar and Saveland (1972)",
    random=True,
)
def rounding(work: Work, parameters: RoundingParameters) -> Treated:
    """Round each variable to multiples of a base, and declare a recode where the rounded numbers are categories.

    A rounded category is one category for all; a rounded continuous value is false by up to half the base, and the
    intruder must look for near values: it is declared as noise.

    Raises
    ------
    MaskingError
        A variable is not one of numbers, or the base is not above 0.

    References
    ----------
    Hundepool et al. (2012), Statistical Disclosure Control (rounding); Nargundkar and Saveland (1972), Random-rounding
    to prevent statistical disclosures (unbiased).
    """
    base, at_random = parameters.base, parameters.direction == "unbiased"
    if not (np.isfinite(base) and base > 0):
        raise MaskingError(f"{METHOD}: the base must be above 0, not {base}")
    changed, recodes = dict[str, Column](), dict[str, Recode]()
    for name in distinct(work.variables, METHOD):
        values = numbers(work.microdata, name, work.missing, method=METHOD)
        masked = _rounded(values, base, work.rng if at_random else None)
        changed[name] = with_numbers(column(work.microdata, name), masked)
        if not at_random and not _is_continuous(work, name):
            recodes[name] = CategoryMap(_groups(values, base))
    return Treated(with_columns(work.microdata, changed), recodes, dict.fromkeys(recodes, Masking.RECODE))


def _is_continuous(work: Work, name: str) -> bool:
    try:
        return work.codebook.variable(name).level is Level.CONTINUOUS
    except CodebookError:
        return True


def _groups(values: NDArray[np.float64], base: float) -> Mapping[str, tuple[str, ...]]:
    groups: dict[str, list[str]] = {}
    present = np.unique(values[~np.isnan(values)])
    for value, masked in zip(present.tolist(), _rounded(present, base).tolist(), strict=True):
        groups.setdefault(number_label(masked + 0.0), []).append(number_label(value))
    return {masked: tuple(originals) for masked, originals in groups.items()}
