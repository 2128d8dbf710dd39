"""Linked records whose masked values lie near the original ones: what interval disclosure counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.data import Pair, PairedVariable
from core.measures import Basis
from core.risk.pairs import deviation, why_not_valid
from core.risk.parameters import RiskParameters
from core.risk.treatments import is_numeric
from core.statistics.arrays import Floats, Integers
from core.statistics.leave_out import deviations_by_row
from core.statistics.reproducible import above

Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class NearRecords:
    """How many linked records lie in the intervals.

    Parameters
    ----------
    pair : Pair
    parameters : RiskParameters
    variables : tuple of PairedVariable
        Continuous in both files.
    validity : tuple of str
        Why the figure does not hold, where the masking of the variables makes it so.
    sizes : (int, int)
        Records of either file.
    linked : int
    lacking : int
        Linked records that lack a value in either file.
    used : int
        Linked records that are counted.
    inside : int
        Of these, how many lie in all intervals.
    near : tuple of int
        By variable, how many of these lie in its interval.
    """

    pair: Pair
    parameters: RiskParameters
    variables: tuple[PairedVariable, ...]
    validity: tuple[str, ...]
    sizes: tuple[int, int]
    linked: int = 0
    lacking: int = 0
    used: int = 0
    inside: int = 0
    near: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class Differences:
    """By how much the linked values of every variable differ.

    Parameters
    ----------
    nothing : NearRecords
        What is known before anything is counted.
    rows, parents : int64 array (l,)
        Of the masked file, and of the original.
    gaps : list of float64 array (l,)
        |x - x'| by variable, NaN where one of both is missing.
    lacking : bool array (l,)
        Where any variable is.
    """

    nothing: NearRecords
    rows: Integers
    parents: Integers
    gaps: list[Floats]
    lacking: Flags

    def count(self, widths: Sequence[float], left: Flags, sizes: tuple[int, int]) -> NearRecords:
        """Count those of the records that are left (l,) whose differences are at most these, or are not known."""
        lacking = left & self.lacking
        used = left & ~lacking if self.nothing.parameters.interval_missing == "excluded" else left
        inside, near = used, []
        for gap, width in zip(self.gaps, widths, strict=True):
            within = ~above(gap, width) & used
            inside = inside & within
            near.append(int(within.sum()))
        linked, lack, used_, in_all = (int(some.sum()) for some in (left, lacking, used, inside))
        return replace(
            self.nothing, sizes=sizes, linked=linked, lacking=lack, used=used_, inside=in_all, near=tuple(near)
        )


def near_records(pair: Pair, parameters: RiskParameters) -> NearRecords:
    """Count the linked records with |x - x'| <= k sd in every continuous variable."""
    differences = _differences(pair, parameters)
    widths = [_width(v, parameters) for v in differences.nothing.variables]
    return differences.count(widths, np.ones(len(differences.rows), dtype=bool), differences.nothing.sizes)


def near_records_without(
    pair: Pair, groups: tuple[Integers, Integers], n_groups: int, parameters: RiskParameters
) -> Iterator[NearRecords] | None:
    """Return the records in the intervals without each group of records in turn (``LeaveOut``).

    Differences are computed once, the standard deviations without each group from sums by group; what lies within is
    counted. None where linked records are in different groups.
    """
    differences = _differences(pair, parameters)
    own = groups[1][differences.rows]
    if (groups[0][differences.parents] != own).any():
        return None
    share, of_masked = parameters.interval_share, parameters.interval_width == "masked"
    values = (_known_values(v, parameters) for v in differences.nothing.variables)
    widths = [share * deviations_by_row(x, groups[of_masked], n_groups)[1:] for x in values]
    sizes = [len(of_file) - np.bincount(of_file, minlength=n_groups) for of_file in groups]
    return (
        differences.count([float(of[g]) for of in widths], own != g, (int(sizes[0][g]), int(sizes[1][g])))
        for g in range(n_groups)
    )


def _differences(pair: Pair, parameters: RiskParameters) -> Differences:
    variables = tuple(v for v in pair.variables if is_numeric(v))
    validity = why_not_valid(Basis.INTERVALS, pair, [v.name for v in variables], "")
    sizes = pair.original.n_records, pair.masked.n_records
    nothing = NearRecords(pair, parameters, variables, tuple(validity), sizes)
    rows = np.zeros(0, dtype=np.int64) if pair.links is None else np.flatnonzero(pair.links >= 0)
    parents = rows if pair.links is None else pair.links[rows]
    gaps = [np.abs(v.recoded.values[parents] - _masked(v)[rows]) for v in variables]
    lacking = np.zeros(len(rows), dtype=bool)
    for gap in gaps:
        lacking |= np.isnan(gap)
    return Differences(nothing, rows, parents, gaps, lacking)


def _masked(variable: PairedVariable) -> NDArray[Any]:
    assert variable.masked is not None
    return variable.masked.values


def _width(variable: PairedVariable, parameters: RiskParameters) -> float:
    """Return k standard deviations of a variable."""
    return parameters.interval_share * deviation(_known_values(variable, parameters))


def _known_values(variable: PairedVariable, parameters: RiskParameters) -> Floats:
    """Return the values of the file whose standard deviations are the widths."""
    values = _masked(variable) if parameters.interval_width == "masked" else variable.recoded.values
    return values.astype(np.float64, copy=False)
