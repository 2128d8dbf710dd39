"""What the sensitive variables have in common in every measure of attribute disclosure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from core.data import Coded, Level
from core.measures import Answer, Answers, Basis, Measure, Result, Skipped
from core.risk.families import ATTRIBUTE_DISCLOSURE, NO_SENSITIVE, SENSITIVE
from core.risk.key_cells.coding import ValueCoding, key_coding
from core.risk.key_frequencies import KeySetDetail, KeySetFrequencies, release_measure
from core.risk.key_sets import Detail, SkippedDetail, outcomes
from core.statistics.arrays import Counts, Floats
from core.statistics.disclosure import Diversity, class_table_of, closeness, diversity, values_of_classes
from core.statistics.reproducible import sort_value
from core.statistics.tables import FilledCells, merged_cells, n_filled_cells
from core.tables import Merging

BLOCK = 2**18
"""Records whose values are counted at a time."""

OTHER_GROUPS = (
    "The figure is higher than the original's: it is about the released groups of records alike, and groups that were "
    "merged, thinned, or given a missing key of their own can hold less even values than those of the original."
)


class SensitiveDetail(KeySetDetail):
    """The figures of all sensitive variables, by which the worst one is found."""

    missing_sensitive: str
    by_variable: dict[str, float]


@dataclass(frozen=True, eq=False)
class Classes:
    """The records of one key set in classes of equal keys, with the sensitive variables outside the key set.

    Parameters
    ----------
    sizes : int64 array (n_classes,)
        Records of each class; a missing key is a value of its own.
    diversities : dict of str to Diversity
        By sensitive variable.
    distances : dict of str to float64 array (n_classes,)
        How far each class is from the file; NaN where it has no value.
    """

    sizes: Counts
    diversities: dict[str, Diversity]
    distances: dict[str, Floats]


def sensitive_names(keyset: KeySetFrequencies) -> tuple[str, ...]:
    """Return the sensitive variables that the file has and that the key set does not hold."""
    keys = {*keyset.keys, *keyset.absent}
    return tuple(name for name in keyset.file.sensitive if name in keyset.file.columns and name not in keys)


def outcomes_of_groups(
    measure: Measure,
    prepared: tuple[KeySetFrequencies, ...],
    outcome: Callable[[KeySetFrequencies], Answer[Detail, SkippedDetail]],
) -> Answers[Detail, SkippedDetail | KeySetDetail]:
    """Yield the outcome of every key set; the masking of sensitive variables is looked at as well."""
    return outcomes(measure, prepared, outcome, sensitive_names)


measure_of_groups = release_measure.sharing(
    basis=Basis.GROUPS,
    group=ATTRIBUTE_DISCLOSURE,
    needs=SENSITIVE,
    why_above=OTHER_GROUPS,
)
group_measure = measure_of_groups.over(outcomes_of_groups)
"""Of a function that returns the outcome of one key set."""


def described(keyset: KeySetFrequencies, by_variable: dict[str, float], missing: str) -> SensitiveDetail:
    """Return what is in the detail of every measure of groups; ``missing`` says what a missing value counts as."""
    return {
        **keyset.described(),
        "missing": keyset.partition_rule,
        "missing_sensitive": missing,
        "by_variable": by_variable,
    }


def without_sensitive(keyset: KeySetFrequencies, known: Detail) -> Skipped[Detail]:
    """Return that there is no sensitive variable to look at, and why."""
    reason = "this file has none of the sensitive variables" if keyset.file.sensitive else NO_SENSITIVE
    if keyset.file.present(keyset.file.sensitive):
        reason = f"every sensitive variable of the file belongs to key set {keyset.name!r}"
    return Skipped("", (keyset.name,), reason, known)


def of_worst(keyset: KeySetFrequencies, value: float, detail: Detail, flags: Sequence[str] = ()) -> Result[Detail]:
    """Return the figure of the worst sensitive variable, with what a reader must know of groups of records alike."""
    lacking = keyset.n_missing and keyset.missing != "drop"
    missing = ("records alike: a missing key is a value of its own",) if lacking else ()
    return keyset.result(value, detail, (*keyset.flags, *flags, *missing))


def classes(keyset: KeySetFrequencies) -> Classes:
    """Return the classes of one key set, worked out once for all measures of them."""
    if keyset not in _KNOWN:
        _KNOWN[keyset] = _formed(keyset)
    return _KNOWN[keyset]


_KNOWN: WeakKeyDictionary[KeySetFrequencies, Classes] = WeakKeyDictionary()


def _formed(keyset: KeySetFrequencies) -> Classes:
    """Count how often each value occurs in each class, in blocks of the file and one variable after the other."""
    file, cells = keyset.file, keyset.cells
    of_records, rows, parameters = cells.of_records, cells.rows(), keyset.parameters
    formed = Classes(cells.counts, {}, {})
    for name in sensitive_names(keyset):
        column, (coding,) = file.columns[name], key_coding(file.columns, (name,)).codings
        size = coding.size

        def counted(some: slice, column: Coded = column, coding: ValueCoding = coding, size: int = size) -> FilledCells:
            values = column.take(some if isinstance(rows, slice) else rows[some])
            return values_of_classes(of_records[some], coding.codes(values), len(cells), size)

        blocks = (slice(start, start + BLOCK) for start in range(0, cells.n_records, BLOCK))
        table = class_table_of(Merging(merged_cells, n_filled_cells).all_of(map(counted, blocks)), size)
        formed.diversities[name] = diversity(table, parameters.recursive_c, missing=parameters.sensitive_missing)
        formed.distances[name] = closeness(table, ordered=column.level is not Level.NOMINAL)
    return formed


def mean_over_records(figures: Floats | Counts, sizes: Counts) -> float:
    """Return the mean of a figure of each class over the records of all classes."""
    return float((figures * sizes).sum() / sizes.sum())


def worst(by_variable: dict[str, float]) -> str | None:
    """Return the variable with the largest figure, of equal ones the last by name; None where there is none."""
    return max(by_variable, key=lambda v: (sort_value(by_variable[v]), v), default=None)
