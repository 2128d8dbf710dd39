"""Sampling: only some of the records are released."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from core.data import Masking, Microdata, Role
from core.errors import MaskingError
from core.masking.columns import (
    NO_MISSING_CODES,
    MissingCodes,
    column,
    column_of,
    combination_ids,
    distinct,
    numbers,
    with_columns,
    with_numbers,
)
from core.masking.method import Takes, Treated, Work, method, setting
from core.statistics.reproducible import comparable

METHOD = "sampling"
ROUNDING = 1e-12
"""What a whole number that was multiplied by a fraction may lack, relative to itself."""
Weights = Literal["keep", "scale"]


@dataclass(frozen=True)
class SamplingParameters:
    """Which records are drawn, and what becomes of the weights.

    Parameters
    ----------
    percent : float
        Records that are released, in percent; above 0, below 100.
    strata : tuple of str
        Drawn separately in each combination of their values; none: from the whole file.
    weights : "keep" or "scale"
        Weights as they are, or times the records of the stratum by those drawn from it.
    """

    percent: float = field(
        default=50.0,
        metadata=setting(
            "Records that are released, %", low=0.0, high=100.0, step=5.0, above_low=True, below_high=True
        ),
    )
    strata: tuple[str, ...] = field(default=(), metadata=setting("Strata"))
    weights: Weights = field(
        default="scale", metadata=setting("Weights", help="Scale: sampling weights go up as the records go down.")
    )


def simple_random_sample(microdata: Microdata, *, fraction: float, rng: np.random.Generator) -> Microdata:
    """Draw a simple random sample of records without replacement; the records keep their order.

    Parameters
    ----------
    microdata : Microdata
    fraction : float
        Share of the records, above 0 and below 1; their number is rounded to the nearest whole one.
    rng : numpy.random.Generator

    Raises
    ------
    MaskingError
        The fraction is out of bounds or leaves no record.

    References
    ----------
    Hundepool et al. (2012), Statistical Disclosure Control (non-perturbative masking).
    """
    _refuse(fraction)
    size = round(fraction * microdata.n_records)
    if size < 1:
        raise MaskingError(
            f"{METHOD}: a fraction of {fraction} of {microdata.n_records} records leaves none; raise the fraction"
        )
    rows = np.sort(rng.choice(microdata.n_records, size=size, replace=False)).astype(np.int64)
    return records(microdata, rows)


def _refuse(fraction: float) -> None:
    if not 0 < fraction < 1:
        raise MaskingError(f"{METHOD}: the fraction must be above 0 and below 1, not {fraction}")


def records(microdata: Microdata, rows: NDArray[np.int64]) -> Microdata:
    """Return the file with only these records, in this order."""
    columns = {}
    for name, whole in microdata.columns.items():
        codes, labels = whole.categories()
        columns[name] = column_of(codes[rows], labels)
    return replace(microdata, columns=columns, n_records=len(rows), sha256="")


def sampled_rows(
    microdata: Microdata,
    *,
    fraction: float,
    rng: np.random.Generator,
    strata: Sequence[str] = (),
    missing: MissingCodes = NO_MISSING_CODES,
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Draw a stratified random sample without replacement, proportional to the strata.

    Parameters
    ----------
    microdata : Microdata
    fraction : float
        Share of the records of every stratum, above 0 and below 1. Shares are rounded so that the whole sample has the
        right size: strata with the largest remainders get the records that are left (Hamilton).
    rng : numpy.random.Generator
    strata : sequence of str
        None: one stratum. Missing values are a stratum of their own.
    missing : mapping
        Missing codes by variable.

    Returns
    -------
    rows : int64 array (m,)
        Ascending.
    factors : float64 array (m,)
        Records of the stratum by those drawn from it.

    Raises
    ------
    MaskingError
        The fraction is out of bounds or leaves no record.

    References
    ----------
    Cochran (1977), Sampling techniques, chapter 5 (proportional allocation).
    """
    _refuse(fraction)
    stratum = combination_ids(microdata, distinct(strata, METHOD) if strata else (), missing)
    size = np.bincount(stratum)
    drawn = allocation(size, fraction)
    if not drawn.sum():
        raise MaskingError(f"{METHOD}: {fraction} of {microdata.n_records} records leaves none; raise the fraction")
    order = rng.permutation(len(stratum))
    order = order[np.argsort(stratum[order], kind="stable")]
    place = np.arange(len(order)) - np.repeat(np.cumsum(size) - size, size)
    rows = np.sort(order[place < np.repeat(drawn, size)])
    return rows, np.asarray(size[stratum[rows]] / drawn[stratum[rows]], dtype=np.float64)


def allocation(size: NDArray[np.int64], fraction: float) -> NDArray[np.int64]:
    """Return how many records each stratum gives (largest remainders; of equal ones the earlier strata)."""
    exact = size * fraction
    drawn = np.floor(exact * (1 + ROUNDING)).astype(np.int64)
    left = round(float(exact.sum())) - int(drawn.sum())
    largest = np.argsort(-comparable(exact - drawn, scale=1.0), kind="stable")[: max(left, 0)]
    drawn[largest] += 1
    return np.asarray(drawn)


def scaled_weights(
    microdata: Microdata,
    weights: Collection[str],
    factors: NDArray[np.float64],
    missing: MissingCodes = NO_MISSING_CODES,
) -> Microdata:
    """Multiply weight variables by factors (n,); cells that are empty or hold a missing code stay."""
    changed = {
        name: with_numbers(column(microdata, name), numbers(microdata, name, missing, method=METHOD) * factors)
        for name in weights
    }
    return with_columns(microdata, changed)


@method(
    id="sampling",
    name="Sampling of records",
    takes=Takes.RECORDS,
    masking=Masking.SAMPLE,
    parameters=SamplingParameters,
    summary="Only a random sample of the records is released, simple or stratified.",
    reference="Hundepool et al. (2012), Statistical Disclosure Control; Cochran (1977), chapter 5",
    random=True,
)
def sampling_method(work: Work, parameters: SamplingParameters) -> Treated:
    """Draw records of the whole file; every variable counts as sampled."""
    rows, factors = sampled_rows(
        work.microdata,
        fraction=parameters.percent / 100,
        rng=work.rng,
        strata=parameters.strata,
        missing=work.missing,
    )
    masked = records(work.microdata, rows)
    weights = [
        v.name
        for role in (Role.WEIGHT, Role.REPLICATE_WEIGHT)
        for v in work.codebook.with_role(role)
        if v.name in masked.columns
    ]
    if parameters.weights == "scale" and weights:
        masked = scaled_weights(masked, weights, factors, work.missing)
    return Treated(masked, maskings=dict.fromkeys(masked.columns, Masking.SAMPLE), rows=rows)
