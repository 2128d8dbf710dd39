"""What the measures of a pair of files have in common: the key variables of both, coded alike."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.data import KeySet, Pair, PairedVariable, Release, Role
from core.measures import Result, Skipped
from core.risk.families import NO_SENSITIVE
from core.risk.key_sets import Detail, KeysDetail
from core.risk.parameters import RiskParameters
from core.risk.treatments import Treatment, as_seen, treatment
from core.risk.validity import found_detail, found_flags

NO_KEY_LEFT = "the masked file has no variable of this key set"


class PairedKeysDetail(KeysDetail):
    """What every measure of one key set of both files says of it, also where it has no value."""

    keys_absent: list[str]
    n_original: int
    n_masked: int


@dataclass(frozen=True, eq=False)
class PairedKeys:
    """The variables of one key set in both files.

    Parameters
    ----------
    name : str
    pair : Pair
    parameters : RiskParameters
    keys : tuple of PairedVariable
        Those that the masked file has; the original's after the same recode.
    removed : tuple of str
    why_none : str
        Why the two files cannot be compared on these keys, with the remedy; empty where they can.
    """

    name: str
    pair: Pair
    parameters: RiskParameters
    keys: tuple[PairedVariable, ...]
    removed: tuple[str, ...]
    why_none: str

    def described(self) -> PairedKeysDetail:
        """Return what is in the detail of every measure of this key set."""
        return {
            **found_detail(self.pair.masked, self.name),
            "keys": [v.name for v in self.keys],
            "keys_absent": list(self.removed),
            "n_original": self.pair.original.n_records,
            "n_masked": self.pair.masked.n_records,
        }

    def result(
        self,
        value: float,
        n: int,
        detail: Detail,
        interval: tuple[float, float] | None = None,
        flags: tuple[str, ...] | None = None,
    ) -> Result[Detail]:
        """Return the value of a measure of this key set."""
        return Result("", (self.name,), value, n, interval, detail, flags)

    def skipped(self, reason: str) -> Skipped[PairedKeysDetail]:
        """Return that a measure of this key set has no value, and why."""
        return Skipped("", (self.name,), reason, self.described(), flags=self.flags)

    @cached_property
    def file(self) -> Release:
        """The masked file, with what is declared and seen of its masking."""
        return as_seen(self.pair)

    @property
    def treatment(self) -> Treatment:
        """What was done to the key variables, as declared and seen."""
        return treatment(self.file.maskings, self.file.perturbed, [v.name for v in self.keys], self.file)

    @property
    def flags(self) -> tuple[str, ...]:
        """What a reader of the figures should know."""
        recoded = [v.name for v in self.keys if v.recode is not None]
        flags = ["the masked file lacks some of the key variables: the intruder has the others"] if self.removed else []
        if recoded:
            flags.append(f"the original was recoded like the masked file: {', '.join(recoded)}")
        return (*flags, *found_flags(self.pair.masked, self.name))


Keys = TypeVar("Keys", bound=PairedKeys)


def paired_keys(pair: Pair, parameters: RiskParameters) -> tuple[PairedKeys, ...]:
    """Find the variables of every key set in both files."""
    return keys_of(PairedKeys, pair, parameters)


def keys_of(kind: type[Keys], pair: Pair, parameters: RiskParameters, **more: Any) -> tuple[Keys, ...]:
    """Find the variables of every key set in both files, as one kind of ``PairedKeys``; ``more`` are its own fields."""
    return tuple(kind(k.name, pair, parameters, *_in_both(pair, k), **more) for k in pair.original.keysets)


def _in_both(pair: Pair, keyset: KeySet) -> tuple[tuple[PairedVariable, ...], tuple[str, ...], str]:
    """Return the variables of a key set that both files have, those removed, and why they cannot be compared."""
    known = {v.name: v for v in pair.variables}
    variables = [known[name] for name in keyset.variables if name in known]
    in_both = tuple(v for v in variables if v.masked is not None)
    removed = tuple(name for name in keyset.variables if name not in {v.name for v in in_both})
    if not pair.original.n_records or not pair.masked.n_records:
        return in_both, removed, "a file has no records"
    problem = next((v.records_problem for v in variables if v.records_problem), "")
    return in_both, removed, problem or ("" if in_both else NO_KEY_LEFT)


def deviation(values: NDArray[Any]) -> float:
    """Return the standard deviation of the values that are known, divisor n - 1; 0 where fewer than two are."""
    known = values[~np.isnan(values)]
    return float(np.std(known, ddof=1)) if len(known) > 1 else 0.0


def sensitive_pairs(keyset: PairedKeys) -> tuple[PairedVariable, ...]:
    """Return the sensitive variables outside the key set that can be compared."""
    keys = {v.name for v in keyset.keys} | set(keyset.removed)
    sensitive = [v for v in keyset.pair.variables if v.variable.role is Role.SENSITIVE and v.name not in keys]
    return tuple(v for v in sensitive if v.masked is not None and not v.records_problem)


def why_no_sensitive(keyset: PairedKeys) -> str:
    """Return why no sensitive variable can be compared."""
    tagged = [v for v in keyset.pair.variables if v.variable.role is Role.SENSITIVE]
    if not tagged:
        return NO_SENSITIVE
    problems = [v.records_problem for v in tagged if v.records_problem]
    return problems[0] if problems else "the masked file has no sensitive variable outside this key set"
