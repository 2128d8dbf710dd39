"""Linked records whose masked values lie near the original ones: what interval disclosure counts."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.data import Pair, PairedVariable
from core.measures import Basis
from core.risk.parameters import RiskParameters
from core.risk.treatments import as_seen, is_numeric
from core.risk.validity import why_not_valid
from core.statistics.arrays import Floats, Integers
from core.statistics.reproducible import above
from core.tables import groups_of, linked_by_group

NONE = np.zeros(1, dtype=np.int64)


class NearRecords(NamedTuple):
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
    used : int64 array (rows,)
        Linked records that are counted: of all, and without each jackknife group.
    inside : int64 array (rows,)
        Of these, how many lie in all intervals.
    near : tuple of int
        By variable, how many of all that are counted lie in its interval.
    """

    pair: Pair
    parameters: RiskParameters
    variables: tuple[PairedVariable, ...]
    validity: tuple[str, ...]
    sizes: tuple[int, int]
    linked: int = 0
    lacking: int = 0
    used: Integers = NONE
    inside: Integers = NONE
    near: tuple[int, ...] = ()


def near_records(pair: Pair, parameters: RiskParameters) -> NearRecords:
    """Count the linked records with |x - x'| <= k sd in every continuous variable."""
    variables = tuple(v for v in pair.variables if is_numeric(v))
    validity = why_not_valid(Basis.INTERVALS, [v.name for v in variables], as_seen(pair))
    sizes = pair.original.n_records, pair.masked.n_records
    nothing, linked = NearRecords(pair, parameters, variables, validity, sizes), linked_by_group(pair)
    if linked is None:
        return nothing
    parents, rows = linked.rows
    gaps = [np.abs(v.recoded.values[parents] - _masked(v)[rows]) for v in variables]
    lacking = np.isnan(gaps).any(axis=0) if gaps else np.zeros(linked.n, dtype=bool)
    counted = ~lacking if parameters.interval_missing == "excluded" else np.ones(linked.n, dtype=bool)
    of_file = groups_of(pair)[parameters.interval_width == "masked"]
    widths = np.array([of_file.deviations(_known_values(v, parameters)) for v in variables])
    counts = []
    for row, width in enumerate(parameters.interval_share * widths.T):
        left = counted & (linked.linked.groups != row - 1)
        within = [left & ~above(gap, each) for gap, each in zip(gaps, width, strict=True)]
        counts.append([left.sum(), np.logical_and.reduce(within).sum(), *(each.sum() for each in within)])
    used, inside, *near = np.array(counts, dtype=np.int64).T if counts else (NONE, NONE)
    near_all = tuple(int(each[0]) for each in near)
    return nothing._replace(linked=linked.n, lacking=int(lacking.sum()), used=used, inside=inside, near=near_all)


def _masked(variable: PairedVariable) -> NDArray[Any]:
    assert variable.masked is not None
    return variable.masked.values


def _known_values(variable: PairedVariable, parameters: RiskParameters) -> Floats:
    """Return the values of the file whose standard deviations are the widths."""
    values = _masked(variable) if parameters.interval_width == "masked" else variable.recoded.values
    return values.astype(np.float64, copy=False)
