"""Resolution of the mean pMSE ratio of pairs: tables of two surveys, and of the original and its columns shuffled.

A ratio is of the differences of two files alone, so that a fresh survey is two independent resamples. The shuffled
columns are the original's own: its associations carry its sampling error once, and permuted columns keep
every distribution. Two resamples, the second permuted, would differ by 3 where two fresh surveys of unrelated variables
differ by 2.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.random import Generator

from core.data import Pair
from core.measures import Answers, Better, Passes, Subject
from core.statistics.arrays import Codes, Floats, Integers
from core.statistics.distributions import VoasWilliamson
from core.statistics.estimates import draw_units
from core.statistics.tables import BothTables, GroupCounts, TableGroup, all_tables, count_group, side_by_side
from core.tables import asked, record_weights
from core.utility.compared_variables import mean_of, why_no_shares
from core.utility.distances.families import distance
from core.utility.distances.outcomes import ratio_to_chance
from core.utility.distances.two_way import difference_of_values, have_both_values
from core.utility.resolution.resolutions import Repetition, ResolutionDetail, few_units, one_unit, resolutions
from core.utility.tables import TableParameters
from core.utility.weighting import effective_size, weighed

RATIO = "table_pmse_ratio_mean"


class CodedColumns(NamedTuple):
    """Variables in their categories.

    Parameters
    ----------
    codes : int32 array (p, n)
    groups : tuple of TableGroup
        The tables of every two variables.
    weights : float64 array (n,) or None
        How many records each counts for.
    """

    codes: Codes
    groups: tuple[TableGroup, ...]
    weights: Floats | None = None

    def of(self, rows: Integers) -> CodedColumns:
        """Return these records."""
        weights = None if self.weights is None else self.weights[rows]
        return CodedColumns(self.codes[:, rows], self.groups, weights)

    def shuffled(self, size: int, random: Generator) -> CodedColumns:
        """Return as many records of which every column is permuted; with weights drawn as often as they say."""
        n = self.codes.shape[1]
        if self.weights is None:
            drawn = [random.permutation(codes)[np.arange(size) % n] for codes in self.codes]
        else:
            share, often = self.weights / self.weights.sum(), round(self.records * size / n)
            drawn = [random.choice(codes, often, p=share) for codes in self.codes]
        return CodedColumns(np.array(drawn), self.groups)

    @property
    def records(self) -> float:
        """What chance goes by: the records, with weights Kish's effective number of them."""
        return self.codes.shape[1] if self.weights is None else effective_size(self.weights)

    def effective(self, counted: float) -> float:
        """Return what chance goes by among records that weigh so much together."""
        return counted if self.weights is None else self.records * counted / float(self.weights.sum())

    def suppressed(self, shares: Sequence[float], random: Generator) -> CodedColumns:
        """Return the records with such a share of every column's values blank, at random."""
        codes = [
            np.where(random.random(len(column)) < share, blank, column) if share else column
            for column, blank, share in zip(self.codes, self.groups[0].sizes - 1, shares, strict=True)
        ]
        return self._replace(codes=np.array(codes))

    def counts(self) -> Iterator[GroupCounts]:
        """Count the cells of every two variables."""
        return (count_group(self.codes, group, self.weights) for group in self.groups)


def repeated_ratio(pair: Pair, size: int, parameters: TableParameters, random: Generator) -> Repetition:
    """Compute the mean ratio for a fresh survey of the masked file's size, and for its columns shuffled.

    Parameters
    ----------
    pair : Pair
        The original twice.
    size : int
        Records of the masked file.
    parameters : TableParameters
    random : Generator
    """
    counted = (pair, None) if pair.weights is None else weighed(pair)
    if isinstance(counted, str):
        return Repetition({}, {}, size, counted)
    design = counted[0].original.design
    if reason := one_unit(design):
        return Repetition({}, {}, size, reason)
    original, shares = _coded(counted[0], parameters)
    if len(original.codes) < 2:
        return Repetition({}, {}, size, "fewer than two variables are compared")
    n = counted[0].original.n_records
    first, second = (draw_units(design, records, random) for records in (n, size))
    return Repetition(
        {RATIO: _mean_ratio(original.of(first), original.of(second).suppressed(shares, random))},
        {RATIO: _mean_ratio(original, original.shuffled(size, random).suppressed(shares, random))},
        min(n, size),
        "all records lie in one cell",
        tuple(v.name for v in pair.variables if why_no_shares(pair, v)),
        few_units(design),
    )


def _coded(pair: Pair, parameters: TableParameters) -> tuple[CodedColumns, list[float]]:
    """Return the compared variables in their categories, and the share of each that is left blank."""
    compared = sorted((v for v in pair.variables if not why_no_shares(pair, v)), key=lambda v: v.name)
    known = asked(pair, compared, [all_tables(len(compared), 2)], parameters.bins, record_weights(pair))
    codes = [counted.codes(v.original) for (_, counted), v in zip(known.variables, compared, strict=True)]
    shares = [pair.suppressed.get(v.name, 0.0) for v in compared]
    return CodedColumns(np.array(codes), known.groups, known.weights[0]), shares


def _mean_ratio(first: CodedColumns, second: CodedColumns) -> float | None:
    """Return the mean pMSE ratio of the tables of every two variables; None where there is none."""
    ratios = (
        ratio_to_chance(_difference(first, second, table, group.sizes[variables]))
        for group, before, after in zip(first.groups, first.counts(), second.counts(), strict=True)
        for variables, table in zip(group.tables, side_by_side(before, after, group), strict=True)
    )
    return mean_of([ratio for ratio in ratios if ratio is not None])


def _difference(first: CodedColumns, second: CodedColumns, table: BothTables, sizes: Integers) -> VoasWilliamson | None:
    """Compare the records that have both values."""
    both = have_both_values(table.cells, sizes)
    values = BothTables(*(column[both] for column in table))
    if first.weights is None:
        return difference_of_values(values, None)
    effective = first.effective(float(values.original.sum())), second.effective(float(values.masked.sum()))
    return difference_of_values(values, effective)


@distance.sharing(
    subject=Subject.SIZE,
    replicable=False,
    passes=Passes.PAIRS,
    cost=0.5,
    better=Better.HIGHER,
    bounds=(-math.inf, math.inf),
)(
    id="table_resolution",
    name="Resolution of table pMSE ratios",
    reference="Raab, Nowok and Dibben (2021): a ratio of 2 is a fresh survey; resamples of the original's units",
    summary="How well the mean pMSE ratio of pairs tells a fresh survey of this size from shuffled columns, in this "
    "very file.",
    formula=r"d = \frac{\bar{r}_{\mathrm{shuffled}} - \bar{r}_{\mathrm{fresh}}}"
    r"{\sqrt{(s^2_{\mathrm{fresh}} + s^2_{\mathrm{shuffled}}) / 2}}",
    prepare=repeated_ratio,
    repetitions=int,
    sees_suppression=True,
    reading="As the resolution of GDU, with tables of two variables in the place of tests. Fresh surveys score about "
    "2; from d = 4 on shuffled columns score so much more that both bands are apart. A masked file within the shuffled "
    "band or above it keeps nothing of its pairs that the ratio could show.",
    misleads="Ratios grow with the number of records, and with them the resolution: in a large file even weak "
    "associations can be seen.",
)
def table_resolution(repetitions: tuple[Repetition, ...]) -> Answers[ResolutionDetail, ResolutionDetail]:
    """Yield the resolution of the mean pMSE ratio of pairs."""
    return resolutions(table_resolution, {RATIO: Better.LOWER}, repetitions)
