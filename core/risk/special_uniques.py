"""Minimal sample uniques and SUDA2 scores of every key set, computed once for all measures of special uniques."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NotRequired

import numpy as np
from numpy.typing import NDArray

from core.data import KeySet, Release
from core.measures import Skipped
from core.risk.key_cells.coding import key_codes
from core.risk.key_frequencies import no_records
from core.risk.key_sets import KeysDetail
from core.risk.parameters import RiskParameters
from core.risk.weights import SetWeight, set_weight
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
    """Minimal sample uniques and scores of one key set in one file, found when first asked for.

    A missing key belongs to no minimal unique and agrees with nothing, under every rule for missing keys but "drop",
    which leaves the record out.
    """

    file: Release
    keyset: KeySet
    parameters: RiskParameters
    why_none = ""

    @property
    def name(self) -> str:
        """Name of the key set."""
        return self.keyset.name

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """Its variables that the file has."""
        return tuple(name for name in self.keyset.variables if name in self.file.columns)

    @cached_property
    def _codes(self) -> NDArray[np.int32]:
        return key_codes(self.file.columns, self.keys, self.file.n_records)

    @cached_property
    def records(self) -> NDArray[np.int64]:
        """The rows used (n,)."""
        if self.parameters.missing == "drop":
            return np.flatnonzero((self._codes >= 0).all(axis=1))
        return np.arange(self.file.n_records)

    @property
    def why_no_scores(self) -> str:
        """Why nothing can be searched; empty where it can."""
        if not len(self.records):
            return no_records(self.file.n_records)
        if not self.keys:
            return "no variable of this key set is in the file"
        if len(self.keys) > MOST_KEYS:
            return f"{len(self.keys)} key variables are too many for SUDA2: name key sets of at most {MOST_KEYS}"
        return ""

    @property
    def max_size(self) -> int:
        """The largest minimal unique that is searched for."""
        n = len(self.keys)
        return min(self.parameters.suda_max_size, n) or (n if n <= ALL_SIZES_UP_TO else SIZE_WITH_MORE_KEYS)

    @property
    def flags(self) -> tuple[str, ...]:
        """What a reader of the figures should know."""
        flags = []
        if len(self.keys) > ALL_SIZES_UP_TO and not self.parameters.suda_max_size:
            flags.append(f"with {len(self.keys)} keys only combinations of up to {SIZE_WITH_MORE_KEYS} were searched")
        if len(self.keys) < len(self.keyset.variables):
            flags.append("the file lacks some of the key variables: the intruder has the others")
        if (self._codes[self.records] < 0).any():
            flags.append("a missing key belongs to no minimal unique and agrees with nothing, not even with missing")
        return tuple(flags)

    @cached_property
    def found(self) -> MinimalUniques | None:
        """The minimal uniques; None where ``why_no_scores`` says why."""
        return None if self.why_no_scores else minimal_uniques(self._codes[self.records], self.max_size)

    @cached_property
    def scores(self) -> SudaScores | None:
        """The scores of the records used; None where there are no minimal uniques."""
        return None if self.found is None else suda_scores(self.found, self.parameters.suda_score)

    @cached_property
    def _weight(self) -> SetWeight:
        return set_weight(self.file, self.keyset, self.records, self.parameters.sampling_fraction)

    @property
    def fraction_problem(self) -> str:
        """Why there is no sampling fraction; empty where there is one."""
        return "" if self.parameters.suda_fraction else self._weight.problem

    @property
    def fraction(self) -> tuple[float, str]:
        """The sampling fraction, and where it comes from."""
        values, people = self._weight.values, self._weight.people(len(self.records))
        n = len(self.records) if values is None else int((values > 0).sum())
        if self.parameters.suda_fraction:
            return self.parameters.suda_fraction, "as set for DIS-SUDA"
        if people is None or not n:
            return FRACTION_WITHOUT_WEIGHTS, "default, for no weight is tagged in this file"
        return min(n / people, 1.0), "records / sum of weights, or as set for the run"

    @cached_property
    def dis(self) -> NDArray[np.float64] | None:
        """DIS-SUDA of the records used; None where there are no scores, or no sampling fraction."""
        if self.found is None or self.scores is None or self.fraction_problem:
            return None
        return dis_suda(self.scores.score, len(self.keys), self.found.n_pairs, self.fraction[0])

    def described(self) -> SudaKeysDetail:
        """Return what is in the detail of every SUDA measure."""
        return {
            "keys": list(self.keys),
            "n_records": len(self.records),
            "score": self.parameters.suda_score,
            "largest_size": self.max_size,
            "missing": "drop" if self.parameters.missing == "drop" else "agrees with nothing",
        }

    def skipped(self, reason: str) -> Skipped[SudaKeysDetail]:
        """Return that a measure of this key set has no value, and why."""
        return Skipped("", (self.name,), reason, self.described())


def prepare_suda(release: Release, parameters: RiskParameters) -> tuple[KeySetSuda, ...]:
    """Return the key sets of a file, whose minimal sample uniques are searched when asked for."""
    return tuple(KeySetSuda(release, keyset, parameters) for keyset in release.keysets)
