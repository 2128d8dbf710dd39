"""Risk arranged for the screen: records counted by their risk, the riskiest ones, where figures do not hold."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core.assessment import Comparison, planned_parameters
from core.data import Coded, Level, Release, category_text, number_label
from core.measures import Outcome, Result, detail_of
from core.risk import RiskDetail, RiskParameters, per_record, prepare, prepare_suda, riskiest
from core.statistics.reproducible import above, below

BINS_PER_DECADE = 5
"""Bins of individual risk: 1, .63, .40, .25, .16, .1, ...: a threshold of 1, .1 or .01 is an edge."""

MOST_SHOWN = 20
"""Records that a list of the riskiest shows at most."""

ROUNDING = 1e-12
"""Relative error of a risk that lies on an edge."""

UNKNOWN_KEYSET = "this key set is not declared any more: run again"


@dataclass(frozen=True, eq=False)
class RecordRisks:
    """The individual risks of one file for one key set, counted: no record can be distinguished from them.

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


def lone_combinations(release: Release, parameters: RiskParameters, keyset: str) -> Mapping[tuple[str, ...], int] | str:
    """Count the records that are alone on a set of keys and on no part of it, by set; why it cannot be searched."""
    for of_keyset in prepare_suda(_with_one(release, keyset), parameters):
        if of_keyset.found is None:
            return of_keyset.why_no_scores
        sets, records = np.unique(of_keyset.found.keys, return_counts=True)
        names = ([key for j, key in enumerate(of_keyset.keys) if int(bits) >> j & 1] for bits in sets)
        return {tuple(each): int(n) for each, n in zip(names, records, strict=True)}
    return UNKNOWN_KEYSET


def _as_released(column: Coded, row: int, labels: Mapping[str, str]) -> str:
    if column.is_missing()[row]:
        return "missing"
    value = column.values[row]
    code = number_label(float(value)) if column.level is Level.CONTINUOUS else column.categories[int(value)]
    return category_text(code, labels)


def validity(outcome: Outcome | None) -> tuple[str, ...]:
    """Return why a figure does not hold under the file's masking, in sentences; empty where it does."""
    return () if outcome is None else outcome.validity


FILE_RISK_MEASURE = "expected_match_risk"
"""The risk of a file of people: the same measure for every file of every run, so that no other file changes it."""

SYNTHETIC_RISK_MEASURE = "synthetic_disclosure"
"""What a file tells that holds records of nobody: such files have an axis of their own."""


def is_bound(outcome: Outcome | None) -> bool:
    """Whether a risk is known only to be at most its value."""
    return isinstance(outcome, Result) and detail_of(outcome, RiskDetail).get("how") == "bound"
