"""One variable of one file, prepared once for all the pairs it takes part in."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.data import Coded, Level, PairedVariable
from core.statistics.normality import lilliefors_p_value
from core.statistics.ranks import DenseCodes, dense_codes
from core.utility.gdu.parameters import GduParameters

LILLIEFORS_RECORDS = 5_000
"""Above this number of records every real variable is rejected, so rank tests are used throughout."""


@dataclass(frozen=True, eq=False)
class Side:
    """One variable of one file, ready for every test.

    Parameters
    ----------
    ranks : DenseCodes
        For rank tests.
    groups : DenseCodes or None
        Shared category codes, for tests in which the variable forms groups; None where continuous.
    values : float64 array (n,) or None
        For parametric tests; None where not continuous.
    constant : bool
        At most one distinct value is observed.
    """

    ranks: DenseCodes
    groups: DenseCodes | None
    values: NDArray[np.float64] | None
    constant: bool


@dataclass(frozen=True, eq=False)
class PreparedVariable:
    """One variable, kept in the masked file, in its three versions.

    Parameters
    ----------
    name : str
    weight : float
    level : Level
        Level of measurement after masking.
    raw_level : Level
        Level of measurement of the original, before any recode.
    normal : bool
        Taken as normal in both files and not recoded.
    raw, recoded, masked : Side
        The original as it is; after the same recode as the masked file; the masked file.
    has_recode : bool
    """

    name: str
    weight: float
    level: Level
    raw_level: Level
    normal: bool
    raw: Side
    recoded: Side
    masked: Side
    has_recode: bool


def prepare_variable(paired: PairedVariable, masked: Coded, parameters: GduParameters) -> PreparedVariable:
    """Prepare one variable: sort and code each of its versions once."""
    with_missing = parameters.missing == "category"
    recoded = _side(paired.recoded, with_missing)
    raw = recoded if paired.recoded is paired.original else _side(paired.original, with_missing)
    return PreparedVariable(
        paired.name,
        paired.variable.weight,
        masked.level,
        paired.original.level,
        paired.recode is None and is_normal(paired, masked, parameters),
        raw,
        recoded,
        _side(masked, with_missing),
        paired.recode is not None,
    )


def _side(coded: Coded, with_missing: bool) -> Side:
    ranks = dense_codes(coded.values)
    constant = ranks.distinct < 2
    if coded.level is Level.CONTINUOUS:
        return Side(ranks, None, coded.values.astype(np.float64, copy=False), constant)
    codes = coded.values.astype(np.int32, copy=False)
    if with_missing and coded.level is Level.NOMINAL:
        groups = DenseCodes(
            np.where(codes < 0, len(coded.categories), codes).astype(np.int32), len(coded.categories) + 1
        )
        return Side(ranks, groups, None, len(np.unique(groups.codes)) < 2)
    return Side(ranks, DenseCodes(codes, len(coded.categories)), None, constant)


def is_normal(paired: PairedVariable, masked: Coded, parameters: GduParameters) -> bool:
    """Whether a continuous variable counts as normal: as declared, else not rejected in either file (Lilliefors)."""
    if not (paired.original.level is masked.level is Level.CONTINUOUS) or paired.name in parameters.not_normal:
        return False
    if paired.name in parameters.normal:
        return True
    if parameters.normality == "never":
        return False
    # sorted: the order of the records must not change a digit of mean and SD
    samples = [np.sort(c.values[~c.is_missing()].astype(np.float64)) for c in (paired.original, masked)]
    if parameters.normality == "auto" and max(map(len, samples)) > LILLIEFORS_RECORDS:
        return False
    p_values = [lilliefors_p_value(sample) for sample in samples]
    return all(p is not None and p >= parameters.alpha for p in p_values)
