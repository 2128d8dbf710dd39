"""The distributions of single variables without one group of records at a time: the whole counts less the group's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from core.data import Coded, Level, Pair, PairedVariable
from core.statistics.arrays import Floats, Integers
from core.statistics.distributions import DenseCodes, category_codes, dense_codes
from core.statistics.leave_out import AtPoints, at_points, distributions_without
from core.utility.distances.one_way import Distributions, OneWayDifferences, differences_by
from core.utility.tables import TableParameters, nothing_of


def one_way_differences_without(
    pair: Pair, groups: tuple[Integers, Integers], n_groups: int, parameters: TableParameters
) -> Iterator[OneWayDifferences]:
    """Yield the differences of all variables without each group of records in turn (``LeaveOut``)."""
    counted = {v.name: _count(pair, v) for v in pair.variables if not v.problem}
    for g in range(n_groups):
        rest = _remaining(pair, *(np.flatnonzero(own != g) for own in groups))
        inside = np.flatnonzero(groups[0] == g), np.flatnonzero(groups[1] == g)
        yield differences_by(rest, parameters, partial(_distributions_without, counted, inside))


def _remaining(pair: Pair, original: Integers, masked: Integers) -> Pair:
    """Return the pair with these records; of its variables those with a recode, whose cost is asked of the values."""
    return replace(
        pair,
        variables=tuple(v if v.recode is None else v.take(original, masked) for v in pair.variables),
        original=pair.original.take(original),
        masked=pair.masked.take(masked),
    )


@dataclass(frozen=True, eq=False)
class CountedOnce:
    """One variable of both files at the points where one of them has a value."""

    points: Floats
    files: tuple[AtPoints, AtPoints]


def _count(pair: Pair, paired: PairedVariable) -> CountedOnce:
    masked = paired.masked or nothing_of(paired.recoded, pair.masked.n_records)
    first, second = _coded(paired.recoded), _coded(masked)
    points = np.union1d(first.values, second.values)
    return CountedOnce(points, (at_points(first, points), at_points(second, points)))


def _coded(coded: Coded) -> DenseCodes:
    if coded.level is Level.CONTINUOUS:
        return dense_codes(np.asarray(coded.values, dtype=np.float64))
    return category_codes(coded.values.astype(np.int32, copy=False), len(coded.categories))


def _distributions_without(
    counted: dict[str, CountedOnce], inside: tuple[Integers, Integers], paired: PairedVariable
) -> Distributions:
    """Return the distributions of a variable without the records at these rows of either file."""
    once = counted[paired.name]
    return Distributions(*distributions_without(once.points, once.files, inside))
