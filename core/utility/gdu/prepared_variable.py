"""One variable of one file, prepared once for all the pairs it takes part in."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from core.data import Coded, Level, PairedVariable
from core.statistics.arrays import Codes
from core.statistics.distributions import (
    DenseCodes,
    categories_taken,
    category_codes,
    densely_coded,
    lilliefors_p_value,
    taken,
)
from core.statistics.reproducible import below
from core.utility.gdu.parameters import GduParameters
from core.utility.stacked_values import coded_alone, stacked_numbers

LILLIEFORS_RECORDS = 5_000
"""Above this number of records every real variable is rejected, so rank tests are used throughout."""

FIRST_BYTES = 4_096
"""Of a column; they are compared before all others."""

SPARSE_TABLE = "sparse table: more than 20% of expected counts below 5, or one below 1"


@dataclass(frozen=True, eq=False)
class PreparedValues:
    """One variable of one file, ready for every test.

    Parameters
    ----------
    ranks : DenseCodes
        Of the observed values, in their order where they have one.
    groups : DenseCodes or None
        Shared category codes, for tests in which the variable forms groups: those of ``ranks``, with
        missing as one more category where asked for and nominal. None where continuous.
    values : float64 array (n,) or None
        For parametric tests; None where it is not taken as normal.
    """

    ranks: DenseCodes
    groups: DenseCodes | None
    values: NDArray[np.float64] | None

    @property
    def numbers(self) -> NDArray[np.float64]:
        """The values (n,) of a continuous variable, NaN where missing; by their codes where they are not held."""
        return np.append(self.ranks.values, np.nan)[self.ranks.codes] if self.values is None else self.values

    @cached_property
    def digest(self) -> bytes:
        """What its associations rest on, in a few bytes: worked out once for all versions and files that share it."""
        digest = digest_of(self.ranks.codes, self.ranks.distinct)
        if self.groups is not None and self.groups is not self.ranks:
            digest.update(digest_of(self.groups.codes, self.groups.distinct).digest())
        return digest.digest()


def digest_of(codes: NDArray[np.integer], different: int) -> hashlib.blake2b:
    """Return the digest of codes, none of which stands for more than so many."""
    digest = hashlib.blake2b(np.ascontiguousarray(codes).data, digest_size=16)
    digest.update(f"{codes.dtype} {different}".encode())
    return digest


@dataclass(frozen=True, eq=False)
class PreparedVariable:
    """One variable, kept in the masked file, in its three versions.

    Parameters
    ----------
    name : str
    level : Level
        Level of measurement after masking.
    raw_level : Level
        Level of measurement of the original, before any recode.
    normal : bool
        Taken as normal in both files and not recoded.
    raw, recoded, masked : PreparedValues
        The original as it is; after the same recode as the masked file; the masked file.
    has_recode : bool
    """

    name: str
    level: Level
    raw_level: Level
    normal: bool
    raw: PreparedValues
    recoded: PreparedValues
    masked: PreparedValues
    has_recode: bool


def prepare_variable(paired: PairedVariable, masked: Coded, parameters: GduParameters) -> PreparedVariable:
    """Prepare one variable: sort and code each of its versions once."""
    normal = paired.recode is None and is_normal(paired, masked, parameters)

    def prepared(coded: Coded) -> PreparedValues:
        return _prepared(coded, parameters.missing == "category", normal=normal)

    recoded = prepared(paired.recoded)
    raw = recoded if paired.recoded is paired.original else prepared(paired.original)
    return PreparedVariable(
        paired.name,
        masked.level,
        paired.original.level,
        normal,
        raw,
        recoded,
        recoded if _stored_alike(masked, paired.recoded) else prepared(masked),
        paired.recode is not None,
    )


def _stored_alike(first: Coded, second: Coded) -> bool:
    """Whether both files hold a variable as the same bytes, as those that masking left alone: it is prepared once."""
    if first is second:
        return True
    if (first.level, len(first), len(first.categories)) != (second.level, len(second), len(second.categories)):
        return False
    return all(map(_same_bytes, first.contents(), second.contents()))


def _same_bytes(first: bytes | memoryview, second: bytes | memoryview) -> bool:
    a, b = np.frombuffer(first, np.uint8), np.frombuffer(second, np.uint8)
    # most that differ do so within a few records
    return np.array_equal(a[:FIRST_BYTES], b[:FIRST_BYTES]) and np.array_equal(a, b)


def values_at(
    values: PreparedValues, rows: NDArray[np.int64], *, normal: bool, times: Codes | None = None
) -> PreparedValues:
    """Return the values of some records, as preparing them anew would; for tests of ranks alone where not normal.

    ``times``: how often each of them is taken, where no variable is normal; None: once.
    """
    if values.groups is None:
        kept = values.numbers[rows] if normal else None
        return PreparedValues(taken(values.ranks, rows, times), None, kept)
    ranks = categories_taken(values.ranks, rows, times)
    if values.groups is values.ranks:
        return PreparedValues(ranks, ranks, None)
    return PreparedValues(ranks, categories_taken(values.groups, rows, times), None)


def _prepared(coded: Coded, with_missing: bool, *, normal: bool) -> PreparedValues:
    if coded.level is Level.CONTINUOUS:
        values = coded.values.astype(np.float64, copy=False) if normal else None
        return PreparedValues(densely_coded(coded_alone(stacked_numbers(coded))), None, values)
    codes, categories = coded.values.astype(np.int32, copy=False), len(coded.categories)
    ranks = category_codes(codes, categories)
    if with_missing and coded.level is Level.NOMINAL:
        filled = np.where(codes < 0, categories, codes).astype(np.int32)
        return PreparedValues(ranks, category_codes(filled, categories + 1), None)
    return PreparedValues(ranks, ranks, None)


def is_normal(paired: PairedVariable, masked: Coded, parameters: GduParameters) -> bool:
    """Whether a continuous variable counts as normal: as declared, else not rejected in either file (Lilliefors)."""
    if not (paired.original.level is masked.level is Level.CONTINUOUS) or paired.name in parameters.not_normal:
        return False
    if paired.name in parameters.normal:
        return True
    if parameters.normality == "never":
        return False
    files = [(c, ~c.is_missing()) for c in (paired.original, masked)]
    if parameters.normality == "auto" and max(int(seen.sum()) for _, seen in files) > LILLIEFORS_RECORDS:
        return False
    observed = [c.values[seen].astype(np.float64) for c, seen in files]
    # sorted: the order of the records must not change a digit of mean and SD
    p_values = [lilliefors_p_value(np.sort(sample)) for sample in observed]
    return all(p is not None and not below(p, parameters.alpha) for p in p_values)
