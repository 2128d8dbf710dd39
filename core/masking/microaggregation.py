"""Microaggregation as a step of a recipe, with noise that gives back the variation it takes away."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from core.data import Masking, Microdata
from core.errors import MaskingError
from core.masking.columns import (
    column,
    distinct,
    number_table,
    rounded,
    with_columns,
    with_number_table,
    without_cells,
)
from core.masking.method import DECIMALS, Takes, Treated, Work, method, setting
from core.masking.microaggregation_groups import Grouping, group_means
from core.wording import counted

METHOD = "microaggregation"


@dataclass(frozen=True)
class MicroaggregationParameters:
    """How records are grouped, and whether noise is added.

    Parameters
    ----------
    k : int
        Smallest group, at least 2.
    grouping : "mdav", "z_scores", "first_component" or "each"
        How records are grouped: by MDAV; in the order of the sum of their z-scores, or of their first principal
        component; "each": each variable on its own, in its own order (individual ranking).
    add_noise : bool
        Noise with the covariances that grouping took away is added to the means.
    decimals : int or None
        Decimals that masked values are rounded to; None: not rounded.
    """

    k: int = field(default=3, metadata=setting("Records in a group, k", low=2, high=100_000, step=1))
    grouping: Grouping = field(
        default="mdav",
        metadata=setting("Groups by", help="MDAV: nearest records in all variables; slow above 20,000 records."),
    )
    add_noise: bool = field(default=False, metadata=setting("Give back the lost variation as noise"))
    decimals: int | None = field(default=None, metadata=DECIMALS)


def lost_covariance(values: NDArray[np.float64], means: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return (p, p) the covariances of the values less those of their group means.

    Parameters
    ----------
    values, means : float64 arrays (n, p)
        Records with a missing value (NaN) in either do not count.

    Raises
    ------
    MaskingError
        Fewer than two records are complete.

    References
    ----------
    Oganian and Karr (2006), Combinations of SDC methods for microdata protection; Woo et al. (2009), section 3.1.
    """
    complete = ~(np.isnan(values) | np.isnan(means)).any(axis=1)
    if complete.sum() < 2:
        raise MaskingError(f"{METHOD}: fewer than two records are complete in these variables; take fewer variables")
    covariances = [np.cov(table[complete], rowvar=False).reshape(values.shape[1], -1) for table in (values, means)]
    return np.asarray(covariances[0] - covariances[1])


def with_noise(
    values: NDArray[np.float64], means: NDArray[np.float64], rng: np.random.Generator
) -> NDArray[np.float64]:
    """Return the means (n, p) with normal noise of the lost covariance; one draw per record and variable."""
    size, vectors = np.linalg.eigh(lost_covariance(values, means))
    # the symmetric root, which does not hang on the signs of eigenvectors; rounding may leave a size a little below 0
    factor = vectors * np.sqrt(np.maximum(size, 0.0)) @ vectors.T
    draws = rng.standard_normal(means.shape)
    return np.asarray(means + np.einsum("ij,kj->ik", draws, factor))


@method(
    id="microaggregation",
    name="Microaggregation",
    takes=Takes.NUMBERS,
    masking=Masking.MICROAGGREGATE,
    parameters=MicroaggregationParameters,
    summary="Records are grouped by k or more, and each value is replaced by its group's mean.",
    reference="Domingo-Ferrer and Mateo-Sanz (2002); Domingo-Ferrer and Torra (2005); Oganian and Karr (2006)",
    random=True,
)
def microaggregation(work: Work, parameters: MicroaggregationParameters) -> Treated:
    """Microaggregate the named variables of numbers together, in groups of records alike in standardised values.

    Records that lack the same variables are grouped among themselves on the ones they have; where fewer than k records
    lack the same ones, their values of these variables are emptied. So every value left is the mean of at least k
    records. Variables with noise count as noisy.

    Raises
    ------
    MaskingError
        A variable is not one of numbers, the file has fewer than k records, or k is below 2.

    References
    ----------
    Domingo-Ferrer and Mateo-Sanz (2002), Practical data-oriented microaggregation, IEEE TKDE 14(1); Domingo-Ferrer and
    Torra (2005), Ordinal, continuous and heterogeneous k-anonymity through microaggregation, DMKD 11(2), algorithm
    MDAV-generic; Anwar (1993) and Mateo-Sanz and Domingo-Ferrer (1998), A comparative study of microaggregation methods
    (projections, individual ranking); Woo et al. (2009), section 3.1 (z-score projections).
    """
    masked = _aggregated(work, parameters)
    if not parameters.add_noise:
        return Treated(masked)
    noisy = _noisy(work, masked, parameters.decimals)
    return Treated(noisy, maskings=dict.fromkeys(work.variables, Masking.NOISE))


def _aggregated(work: Work, parameters: MicroaggregationParameters) -> Microdata:
    """Return the file with group means, rounded where no noise is added to them."""
    file, names, k = work.microdata, distinct(work.variables, METHOD), parameters.k
    if k < 2:
        raise MaskingError(f"{METHOD}: k must be at least 2, not {k}")
    if file.n_records < k:
        raise MaskingError(
            f"{METHOD}: {file.name} has {counted(file.n_records, 'record', 'records')}, fewer than k = {k}; lower k"
        )
    means, emptied = group_means(number_table(file, names, work.missing, method=METHOD), k, parameters.grouping)
    kept = {name: without_cells(column(file, name), emptied[:, j]) for j, name in enumerate(names)}
    decimals = None if parameters.add_noise else parameters.decimals
    return with_number_table(with_columns(file, kept), names, rounded(means, decimals))


def _noisy(work: Work, masked: Microdata, decimals: int | None) -> Microdata:
    values, means = (
        number_table(file, work.variables, work.missing, method=METHOD) for file in (work.microdata, masked)
    )
    return with_number_table(masked, work.variables, rounded(with_noise(values, means, work.rng), decimals))
