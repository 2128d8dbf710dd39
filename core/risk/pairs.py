"""What the measures of a pair of files have in common: the key variables of both, coded alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.data import KeySet, Pair, PairedVariable, Role
from core.measures import Answer, Answers, Basis, Measure, Skipped
from core.risk.families import NO_SENSITIVE
from core.risk.key_frequencies import NO_KEYS, Detail, KeysDetail, SkippedDetail, flagged
from core.risk.parameters import RiskParameters
from core.risk.treatments import maskings_of, perturbed_variables
from core.risk.validity import ON_LINKS, found_detail, found_flags, not_valid, not_valid_file

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
    problem : str
        Why the two files cannot be compared on these keys, with the remedy; empty where they can.
    """

    name: str
    pair: Pair
    parameters: RiskParameters
    keys: tuple[PairedVariable, ...]
    removed: tuple[str, ...]
    problem: str

    def described(self) -> PairedKeysDetail:
        """Return what stands in the detail of every measure of this key set."""
        return {
            **found_detail(self.pair.masked, self.name),
            "keys": [v.name for v in self.keys],
            "keys_absent": list(self.removed),
            "n_original": self.pair.original.n_records,
            "n_masked": self.pair.masked.n_records,
        }

    def skipped(self, measure_id: str, reason: str) -> Skipped[PairedKeysDetail]:
        """Return that a measure of this key set has no value, and why."""
        return Skipped(measure_id, (self.name,), reason, self.described(), flags=self.flags)

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
    return tuple(_of_keyset(pair, keyset, parameters) for keyset in pair.original.keysets)


def _of_keyset(pair: Pair, keyset: KeySet, parameters: RiskParameters) -> PairedKeys:
    known = {v.name: v for v in pair.variables}
    variables = [known[name] for name in keyset.variables if name in known]
    in_both = tuple(v for v in variables if v.masked is not None)
    names_in_both = {v.name for v in in_both}
    problems = [v.records_problem for v in variables if v.records_problem]
    if not pair.original.n_records or not pair.masked.n_records:
        problem = "a file has no records"
    elif problems:
        problem = problems[0]
    else:
        problem = "" if in_both else NO_KEY_LEFT
    removed = tuple(name for name in keyset.variables if name not in names_in_both)
    return PairedKeys(keyset.name, pair, parameters, in_both, removed, problem)


def deviation(values: NDArray[Any]) -> float:
    """Return the standard deviation of the values that are known, divisor n - 1; 0 where fewer than two are."""
    known = values[~np.isnan(values)]
    return float(np.std(known, ddof=1)) if len(known) > 1 else 0.0


def pair_outcomes(
    measure: Measure,
    prepared: Iterable[Keys],
    outcome: Callable[[Keys], Answer[Detail, SkippedDetail]],
) -> Answers[Detail, SkippedDetail | PairedKeysDetail]:
    """Yield the outcome of every key set; Skipped where there is none or the files cannot be compared on it.

    Its flags are those of the key set where the measure gives none of its own.
    """
    prepared = tuple(prepared)
    if not prepared:
        yield Skipped(measure.id, (), NO_KEYS)
    for keyset in prepared:
        if keyset.problem:
            yield keyset.skipped(measure.id, keyset.problem)
        else:
            names = [v.name for v in keyset.keys]
            answer = guarded_pair(measure.basis, outcome(keyset), keyset.pair, names, keyset.name)
            yield flagged(answer, keyset.flags)


def guarded_pair(
    basis: Basis | None,
    outcome: Answer[Detail, SkippedDetail],
    pair: Pair,
    variables: Iterable[str],
    keyset: str,
) -> Answer[Detail, SkippedDetail]:
    """Say in an outcome why it does not hold, where the masking of its variables makes it so."""
    sentences = why_not_valid(basis, pair, variables, keyset)
    return replace(outcome, validity=tuple(sentences)) if sentences else outcome


def why_not_valid(basis: Basis | None, pair: Pair, variables: Iterable[str], keyset: str) -> list[str]:
    """Say why a measure of these variables does not hold, where their masking or doubtful links make it so."""
    sentences = not_valid(basis, tuple(variables), maskings_of(pair), perturbed_variables(pair))
    sentences += not_valid_file(basis, pair.masked, keyset)
    if pair.link_doubt and basis in ON_LINKS:
        sentences.append(pair.link_doubt)
    return sentences


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
