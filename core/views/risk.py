"""Risk arranged for the screen: records counted by their risk, the riskiest ones, where figures do not hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core.assessment import Assessment, Comparison, planned_parameters
from core.data import Coded, Level, Release, category_text, number_label
from core.measures import Outcome, Result, Skipped, detail_of
from core.risk import (
    MissingRule,
    RiskDetail,
    RiskParameters,
    per_record,
    prepare,
    riskiest,
)
from core.statistics.reproducible import above, below, sort_value

BINS_PER_DECADE = 5
"""Bins of individual risk: 1, .63, .40, .25, .16, .1, ...: a threshold of 1, .1 or .01 is an edge."""

MOST_SHOWN = 20
"""Records that a list of the riskiest shows at most."""

ROUNDING = 1e-12
"""Relative error of a risk that lies on an edge."""

OTHER_RULE = "it sorts records into groups, in which a missing key value is a category of its own: ask for that rule"

UNKNOWN_KEYSET = "this key set is not declared any more: run again"


@dataclass(frozen=True, eq=False)
class RecordRisks:
    """The individual risks of one file for one key set, counted: no record can be told from them.

    Parameters
    ----------
    values : float64 array (k,)
        Distinct risks in (0, 1], ascending.
    counts : int64 array (k,)
        Records that have each.
    n_left_out : int
        Records without a risk, because they lack a key and the rule is to drop them, or their weight is 0.
    basis : str
        What the risks rest on, in words.
    problem : str
        Why there are none; empty where there are.
    """

    values: NDArray[np.float64]
    counts: NDArray[np.int64]
    n_left_out: int = 0
    basis: str = ""
    problem: str = ""

    @property
    def n(self) -> int:
        """Records that have a risk."""
        return int(self.counts.sum())

    def count_above(self, threshold: float) -> int:
        """Return how many records have a risk above a threshold."""
        return int(self.counts[above(self.values, threshold)].sum())


@dataclass(frozen=True, eq=False)
class RiskBins:
    """Records of several files by individual risk, in the same bins.

    Parameters
    ----------
    edges : float64 array (b + 1,)
        Ascending, at equal ratios, the last one 1; a bin holds its upper edge.
    counts : tuple of int64 array (b,)
        One array a file.
    """

    edges: NDArray[np.float64]
    counts: tuple[NDArray[np.int64], ...]


@dataclass(frozen=True)
class RiskyRecord:
    """One record: its row in the file (the first is 1), key values as released, frequency, risk and SUDA score."""

    row: int
    values: tuple[str, ...]
    frequency: int
    risk: float
    score: float | None


@dataclass(frozen=True)
class RiskiestRecords:
    """The records of a file with the highest individual risk: confidential.

    Parameters
    ----------
    keys : tuple of str
        The key variables that the file has.
    records : tuple of RiskyRecord
        Riskiest first.
    as_risky : int
        Records of the file at least as risky as the last one listed.
    problem : str
        Why there are none; empty where there are.
    """

    keys: tuple[str, ...]
    records: tuple[RiskyRecord, ...] = ()
    as_risky: int = 0
    problem: str = ""


def risk_parameters(comparison: Comparison) -> RiskParameters:
    """Return the parameters of risk that a comparison was measured with."""
    return planned_parameters(comparison.plan, RiskParameters)


def riskiest_first(files: Iterable[Assessment], measure: str, keyset: str) -> tuple[Assessment, ...]:
    """Return files by a measure of one key set, the largest first; at the end those without a value."""

    def place(file: Assessment) -> tuple[bool, float]:
        outcome = file.outcome(measure, (keyset,))
        return (False, -sort_value(outcome.value)) if isinstance(outcome, Result) else (True, 0.0)

    return tuple(sorted(files, key=place))


def record_risks(release: Release, parameters: RiskParameters, keyset: str) -> RecordRisks:
    """Count the records of a file by individual risk.

    Parameters
    ----------
    release : Release
    parameters : RiskParameters
    keyset : str
        Name of the key set.
    """
    nothing = np.zeros(0), np.zeros(0, dtype=np.int64)
    for of_keyset in (each.of_people for each in prepare(_with_one(release, keyset), parameters)):
        if of_keyset.cell_risks is None:
            return RecordRisks(*nothing, problem=of_keyset.weight.problem)
        values, place = np.unique(of_keyset.cell_risks, return_inverse=True)
        counts = np.bincount(place, of_keyset.cells.counts, len(values))
        left_out = release.n_records - of_keyset.n_used
        problem = "" if len(values) else "no record has all key variables"
        return RecordRisks(values, counts.astype(np.int64), left_out, of_keyset.weight.basis, problem)
    return RecordRisks(*nothing, problem=UNKNOWN_KEYSET)


def _with_one(release: Release, keyset: str) -> Release:
    return replace(release, keysets=tuple(k for k in release.keysets if k.name == keyset))


def risk_bins(*files: RecordRisks) -> RiskBins:
    """Sort the records of several files into the same bins of individual risk, at equal ratios.

    Parameters
    ----------
    *files : RecordRisks
        At least one of them with records.
    """
    lowest = min(float(f.values[0]) for f in files if len(f.values))
    first = min(int(np.floor(np.log10(lowest) * BINS_PER_DECADE + ROUNDING)), -BINS_PER_DECADE)
    # a risk on the lowest edge belongs above it
    first -= bool(lowest <= 10.0 ** (first / BINS_PER_DECADE) * (1 + ROUNDING))
    edges = 10.0 ** (np.arange(first, 1) / BINS_PER_DECADE)
    return RiskBins(edges, tuple(_counted(f, edges) for f in files))


def _counted(file: RecordRisks, edges: NDArray[np.float64]) -> NDArray[np.int64]:
    bins = np.searchsorted(edges, file.values * (1 - ROUNDING), side="left") - 1
    counts = np.zeros(len(edges) - 1, dtype=np.int64)
    np.add.at(counts, bins, file.counts)
    return counts


def riskiest_records(
    release: Release, parameters: RiskParameters, keyset: str, most: int = MOST_SHOWN
) -> RiskiestRecords:
    """List the records of a file with the highest individual risk; of equals the higher SUDA score first.

    Parameters
    ----------
    release : Release
    parameters : RiskParameters
    keyset : str
    most : int
        How many at most.

    Returns
    -------
    RiskiestRecords
        Confidential: for the officer's eyes, never part of a report.
    """
    file = _with_one(release, keyset)
    keys = tuple(name for k in file.keysets for name in k.variables if name in file.columns)
    counted = record_risks(file, parameters, keyset)
    if counted.problem:
        return RiskiestRecords(keys, problem=counted.problem)
    rows = riskiest(file, parameters, keyset, most)
    columns = per_record(file, parameters)
    risks, frequencies = columns[f"individual_risk|{keyset}"], columns[f"frequency|{keyset}"]
    scores = columns.get(f"suda_score|{keyset}")
    records = tuple(
        RiskyRecord(
            int(row) + 1,
            tuple(_as_released(file.columns[name], int(row), file.value_labels.get(name, {})) for name in keys),
            int(frequencies[row]),
            float(risks[row]),
            None if scores is None or np.isnan(scores[row]) else float(scores[row]),
        )
        for row in rows
    )
    return RiskiestRecords(keys, records, int(np.sum(~below(risks, records[-1].risk))))


def _as_released(column: Coded, row: int, labels: Mapping[str, str]) -> str:
    if column.is_missing()[row]:
        return "missing"
    value = column.values[row]
    code = number_label(float(value)) if column.level is Level.CONTINUOUS else column.categories[int(value)]
    return category_text(code, labels)


def rules_offered(comparison: Comparison) -> tuple[MissingRule, ...]:
    """Return the rules for missing key values that a table of risks can stand under, the run's own first."""
    own = risk_parameters(comparison).missing
    return (own, "category") if own == "wildcard" else (own,)


def under_rule(outcome: Outcome | None, rule: MissingRule) -> Outcome | None:
    """Return a figure under one rule for missing key values, so that a table does not mix them.

    Parameters
    ----------
    outcome : Outcome or None
        As measured; what is no result, has no missing key, or rests on no rule, is returned as it is.
    rule : "wildcard", "category" or "drop"

    Returns
    -------
    Outcome or None
        Skipped with the reason where the measure is not defined under the rule.
    """
    if not isinstance(outcome, Result):
        return outcome
    detail = detail_of(outcome, RiskDetail)
    if not detail.get("n_missing_keys") or detail.get("missing", rule) == rule:
        return outcome
    other = as_category(outcome)
    if rule != "category" or other is None:
        return outcome.without_value(OTHER_RULE)
    return replace(outcome, value=other, interval=None, detail={**detail, "missing": rule}, jackknife=None)


def as_category(outcome: Result) -> float | None:
    """Return the figure with missing keys as a category of their own; None where it is not beside the other one."""
    detail = detail_of(outcome, RiskDetail)
    share = detail.get("value_missing_as_category")
    if share is None and "count_missing_as_category" in detail:
        share = detail["count_missing_as_category"] / outcome.n
    return share


def validity(outcome: Outcome | None) -> tuple[str, ...]:
    """Return why a figure does not hold under the file's masking, in sentences; empty where it does."""
    return outcome.validity if isinstance(outcome, Result | Skipped) else ()


FILE_RISK_MEASURE = "expected_match_risk"
"""The risk of a file of people: the same measure for every file of every run, so that no other file changes it."""

SYNTHETIC_RISK_MEASURE = "synthetic_disclosure"
"""What a file tells that holds records of nobody: such files have an axis of their own."""


def is_bound(outcome: Outcome | None) -> bool:
    """Whether a risk is known only to be at most its value."""
    return isinstance(outcome, Result) and detail_of(outcome, RiskDetail).get("how") == "bound"
