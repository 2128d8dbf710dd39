"""Minimal sample uniques and SUDA2 scores of every key set, computed once for all measures of special uniques."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NotRequired

import numpy as np
from numpy.typing import NDArray

from core.data import Release
from core.risk.key_cells.coding import key_codes
from core.risk.key_frequencies import KeysDetail, no_records
from core.risk.parameters import RiskParameters
from core.risk.weights import set_weight
from core.statistics.disclosure import MOST_KEYS, MinimalUniques, SudaScores, dis_suda, minimal_uniques, suda_scores

ALL_SIZES_UP_TO = 12
"""With up to this number of keys, minimal uniques of all sizes are searched unless told otherwise."""

SIZE_WITH_MORE_KEYS = 4

FRACTION_WITHOUT_WEIGHTS = 0.01
"""Sampling fraction of DIS-SUDA where no weight tells it: the default of sdcMicro."""


class SudaKeysDetail(KeysDetail):
    """What every SUDA measure says of a key set, also where it has no value."""

    n_records: int
    score: str
    largest_size: int
    missing: NotRequired[str]


@dataclass(frozen=True, eq=False)
class KeySetSuda:
    """Minimal sample uniques and scores of one key set in one file.

    Parameters
    ----------
    name : str
    release : Release
    keys : tuple of str
        Its variables that the file has.
    records : int64 array (n,)
        The rows used.
    found : MinimalUniques or None
    scores : SudaScores or None
        Both None where ``problem`` says why.
    dis : float64 array (n,) or None
        DIS-SUDA; None where ``fraction_problem`` says why.
    fraction, fraction_basis : float, str
        The sampling fraction, and where it comes from.
    flags : tuple of str
    dropped : bool
        Whether records that lack a key were left out.
    """

    name: str
    release: Release
    keys: tuple[str, ...]
    records: NDArray[np.int64]
    found: MinimalUniques | None
    scores: SudaScores | None
    dis: NDArray[np.float64] | None
    fraction: float
    fraction_basis: str
    formula: str
    max_size: int
    problem: str = ""
    fraction_problem: str = ""
    flags: tuple[str, ...] = ()
    dropped: bool = False

    def described(self) -> SudaKeysDetail:
        """Return what stands in the detail of every SUDA measure."""
        return {
            "keys": list(self.keys),
            "n_records": len(self.records),
            "score": self.formula,
            "largest_size": self.max_size,
            "missing": "drop" if self.dropped else "agrees with nothing",
        }


def prepare_suda(release: Release, parameters: RiskParameters) -> tuple[KeySetSuda, ...]:
    """Search the minimal sample uniques of every key set of a file.

    A missing key belongs to no minimal unique and agrees with nothing, under every rule for missing
    keys but "drop", which leaves the record out.
    """
    return tuple(_of_keyset(release, index, parameters) for index in range(len(release.keysets)))


def _of_keyset(release: Release, index: int, parameters: RiskParameters) -> KeySetSuda:
    keyset = release.keysets[index]
    keys = tuple(name for name in keyset.variables if name in release.columns)
    codes = key_codes(release.columns, keys, release.n_records)
    records = np.arange(release.n_records)
    if parameters.missing == "drop":
        records = np.flatnonzero((codes >= 0).all(axis=1))
    problem = _problem(keys, records, release.n_records)
    max_size, flags = _largest_size(len(keys), parameters)
    if len(keys) < len(keyset.variables):
        flags = (*flags, "the file lacks some of the key variables: the intruder has the others")
    if (codes[records] < 0).any():
        flags = (*flags, "a missing key belongs to no minimal unique and agrees with nothing, not even with missing")
    weight = set_weight(release, keyset, records, parameters.sampling_fraction)
    people = len(records) if weight.values is None else int((weight.values > 0).sum())
    fraction, basis = _fraction(weight.people(len(records)), people, parameters)
    fraction_problem = "" if parameters.suda_fraction else weight.problem
    minimal = scores = dis = None
    if not problem:
        minimal = minimal_uniques(codes[records], max_size)
        scores = suda_scores(minimal, parameters.suda_score)
        dis = None if fraction_problem else dis_suda(scores.score, len(keys), minimal.n_pairs, fraction)
    return KeySetSuda(
        keyset.name,
        release,
        keys,
        records,
        minimal,
        scores,
        dis,
        fraction,
        basis,
        parameters.suda_score,
        max_size,
        problem,
        fraction_problem,
        flags,
        parameters.missing == "drop",
    )


def _problem(keys: tuple[str, ...], records: NDArray[np.int64], n_records: int) -> str:
    if not len(records):
        return no_records(n_records)
    if not keys:
        return "no variable of this key set is in the file"
    if len(keys) > MOST_KEYS:
        return f"{len(keys)} key variables are too many for SUDA2: name key sets of at most {MOST_KEYS}"
    return ""


def _largest_size(n_keys: int, parameters: RiskParameters) -> tuple[int, tuple[str, ...]]:
    if parameters.suda_max_size:
        return min(parameters.suda_max_size, n_keys), ()
    if n_keys <= ALL_SIZES_UP_TO:
        return n_keys, ()
    flag = f"with {n_keys} keys only combinations of up to {SIZE_WITH_MORE_KEYS} were searched"
    return SIZE_WITH_MORE_KEYS, (flag,)


def _fraction(people: float | None, n: int, parameters: RiskParameters) -> tuple[float, str]:
    if parameters.suda_fraction:
        return parameters.suda_fraction, "as set for DIS-SUDA"
    if people is None or not n:
        return FRACTION_WITHOUT_WEIGHTS, "default, for no weight is tagged in this file"
    return min(n / people, 1.0), "records / sum of weights, or as set for the run"
