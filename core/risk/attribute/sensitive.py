"""What the sensitive variables have in common in every measure of attribute disclosure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from core.data import Coded, Level, Release
from core.measures import Answer, Answers, Basis, Measure, Result, Skipped
from core.risk.families import ATTRIBUTE_DISCLOSURE, NO_SENSITIVE, SENSITIVE
from core.risk.key_cells.coding import KeyCoding, key_coding
from core.risk.key_frequencies import KeySetDetail, KeySetFrequencies, release_measure
from core.risk.key_sets import Detail, SkippedDetail, outcomes
from core.statistics.arrays import Counts, Floats
from core.statistics.disclosure import Diversity, class_table_of, closeness, diversity, values_of_classes
from core.statistics.reproducible import sort_value
from core.statistics.tables import FilledCells, merged_cells, n_filled_cells
from core.tables import Blockwise

HELD_CELLS = 2**20
"""Up to so many possible values of classes, those of all sensitive variables are counted in one walk over blocks."""

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


def sensitive_of(release: Release, keyset_name: str) -> tuple[str, ...]:
    """Return the sensitive variables that the file has and that the key set does not hold."""
    keys = next(k.variables for k in release.keysets if k.name == keyset_name)
    return tuple(name for name in release.sensitive if name in release.columns and name not in keys)


def sensitive_names(keyset: KeySetFrequencies) -> tuple[str, ...]:
    """Return the sensitive variables that are looked at with a key set."""
    return sensitive_of(keyset.file, keyset.name)


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


def why_none(release: Release, keyset_name: str) -> str:
    """Return why there is no sensitive variable to look at."""
    if not release.sensitive:
        return NO_SENSITIVE
    if any(name in release.columns for name in release.sensitive):
        return f"every sensitive variable of the file belongs to key set {keyset_name!r}"
    return "this file has none of the sensitive variables"


def described(keyset: KeySetFrequencies, by_variable: dict[str, float], missing: str) -> SensitiveDetail:
    """Return what is in the detail of every measure of groups; ``missing`` says what a missing value counts as."""
    return {
        **keyset.described(),
        "missing": keyset.partition_rule,
        "missing_sensitive": missing,
        "by_variable": by_variable,
    }


def without_sensitive(measure_id: str, keyset: KeySetFrequencies, known: Detail) -> Skipped[Detail]:
    """Return that there is no sensitive variable to look at, and why."""
    return Skipped(measure_id, (keyset.name,), why_none(keyset.file, keyset.name), known)


def of_worst(
    measure_id: str, keyset: KeySetFrequencies, value: float, detail: Detail, flags: Sequence[str] = ()
) -> Result[Detail]:
    """Return the figure of the worst sensitive variable, with what a reader must know of groups of records alike."""
    said = (*keyset.flags, *flags, *class_flags(keyset))
    return Result(measure_id, (keyset.name,), value, keyset.n_used, detail=detail, flags=said)


def classes(keyset: KeySetFrequencies) -> Classes:
    """Return the classes of one key set, worked out once for all measures of them."""
    if keyset not in _KNOWN:
        _KNOWN[keyset] = _formed(keyset.file, keyset)
    return _KNOWN[keyset]


_KNOWN: WeakKeyDictionary[KeySetFrequencies, Classes] = WeakKeyDictionary()


@dataclass(frozen=True, eq=False)
class _Values:
    """What every block must know to count values in classes: the classes, and how each sensitive variable is coded."""

    keyset: KeySetFrequencies
    codings: dict[str, KeyCoding]

    def size(self, name: str) -> int:
        """Return how many values a variable has, a missing one included."""
        return self.codings[name].numbers.n_possible


def _look(release: Release, keyset: KeySetFrequencies) -> _Values:
    names = sensitive_names(keyset)
    return _Values(keyset, {name: key_coding(release.columns, (name,)) for name in names})


def _parts(known: _Values) -> tuple[str, ...]:
    return tuple(known.codings)


def _coded(block: Release, known: _Values) -> tuple[Release, NDArray[np.integer[Any]]]:
    return block, known.keyset.cells.of_block(block)


def _count(coded: tuple[Release, NDArray[np.integer[Any]]], known: _Values, name: str) -> FilledCells:
    block, of_class = coded
    (values,) = known.codings[name].codes(block.columns)
    if known.keyset.n_used < known.keyset.file.n_records:
        of_class, values = of_class[of_class >= 0], values[of_class >= 0]
    return values_of_classes(of_class, values, len(known.keyset.cells), known.size(name))


def _small(known: _Values) -> bool:
    return len(known.keyset.cells) * sum(map(known.size, known.codings)) <= HELD_CELLS


def _finish(release: Release, keyset: KeySetFrequencies, known: _Values, counts: Iterator[FilledCells]) -> Classes:
    formed = Classes(keyset.cells.counts, {}, {})
    for name, filled in zip(known.codings, counts, strict=True):
        table = class_table_of(filled, known.size(name))
        rule, ordered = keyset.parameters.sensitive_missing, is_ordered(release.columns[name])
        formed.diversities[name] = diversity(table, keyset.parameters.recursive_c, missing=rule)
        formed.distances[name] = closeness(table, ordered=ordered)
    return formed


_formed = Blockwise(
    look=_look,
    parts=_parts,
    partial=_count,
    merge=merged_cells,
    finish=_finish,
    small=_small,
    code=_coded,
    size=n_filled_cells,
)
"""How often each value occurs in each class, counted in blocks of the file once its classes are known."""


def mean_over_records(figures: Floats | Counts, sizes: Counts) -> float:
    """Return the mean of a figure of each class over the records of all classes."""
    return float((figures * sizes).sum() / sizes.sum())


def is_ordered(column: Coded) -> bool:
    """Whether the values of a variable have an order."""
    return column.level is not Level.NOMINAL


def worst(by_variable: dict[str, float]) -> str | None:
    """Return the variable with the largest figure, of equal ones the last by name; None where there is none."""
    return max(by_variable, key=lambda v: (sort_value(by_variable[v]), v), default=None)


def class_flags(keyset: KeySetFrequencies) -> tuple[str, ...]:
    """Say how a missing key is read where records are sorted into groups."""
    missing = keyset.n_missing and keyset.missing != "drop"
    return ("records alike: a missing key is a value of its own",) if missing else ()
